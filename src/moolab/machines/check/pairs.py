"""Pairs of guess and secret to try a port with, and programs and functions that score them."""

from collections.abc import Sequence
from contextlib import closing
from random import Random

from moolab.codes.numbering import all_codes, code_at
from moolab.codes.replies import Reply
from moolab.codes.rules import Rules
from moolab.errors import InvalidProgram, InvalidReply, ProgramFault, SpaceTooLarge
from moolab.machines.check.report import Counterexample, Passed, Watch, Wrong, unwatched
from moolab.machines.lisp.machine import Lisp
from moolab.machines.notation.reader import TOKEN
from moolab.support.process import Program
from moolab.support.text import count_noun, quote

EVERY_PAIR = 2_000_000
"""So many pairs are all tried, by default."""

SAMPLE = 200_000
"""Of more pairs, so many are tried."""

MOST_DIGITS = 8
"""A register of 32 bits has room for eight decimal digits."""

_MOST_CODES = 1_000_000
"""A list of a million codes takes 60 megabytes."""


def codes_to_try(rules: Rules, pairs: int | None) -> list[str]:
    """Codes of which every one is to be scored against every one.

    Args:
        pairs: how many pairs there shall be at least; None stands for all of them where that ends
            in seconds, and for a sample elsewhere.

    Raises:
        SpaceTooLarge: if so many pairs are more than can be tried.

    >>> len(codes_to_try(Rules.parse("mm3x10"), None)), len(codes_to_try(Rules.parse("mm4x10"), 9))
    (1000, 3)
    """
    if pairs is None:
        pairs = EVERY_PAIR if rules.size**2 <= EVERY_PAIR else SAMPLE
    if min(pairs, rules.size**2) > _MOST_CODES**2:
        raise SpaceTooLarge(f"{rules} has too many pairs of codes to try so many of them")
    return list(all_codes(rules)) if rules.size**2 <= pairs else sample(rules, pairs)


def sample(rules: Rules, pairs: int, seed: int = 0) -> list[str]:
    """Codes of which every one is to be scored against every one.

    Half of them are drawn from all codes. The others are what ports get wrong: codes of few
    symbols, where symbols repeat as often as they may, and rearrangements of codes that are there.

    >>> sample(Rules.parse("mm4x10"), 49)
    ['0000', '9999', '0123', '9999', '6634', '5557', '1553']
    """
    random = Random(seed)
    edges = [code_at(rules, 0), code_at(rules, rules.size - 1), rules.alphabet[: rules.places]]
    codes = [code for code in edges if len(code) == rules.places]
    while len(codes) ** 2 < pairs:
        codes.append(_KINDS[len(codes) % len(_KINDS)](rules, codes, random))
    return codes


def _any(rules: Rules, _codes: list[str], random: Random) -> str:
    return code_at(rules, random.randrange(rules.size))


def _few(rules: Rules, _codes: list[str], random: Random) -> str:
    """A code of as few symbols as the rules allow, or one or two more."""
    least = 1 if rules.repeats else rules.places
    count = min(least + random.randrange(3), rules.symbols)
    symbols = random.sample(rules.alphabet, count)
    if rules.repeats:
        return "".join(random.choices(symbols, k=rules.places))
    return "".join(random.sample(symbols, rules.places))


def _rearranged(rules: Rules, codes: list[str], random: Random) -> str:
    return "".join(random.sample(random.choice(codes), rules.places))


_KINDS = (_any, _few, _any, _rearranged)


def check_program(
    command: str,
    rules: Rules,
    pairs: int | None,
    patience: float,
    *,
    one_by_one: bool = False,
    watch: Watch = unwatched,
) -> Passed:
    """Compare the replies of a program with the engine's.

    Args:
        command: starts the program, as one would type it; no shell is involved.
        pairs: how many to try at least; None stands for all if that ends in seconds.
        patience: seconds to wait for a reply.
        one_by_one: whether to send a pair only when the one before was answered. A device on a slow
            line needs that; a program that keeps its output back until its input ends needs the
            contrary.
        watch: told how far it is.

    Raises:
        Wrong: at the first reply that is wrong or missing.
        ProgramFault: if the program cannot be started.
    """
    codes = codes_to_try(rules, pairs)
    lines = (_line(guess, secret) for guess in codes for secret in codes)
    with closing(Program(command, patience, None if one_by_one else lines)) as program:
        for done, guess in enumerate(codes):
            watch(done, len(codes))
            for secret in codes:
                if one_by_one:
                    program.send(_line(guess, secret))
                expected, got = rules.score(guess, secret), _answer(program)
                if not _is(got, expected):
                    raise Wrong(Counterexample(guess, secret, str(expected), got))
    return Passed(str(rules), len(codes) ** 2, {})


def _line(guess: str, secret: str) -> str:
    return f"{guess} {secret}\n"


def _answer(program: Program) -> str:
    try:
        return program.answer()
    except ProgramFault as fault:
        return str(fault)


def _is(text: str, expected: Reply) -> bool:
    try:
        return Reply.parse(text) == expected
    except InvalidReply:
        return False


_MOST_STEPS = 1_000_000
"""Of a call; ours takes some seventy."""


def check_function(
    lisp: Lisp, name: str, guesses: Sequence[str], secrets: Sequence[str], watch: Watch = unwatched
) -> Passed:
    """Compare a function's replies with the engine's.

    It is called with the number of digits, the guess and the secret, both in packed decimal, and
    has to return 16 * bulls + cows. Guesses and secrets are codes of decimal digits, all of one
    length; each guess meets each secret.

    Raises:
        Wrong: at the first pair that goes wrong.
        InvalidProgram: if there is no such function.
    """
    match = TOKEN.fullmatch(name)
    if match is None or match.lastgroup != "atom":
        raise InvalidProgram(f"{quote(name)} is not the name of a function")
    digits = len(guesses[0])
    rules = Rules.parse(f"mm{digits}x10")
    try:
        _value(lisp, f"#'{name}")
    except ProgramFault:
        raise InvalidProgram(
            f"the program defines no function {name}; --name says which one scores a guess"
        ) from None
    before = lisp.statistics
    for done, guess in enumerate(guesses):
        watch(done, len(guesses))
        for secret in secrets:
            reply = rules.score(guess, secret)
            try:
                got = _shown(_value(lisp, f"({name} {digits} #x{guess} #x{secret})"))
            except ProgramFault as fault:
                got = str(fault)
            if got != (expected := f"{16 * reply.bulls + reply.cows:02x}"):
                raise Wrong(Counterexample(guess, secret, expected, got))
    count = len(guesses) * len(secrets)
    spent = {
        unit: (after - earlier) / count
        for unit, earlier, after in zip(before._fields, before, lisp.statistics, strict=True)
        if unit in ("evaluations", "instructions", "cycles") and after > earlier
    }
    return Passed(count_noun(digits, "digit"), count, spent)


def _value(lisp: Lisp, form: str) -> str:
    lisp.evaluate(form, is_shown=False)
    lisp.run(_MOST_STEPS)
    lisp.read()
    if lisp.waits:
        raise ProgramFault(f"{form} waits for input")
    return lisp.value


def _shown(value: str) -> str:
    """A reply in hexadecimal, as it is read; anything else as it is."""
    return f"{int(value):02x}" if value.isdecimal() else value
