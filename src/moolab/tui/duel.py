"""A duel that fills the terminal: both boards, the notebook, and what is to be answered below."""

from collections import deque
from collections.abc import Iterator
from typing import ClassVar

from rich.markup import escape
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Event, Key
from textual.widgets import ContentSwitcher, Footer, Header, Input, OptionList, Static
from textual.widgets.option_list import Option

from moolab.cli.dialogues.duel import is_guess, not_added, typed_move
from moolab.cli.dialogues.keeper import Keeper
from moolab.cli.terminal.pegs import bar, row
from moolab.deduction.history import History
from moolab.errors import InvalidMove
from moolab.games.duel.duel import Duel
from moolab.games.duel.game import GAME
from moolab.games.duel.hint import STEPS
from moolab.games.duel.notebook import Notebook
from moolab.games.duel.prose import ending, verdict
from moolab.games.duel.stats import remember
from moolab.games.duel.view import DuelView
from moolab.support.language import translate, translate_plural
from moolab.support.text import sentence
from moolab.support.typed import command as as_command
from moolab.tui.analysis import AnalysisScreen
from moolab.tui.app import Confirm, GameApp
from moolab.tui.replies import ReplyGrid

_SPACED = 10
"""The notebook shows all symbols of a game that has at most this many, with blanks between. Where
there are more, those that are ruled out are left out, to save room."""

_BAR = 20

_LISTED = 200
"""Codes that the notebook of a wide terminal lists, which are some 16 lines of it."""

_BETWEEN = 0.1
"""Seconds from a key that was pressed too early to the next one."""

_OF_THE_BOARDS = {"hint", "undo", "correct", "notebook", "analysis", "resign", "close"}
"""What keys do while the boards are seen."""

_MOVES = {"undo", "correct", "resign"}
"""What they do until the game is finished, and in the statistics."""


