"""Programs in texts: files of nothing else, articles, pages that were saved, and pastes of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from moolab.errors import InvalidProgram, MoolabError, ProgramFault
from moolab.machines.apl import entry_of, read_functions
from moolab.machines.notation.data import Form, Symbol
from moolab.machines.notation.dialect import COMMON, DIALECTS, ULISP
from moolab.machines.notation.reader import interned, on_one_line, read_on
from moolab.machines.notation.ulisp import Routine
from moolab.machines.pasted import FENCE, page_blocks, page_text
from moolab.machines.ports import FOLDER
from moolab.machines.session import ENTRY_POINTS, kind
from moolab.machines.source import read_source, routine
from moolab.machines.targets import MICROCONTROLLERS, WHOLE
from moolab.support.checks import naming
from moolab.support.extensions import installed
from moolab.support.text import quote

COMPANIONS = ("play.lisp", "own.lisp")
"""Our programs that go around the functions of an article."""

_DEFINERS = ("defun", "defvar", "defmacro", "defcode", "defstruct", "defparameter", "defconstant")

_BEGIN = re.compile(
    r"^(?P<prompt>[>*] )?[\u201c\u201e]?(?P<open>\()"
    r"(?:(?P<definer>def[a-z]+)\s+\(*(?P<name>[^\s()]*)|(?P<head>[^\s()]+))",
    re.MULTILINE | re.IGNORECASE,
)
"""A form at the beginning of a line, or behind a prompt or a typographic quotation mark."""

_DEFINITION = re.compile(rf"^\((?:{'|'.join(_DEFINERS)})\s", re.MULTILINE | re.IGNORECASE)

_ENDS_LINE = re.compile(r"[\u201c\u201d \t]*(?:;.*)?$", re.MULTILINE)

_BETWEEN = re.compile(r"(?:\s|;.*)*")
"""What can be between forms that belong together."""

_SENTENCE = re.compile(r"[^\W\d][.!?:,]\)+$")
"""How words in parentheses end."""

_WORDS = re.compile(r"^[^\W\d_]+,? [^\W\d_]", re.MULTILINE)
"""How lines of an article begin, and not those of a program."""

_FENCE = re.compile(rf"^{FENCE.pattern}$", re.MULTILINE)

_LISP_FENCE = re.compile(r"[ \t`~]*(?:[a-z]*-?lisp|cl|scheme)\b", re.IGNORECASE)

_SHOWN = 40
"""Characters of a form that is named."""

_LONGEST = 1 << 14
"""Characters of a definition; in what looks like one, its end is not looked for further on."""

_MOST_BROKEN = 50
"""What looks like a definition and cannot be read; each may take the time of the longest."""

_COMMON = re.compile(r"\((?:defparameter|defconstant|defstruct|labels|flet|gensym)\b|&key\b")
"""What articles about Common Lisp use and those about uLisp do not."""

_DIALECT = re.compile(r"^;.*\bdialect: (\w+)", re.MULTILINE)
"""How a program says which Lisp it is in."""

_MACHINE_CODE = re.compile(r"\(defcode\b")

UNDEFINED = re.compile(r"is not defined as a function|has no value$|there is no variable")
"""What errors say of a name that nothing defines."""

_ENTRY = re.compile(r"^;.*?\bBegin with (\(.*?\))\.", re.MULTILINE)
"""How a program of ours says what is to be evaluated."""


# Lisp between sentences


class Found(NamedTuple):
    """The Lisp of an article.

    Attributes:
        text: its forms, everything else blanked, so that lines keep their numbers.
        damaged: names and lines of forms that were left out, as their parentheses do not match.
        examples: forms, shortened, and lines of those left out that seem to be no part of it.
    """

    text: str
    damaged: dict[str, int]
    examples: dict[str, int]


class _Block(NamedTuple):
    """What is between fences or in ``<pre>``, and whether it is said to be Lisp."""

    begin: int
    end: int
    is_lisp: bool


class _Place(NamedTuple):
    """Where a form is, what it begins with, and whether it defines something."""

    begin: int
    end: int
    line: int
    head: str
    defines: str
    block: _Block | None


def definitions(text: str, pre: Sequence[tuple[int, int]] = ()) -> Found:
    r"""The definitions of an article, and other forms beside them or in blocks of their own.

    Args:
        text: sentences, with listings between them. A definition begins a line, perhaps behind the
            prompt ``> `` or ``* ``, with ``(def``. Other forms behind a prompt are examples.
        pre: where parts begin and end that a page shows as a listing.

    Raises:
        InvalidProgram: if there is none, or too many have no end.

    >>> definitions("Squares:\n(defun square (x)\n  (* x x))\nfor example\n> (square 3)\n9").text
    '\n(defun square (x)\n  (* x x))\n\n\n'
    """
    parts: list[str] = []
    damaged: dict[str, int] = {}
    examples: dict[str, int] = {}
    place = 0
    blocks = [*(_Block(*each, False) for each in pre), *_fenced(text)]
    for each in _chosen(text, _places(text, blocks, damaged), examples):
        parts += ["\n" * text.count("\n", place, each.begin), text[each.begin : each.end]]
        place = each.end
    if not parts:
        raise InvalidProgram(
            "there is no definition, (defun ...) or the like, at a line's beginning"
        )
    return Found("".join(parts) + "\n" * text.count("\n", place), damaged, examples)


def _fenced(text: str) -> Iterator[_Block]:
    fences = list(_FENCE.finditer(text))
    for first, last in zip_longest(fences[::2], fences[1::2]):
        end = last.start() if last else len(text)
        yield _Block(first.end(), end, bool(_LISP_FENCE.match(first[0])))


def _places(text: str, blocks: Sequence[_Block], damaged: dict[str, int]) -> Iterator[_Place]:
    end = broken = counted = 0
    line = 1
    for match in _BEGIN.finditer(text):
        begin, definer = match.start("open"), match["definer"]
        if begin < end or (not definer and (match["prompt"] or broken > _MOST_BROKEN)):
            continue
        line, counted = line + text.count("\n", counted, begin), begin
        block = next((each for each in blocks if each.begin <= begin < each.end), None)
        piece = text[begin : min(begin + _LONGEST, block.end if block else len(text))]
        try:
            form, length = next(read_on(piece, interned()), (None, 0))
        except InvalidProgram:
            if (broken := broken + 1) > _MOST_BROKEN and definer:
                raise InvalidProgram(
                    f"line {line}: more than {_MOST_BROKEN} definitions have no end"
                ) from None
            form, length = None, 0
        # One with another at the beginning of a line in it has lost its end.
        is_torn = bool(_DEFINITION.search(piece, 1, length)) or piece.startswith(")", length)
        is_listed = (definer or "").lower() in _DEFINERS or (block is not None and block.is_lisp)
        if is_torn or (not length and is_listed):
            if definer or is_listed:
                damaged[match["name"] or match["head"]] = line
        elif isinstance(form, Form) and isinstance(form.car, Symbol) and form.cdr is not None:
            end = begin + length
            defines = match["name"].lower() if definer else ""
            yield _Place(begin, end, line, form.car.name, defines, block)


def _chosen(text: str, places: Iterator[_Place], examples: dict[str, int]) -> Iterator[_Place]:
    """The forms that are the program; the others are put down as examples, unless they are words.

    Beside a definition, and in a block, what the Lisp has is evaluated. A call of a function of the
    article that stands by itself is an example, except where the block is said to be Lisp.
    """
    found, builtins = list(places), _builtins()
    defined = {each.defines for each in found if each.defines}
    runs: list[list[_Place]] = []
    for each in found:
        if not runs or not _BETWEEN.fullmatch(text, runs[-1][-1].end, each.begin):
            runs.append([])
        runs[-1].append(each)
    for run in runs:
        is_beside = any(each.defines for each in run)
        for each in run:
            form = text[each.begin : each.end]
            if each.defines or (each.block and each.block.is_lisp):
                yield each
                continue
            is_builtin = each.head in builtins
            if not _ENDS_LINE.match(text, each.end) or _SENTENCE.search(form):
                continue
            if (is_builtin and each.block) or (is_beside and (is_builtin or each.head in defined)):
                yield each
            elif is_builtin or each.head in defined:
                short = on_one_line(form)
                shown = short if len(short) <= _SHOWN else f"{short[: _SHOWN - 3]}..."
                examples[shown] = each.line


def _builtins() -> frozenset[str]:
    from moolab.machines.lisp.survey import words

    return frozenset().union(*map(words, DIALECTS.values()))


def is_prose(text: str) -> bool:
    """Whether words are between the forms of a text, and not only comments.

    >>> is_prose("(princ 1) ; as they say"), is_prose("As they say: (princ 1)")
    (False, True)
    """
    words = 0
    try:
        for form, _ in read_on(text, interned()):
            words = words + 1 if isinstance(form, Symbol) else 0
            if words > 1:
                return True
    except InvalidProgram:
        # Where a program is torn, its lines tell, and what is around it.
        return bool(_WORDS.search(text) or _FENCE.search(text))
    return False


def without_code(text: str) -> str:
    r"""A program without its ``defcode`` forms, every line with its number.

    >>> without_code("(defcode f ()\n 1)\n(princ 2)")
    '\n\n(princ 2)'
    """
    parts: list[str] = []
    place = 0
    for form, end in read_on(text, interned()):
        if isinstance(form, Form) and isinstance(form.car, Symbol) and form.car.name == "defcode":
            parts += [text[place : form.begin], "\n" * text.count("\n", form.begin, end)]
            place = end
    return "".join(parts) + text[place:]


# Programs


class Program(NamedTuple):
    """A program, put together of files, articles, and what we have for it.

    Attributes:
        target: the machine; of microcontrollers, whose routines are parts of programs in Lisp,
            ``"ulisp"``; or ``"apl"``.
        sources: its parts in their order: where each comes from, and its text.
        brought: the files of ours that were put before the others, for what these lack.
        damaged: of an article, the definitions whose parentheses do not match, with their lines.
        examples: of an article, forms that were left out as examples, with their lines.
    """

    target: str
    sources: tuple[tuple[str, str], ...]
    dialect: str = "ulisp"
    brought: tuple[str, ...] = ()
    damaged: Mapping[str, int] = {}
    examples: Mapping[str, int] = {}

    @property
    def text(self) -> str:
        """The whole program; of several parts, each begins with a comment that names it."""
        if len(self.sources) == 1:
            return self.sources[0][1]
        return "\n".join(f"; {name}\n{text.strip(chr(10))}\n" for name, text in self.sources)

    @property
    def entry(self) -> str:
        """What a program is to be begun with, if it says so; else empty."""
        if self.target == "apl":
            return entry_of(read_functions(self.text))
        found = [entry[1] for _, text in self.sources if (entry := _ENTRY.search(text))]
        return found[0] if found else ""


def read_program(
    target: str, files: Sequence[Path], dialect: str | None = None, *, lisp_only: bool = False
) -> Program:
    """The program for a machine in files, in Lisp perhaps without machine code.

    See ``find_program``.

    Raises:
        InvalidProgram: if one is not text, or they have no program for the machine.
        OSError: if one cannot be read.
    """
    found = find_program(target, [(str(file), read_source(file)) for file in files], dialect)
    if lisp_only:
        found = found._replace(sources=tuple((n, without_code(t)) for n, t in found.sources))
    return found


def read_routine(file: Path, name: str | None = None) -> Routine:
    """A routine of a file, or of an article, with ``defcode`` forms; see ``source.routine``."""
    return routine(routine_text(file), name, str(file))


def routine_text(file: Path) -> str:
    """The program in a file, or the definitions in an article, with machine code."""
    text = page_text(read_source(file))
    return definitions(text).text if is_prose(text) and _MACHINE_CODE.search(text) else text


def find_program(
    target: str, texts: Sequence[tuple[str, str]], dialect: str | None = None
) -> Program:
    """The program for a machine in texts, which may hold anything else.

    Args:
        texts: where each comes from, and what it says. In Lisp, they are one program; otherwise one
            of them has it.
        dialect: which Lisp; otherwise what the program uses tells.

    Raises:
        InvalidProgram: if there is none, or several that cannot be one.
    """
    if target == "apl":
        pages = [(name, page_text(text)) for name, text in texts]
        return Program(target, tuple(each for each in pages if read_functions(each[1])))
    if target not in ("ulisp", *MICROCONTROLLERS):
        return _listing(target, texts)
    parts: list[tuple[str, str]] = []
    damaged: dict[str, int] = {}
    examples: dict[str, int] = {}
    has_prose = is_common = False
    for name, text in texts:
        shown, blocks = page_blocks(text)
        if is_prose(shown):
            with naming(name):
                found = definitions(shown, blocks)
            shown, has_prose = found.text, True
            damaged |= found.damaged
            examples |= found.examples
            is_common |= bool(_COMMON.search(shown)) and not _MACHINE_CODE.search(shown)
        parts.append((name, shown))
    if dialect not in (None, *DIALECTS):
        known = ", ".join(DIALECTS)
        raise InvalidProgram(f"there is no dialect {quote(dialect)}, but {known}")
    if dialect is None:
        said = [each[1] for _, text in parts if (each := _DIALECT.search(text))]
        dialect = COMMON.name if is_common or COMMON.name in said else ULISP.name
    brought = tuple(_companions([text for _, text in parts], dialect)) if has_prose else ()
    ours = [(name, read_source(FOLDER / name)) for name in brought]
    return Program("ulisp", (*ours, *parts), dialect, brought, damaged, examples)


def _companions(texts: list[str], dialect: str) -> Iterator[str]:
    """Our files that define what a program lacks, and need nothing but what it has."""
    from moolab.machines.lisp.survey import survey

    own = survey(texts, DIALECTS[dialect])
    for name in COMPANIONS:
        theirs = survey([read_source(FOLDER / name)], DIALECTS[dialect])
        if set(own.missing) & set(theirs.defined) and set(theirs.missing) <= set(own.defined):
            yield name


def missing_names(program: Program) -> dict[str, str]:
    """What a program in Lisp lacks, each name with the file of ours that has it, or nothing."""
    from moolab.machines.lisp.survey import survey

    found = survey([text for _, text in program.sources], DIALECTS[program.dialect])
    return {name: next(_having(name), "") for name in found.missing}


def say_missing(names: Mapping[str, str]) -> str:
    """Names that a program lacks, and what would bring them, as a part of a sentence.

    >>> say_missing({"new-board": "own.lisp", "moo": "", "*ai-player*": "own.lisp"})
    'new-board, *ai-player* (own.lisp has them); moo (nothing of ours has it)'
    """
    groups: dict[str, list[str]] = {}
    for name, file in names.items():
        groups.setdefault(file, []).append(name)
    return "; ".join(
        f"{', '.join(group)} ({file or 'nothing of ours'} has {'them' if group[1:] else 'it'})"
        for file, group in groups.items()
    )


@contextmanager
def telling_what_is_missing(program: Program) -> Iterator[None]:
    """Say with the first name that is missing which others are, and what would bring them."""
    try:
        yield
    except ProgramFault as fault:
        missing = missing_names(program) if UNDEFINED.search(str(fault)) else {}
        if not missing:
            raise
        raise ProgramFault(f"{fault}. It lacks {say_missing(missing)}") from None


def _having(name: str) -> Iterator[str]:
    pattern = re.compile(rf"^\(def\w+ \(?{re.escape(name)}[\s)]", re.MULTILINE)
    for file in (*COMPANIONS, *sorted(each.name for each in FOLDER.glob("*.lisp"))):
        if pattern.search(read_source(FOLDER / file)):
            yield file


def _listing(target: str, texts: Sequence[tuple[str, str]]) -> Program:
    machine = kind(target)
    found: list[tuple[str, str]] = []
    fault: MoolabError | None = None
    for name, text in texts:
        for shown in dict.fromkeys((text, page_text(text))):
            try:
                found.append((name, machine.listing_in(shown)))
                break
            except MoolabError as error:
                fault = fault or error
    if len(found) > 1:
        raise InvalidProgram(f"a program for {target} is one file, not {len(found)}")
    if fault and not found:
        raise fault
    return Program(target, tuple(found))


def find_programs(texts: Sequence[tuple[str, str]], target: str | None = None) -> list[Program]:
    """All programs in texts, those in Lisp as one; or those for one machine.

    Of machines of others, all that are installed and find their programs are asked.
    """
    found = []
    lisp = [each for each in texts if _has_lisp(each[1])]
    names = sorted((*WHOLE, *installed(ENTRY_POINTS)), key=lambda name: name != "ulisp")
    for name in [target] if target else [*names[: len(WHOLE)], "apl", *names[len(WHOLE) :]]:
        those = lisp if name == "ulisp" else texts
        for part in [those] if name == "ulisp" and those else [[each] for each in those]:
            try:
                if target or name in (*WHOLE, "apl") or kind(name).finds:
                    found.append(find_program(name, part))
            except MoolabError:
                continue
    return found


def only_program(target: str, text: str, dialect: str | None = None) -> Program:
    """The program for a machine in a text; without a machine, the only program that there is.

    Raises:
        InvalidProgram: if there is none, or the machine is not named and there are several.
    """
    texts = [("the text", text)]
    if target:
        return find_program(target, texts, dialect)
    programs = [each for each in find_programs(texts) if each.target != "apl"]
    if len(programs) != 1:
        names = ", ".join(each.target for each in programs)
        raise InvalidProgram(
            f"the text has programs for several machines: {names}; say for which"
            if names
            else "there is no program in the text"
        )
    return programs[0]


def _has_lisp(text: str) -> bool:
    """Whether there are definitions in a text, or forms in blocks, or nothing but forms."""
    shown, blocks = page_blocks(text)
    if any(each["definer"] for each in _BEGIN.finditer(shown)):
        return True
    with suppress(InvalidProgram):
        last = None
        if all(isinstance(last := form, Form) for form, _ in read_on(shown, interned())):
            return last is not None
    with suppress(InvalidProgram):
        return bool(definitions(shown, blocks).text)
    return False
