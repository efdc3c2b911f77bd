"""What can be played in the whole terminal."""

from collections.abc import Mapping
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Middle
from textual.widgets import Footer, Header, OptionList
from textual.widgets.option_list import Option

from moolab.tui.whole import WholeTerminal


class Menu(WholeTerminal[str]):
    """A choice; its result is the name of what was chosen, None to leave.

    Args:
        choices: names, and what is said of each.
    """

    TITLE = "moolab"
    CSS = """
    OptionList { width: 60; height: auto; border: round $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,ctrl+q", "quit", "Leave", priority=True),
    ]

    def __init__(self, choices: Mapping[str, str]) -> None:
        super().__init__()
        self._choices = choices

    def compose(self) -> ComposeResult:
        """The choices as a list."""
        yield Header(icon="")
        with Middle(), Center():
            yield OptionList(*(Option(said, id=name) for name, said in self._choices.items()))
        yield Footer(compact=True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Leave with what was chosen."""
        self.exit(event.option.id)
