"""Help with a game that a player brings: a table of replies, or a list of codes.

Nothing of it is kept: the text, and all answers, come with each request.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, Request, Response, UploadFile

from moolab.deduction.contradiction import ContradictoryReplies
from moolab.deduction.history import MAX_TURNS
from moolab.errors import InvalidCode, InvalidReply, InvalidRules, MoolabError
from moolab.support.foreign import text_of
from moolab.support.language import translate
from moolab.support.text import join_words
from moolab.web.answers.computing import Computing, ComputingHere
from moolab.web.limits import MOST_TABLE_TEXT
from moolab.web.pages.forms import Text
from moolab.web.rendering import render
from moolab.web.work.jobs import TABLE, Asked, Brought, ask

router = APIRouter(prefix="/table", include_in_schema=False)

_MOST_KEYS = 12
"""Replies that have a button each; more of them are typed."""

_MOST_OFFERED = 500
"""Questions that can be chosen from a list."""

Long = Annotated[str, Form(max_length=2 * MOST_TABLE_TEXT)]
Texts = Annotated[list[Annotated[str, Form(max_length=400)]], Form(max_length=MAX_TURNS)]


def kinds() -> dict[str, str]:
    """What can be brought, in words."""
    return {
        TABLE: translate("A table: the reply to each question from each secret"),
        "wordle": translate("A list of words: each letter right, elsewhere or absent"),
        "bulls": translate("A list of codes: bulls and cows"),
        "black": translate("A list of codes: bulls alone"),
        "jotto": translate("A list of words: letters in common"),
    }


def example() -> str:
    """A table to begin with."""
    return translate(
        "question,cat,owl,cod,bat,penguin,dolphin\n"
        "does it fly?,no,yes,no,yes,no,no\n"
        "does it swim?,no,no,yes,no,yes,yes\n"
        "does it lay eggs?,no,yes,yes,no,yes,no\n"
        "has it feathers?,no,yes,no,no,yes,no"
    )


@router.get("")
async def show(
    request: Request, computing: ComputingHere, shown: Annotated[str, Query(max_length=8)] = ""
) -> Response:
    """The page, with a table to try if that is wanted."""
    brought = Brought(example() if shown else "", TABLE)
    return await _page(request, computing, brought, [])


@router.post("")
async def answer(
    request: Request,
    computing: ComputingHere,
    text: Long = "",
    rule: Text = TABLE,
    win: Text = "",
    file: Annotated[UploadFile | None, File()] = None,
    asked: Texts = [],  # noqa: B006 - FastAPI copies it
    got: Texts = [],  # noqa: B006 - as above
    question: Text = "",
    reply: Text = "",
    typed: Text = "",
    other: Text = "",
    verb: Text = "",
    remove: Annotated[int, Form()] = 0,
) -> Response:
    """An answer, another question, one answer less, or another table."""
    turns = [turn for n, turn in enumerate(zip(asked, got, strict=False), 1) if n != remove]
    brought = Brought(text.replace("\r\n", "\n").strip(), rule, win.strip())
    try:
        if file is not None and (content := await file.read(4 * MOST_TABLE_TEXT)):
            given = text_of(content, len(content), InvalidRules).strip()
            turns, brought = [], brought._replace(text=given)
        if len(brought.text) > MOST_TABLE_TEXT:
            raise InvalidRules(
                translate(
                    "the text has {number} characters; here it may have {most}",
                    number=len(brought.text),
                    most=MOST_TABLE_TEXT,
                )
            )
        if rule not in kinds():
            raise InvalidRules(translate("choose what your text is"))
    except MoolabError as error:
        return _answered(request, brought, turns, None, error=error)
    if verb == "again":
        return await _page(request, computing, brought, [])
    if verb == "other":
        return await _page(request, computing, brought, turns, wanted=other.strip())
    said = reply or typed.strip()
    if said and question and not remove and len(turns) < MAX_TURNS:
        return await _page(request, computing, brought, [*turns, (question, said)], new=True)
    return await _page(request, computing, brought, turns)


async def _page(
    request: Request,
    computing: Computing,
    brought: Brought,
    turns: Sequence[tuple[str, str]],
    *,
    wanted: str = "",
    new: bool = False,
) -> Response:
    """The page; ``new``: the last turn has just come, and goes where it is refused."""
    if not brought.text:
        return _answered(request, brought, [], None)
    try:
        found = await computing.run(True, ask, brought, tuple(turns), wanted)
    except (InvalidReply, InvalidCode) as error:
        if not new and not wanted:
            return _answered(request, brought, turns, None, error=error)
        # The question is asked again, and what was typed stays.
        kept, (asked, said) = (turns[:-1], turns[-1]) if new else (turns, ("", ""))
        found = await computing.run(True, ask, brought, tuple(kept), asked)
        return _answered(request, brought, kept, found, error=error, typed=said)
    except ContradictoryReplies as error:
        told = translate(
            "no secret gives these replies: see {rows}, and take one back",
            rows=join_words(error.conflict),
        )
        return _answered(request, brought, turns, None, error=InvalidReply(told))
    except MoolabError as error:
        return _answered(request, brought, turns, None, error=error)
    return _answered(request, brought, turns, found)


def _answered(
    request: Request,
    brought: Brought,
    turns: Sequence[tuple[str, str]],
    found: Asked | None,
    *,
    error: MoolabError | None = None,
    typed: str = "",
) -> Response:
    values: dict[str, Any] = {
        "brought": brought,
        "kinds": kinds(),
        "most": MOST_TABLE_TEXT,
        "turns": turns,
        "found": found,
        "keys": found is not None and len(found.replies) <= _MOST_KEYS,
        "others": found.others[:_MOST_OFFERED] if found else (),
        "typed": typed,
    }
    return render(request, "table.html", values, error)
