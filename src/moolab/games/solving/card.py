"""How somebody has solved a puzzle, as text for others: neither the code nor a liar is in it."""

from moolab.games.solving.game import SolvingView
from moolab.support.language import translate, translate_number

_SIGNS = {"text": "■□", "emoji": "🟩🟥"}


def fits(view: SolvingView) -> list[list[bool]]:
    """Which of the clues each answer fits, answer by answer.

    Args:
        view: of a puzzle that is over.

    >>> from moolab.codes.rules import Rules
    >>> from moolab.games.solving.game import GAME
    >>> from moolab.games.solving.game import Setup
    >>> setup = Setup(rules=Rules.parse("ab2x3"), turns=("01=01", "12=01"), liar=False)
    >>> fits(GAME.view(GAME.replay(setup, ["answer 10", "answer 20"]), "player"))
    [[False, False], [True, True]]
    """
    clues = range(1, len(view.turns) + 1)
    broken = [{each.clue for each in answer.broken} for answer in view.wrong]
    if view.outcome == "won":
        broken.append(set())
    return [[clue not in clash for clue in clues] for clash in broken]


def card(day: int, kind: str, view: SolvingView, explained: int, *, signs: str = "text") -> str:
    """How the puzzle of a day went.

    Args:
        day: its number.
        kind: what its level is called.
        view: of the puzzle, which is over.
        explained: how many steps were explained on the way.
        signs: ``text`` or ``emoji``.
    """
    kept, broken = tuple(_SIGNS[signs])
    rows = fits(view)
    if view.outcome == "won":
        head = translate_number(
            "moolab puzzle {day}, {kind}: solved, {number} answer",
            "moolab puzzle {day}, {kind}: solved, {number} answers",
            len(rows),
            day=day,
            kind=kind,
        )
    else:
        head = translate("moolab puzzle {day}, {kind}: not solved", day=day, kind=kind)
    lines = [head, *("".join(kept if fit else broken for fit in row) for row in rows)]
    if explained:
        lines.append(
            translate_number(
                "{number} step was explained", "{number} steps were explained", explained
            )
        )
    return "\n".join(lines)
