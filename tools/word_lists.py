"""The English lists of words: ``python -m tools.word_lists [FOLDER]`` makes them from SCOWL.

SCOWL, by Kevin Atkinson, sorts English words by how common they are; its files are in Debian's
package ``scowl``. Secrets are words that most people know, without plurals and other forms; many
more may be guessed. What SCOWL asks of copies is in ``NOTICE``, beside the lists.
"""

import re
import sys
from codecs import decode
from collections.abc import Set
from pathlib import Path

from moolab.codes.word_lists import GUESSES, LISTS

SOURCE = Path("/usr/share/dict/scowl")
"""Where Debian's package has the files."""

LENGTHS = (4, 5, 6)

_LEVELS = (10, 20, 35, 40, 50, 55, 60, 70)
_COMMONEST, _COMMON, _KNOWN, _ALL = 20, 40, 50, 70
"""How rare words may be: that are secrets in any form; that are secrets; whose forms are known;
that may be guessed."""

_AMERICAN = ("english", "american")
_ANY_SPELLING = (*_AMERICAN, "british", "british_z", "canadian", "australian", "variant_1")

_NOT_SECRET = frozenset(
    "bani betcha crofts dunno feted fiver gimme genii gonna gotta kinda lemme maria maxed maxes "  # noqa: SIM905 - shorter
    "maxing peter roman slier sorta termly tripos wanna".split()
)
"""Slang, names, and forms that the rules below would let pass."""

# In a cipher: nobody who reads the source has to read them.
_OFFENSIVE = frozenset(
    decode(
        "nany nahf nahfrf nefr nefrf nffrf ovzob ovzobf ovgpu ovgpul obare obaref obbo obborq "
        "obbof ohttre puvax puvaxf pyvg pyvgf pbpx pbpxf pbba pbbaf penc penccl pencf phzf phag "
        "phagf qntb qntbrf qntbf qnexvr qnexl qvpx qvpxf qvyqb qvyqbr qvyqbf qlxr qlxrf snrprf "
        "snttrq snttbg sntbg sntbgf sntf srprf shpx shpxrq shpxre shpxf tvcfl tbbx tbbxf tevatb "
        "tlccrq tlcf tlcfl ubzb ubzbf ubaxrl ubaxvr ubaxl ubbxre vaprfg wncf wvfz wvmm xnssve "
        "xnsve xvxr xvxrf xenhg xenhgf yrfob yrfobf ylapu zvpx zvpxf zvqtrg zbyrfg anmv anmvf "
        "arteb artebf avttn avttre avccyr ahqre ahqrf ahqvfg alzcub betnfz betvrf betl cnxv "
        "cnxvf cnafl crrcrr cravf cunyyv cvzc cvzcrq cvzcf cvff cvffrq cvffrf cbea cbeab chorf "
        "chovp chffl dhrre dhrref dhvz encr encrq encre encrf encvfg erpghz ergneq frzra frkrq "
        "frkrf frkl fuvg fuvgf fuvggl fxnax fxnaxl fyhg fyhgf fyhggl fbqbzl fcnm fcvp fcvpx "
        "fcvpxf fcvpf fcvx fdhnj fdhnjf gvgf gvggl genaal gheq gheqf gjng gjngf hgrev intvan "
        "ihyin jnax jnaxrq jnaxre jnaxf juber juberq juberf jbtf jbcf lvqf",
        "rot13",
    ).split()
)


def make_lists(source: Path, length: int) -> tuple[list[str], list[str]]:
    """The secrets of a list, and what else may be guessed.

    Args:
        source: the folder with SCOWL's files.
        length: of the words, in letters.
    """
    common = _words(source, _AMERICAN, _COMMON)
    known = _words(source, _AMERICAN, _KNOWN)
    commonest = _words(source, _AMERICAN, _COMMONEST)
    right = re.compile(rf"[a-z]{{{length}}}", re.ASCII)
    secrets = {
        word
        for word in common - _NOT_SECRET - _OFFENSIVE
        if right.fullmatch(word)
        and not is_form(word, known)
        and (word in commonest or not _derives(word, known))
    }
    every = {word for word in _words(source, _ANY_SPELLING, _ALL) if right.fullmatch(word)}
    return sorted(secrets), sorted(every - secrets - _OFFENSIVE)


def is_form(word: str, known: Set[str]) -> bool:
    """Whether it is a plural or a past tense of a known word.

    >>> known = {"cat", "bake", "try", "bra", "hop"}
    >>> [is_form(word, known) for word in ("cats", "baked", "tries", "hopped", "brass")]
    [True, True, True, True, False]
    """
    ways = [("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("ed", ""), ("ed", "e")]
    ways += [("ied", "y")]
    if word.endswith("ss"):
        return False
    return any(_comes_from(word, *way, known) for way in ways) or _doubles(word, "ed", known)


def _derives(word: str, known: Set[str]) -> bool:
    """Whether it ends as what is more or most, is being done or does it: abler, axing, hiker."""
    ways = [("ing", ""), ("ing", "e"), ("er", ""), ("er", "e"), ("ier", "y")]
    ways += [("est", ""), ("est", "e"), ("iest", "y")]
    if any(_comes_from(word, *way, known) for way in ways):
        return True
    return _doubles(word, "er", known) or _doubles(word, "ing", known)


def _comes_from(word: str, ending: str, other: str, known: Set[str]) -> bool:
    return word.endswith(ending) and word.removesuffix(ending) + other in known


def _doubles(word: str, ending: str, known: Set[str]) -> bool:
    stem = word.removesuffix(ending)
    return word.endswith(ending) and stem[-1:] == stem[-2:-1] and stem[:-1] in known


def _words(source: Path, spellings: tuple[str, ...], rarest: int) -> set[str]:
    found: set[str] = set()
    for spelling in spellings:
        for level in _LEVELS:
            file = source / f"{spelling}-words.{level}"
            if level <= rarest and file.exists():
                found.update(file.read_text("latin-1").split())
    if not found:
        raise SystemExit(f"{source} has no files of SCOWL")
    return found


def main(source: Path) -> None:
    """Write all lists anew."""
    for length in LENGTHS:
        secrets, others = make_lists(source, length)
        name = f"english{length}.txt"
        for folder, words in ((LISTS, secrets), (GUESSES, others)):
            folder.mkdir(exist_ok=True)
            head = f"# English words of {length} letters, from SCOWL: see NOTICE.\n"
            (folder / name).write_text(head + "".join(f"{word}\n" for word in words), "ascii")
        print(f"{name}: {len(secrets):,} secrets, {len(others):,} other guesses")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else SOURCE)
