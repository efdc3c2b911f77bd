"""``moo machine check``: is a port right?"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import click

from moolab.cli.games import RulesType
from moolab.cli.numbers import SECONDS, IntegerType
from moolab.cli.options import ALL, CountType, ExtensionType, json_option
from moolab.cli.terminal.output import WRONG, echo_json, echo_text
from moolab.cli.terminal.status import StatusLine
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.codes.rules import Rules
from moolab.errors import ProgramFault
from moolab.machines.article import Program, read_program, read_routine, telling_what_is_missing
from moolab.machines.assembler import assemble
from moolab.machines.check.games import check_games
from moolab.machines.check.pairs import MOST_DIGITS, check_function, check_program, codes_to_try
from moolab.machines.check.report import Counterexample, Passed, Wrong
from moolab.machines.commands.call import refuse
from moolab.machines.kernels import executing
from moolab.machines.lisp.machine import Lisp
from moolab.machines.maker import CodeMaker
from moolab.machines.notation.dialect import DIALECTS
from moolab.machines.session import ENTRY_POINTS, kind
from moolab.machines.targets import MICROCONTROLLERS, TARGETS, core, instruction_set
from moolab.machines.views import CheckView
from moolab.support.text import count_noun

_FUNCTION = "bullcow"
"""What scores a guess in Lisp, by default."""

_STEPS_TO_BEGIN = 10_000_000
"""A program in Lisp has defined its functions by then."""

_REPLIES = 1000
"""So many are compared with those of a slow machine, by default."""


@click.command("check")
@click.argument("target", type=ExtensionType(ENTRY_POINTS, TARGETS), required=False)
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, metavar="[FILE]...")
@click.option("--digits", type=IntegerType(1, MOST_DIGITS), metavar="N",
              help="Digits of the codes (default: 4 for a game, else each of 1 to 8).")  # fmt: skip
@click.option("--pairs", type=CountType(), metavar="N|all",
              help="How many pairs of guess and secret to try.")  # fmt: skip
@click.option("--name", metavar="NAME", help="The routine, if FILE has several; for ulisp, the "
              f"function (default: {_FUNCTION}).")  # fmt: skip
@click.option("--arch", type=click.Choice(MICROCONTROLLERS),
              help="What defcode of ulisp assembles for.")  # fmt: skip
@click.option("--dialect", type=click.Choice(list(DIALECTS)),
              help="Which Lisp the program for ulisp is in.")  # fmt: skip
@click.option("--lisp-only", is_flag=True, help="Leave out all defcode forms.")
@click.option("--setup", metavar="KEYS", help="Start the calculator's first game; SEED is "
              "a number.")  # fmt: skip
@click.option("--guess", metavar="KEYS", help="Enter a guess; GUESS is replaced by its digits.")
@click.option("--new-game", metavar="KEYS", help="Start its next game.")
@click.option("--exec", "command_line", metavar="COMMAND",
              help="Check a program that reads lines GUESS SECRET and prints replies; no "
              "shell is involved.")  # fmt: skip
@click.option("-r", "--rules", type=RulesType(), help="The game (default: repeats allowed).")
@click.option("--timeout", type=SECONDS, default=10.0, show_default=True, metavar="SECONDS",
              help="How long to wait for a reply.")  # fmt: skip
@click.option(
    "--one-by-one", is_flag=True, help="Wait for each reply before sending the next line."
)
@json_option
def command(
    target: str | None,
    files: tuple[Path, ...],
    digits: int | None,
    pairs: int | None,
    name: str | None,
    arch: str | None,
    dialect: str | None,
    lisp_only: bool,
    setup: str | None,
    guess: str | None,
    new_game: str | None,
    command_line: str | None,
    rules: Rules | None,
    timeout: float,
    one_by_one: bool,
    as_json: bool,
) -> None:
    """Check a program against the engine.

    A routine (thumb, riscv, riscv64) is called with the number of digits, the guess and the secret
    in packed decimal, and has to return 16 * bulls + cows; so is a function in Lisp (ulisp), of
    which several FILEs are one program. A game, for any other machine, is played until its secret
    is known, and beyond. The exit code is 1 where a reply is wrong, and the first one is shown.

    All pairs of codes are tried if that takes seconds only; otherwise random and hard ones.
    """
    checks: Iterable[Callable[[], Passed]]
    status = StatusLine()

    def watch(done: int, guesses: int) -> None:
        if status.due:
            status.show(f"{done:,} of {count_noun(guesses, 'guess')}")

    if target != "ulisp":
        refuse("arch", "dialect", "lisp_only")
    if command_line is not None and target is None and not files:
        refuse("name", "setup", "guess", "new_game", *(["digits"] if rules else []))
        rules = rules or Rules.parse(f"mm{digits or 4}x10")
        one = partial(check_program, command_line, rules, pairs, timeout, one_by_one=one_by_one)
        checks = [partial(one, watch=watch)]
    elif target is None or not files or command_line is not None:
        raise click.UsageError("Give TARGET and FILE, or --exec COMMAND.")
    elif target == "ulisp":
        refuse("setup", "guess", "new_game", "rules", "timeout", "one_by_one")
        lisp = _lisp(read_program("ulisp", files, dialect, lisp_only=lisp_only), arch)
        check = partial(check_function, lisp, _FUNCTION if name is None else name)
        checks = (
            partial(check, codes, codes, watch) for codes in _codes(digits, pairs or _REPLIES)
        )
    elif len(files) > 1:
        raise click.UsageError(f"A program for {target} is one FILE.")
    elif target in MICROCONTROLLERS:
        refuse("setup", "guess", "new_game", "rules", "timeout", "one_by_one")
        check = _routine(target, files[0], name)
        checks = (partial(check, codes, codes, watch) for codes in _codes(digits, pairs))
    else:
        keys = {"setup": setup, "guess": guess, "new_game": new_game}
        maker = _maker(target, files[0], keys, pairs)
        checks = [
            partial(check_games, maker, Rules.parse(f"ab{digits or 4}x10"), pairs or _REPLIES)
        ]
    passed: list[Passed] = []
    wrong: Counterexample | None = None
    try:
        for each in checks:
            passed.append(each())
            status.clear()
            if not as_json:
                echo_text(_line(passed[-1]))
    except Wrong as found:
        wrong = found.counterexample
    finally:
        status.clear()
    if as_json:
        path = " ".join(map(str, files)) or None
        echo_json(CheckView.of(target, path, command_line, passed, wrong))
    elif wrong:
        echo_text(f"wrong: {wrong}")
    if wrong:
        raise click.exceptions.Exit(WRONG)


def _lisp(program: Program, arch: str | None) -> Lisp:
    lisp = Lisp("", dialect=DIALECTS[program.dialect], arch=arch)
    with telling_what_is_missing(program):
        for name, text in program.sources:
            lisp.evaluate(text, is_shown=False, called=name)
            lisp.run(_STEPS_TO_BEGIN)
            if lisp.waits:
                raise ProgramFault(f"{name}: it asks for something before it can be checked")
    return lisp


def _routine(target: str, file: Path, name: str | None) -> partial[Passed]:
    assembly = assemble(read_routine(file, name), instruction_set(target))
    prepare_kernels("routines", executing(target))
    from moolab.machines.check.routines import check_routine

    return partial(check_routine, core(target), assembly)


def _codes(digits: int | None, pairs: int | None) -> Iterator[Sequence[str]]:
    """The guesses, and the secrets, of one length after another."""
    for number in [digits] if digits else range(1, MOST_DIGITS + 1):
        yield codes_to_try(Rules.parse(f"mm{number}x10"), pairs)


def _maker(target: str, file: Path, keys: dict[str, str | None], pairs: int | None) -> CodeMaker:
    machine = kind(target)
    refuse("name", "rules", "timeout", "one_by_one", *(each for each in keys if not machine.keys))
    if pairs == ALL:
        raise click.UsageError("The machine keeps its secret, so not all pairs can be tried.")
    given = {name: value for name, value in keys.items() if value is not None}
    return machine.maker(read_program(target, [file]).text, **given)


def _line(passed: Passed) -> str:
    work = "".join(f", {mean:,.1f} {unit}" for unit, mean in passed.work.items())
    return f"{passed.what}: {passed.replies:,} replies right{work}"
