"""A reply chosen with keys: bulls downwards, cows to the right, what cannot be in grey."""

from collections.abc import Collection
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click, Key
from textual.message import Message
from textual.widget import Widget

from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.support.typed import normal

_CELL = 5


class ReplyGrid(Widget, can_focus=True):
    """All replies with so many places; arrows and Enter choose one, or its two digits.

    After digits no reply is marked until an arrow is pressed.

    Args:
        rules: the game, whose replies are counted.
    """

    DEFAULT_CSS = """
    ReplyGrid { height: auto; width: auto; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1, 0)", show=False),
        Binding("down", "go(1, 0)", show=False),
        Binding("left", "go(0, -1)", show=False),
        Binding("right", "go(0, 1)", show=False),
        Binding("enter,space", "choose", show=False),
        Binding("backspace", "forget", show=False),
    ]

    class Chosen(Message):
        """A reply was chosen."""

        def __init__(self, reply: Reply) -> None:
            super().__init__()
            self.reply = reply

    class Typed(Message):
        """What is typed of a reply has changed.

        Args:
            refused: whether it was to be a reply, and is none.
        """

        def __init__(self, text: str, *, refused: bool) -> None:
            super().__init__()
            self.text = text
            self.refused = refused

    def __init__(self, rules: Rules, *, id: str) -> None:  # noqa: A002 - as Textual calls it
        super().__init__(id=id)
        self.places = rules.places
        self.possible: Collection[Reply] = frozenset(rules.replies)
        self.at = Reply(0, 0)
        self._marked = True
        self._typed = ""

    def render(self) -> Text:
        """Draw all replies, that under the cursor reversed."""
        drawn = Text()
        for bulls in range(self.places + 1):
            for cows in range(self.places + 1 - bulls):
                reply = Reply(bulls, cows)
                style = "" if reply in self.possible else "dim strike"
                if reply == self.at and self._marked:
                    style += " reverse bold"
                drawn.append(f" {reply} ".center(_CELL - 1), style.strip() or None)
                drawn.append(" ")
            drawn.append("\n")
        drawn.rstrip()
        return drawn

    def action_go(self, bulls: int, cows: int) -> None:
        """Move the cursor, as far as there is a reply; show it first, if it is not there."""
        there = Reply(self.at.bulls + bulls, self.at.cows + cows) if self._marked else self.at
        if min(there) >= 0 and sum(there) <= self.places:
            self._mark(there)

    def action_choose(self) -> None:
        """Choose the reply under the cursor, if there is one, it can be and nothing is typed."""
        if self._typed or not self._marked:
            self._type("", refused=True)
        else:
            self._choose()

    def action_forget(self) -> None:
        """Forget what was typed."""
        self._type("")

    def on_key(self, event: Key) -> None:
        """Take the digits of a reply; Enter refuses what is none."""
        if event.character is None or not event.character.isprintable() or event.character == " ":
            return
        event.stop()
        digit = normal(event.character)
        typed = digit if len(self._typed) > 1 else self._typed + digit
        if len(typed) < 2:
            self._type(typed)
        elif (
            typed.isascii()
            and typed.isdecimal()
            and sum(reply := Reply(*map(int, typed))) <= self.places
        ):
            self._type("")
            # Many type Enter after the digits: that must not answer the next guess.
            self._mark(reply, marked=reply not in self.possible)
            self._choose()
        else:
            self.app.bell()
            self._type(typed, refused=True)

    def _mark(self, reply: Reply, *, marked: bool = True) -> None:
        self.at, self._marked = reply, marked
        self.refresh()

    def _choose(self) -> None:
        if self.at in self.possible:
            self.post_message(self.Chosen(self.at))
        else:
            self.app.bell()

    def _type(self, text: str, *, refused: bool = False) -> None:
        self._typed = text
        self.post_message(self.Typed(text, refused=refused))

    def on_click(self, event: Click) -> None:
        """Choose the reply under the mouse."""
        there = Reply(event.y, (event.x - 1) // _CELL)
        if min(there) >= 0 and sum(there) <= self.places:
            self._mark(there)
            self._type("")
            self._choose()
