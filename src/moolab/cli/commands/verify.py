"""``moo verify``: whether files prove what they say."""

from fractions import Fraction
from pathlib import Path
from time import perf_counter

import click

from moolab.cli.games import check_game_of, file_game_options
from moolab.cli.options import json_option
from moolab.cli.terminal.output import OK, UNPROVED, echo_aside, echo_json, echo_line
from moolab.cli.terminal.status import StatusLine, waiting
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.codes.rules import Rules
from moolab.errors import InvalidCertificate, InvalidStrategies, InvalidTree
from moolab.preparation import certifying, searching
from moolab.support.text import count_noun
from moolab.trees.reading import open_tree
from moolab.trees.verify import verify
from moolab.views.certificates import VerifyView


@click.command("verify")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@file_game_options("that of the file")
@json_option
def command(rules: Rules, files: tuple[Path, ...], as_json: bool) -> int:
    """Check the proofs in files: trees, certificates, mixed strategies.

    A tree proves that so many guesses are enough: every secret is played through it. A certificate
    proves that no strategy needs fewer: every claim in it has to follow from those before it. Both
    are checked by code that shares nothing with searches. Mixed strategies, of moo optimal
    --objective game, prove what a game is worth: the code-breaker's trees are played likewise, and
    a search finds the best answer to the code-maker. The exit code is 4 if a file does not prove
    what it says.

    Files name their games; a game that you give has to be the same. Only for the tree of a game of
    your own, its lists, table or rule have to be given again.
    """
    from moolab.certificates.check import is_certificate
    from moolab.mixing.files import is_strategies

    code = OK
    for file in files:
        if is_certificate(file):
            view = _certificate(file, rules)
        else:
            view = _strategies(file, rules) if is_strategies(file) else _tree(file, rules)
        if not view.valid:
            code = UNPROVED
            echo_aside(f"moo: {file}: {view.fault}")
        if as_json:
            echo_json(view)
        elif view.valid:
            echo_line(f"{file}: {_sentence(view)}")
    return code


def _sentence(view: VerifyView) -> str:
    if view.kind == "strategies":
        assert view.low is not None, "it is valid"
        assert view.high is not None, "it is valid"
        held = ", if guesses have to be possible" if view.consistent else ""
        low, high = Fraction(*view.low), Fraction(*view.high)
        if low == high:
            return f"{view.rules} takes {low} guesses on average, {float(low):.6f}{held}."
        between = f"between {float(low):.6f} and {float(high):.6f}"
        return f"{view.rules} takes {between} guesses on average{held}."
    if view.kind == "tree":
        return f"{view.total:,} guesses find every secret of {view.rules}, at most {view.max} each."
    assert view.claims is not None, "it is valid"
    held = " that guesses only what is possible" if view.consistent else ""
    if view.hard:
        held = " in hard mode"
    strategy = f"strategy for {view.rules}{held}"
    checked = f"({count_noun(view.claims, 'claim')} checked)"
    if view.objective == "worst":
        most = count_noun(view.bound or 0, "guess")
        return f"every {strategy} needs {most} or more for some secret {checked}."
    limit = ""
    if view.objective == "mean" and view.max is not None:
        limit = f" with at most {count_noun(view.max, 'guess')} for each"
    there = count_noun(view.at_max or 0, "secret")
    if view.objective == "least-max":
        most = count_noun(view.max or 0, "guess")
        return (
            f"every {strategy} needs {most} or more for some secret; if none needs more, {there} "
            f"or more need them, and if no others do, all secrets need {view.bound:,} or more "
            f"{checked}."
        )
    weighed = ", each as often as it weighs" if view.weighed else ""
    text = f"no {strategy}{limit} needs fewer than {view.bound:,} guesses for all secrets{weighed}"
    if view.objective == "tail":
        text += f", or as few with a maximum below {view.max}, or with fewer than {there} there"
    return f"{text} {checked}."


def _certificate(file: Path, rules: Rules) -> VerifyView:
    from moolab.certificates.check import announced, check

    done = 0

    def watch(claims: int) -> None:
        nonlocal done
        done = claims

    try:
        known = announced(file)
        if not known.is_small:
            prepare_kernels("certificates", certifying(known.header))
        with waiting(lambda: f"checking {file}, {done:,} of {count_noun(known.claims, 'claim')}"):
            checked = check(file, watch, known)
    except InvalidCertificate as error:
        return VerifyView.of_fault(str(file), "certificate", str(error))
    check_game_of(file, checked.header.rules, rules, "a certificate")
    return VerifyView.of_certificate(str(file), checked)


def _strategies(file: Path, rules: Rules) -> VerifyView:
    from moolab.mixing.files import read_mixes
    from moolab.mixing.value import check_mixes

    began = perf_counter()
    with StatusLine() as status:
        try:
            mixes = read_mixes(file)
            check_game_of(file, mixes.rules, rules, "a file of mixed strategies")
            prepare_kernels("best play", searching(usual=False))
            check_mixes(mixes, status.watching())
        except InvalidStrategies as error:
            return VerifyView.of_fault(str(file), "strategies", str(error))
    return VerifyView.of_strategies(str(file), mixes, perf_counter() - began)


def _tree(file: Path, rules: Rules) -> VerifyView:
    began = perf_counter()
    try:
        with waiting(f"checking {file}"), open_tree(file, rules) as source:
            check_game_of(file, source.rules, rules)
            proof = verify(source.rules, source.steps)
            return VerifyView.of_tree(str(file), source.rules, proof, perf_counter() - began)
    except InvalidTree as error:
        return VerifyView.of_fault(str(file), "tree", str(error).removeprefix(f"{file}: "))