class DuelApp(GameApp[Duel]):
    """A duel.

    Args:
        played: the state to go on from.
        keeper: writes it after every move.
        leave_traces: whether its end goes to the statistics.
    """

    game = GAME
    CSS = (
        GameApp.CSS
        + """
    #boards { height: 1fr; }
    #yours, #mine { width: 1fr; border: round $primary; padding: 0 1; }
    #notebook { width: 28; border: round $secondary; padding: 0 1; }
    .-narrow #notebook { display: none; }
    #left { display: none; margin-top: 1; }
    .-huge #notebook { width: 1fr; }
    .-huge #left { display: block; }
    #due { height: auto; border: round $accent; }
    #due Input { border: none; height: 1; }
    #repairs { height: auto; max-height: 7; border: none; }
    #hint { height: auto; padding: 0 1; display: none; border-left: thick $warning; }
    """
    )
    # Below 80 columns the boards need the room of the notebook; F4 opens it even there.
    # From 120 on the notebook has as much room as they, for the codes that are left.
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        *((0, "-narrow"), (80, "-wide"), (120, "-huge"))
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        *GameApp.BINDINGS,
        Binding("f1", "hint", "Hint"),
        Binding("f2", "undo", "Undo"),
        Binding("f3", "correct", "Correct"),
        Binding("f4", "notebook", "Notebook"),
        Binding("f5", "analysis", "Analysis"),
        Binding("f8", "resign", "Give up"),
        Binding("escape", "close", show=False),
    ]

    def __init__(self, played: Duel, keeper: Keeper[Duel], *, leave_traces: bool) -> None:
        super().__init__(played, keeper)
        self._leave_traces = leave_traces
        self._correcting = False
        self._step = 0
        self._early = deque[Event]()
        self._past = list[str]()
        self._counted = played.outcome

    @property
    def is_done(self) -> bool:
        return self.played.finished

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now: those of the boards do while nothing is above them."""
        if action in _MOVES and self.is_done:
            return False
        if action in _OF_THE_BOARDS and len(self.screen_stack) > 1:
            return False
        return super().check_action(action, parameters)

    def compose(self) -> ComposeResult:
        """The boards above, below them what is due."""
        rules = self.played.setup.rules
        yield Header(icon="")
        with Horizontal(id="boards"):
            for side in ("yours", "mine", "notebook"):
                with VerticalScroll(id=side, can_focus=False):
                    yield Static(id=f"{side}-text", markup=False)
                    if side == "notebook":
                        yield Static(id="left", markup=False)
        yield Static(id="hint", markup=False)
        yield Static(id="said", markup=False)
        with ContentSwitcher(id="due", initial="typed"):
            yield Input(id="typed", compact=True)
            if rules.counted:
                yield ReplyGrid(rules, id="replies")
            yield OptionList(id="repairs", markup=False)
        yield Footer(compact=True)

    def show(self) -> None:
        duel = self.played
        role = duel.setup.role
        self.query_one("#yours").display = role != "maker"
        self.query_one("#mine").display = role != "breaker"
        self.query_one("#yours").border_title = translate("Your guesses")
        self.query_one("#mine").border_title = translate("My guesses")
        self.query_one("#notebook").border_title = translate("Notebook")
        conflict = self._contradiction.conflict if duel.phase == "contradiction" else ()
        self._fill("yours", self._rows(duel.yours))
        mine = self._rows(duel.computer, marked=conflict or ())
        if duel.pending is not None and duel.phase == "reply":
            mine.append(Text(f"{len(duel.computer) + 1:>2} {' '.join(duel.pending)}", "bold"))
        self._fill("mine", mine)
        self._show_notes()
        self._ask()
        if duel.phase == "over":
            self._tell_end()

    async def on_event(self, event: Event) -> None:
        """Keep keys that are pressed while a move is made: they answer what comes after it."""
        if (
            isinstance(event, Key)
            and event.key != "ctrl+q"
            and (self._turn.locked() or self._early)
        ):
            self._early.append(event)
        else:
            await super().on_event(event)

    async def hand_on(self) -> None:
        if self._early and not self._turn.locked():
            await super().on_event(self._early.popleft())
            # The next key can be for what this one leads to.
            self.set_timer(_BETWEEN, self.hand_on)

    def accept(self, _before: Duel) -> None:
        self._step = 0
        self._correcting = False
        self.query_one("#hint").display = False
        if self.is_done:
            if trouble := self.remember():
                self.notify(sentence(trouble), severity="warning", markup=False)
            self.refresh_bindings()
        self.show()

    def remember(self) -> str | None:
        """Add a game to the statistics, once, when it is finished, or left after a loss.

        Returns:
            In a sentence, why it is not added.
        """
        if not self._leave_traces or self.played.outcome in (None, self._counted):
            return None
        self._counted = self.played.outcome
        try:
            self._past = [summary.sentence for summary in remember(self.played)]
        except OSError as error:
            return not_added(error)
        return None

    def _fill(self, side: str, lines: list[Text]) -> None:
        self.query_one(f"#{side}-text", Static).update(Text("\n").join(lines))
        self.query_one(f"#{side}", VerticalScroll).scroll_end(animate=False)

    def _rows(self, history: History, marked: tuple[int, ...] = ()) -> list[Text]:
        rules = self.played.setup.rules
        lines = []
        for number, turn in enumerate(history, start=1):
            line = Text()
            line.append(f"{number:>2} ", "bold red" if number in marked else "dim")
            line.append_text(Text.from_ansi(row(turn, rules, coloured=True)))
            lines.append(line)
        return lines

    def _show_notes(self) -> None:
        try:
            notes = Notebook.of(self.played)
        except InvalidMove:
            self.query_one("#notebook").display = False
            return
        self.query_one("#notebook-text", Static).update(Text("\n").join(_noted(notes)))
        left = self.played.left
        codes = [*left[:_LISTED], *["..."] * (len(left) > _LISTED)] if left.countable else []
        self.query_one("#left", Static).update(" ".join(codes))

    @property
    def _contradiction(self) -> DuelView:
        view = GAME.ask(self.played, self.seat, "contradiction")
        assert isinstance(view, DuelView), "the phase says so"
        return view

    def _ask(self) -> None:
        """Show what is due: a line to type in, replies, or repairs."""
        duel, due = self.played, self.query_one("#due", ContentSwitcher)
        counted = duel.setup.rules.counted
        due.border_subtitle = ""
        if self._correcting:
            due.current, title = "typed", translate("TURN REPLY")
        elif duel.phase == "contradiction":
            due.current, title = "repairs", translate("Which reply was wrong?")
            self._offer_repairs()
        elif duel.phase == "reply" and counted:
            due.current = "replies"
            self.query_one(ReplyGrid).action_forget()
            title = translate("My guess: {code}", code=duel.pending)
        else:
            due.current = "typed"
            due.display = duel.phase != "over" or duel.may_guess
            title = translate("Your guess:")
            if duel.phase == "reply":
                title = translate("My guess: {code}", code=duel.pending)
        due.border_title = title
        if due.display and due.current is not None:
            self.query_one(f"#{due.current}").focus()

    def _offer_repairs(self) -> None:
        view, options = self._contradiction, self.query_one("#repairs", OptionList)
        options.clear_options()
        for repair in view.repairs or ():
            old = view.turns.computer[repair.turn - 1]
            left = translate_plural("{number} [code|codes] left", repair.candidates or 0)
            said = translate(
                "{turn}: {guess} gets {reply} instead of {old}, {left}",
                turn=repair.turn,
                guess=old.guess,
                reply=repair.reply,
                old=old.reply,
                left=left,
            )
            options.add_option(Option(said, id=f"correct-{repair.turn}-{repair.reply}"))
        options.add_option(Option(translate("Take the last reply back"), id="undo"))
        options.highlighted = 0
        if view.conflict:
            self.note(str(self.played.contradiction))

    def _tell_end(self) -> None:
        duel = self.played
        view = DuelView.of(duel)
        if duel.finished:
            said = [*ending(view, duel.setup.rules), translate("F5 shows the analysis.")]
        else:
            more = translate("Guess on for practice, or give up to see my code.")
            said = [verdict(view, duel.setup.rules), more]
        self.note("\n".join([" ".join(said), *self._past]))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what was typed: a code, a reply, a correction, or a command of the dialogue."""
        typed = event.value.strip()
        event.input.clear()
        command = as_command(typed)
        correction = f"correct {command.removeprefix('correct ')}" if self._correcting else None
        if not correction and is_guess(self.played, typed):
            self.answer(lambda _: f"guess {typed}")
        elif typed.startswith("?"):
            self._hint(typed.removeprefix("?").strip())
        elif command in ("quit", "exit"):
            self.exit()
        elif command == "resign":
            self.action_resign()
        elif typed:
            self.answer(lambda duel: correction or typed_move(duel, typed))

    def on_reply_grid_typed(self, event: ReplyGrid.Typed) -> None:
        """Show what is typed of a reply, and say what is missing."""
        shown = event.text or translate("bulls down, cows across")
        self.query_one("#due", ContentSwitcher).border_subtitle = escape(shown)
        if event.refused:
            self.note(translate("Type two digits: bulls, then cows."))

    def on_reply_grid_chosen(self, event: ReplyGrid.Chosen) -> None:
        """Take a reply."""
        self.answer(lambda _: f"reply {event.reply}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take a repair."""
        move = (event.option.id or "").replace("-", " ")
        self.answer(lambda _: move)

    def action_hint(self) -> None:
        """Tell a little more than before."""
        self._hint("")

    def _hint(self, idea: str) -> None:
        self._step = min(self._step + 1, STEPS) if not idea else self._step
        question = f"idea {idea}" if idea else f"step {self._step}"
        self.run_worker(self._show_hint(question))

    async def _show_hint(self, question: str) -> None:
        drawer = self.query_one("#hint", Static)
        await self.tell(lambda: GAME.ask(self.played, self.seat, question).fields()["said"])
        drawer.update(self.query_one("#said", Static).content)
        drawer.display = True
        self.note("")

    def action_undo(self) -> None:
        """Take back the last guess and what followed."""
        self.answer(lambda _: "undo turn")

    def action_correct(self) -> None:
        """Ask which reply was wrong."""
        if self.played.may_correct:
            self._correcting = True
            self._ask()

    def action_notebook(self) -> None:
        """Open or close the notebook."""
        notebook = self.query_one("#notebook")
        notebook.display = not notebook.display and not self.played.setup.rated

    def action_close(self) -> None:
        """Close the hint, or leave the correction."""
        self.query_one("#hint").display = False
        self._correcting = False
        self._ask()

    def action_resign(self) -> None:
        """Give up, after a question."""
        if self.played.phase == "over":
            self.answer(lambda _: "resign")
            return

        def resign(sure: bool | None) -> None:
            if sure:
                self.answer(lambda _: "resign")

        seen = self.played.setup.secret is not None
        question = translate("Give up and see my code?") if seen else translate("Give up?")
        self.push_screen(Confirm(question), resign)

    def action_analysis(self) -> None:
        """Judge the guesses of a game that is over."""
        if self.played.finished:
            self.push_screen(AnalysisScreen(self.played))
        else:
            self.note(translate("The analysis comes when the game is over."))


def _noted(notes: Notebook) -> Iterator[Text]:
    """The notebook: how much is left, then for each place the symbols that can be there."""
    alphabet = notes.rules.alphabet
    spaced = len(alphabet) <= _SPACED
    gap = " " if spaced else ""
    if notes.left is not None:
        yield Text(bar(notes.unknown, _BAR), "green")
        yield Text(translate_plural("{number} [code|codes] left", notes.left))
        yield Text()
    for place, possible in enumerate(notes.places or (), start=1):
        line = Text()
        line.append(f"{place} ", "dim")
        for symbol in alphabet:
            if symbol in possible:
                line.append(symbol, "bold green" if len(possible) == 1 else None)
            elif spaced:
                line.append("·", "dim")
            else:
                continue
            line.append(gap)
        yield line
    if notes.excluded:
        symbols = gap.join(notes.excluded)
        yield Text()
        yield Text(translate("Ruled out: {symbols}", symbols=symbols), "dim")
