"""What is answered when something cannot be: the error, and of contradictions the explanation."""

from typing import Any

from moolab.deduction.contradiction import ContradictoryReplies, Repair
from moolab.errors import MoolabError
from moolab.support.text import counted

_MOST_SHOWN = 8


def error_fields(error: MoolabError) -> dict[str, Any]:
    """An error as JSON has it: its kind, its sentence, and what explains a contradiction.

    >>> from moolab.errors import InvalidCode
    >>> error_fields(InvalidCode("a code has 4 places"))
    {'kind': 'invalid_code', 'message': 'a code has 4 places'}
    """
    fields = {"kind": error.kind, "message": str(error)}
    if isinstance(error, ContradictoryReplies):
        return {**fields, **contradiction_fields(error)}
    return fields


def contradiction_fields(error: ContradictoryReplies) -> dict[str, Any]:
    """Which turns clash, and which changes of one reply would mend it."""
    return {
        "conflict": list(error.conflict),
        "repairs": [
            {"turn": repair.turn, "reply": str(repair.reply), "candidates": repair.candidates}
            for repair in error.repairs
        ],
    }


def contradiction_text(error: ContradictoryReplies) -> str:
    """The explanation for a person: what clashes, then the repairs that leave most codes."""
    lines = [str(error)]
    for number in error.conflict:
        turn = error.history[number - 1]
        lines.append(f"  turn {number}: {turn.guess} got {turn.reply} ({turn.reply.words})")
    if error.over_a_win:
        lines.append("A win is neither pretended nor denied.")
    if not error.repairs:
        return "\n".join([*lines, "No single change would mend it."])
    lines.append("One change would mend it:")
    ranked = likeliest(error)
    lines += [_repair_text(error, repair) for repair in ranked[:_MOST_SHOWN]]
    if len(ranked) > _MOST_SHOWN:
        lines.append(f"  ... or {counted(len(ranked) - _MOST_SHOWN, 'other change')}")
    return "\n".join(lines)


def likeliest(error: ContradictoryReplies) -> list[Repair]:
    """The repairs, those that leave most codes first."""
    return sorted(error.repairs, key=lambda repair: -(repair.candidates or 0))


def _repair_text(error: ContradictoryReplies, repair: Repair) -> str:
    turn = error.history[repair.turn - 1]
    left = ""
    if repair.candidates is not None:
        left = f", and {counted(repair.candidates, 'code')} would fit"
    return f"  turn {repair.turn}: {turn.guess} got {repair.reply} instead of {turn.reply}{left}"
