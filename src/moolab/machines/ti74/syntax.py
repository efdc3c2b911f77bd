"""What a program consists of, once it is read: expressions and statements."""

from decimal import Decimal
from typing import NamedTuple

from moolab.machines.ti74.elementary import Angle
from moolab.machines.ti74.functions import Function


class Constant(NamedTuple):
    """A number or a text."""

    value: Decimal | str

    @property
    def kind(self) -> str:
        """``n`` or ``s``."""
        return "s" if isinstance(self.value, str) else "n"


class Variable(NamedTuple):
    """A variable, or with subscripts an element of an array."""

    name: str
    subscripts: tuple["Expression", ...] = ()

    @property
    def kind(self) -> str:
        """``n`` or ``s``."""
        return "s" if self.name.endswith("$") else "n"


class Call(NamedTuple):
    """A function or an operator with its arguments."""

    function: Function
    arguments: tuple["Expression", ...]

    @property
    def kind(self) -> str:
        """``n`` or ``s``."""
        return self.function.gives


class Rnd(NamedTuple):
    """RND."""

    kind: str = "n"


class Key(NamedTuple):
    """KEY$: the key that is pressed next."""

    kind: str = "s"


Expression = Constant | Variable | Call | Rnd | Key


class Let(NamedTuple):
    """Gives a value to variables."""

    targets: tuple[Variable, ...]
    value: Expression


class Tab(NamedTuple):
    """TAB in PRINT: goes to a column, from 1."""

    column: Expression


class Print(NamedTuple):
    """Prints values and goes where ``,`` and ``;`` between them say."""

    items: tuple[Expression | Tab | str, ...]


class PrintUsing(NamedTuple):
    """Prints values in an image, or in that of a line."""

    image: Expression | int
    values: tuple[Expression, ...]
    goes_on: bool


class Image(NamedTuple):
    """The image that PRINT USING finds by the number of its line."""

    text: str


class Field(NamedTuple):
    """Where ACCEPT reads, and what: at most ``size`` of some signs, and a value for no answer."""

    column: Expression | None = None
    size: Expression | None = None
    signs: tuple[Expression, ...] = ()
    null: Expression | None = None
    erases: bool = False


class Input(NamedTuple):
    """Asks for values; LINPUT and ACCEPT take the whole line."""

    prompt: str
    targets: tuple[Variable, ...]
    whole_line: bool
    field: Field = Field()


class Pause(NamedTuple):
    """Waits for ENTER, or for some seconds."""

    seconds: Expression | None


class If(NamedTuple):
    """Goes on with the next statement, or with another one if the condition is 0."""

    condition: Expression
    otherwise: int


class Jump(NamedTuple):
    """Goes on behind an ELSE; no statement of the language."""

    to: int


class Goto(NamedTuple):
    """Goes on with a line; GOSUB comes back."""

    line: int
    returns: bool = False


class On(NamedTuple):
    """Goes on with one of several lines; GOSUB comes back."""

    selector: Expression
    lines: tuple[int, ...]
    returns: bool


class Return(NamedTuple):
    """Goes back behind the last GOSUB."""


class For(NamedTuple):
    """Begins a loop."""

    variable: Variable
    start: Expression
    limit: Expression
    step: Expression


class Next(NamedTuple):
    """Ends a loop, the innermost one unless a variable is named."""

    variable: Variable | None


class Read(NamedTuple):
    """Takes the next values of DATA."""

    targets: tuple[Variable, ...]


class Restore(NamedTuple):
    """Begins with the values of DATA anew, from a line on or from the first."""

    line: int | None


class Dim(NamedTuple):
    """Says how large arrays are."""

    arrays: tuple[tuple[str, tuple[int, ...]], ...]


class Randomize(NamedTuple):
    """Begins another sequence of RND."""

    seed: Expression | None


class SetAngle(NamedTuple):
    """Says what angles are measured in."""

    unit: Angle


class End(NamedTuple):
    """END, or STOP."""


class Nothing(NamedTuple):
    """A remark, or DATA."""


Action = (
    Let | Print | PrintUsing | Image | Input | Pause | If | Jump | Goto | On | Return | For | Next
) | (Read | Restore | Dim | Randomize | SetAngle | End | Nothing)
