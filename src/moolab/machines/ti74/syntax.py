"""What a program consists of, once it is read: expressions and statements."""

from dataclasses import dataclass
from decimal import Decimal

from moolab.machines.ti74.elementary import Angle
from moolab.machines.ti74.functions import Function


@dataclass(frozen=True)
class Constant:
    """A number or a text."""

    value: Decimal | str

    @property
    def kind(self) -> str:
        """``n`` or ``s``."""
        return "s" if isinstance(self.value, str) else "n"


@dataclass(frozen=True)
class Variable:
    """A variable, or with subscripts an element of an array."""

    name: str
    subscripts: tuple["Expression", ...] = ()

    @property
    def kind(self) -> str:
        """``n`` or ``s``."""
        return "s" if self.name.endswith("$") else "n"


@dataclass(frozen=True)
class Call:
    """A function or an operator with its arguments."""

    function: Function
    arguments: tuple["Expression", ...]

    @property
    def kind(self) -> str:
        """``n`` or ``s``."""
        return self.function.gives


@dataclass(frozen=True)
class Rnd:
    """RND."""

    kind: str = "n"


Expression = Constant | Variable | Call | Rnd


@dataclass(frozen=True)
class Let:
    """Gives a value to variables."""

    targets: tuple[Variable, ...]
    value: Expression


@dataclass(frozen=True)
class Tab:
    """TAB in PRINT: goes to a column, from 1."""

    column: Expression


@dataclass(frozen=True)
class Print:
    """Prints values and goes where ``,`` and ``;`` between them say."""

    items: tuple[Expression | Tab | str, ...]


@dataclass(frozen=True)
class PrintUsing:
    """Prints values in an image, or in that of a line."""

    image: Expression | int
    values: tuple[Expression, ...]
    goes_on: bool


@dataclass(frozen=True)
class Image:
    """The image that PRINT USING finds by the number of its line."""

    text: str


@dataclass(frozen=True)
class Input:
    """Asks for values; LINPUT takes the whole line."""

    prompt: str
    targets: tuple[Variable, ...]
    whole_line: bool


@dataclass(frozen=True)
class Pause:
    """Waits for ENTER, or for some seconds."""

    seconds: Expression | None


@dataclass(frozen=True)
class If:
    """Goes on with the next statement, or with another one if the condition is 0."""

    condition: Expression
    otherwise: int


@dataclass(frozen=True)
class Jump:
    """Goes on behind an ELSE; no statement of the language."""

    to: int


@dataclass(frozen=True)
class Goto:
    """Goes on with a line; GOSUB comes back."""

    line: int
    returns: bool = False


@dataclass(frozen=True)
class On:
    """Goes on with one of several lines; GOSUB comes back."""

    selector: Expression
    lines: tuple[int, ...]
    returns: bool


@dataclass(frozen=True)
class Return:
    """Goes back behind the last GOSUB."""


@dataclass(frozen=True)
class For:
    """Begins a loop."""

    variable: Variable
    start: Expression
    limit: Expression
    step: Expression


@dataclass(frozen=True)
class Next:
    """Ends a loop, the innermost one unless a variable is named."""

    variable: Variable | None


@dataclass(frozen=True)
class Read:
    """Takes the next values of DATA."""

    targets: tuple[Variable, ...]


@dataclass(frozen=True)
class Restore:
    """Begins with the values of DATA anew, from a line on or from the first."""

    line: int | None


@dataclass(frozen=True)
class Dim:
    """Says how large arrays are."""

    arrays: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True)
class Randomize:
    """Begins another sequence of RND."""

    seed: Expression | None


@dataclass(frozen=True)
class SetAngle:
    """Says what angles are measured in."""

    unit: Angle


@dataclass(frozen=True)
class End:
    """END, or STOP."""


@dataclass(frozen=True)
class Nothing:
    """A remark, or DATA."""


Action = (
    Let | Print | PrintUsing | Image | Input | Pause | If | Jump | Goto | On | Return | For | Next
) | (Read | Restore | Dim | Randomize | SetAngle | End | Nothing)
