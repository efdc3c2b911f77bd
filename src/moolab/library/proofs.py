"""Files that prove something: whether they do, and what."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from moolab.annexes import AnnexProof, parts
from moolab.codes.rules import AnyRules, Rules
from moolab.errors import InvalidTree
from moolab.preparation import Job, certifying, searching
from moolab.support.compressed import begins_with
from moolab.support.text import count_noun
from moolab.trees.published import read_published
from moolab.trees.reading import open_tree
from moolab.trees.verify import Proof
from moolab.trees.verify import verify as verify_tree
from moolab.trees.writing import FORMAT

if TYPE_CHECKING:
    from moolab.certificates.check import Checked
    from moolab.mixing.mixes import Mixes

Waiting = Callable[[Callable[[], str]], AbstractContextManager[object]]
"""A context in which one waits; it gets what says what is being done."""


class Verified(NamedTuple):
    """A file that proves what it says.

    Args:
        claim: what it proves, in a sentence.
        rules: the game; in words, if it is that of an annex.
        proof: what was checked: a tree, a certificate, or mixed strategies.
        seconds: how long that took.
    """

    path: Path
    rules: Rules | str
    claim: str
    proof: "Proof | Checked | Mixes | AnnexProof"
    seconds: float

    def __repr__(self) -> str:
        return f"<verified {self}>"

    def __str__(self) -> str:
        return f"{self.path}: {self.claim}"


def verify(
    path: Path | str,
    rules: "AnyRules | None" = None,
    *,
    workers: int = 1,
    prepare: "Callable[[str, Job], object]" = lambda *_: None,
    waiting: "Waiting" = nullcontext,
) -> Verified:
    """Check the proof in a file: a tree, also of others, a certificate, mixed strategies.

    What an annex brings may be proved, too.

    Args:
        rules: the game, if the file is about lists or a rule of your own, or does not say.
        workers: how many threads check the claims of a certificate.
        prepare: called before kernels are needed, with what they are for.
        waiting: entered while one waits.

    Raises:
        InvalidTree, InvalidCertificate, InvalidStrategies: if it does not prove what it says.
        UnusableFile: if it cannot be read.

    >>> import tempfile
    >>> from moolab import Game
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/ab2x3.cert.gz"
    ...     claims = Game("ab2x3").optimal().certificate(path)
    ...     print(verify(path).claim)
    no strategy for ab2x3 needs fewer than 13 guesses for all secrets (1 claim checked).
    """
    from moolab.certificates.check import is_certificate
    from moolab.mixing.files import is_strategies

    path = Path(path)
    if is_certificate(path):
        lists = None if rules is None else Rules.parse(rules)
        return _certificate(path, lists, workers, prepare, waiting)
    if is_strategies(path):
        return _strategies(path, prepare, waiting)
    for kind in parts("proofs"):
        if begins_with(path, kind.FORMAT):
            other = kind.verify(path, prepare, waiting)
            return Verified(path, other.game, other.claim, other, other.seconds)
    began = perf_counter()
    known = None if rules is None else Rules.parse(rules)
    with waiting(lambda: f"checking {path}"):
        if path.suffix == ".gz" or begins_with(path, FORMAT):
            with open_tree(path, known) as file:
                rules, proof = file.rules, verify_tree(file.rules, file.steps)
        else:
            found = read_published(path, known)
            rules, proof = found.rules, verify_tree(found.rules, found.steps)
            if wrong := found.wrong_claims(proof):
                raise InvalidTree(wrong)
    claim = f"{proof.total:,} guesses find every secret of {rules}, at most {proof.max} each."
    return Verified(path, rules, claim, proof, perf_counter() - began)


def _certificate(
    path: Path,
    lists: Rules | None,
    workers: int,
    prepare: Callable[[str, Job], object],
    waiting: Waiting,
) -> Verified:
    from moolab.certificates.check import announced, check

    done = 0

    def watch(claims: int) -> None:
        nonlocal done
        done = claims

    known = announced(path, lists)
    if not known.is_small:
        prepare("certificates", certifying(known.header))
    with waiting(lambda: f"checking {path}, {done:,} of {count_noun(known.claims, 'claim')}"):
        checked = check(path, watch, known, workers)
    claim = f"{checked.header.claim} ({count_noun(checked.claims, 'claim')} checked)."
    return Verified(path, checked.header.rules, claim, checked, checked.seconds)


def _strategies(path: Path, prepare: Callable[[str, Job], object], waiting: Waiting) -> Verified:
    from moolab.mixing.files import read_mixes
    from moolab.mixing.value import check_mixes

    began, doing = perf_counter(), f"reading {path}"

    def watch(text: str) -> None:
        nonlocal doing
        doing = text

    mixes = read_mixes(path)
    prepare("best play", searching(usual=False))
    with waiting(lambda: doing):
        check_mixes(mixes, watch)
    held = ", if guesses have to be possible" if mixes.consistent else ""
    low, high = float(mixes.low), float(mixes.high)
    claim = f"{mixes.rules} takes between {low:.6f} and {high:.6f} guesses on average{held}."
    if mixes.low == mixes.high:
        claim = f"{mixes.rules} takes {mixes.low} guesses on average, {low:.6f}{held}."
    return Verified(path, mixes.rules, claim, mixes, perf_counter() - began)
