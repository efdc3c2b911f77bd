"""Games that fill the terminal, led with keys by Textual's pilot."""

import asyncio
import errno
import os
import re
import signal
import termios
from collections.abc import Callable, Coroutine
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from benchmarks.screens import pictures, screens
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, RichLog, Static

from moolab.cli.dialogues.keeper import Keeper
from moolab.codes.listed import listed_rules
from moolab.codes.replies import Reply
from moolab.errors import PuzzleNotFound
from moolab.games.duel import game as duel_game
from moolab.games.duel.duel import Duel, Setup, apply, begin
from moolab.games.duel.game import GAME
from moolab.games.kept import keep_unfinished
from moolab.games.saves import GameFile, Saved, load
from moolab.trilobite.board import Board, Shape
from moolab.trilobite.game import GAME as TRILOBITE
from moolab.trilobite.game import Match
from moolab.trilobite.judgement import JudgedStone, judge_stone
from moolab.trilobite.player.levels import Advice
from moolab.trilobite.puzzle import Puzzle, attempt, make_puzzle
from moolab.trilobite.solver.exact import Solver
from moolab.trilobite.threats import threats
from moolab.trilobite.tui.match import TrilobiteApp
from moolab.trilobite.tui.puzzle import StonePuzzleApp
from moolab.tui.analysis import AnalysisScreen, TrainingScreen
from moolab.tui.app import Menu
from moolab.tui.duel import DuelApp
from moolab.tui.replies import ReplyGrid
from tests.cli.test_cli import moo
from tests.helpers.dialogues import (
    on_a_terminal,
    read_until,
    read_until_it_ends,
    read_until_there_is,
)
from tests.helpers.paths import PROJECT
from tests.helpers.patience import PATIENCE, wait_until_it_computes

LEAD = Callable[[Pilot[Any]], Coroutine[Any, Any, None]]


def duel_app(file: GameFile | None = None, *, counted: bool = False, **chosen: Any) -> DuelApp:
    settled: dict[str, Any] = {"secret": "8217", "start": "2396", "seed": 1}
    state = begin(Setup.new(**settled | chosen))
    return DuelApp(state, Keeper(GAME, file, leave_traces=False), leave_traces=counted)


def led(app: Any, lead: LEAD) -> None:
    """Run an app in a terminal of the usual size, led by somebody."""

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await lead(pilot)
            await settled(pilot)

    asyncio.run(run())


