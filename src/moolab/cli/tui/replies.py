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

_CELL = 5


class ReplyGrid(Widget, can_focus=True):
    """All replies with so many places; arrows and Enter choose one, or its two digits.

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
        """A reply was chosen.

        Args:
            reply: it can be.
        """

        def __init__(self, reply: Reply) -> None:
            super().__init__()
            self.reply = reply

    def __init__(self, rules: Rules, *, id: str) -> None:  # noqa: A002 - as Textual calls it
        super().__init__(id=id)
        self.places = rules.places
        self.possible: Collection[Reply] = frozenset(rules.replies)
        self.at = Reply(0, 0)
        self._typed = ""

    def render(self) -> Text:
        """Draw all replies, that under the cursor reversed."""
        drawn = Text()
        for bulls in range(self.places + 1):
            for cows in range(self.places + 1 - bulls):
                reply = Reply(bulls, cows)
                style = "" if reply in self.possible else "dim strike"
                if reply == self.at:
                    style += " reverse bold"
                drawn.append(f" {reply} ".center(_CELL - 1), style.strip() or None)
                drawn.append(" ")
            if bulls == 0:
                drawn.append(self._typed)
            drawn.append("\n")
        drawn.rstrip()
        return drawn

    def action_go(self, bulls: int, cows: int) -> None:
        """Move the cursor, as far as there is a reply."""
        there = Reply(self.at.bulls + bulls, self.at.cows + cows)
        if min(there) >= 0 and sum(there) <= self.places:
            self.at = there
            self.refresh()

    def action_choose(self) -> None:
        """Choose the reply under the cursor, if it can be."""
        if self.at in self.possible:
            self.post_message(self.Chosen(self.at))
        else:
            self.app.bell()

    def action_forget(self) -> None:
        """Forget the digit that was typed."""
        self._typed = ""
        self.refresh()

    def on_key(self, event: Key) -> None:
        """Take the digits of a reply."""
        if event.character is None or not event.character.isdigit():
            return
        event.stop()
        self._typed += event.character
        if len(self._typed) == 2:
            reply = Reply(*map(int, self._typed))
            self._typed = ""
            if sum(reply) <= self.places:
                self.at = reply
                self.action_choose()
            else:
                self.app.bell()
        self.refresh()

    def on_click(self, event: Click) -> None:
        """Choose the reply under the mouse."""
        there = Reply(event.y, (event.x - 1) // _CELL)
        if min(there) >= 0 and sum(there) <= self.places:
            self.at = there
            self.refresh()
            self.action_choose()
