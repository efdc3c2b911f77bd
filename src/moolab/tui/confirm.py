"""A question that is answered with yes or no."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Label

from moolab.support.language import translate


class Confirm(ModalScreen[bool]):
    """A question above the game; its result is whether it was answered with yes.

    Args:
        question: to be answered.
    """

    DEFAULT_CSS = """
    Confirm { align: center middle; }
    Confirm > Vertical { width: auto; height: auto; border: thick $error; padding: 1 2; }
    Confirm Label { width: auto; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes"),
        Binding("n,escape,enter", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question, and the keys that answer it."""
        with Vertical():
            yield Label(self._question)
            yield Label(translate("Y: yes   N: no"))
