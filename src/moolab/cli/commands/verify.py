"""``moo verify``: whether files prove what they say."""

from pathlib import Path

import click

from moolab.annexes import AnnexProof
from moolab.cli.games import GAME_PARAMETERS, check_game_of, file_game_options
from moolab.cli.options import given, json_option, workers_option
from moolab.cli.terminal.output import OK, UNPROVED, echo_aside, echo_json, echo_line
from moolab.cli.terminal.status import waiting
from moolab.cli.terminal.waiting import prepare_kernels
from moolab.codes.rules import Rules
from moolab.errors import InvalidCertificate, InvalidStrategies, InvalidTree
from moolab.library.proofs import Verified, verify
from moolab.trees.verify import Proof
from moolab.views.certificates import Kind, VerifyView

_KINDS: dict[type[Exception], Kind] = {
    InvalidTree: "tree",
    InvalidCertificate: "certificate",
    InvalidStrategies: "strategies",
}

_NAMES = {
    "tree": "a tree",
    "certificate": "a certificate",
    "strategies": "a file of mixed strategies",
}


@click.command("verify")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, dir_okay=False))
@file_game_options("that of the file")
@workers_option
@json_option
def command(rules: Rules, files: tuple[Path, ...], workers: int, as_json: bool) -> int:
    """Check the proofs in files: trees, certificates, mixed strategies.

    A tree proves that so many guesses are enough: every secret is played through it. A certificate
    proves that no strategy needs fewer: every claim in it has to follow from those before it. Both
    are checked by code that shares nothing with searches. Mixed strategies, of moo optimal
    --objective game, prove what a game is worth: the code-breaker's trees are played likewise, and
    a search finds the best answer to the code-maker. A certificate for an
    empty board proves who wins it: its rules are played against all that the other side can do. The
    exit code is 4 if a file does not prove what it says.

    Files name their games; a game that you give has to be the same. Only for the tree of a game of
    your own, its lists, table or rule have to be given again, for a certificate of long lists, the
    lists, and for a tree that others have published (moo help tree-files), its game: what such a
    text claims is compared, too.
    """
    code = OK
    for file in files:
        try:
            known = rules if given(*GAME_PARAMETERS) else None
            found = verify(file, known, workers=workers, prepare=prepare_kernels, waiting=waiting)
        except tuple(_KINDS) as error:
            code = UNPROVED
            fault = str(error).removeprefix(f"{file}: ")
            view = VerifyView.of_fault(str(file), _KINDS[type(error)], fault)
            echo_aside(f"moo: {file}: {fault}")
        else:
            view = _view(str(file), found)
            check_game_of(file, found.rules, rules, _NAMES[view.kind])
            if not as_json:
                echo_line(str(found))
        if as_json:
            echo_json(view)
    return code


def _view(file: str, found: Verified) -> VerifyView:
    if isinstance(found.proof, AnnexProof):
        return VerifyView.of_annex(file, found.proof)
    if isinstance(found.proof, Proof):
        return VerifyView.of_tree(file, found.rules, found.proof, found.seconds)
    if isinstance(found.proof, tuple):
        return VerifyView.of_certificate(file, found.proof)
    return VerifyView.of_strategies(file, found.proof, found.seconds)