async def settled(pilot: Pilot[Any]) -> None:
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys, and wait for what comes of them."""
    for key in keys:
        await pilot.press(*(key if key.isdigit() else [key]))
        await settled(pilot)


def shown(pilot: Pilot[Any], name: str) -> str:
    return str(pilot.app.query_one(name, Static).content)


def test_a_duel_is_played_with_keys() -> None:
    app = duel_app()

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "1234", "enter")
        assert shown(pilot, "#yours-text") == " 1 1 2 3 4  ●○··  11"
        assert shown(pilot, "#mine-text") == " 1 2 3 9 6"
        assert "720 codes left" in shown(pilot, "#notebook-text")
        await press(pilot, "02")
        assert "○○··  02" in shown(pilot, "#mine-text")
        await press(pilot, "8217", "enter", "down", "right", "enter")
        assert "You win" in shown(pilot, "#said")
        assert "My code was 8217" in shown(pilot, "#said")

    led(app, lead)
    assert app.played.moves[:3] == ("guess 1234", "reply 02", "guess 8217")
    assert app.played.outcome == "won"


def test_replies_that_cannot_be_are_not_chosen() -> None:
    app = duel_app()

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "1234", "enter", "31")
        assert app.played.phase == "reply"
        grid = app.query_one(ReplyGrid)
        assert grid.at == Reply(3, 1)
        struck = {str(span.style) for span in grid.render().spans if "strike" in str(span.style)}
        assert struck == {"dim strike reverse bold"}
        await press(pilot, "9", "backspace", "up", "up", "enter")

    led(app, lead)
    assert app.played.moves[-1] == "reply 11"


def test_enter_after_a_reply_that_was_typed_does_not_answer_the_next_guess() -> None:
    app = duel_app(role="maker", secret=None)

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "02")
        await press(pilot, "enter")
        assert app.played.moves == ("reply 02",)
        assert shown(pilot, "#said") == "Type two digits: bulls, then cows."
        # An arrow shows the cursor again, where it was, and the next one moves it.
        await press(pilot, "left", "left", "enter")

    led(app, lead)
    assert app.played.moves == ("reply 02", "reply 01")


def test_what_is_typed_and_is_not_a_reply_is_refused_and_forgotten() -> None:
    app = duel_app()

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "1234", "enter")
        due, drawn = app.query_one("#due"), app.query_one(ReplyGrid).render().plain
        for typed, kept in {"2": "2", "zzz": "z", "99": "99", "[a": "[a", "²1": "²1"}.items():
            await press(pilot, *typed)
            # It is shown in the border, where it pushes nothing out of the grid.
            assert due.border_subtitle == kept
            assert app.query_one(ReplyGrid).render().plain == drawn
            await press(pilot, "enter")
            assert shown(pilot, "#said") == "Type two digits: bulls, then cows."
            assert due.border_subtitle == "bulls down, cows across"
            assert app.played.phase == "reply"
        await press(pilot, "2", "f2", "5678", "enter", "02")

    led(app, lead)
    assert app.played.moves == ("guess 1234", "undo", "guess 5678", "reply 02")


def test_the_notebook_says_first_how_many_words_are_left() -> None:
    app = duel_app(rules="words:english5", secret=None, start=None)

    async def lead(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        bar, left, _, *places = shown(pilot, "#notebook-text").splitlines()
        assert "█" in bar
        assert left.endswith("codes left")
        assert len(places) == 5
        await press(pilot, *"crane", "enter")
        notes = app.query_one("#notebook-text")
        assert notes.region.bottom <= app.query_one("#notebook").region.bottom

    led(app, lead)


def test_a_contradiction_is_a_list_of_repairs() -> None:
    app = duel_app()

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "1234", "enter", "00", "5678", "enter", "00")
        assert len(app.played.computer) == 2
        repairs = app.query_one("#repairs", OptionList)
        first = str(repairs.get_option_at_index(0).prompt)
        assert first == "1: 2396 gets 02 instead of 00, 84 codes left"
        assert "cannot both be true" in shown(pilot, "#said")
        last = str(repairs.get_option_at_index(repairs.option_count - 1).prompt)
        assert last == "Take the last reply back"
        await press(pilot, "enter")
        assert app.played.phase == "guess"

    led(app, lead)
    assert app.played.moves[-1] == "correct 1 02"


@pytest.mark.parametrize("command", [[], [*"correct", "space"]])
def test_a_reply_is_corrected_and_a_guess_taken_back_at_any_time(command: list[str]) -> None:
    app = duel_app()

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "1234", "enter", "02", "f3")
        await pilot.press(*command, "1", "space", "0", "3", "enter")
        await settled(pilot)
        assert "○○○·  03" in shown(pilot, "#mine-text")
        await press(pilot, "f2")
        assert shown(pilot, "#yours-text") == ""

    led(app, lead)
    assert app.played.yours == ()


def test_hints_open_a_drawer_and_say_more_each_time() -> None:
    app = duel_app(role="breaker", start=None)

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "1234", "enter", "f1")
        assert shown(pilot, "#hint") == "720 codes are possible."
        await press(pilot, "f1")
        assert shown(pilot, "#hint") == "You could try 1305."
        await pilot.press("question_mark", "space", *"5678", "enter")
        await settled(pilot)
        assert "5678 cannot be the secret" in shown(pilot, "#hint")
        await press(pilot, "escape")
        assert not app.query_one("#hint").display

    led(app, lead)


def test_a_rated_game_has_neither_notebook_nor_hints() -> None:
    app = duel_app(role="breaker", start=None, rated=True)

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "f1", "f4")
        assert shown(pilot, "#hint") == "There are no hints in a rated game."
        assert not app.query_one("#notebook").display

    led(app, lead)


def test_what_is_no_code_is_said_and_changes_nothing() -> None:
    app = duel_app()

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "12", "enter")
        assert shown(pilot, "#said").startswith("'12' has 2 symbols")
        # Brackets are not a style.
        await press(pilot, *"[/1]", "enter")
        assert shown(pilot, "#said").startswith("'[/1]' has the symbol '['")
        await press(pilot, "f5")
        assert shown(pilot, "#said") == "The analysis comes when the game is over."

    led(app, lead)
    assert app.played.moves == ()


def test_keys_that_are_pressed_too_early_answer_what_comes_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, go = Event(), Event()

    def slow(duel: Duel, move: str) -> Duel:
        asked.set()
        go.wait(PATIENCE)
        return apply(duel, move)

    monkeypatch.setattr(duel_game, "apply", slow)
    app = duel_app()

    async def lead(pilot: Pilot[Any]) -> None:
        await pilot.press(*"1234", "enter")
        await asyncio.to_thread(asked.wait, PATIENCE)
        await pilot.press("0", "2")
        assert app.played.moves == ()
        go.set()
        async with asyncio.timeout(PATIENCE):
            while len(app.played.moves) < 2:
                await pilot.pause(0.05)

    led(app, lead)
    assert app.played.moves == ("guess 1234", "reply 02")


def test_giving_up_is_confirmed_and_the_analysis_shown() -> None:
    app = duel_app(role="breaker", start=None)

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "1234", "enter", "f8", "n")
        assert app.played.phase == "guess"
        await press(pilot, "f8", "y")
        assert shown(pilot, "#said").startswith("You gave up. My code was 8217")
        await press(pilot, "f5")
        screen = pilot.app.screen
        assert isinstance(screen, AnalysisScreen)
        await settled(pilot)
        lines = [line.text for line in screen.query_one(RichLog).lines]
        assert lines[0] == "Your guesses"
        assert lines[2].startswith(" 1 1234       11")
        assert any(line.startswith("Skill 100, luck ") for line in lines)
        await press(pilot, "escape")
        assert pilot.app.screen is not screen

    led(app, lead)


def test_guesses_that_cost_much_are_tried_again_after_the_analysis() -> None:
    app = duel_app(rules="ab3x5", role="breaker", secret="130", start=None)

    async def lead(pilot: Pilot[Any]) -> None:
        for guess in ("012", "134", "130"):
            await press(pilot, guess, "enter")
        await press(pilot, "f5", "f6")
        screen = app.screen
        assert isinstance(screen, TrainingScreen)

        def said_so_far() -> str:
            return str(screen.query_one("#said-so-far", Static).content)

        said = said_so_far()
        assert said.startswith("1 of your 3 guesses cost more than 0.1 guesses: try again.")
        assert said.endswith("You guessed 134, which cost 0.28 guesses.\n 1 0 1 2  ○○·  02\n")
        await press(pilot, "013", "enter", "f1", *"[/x]", "enter")
        said = said_so_far()
        assert "> 013\nNo better: 013 costs 0.28 guesses, as your guess did." in said
        assert "> ?\nA best guess " in said
        assert "> [/x]\n" in said
        await press(pilot, "123", "enter")
        assert screen.training.outcome == "won"
        assert "You found a best guess in 1 of 1 turn.\n" in said_so_far()
        assert not screen.query_one(Input).display
        # The keys of the boards do nothing here: F2 does not take a guess back.
        await press(pilot, "f1", "f2", "f5", "escape")
        assert isinstance(app.screen, AnalysisScreen)
        assert app.played.outcome == "won"

    led(app, lead)


def test_replies_that_are_no_counts_are_typed() -> None:
    app = duel_app(rules="words:english", secret="crane", start=None)

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, *"slate", "enter")
        assert shown(pilot, "#yours-text").endswith("--g-g")
        await press(pilot, *"-----", "enter")
        assert len(app.played.computer) == 1

    led(app, lead)


@pytest.mark.parametrize("rules", ["mm6x8", "ab8x10"])
def test_everything_fits_into_the_usual_terminal(rules: str) -> None:
    app = duel_app(rules=rules, secret=None, start=None)

    async def lead(pilot: Pilot[Any]) -> None:
        typed = app.played.setup.rules.alphabet[: app.played.setup.rules.places]
        await press(pilot, *typed, "enter")
        assert app.played.phase == "reply"
        grid = app.query_one(ReplyGrid)
        assert grid.region.bottom < 24
        assert grid.region.height == app.played.setup.rules.places + 1
        assert app.query_one("#yours").region.height >= 3

    led(app, lead)


def test_a_narrow_window_leaves_the_notebook_out_until_it_is_asked_for() -> None:
    app = duel_app()

    async def lead(pilot: Pilot[Any]) -> None:
        notebook = app.query_one("#notebook")
        assert notebook.region
        await pilot.resize_terminal(40, 24)
        await settled(pilot)
        assert not notebook.region
        await press(pilot, "f4")
        assert notebook.region

    led(app, lead)


def test_every_move_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    app = duel_app(GameFile(path))

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "1234", "enter")
        assert load(path, GAME).moves == ("guess 1234",)

    led(app, lead)


def test_a_game_that_is_lost_and_left_is_gone_on_with(tmp_path: Path) -> None:
    kept = keep_unfinished(str(Saved.of("duel", duel_app().played)), "duel")
    app = duel_app(GameFile(kept))

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "1234", "enter", "40")
        assert shown(pilot, "#said").endswith("Guess on for practice, or give up to see my code.")
        assert kept.exists()
        await press(pilot, "8217", "enter")

    led(app, lead)
    assert not kept.exists()
    (finished,) = tmp_path.rglob("finished-duel-*.json")
    assert load(finished, GAME).outcome == "lost"


LOST = ["1234", "enter", "40"]
"""The computer finds 2396 at once."""


def test_a_loss_that_is_taken_back_counts_as_what_it_becomes() -> None:
    app = duel_app(counted=True)

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, *LOST, "f2", "8217", "enter", "02")
        assert "1 game, 1 won" in shown(pilot, "#said")
        await press(pilot, "f2", "f3", "f8")

    led(app, lead)
    assert (app.remember(), app.played.outcome) == (None, "won")
    assert moo("stats").stdout.startswith("ab4x10 (both): 1 game, 1 won;")


def test_a_loss_counts_when_it_is_left() -> None:
    app = duel_app(counted=True)

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, *LOST)

    led(app, lead)
    assert app.remember() is None
    assert moo("stats").stdout == "ab4x10 (both): 1 game, 1 lost\n"


def test_a_game_that_cannot_be_counted_is_shown_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("moolab.games.duel.stats.record", full)
    app = duel_app(counted=True, role="breaker")

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "8217", "enter")
        assert "You found my code" in shown(pilot, "#said")
        (notice,) = app._notifications
        assert notice.message == (
            "The game is not added to your statistics: No space left on device."
        )

    led(app, lead)


def test_words_that_look_like_commands_are_guessed() -> None:
    words = listed_rules(["quit", "exit", "undo", "moos"])
    app = duel_app(rules=words, role="breaker", secret="moos", start=None)

    async def lead(pilot: Pilot[Any]) -> None:
        for word in ("quit", "exit", "undo"):
            await press(pilot, *word, "enter")
        assert [turn.guess for turn in app.played.yours] == ["quit", "exit", "undo"]
        await press(pilot, "slash", *"undo", "enter")

    led(app, lead)
    assert [turn.guess for turn in app.played.yours] == ["quit", "exit"]


class Leftmost:
    """A player without ideas."""

    def choose(self, board: Board) -> Advice:
        return Advice(board.columns[0])

    def judge(self, board: Board, column: int) -> JudgedStone:
        return judge_stone(board, column, Solver(board.shape, 1 << 16))


def trilobite_app(**chosen: Any) -> TrilobiteApp:
    state: Match = TRILOBITE.begin(TRILOBITE.settle(seed=1, **chosen))
    keeper = Keeper(TRILOBITE, None, leave_traces=False)
    return TrilobiteApp(state, keeper, Leftmost(), Leftmost())


def test_stones_fall_from_a_cursor() -> None:
    app = trilobite_app()

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "right", "enter")
        assert str(app.played.board) == "51"
        assert shown(pilot, "#said") == "I play 1."
        await press(pilot, "f1")
        assert "1" in shown(pilot, "#said")
        await press(pilot, "5", "5", "5")
        assert shown(pilot, "#said") == "You win in 4 moves."
        assert "(X)" in shown(pilot, "#board")

    led(app, lead)
    assert app.played.outcome == "won"


def test_threats_are_shown_and_why_a_stone_was_a_mistake() -> None:
    app = trilobite_app(size="5x4", win=3)

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "w")
        assert shown(pilot, "#said") == "You have played no stone yet."
        await press(pilot, "e", "e", "t")
        assert str(app.played.board) == "5151"
        assert " x " in shown(pilot, "#board")
        assert "X: column 5, row 3, odd; a stone can fall there now." in shown(pilot, "#said")
        await press(pilot, "t")
        assert " x " not in shown(pilot, "#board")
        await press(pilot, "4", "w")
        assert "turned a win into a loss" in shown(pilot, "#said")
        assert "who completes a line in column 1." in shown(pilot, "#said")

    led(app, lead)


@pytest.mark.parametrize(
    ("size", "moves", "left"),
    [
        ("12x12", "7715987586a494542895522a826b77bca8112b1c", 8),
        ("8x7", "477314412346366516873478", 0),
    ],
)
def test_threats_leave_the_board_its_room(size: str, moves: str, left: int) -> None:
    setup = TRILOBITE.settle(seed=1, size=size)
    state: Match = TRILOBITE.replay(setup, tuple(moves))
    app = TrilobiteApp(state, Keeper(TRILOBITE, None, leave_traces=False), Leftmost(), Leftmost())

    async def lead(pilot: Pilot[Any]) -> None:
        await press(pilot, "t")
        lines = shown(pilot, "#said").splitlines()
        told = [line for line in lines if line.startswith(("X: ", "O: "))]
        assert len(told) + left == len(threats(state.board))
        assert lines[-1] == (f"... {left} more" if left else told[-1])
        board, said = app.query_one("#board").region, app.query_one("#said").region
        assert (board.height, board.bottom <= said.y) == (state.board.shape.height + 4, True)
        assert app.query_one("#said").size.height == len(lines)

    led(app, lead)


def test_a_stone_is_taken_back_with_its_answer() -> None:
    app = trilobite_app(first="computer")

    async def lead(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        assert str(app.played.board) == "1"
        await press(pilot, "4", "f2")
        assert str(app.played.board) == "1"
        await press(pilot, "f8", "y")

    led(app, lead)
    assert app.played.outcome == "resigned"


def test_columns_of_puzzles_are_tried_until_the_line_is_completed() -> None:
    solver = Solver(Shape(5, 4, 3), 1 << 16, book=False)
    made = [make_puzzle(solver, 2, seed) for seed in (1, 2)]
    app = StonePuzzleApp(solver, iter([*made, None]).__next__)
    wrong = next(column for column in made[0].board.columns if column != made[0].column)

    async def lead(pilot: Pilot[Any]) -> None:
        await settled(pilot)
        assert shown(pilot, "#said") == "X to move wins in 2 stones: where?"
        await press(pilot, str(wrong))
        assert shown(pilot, "#said").startswith(f"Not column {wrong}: ")
        await press(pilot, "f1", "f1", "f1")
        assert shown(pilot, "#said").startswith(f"Column {made[0].column}: ")
        await press(pilot, *made[0].line[::2])
        assert shown(pilot, "#said") == "Solved: X has won."
        assert "(X)" in shown(pilot, "#board")
        await press(pilot, "enter", "n")
        assert app.attempt == attempt(solver, made[1])
        await press(pilot, "n")
        assert shown(pilot, "#said") == "There seem to be no more puzzles like these."

    led(app, lead)


def test_one_puzzle_is_made_at_a_time() -> None:
    solver = Solver(Shape(5, 4, 3), 1 << 16, book=False)
    puzzle = make_puzzle(solver, 2, seed=1)
    asked, go = list[Puzzle](), Event()

    def make() -> Puzzle:
        asked.append(puzzle)
        go.wait(PATIENCE)
        return puzzle

    app = StonePuzzleApp(solver, make)

    async def lead(pilot: Pilot[Any]) -> None:
        await pilot.press("n", "n")
        go.set()
        await settled(pilot)
        assert app.attempt == attempt(solver, puzzle)
        assert asked == [puzzle]
        await press(pilot, "n")
        assert asked == [puzzle, puzzle]

    led(app, lead)


def test_who_leaves_does_not_wait_for_a_puzzle() -> None:
    asked, go = Event(), Event()

    def make() -> Puzzle:
        asked.set()
        go.wait(PATIENCE)
        raise PuzzleNotFound

    app = StonePuzzleApp(Solver(Shape(5, 4, 3), 1 << 16, book=False), make)

    async def lead(pilot: Pilot[Any]) -> None:
        await asyncio.to_thread(asked.wait, PATIENCE)
        await pilot.press("ctrl+q")

    led(app, lead)
    assert not go.is_set()
    go.set()


def test_a_menu_of_what_can_be_played() -> None:
    app = Menu({"play": "a duel", "trilobite play": "four in a row"})

    async def lead(pilot: Pilot[Any]) -> None:
        await pilot.press("down", "enter")

    led(app, lead)
    assert app.return_value == "trilobite play"


@pytest.mark.parametrize(
    "command",
    [("play",), ("trilobite", "play"), ("trilobite", "puzzle")],
)
def test_without_a_terminal_there_is_a_sentence(command: tuple[str, ...]) -> None:
    done = moo(*command, "--tui")
    assert done.returncode == 2
    assert done.stderr == ("moo: --tui needs a terminal: neither input nor output may be a pipe.\n")


def test_without_the_extra_there_is_a_sentence() -> None:
    hidden = "import sys; sys.modules['textual'] = None; from moolab.cli.main import run; run()"
    with on_a_terminal("play", "--tui", program=["-c", hidden]) as (game, terminal):
        assert "pip install 'moolab[tui]'" in read_until(terminal, "install says\r\n")
        assert game.wait() == 2


@pytest.mark.parametrize("way", ["ctrl+q", "SIGHUP"])
def test_leaving_keeps_the_game(way: str, tmp_path: Path) -> None:
    with on_a_terminal("play", "--tui", "--role", "breaker", "--secret", "8217") as (game, screen):
        read_until_there_is(screen, "5,040 codes left")
        os.write(screen, b"1234")
        read_until_there_is(screen, "1234")
        os.write(screen, b"\r")
        read_until_there_is(screen, "●○··")
        if way == "ctrl+q":
            os.write(screen, b"\x11")
        else:
            game.send_signal(signal.SIGHUP)
        read_until(screen, "go on with: moo play --resume\r\n")
        assert game.wait(PATIENCE) == 0
    (kept,) = tmp_path.rglob("unfinished-duel-*.json")
    assert load(kept, GAME).moves == ("guess 1234",)


@pytest.mark.parametrize(("level", "key"), [("expert", b"4"), ("easy", b"?")])
def test_who_leaves_does_not_wait_for_a_stone_or_a_hint(level: str, key: bytes) -> None:
    # On boards of which there is a book of openings, it knows an answer at once.
    board = ("--size", "7x7", "--think", "9999")
    command = ("trilobite", "play", "--tui", "--level", level, *board)
    with on_a_terminal(*command) as (game, screen):
        read_until_there_is(screen, "Leave")
        os.write(screen, key)
        read_until_there_is(screen, "Thinking")
        wait_until_it_computes(game.pid)
        os.write(screen, b"\x11")
        assert read_until_it_ends(game, screen) == 0


@pytest.mark.parametrize(("typed", "shown"), [(b"", "four in a row"), (b"moo -V", "version")])
def test_moo_alone_offers_the_menu(typed: bytes, shown: str) -> None:
    with on_a_terminal() as (process, screen):
        read_until_there_is(screen, "or type a command: moo ")
        os.write(screen, typed + b"\n")
        read_until_there_is(screen, shown)
        os.write(screen, b"\x11")
        assert read_until_it_ends(process, screen) == 0


@pytest.mark.parametrize(
    ("command", "shown", "code"),
    [
        (("machine", "play", "hp12c"), "0.00", 143),
        (("tui",), "four in a row", 0),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else None,
)
def test_a_polite_kill_gives_the_terminal_back(
    command: tuple[str, ...], shown: str, code: int
) -> None:
    fresh = os.openpty()
    as_before = termios.tcgetattr(fresh[0])
    for end in fresh:
        os.close(end)
    with on_a_terminal(*command) as (process, screen):
        read_until_there_is(screen, shown)
        process.terminate()
        assert read_until_it_ends(process, screen) == code
        assert termios.tcgetattr(screen) == as_before


@pytest.mark.parametrize("picture", [*screens()], ids=lambda picture: picture[0])
def test_the_pictures_in_the_documentation_are_what_is_drawn(
    picture: tuple[str, App[Any], tuple[str, ...]],
) -> None:
    """If the screens are to look like this, ``python -m benchmarks.screens`` draws them again."""
    name, app, keys = picture
    [drawn] = asyncio.run(pictures(app, [keys]))
    kept = (PROJECT / "docs" / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
    assert texts(drawn) == texts(kept)


def texts(drawn: str) -> list[str]:
    return re.findall(r">([^<]*)</text>", drawn)
