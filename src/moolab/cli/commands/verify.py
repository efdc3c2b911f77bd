"""``moo verify``: whether files prove what they say."""

from pathlib import Path
from time import perf_counter

import click

from moolab.cli.options import json_option
from moolab.cli.terminal.exit_codes import INVALID_TREE, OK
from moolab.cli.terminal.output import StatusLine, echo_aside, echo_json
from moolab.codes.rules import Rules
from moolab.errors import InvalidCertificate, InvalidTree
from moolab.support.text import count_noun
from moolab.trees.reading import open_tree
from moolab.trees.verify import verify
from moolab.views.certificates import VerifyView

_SILENT_SECONDS = 1.0


@click.command("verify")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@json_option
def command(files: tuple[Path, ...], as_json: bool) -> int:
    """Check the proofs in files: trees, and certificates.

    A tree proves that so many guesses are enough: every secret is played through it. A certificate
    proves that no strategy needs fewer: every claim in it has to follow from those before it. Both
    are checked by code that shares nothing with searches. The exit code is 4 if a file does not
    prove what it says.
    """
    from moolab.certificates.check import is_certificate

    code = OK
    for file in files:
        view = _certificate(file) if is_certificate(file) else _tree(file)
        if not view.valid:
            code = INVALID_TREE
            echo_aside(f"moo: {file}: {view.fault}")
        if as_json:
            echo_json(view)
        elif view.valid:
            click.echo(f"{file}: {_sentence(view)}")
    return code


def _sentence(view: VerifyView) -> str:
    if view.kind == "tree":
        return f"{view.total:,} guesses find every secret of {view.rules}, at most {view.max} each."
    assert view.claims is not None, "it is valid"
    held = " that guesses only what is possible" if view.consistent else ""
    return (
        f"no strategy for {view.rules}{held} needs fewer than {view.bound:,} guesses for all "
        f"secrets ({count_noun(view.claims, 'claim')} checked)."
    )


def _certificate(file: Path) -> VerifyView:
    from moolab.certificates.check import check

    began = perf_counter()
    with StatusLine(_SILENT_SECONDS) as status:

        def watch(claims: int) -> None:
            if status.due:
                status.show(f"{count_noun(claims, 'claim')} checked")

        try:
            header, claims, _ = check(file, watch)
        except InvalidCertificate as error:
            return VerifyView.of_fault(str(file), "certificate", str(error))
    return VerifyView.of_certificate(
        str(file), header.rules, header.bound, claims, perf_counter() - began,
        consistent=header.consistent,
    )  # fmt: skip


def _tree(file: Path) -> VerifyView:
    began = perf_counter()
    try:
        with open_tree(file, Rules.parse("ab4x10")) as source:
            proof = verify(source.rules, source.steps)
            return VerifyView.of_tree(str(file), source.rules, proof, perf_counter() - began)
    except InvalidTree as error:
        return VerifyView.of_fault(str(file), "tree", str(error).removeprefix(f"{file}: "))
