"""The end card of a game: how it has ended, what there is to be proud of, and what comes next."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request, Response
from starlette.responses import JSONResponse

from moolab.codes.rules import Rules
from moolab.deduction.history import History, format_history
from moolab.errors import MoolabError
from moolab.games.boards.game import BoardsView
from moolab.games.daily import KINDS, Daily, card
from moolab.games.duel.duel import found, guesses_needed
from moolab.games.duel.maker import HONEST
from moolab.games.duel.prose import confessions, verdict
from moolab.games.duel.view import DuelView
from moolab.games.game import Outcome
from moolab.games.race import place_of
from moolab.games.solving.game import SolvingView
from moolab.games.tries import out_of_tries, score
from moolab.support.language import speaking, translate, translate_plural
from moolab.trees.breaker import OPPONENTS
from moolab.views.analysis import AnalysedTurnView, AnalyzeView
from moolab.views.turns import history_of
from moolab.web.answers.computing import Computing, ComputingHere
from moolab.web.answers.identity import player_of
from moolab.web.http.errors import NoSuchGame
from moolab.web.limits import MOST_CODES_COMPARED, is_expensive
from moolab.web.pages.daily import Record, record_of, standing_of
from moolab.web.pages.forms import USUAL_OPPONENT
from moolab.web.rendering import origin_of, render_fragment
from moolab.web.server import Server, ServerHere
from moolab.web.store.rooms import Round
from moolab.web.store.standings import Result
from moolab.web.store.store import Row, digest
from moolab.web.store.tables import PRACTICE
from moolab.web.work import jobs

router = APIRouter(prefix="/ending", include_in_schema=False)

MOST_FACTS = 3
"""Facts on a card; more would be a table."""

_FEW = 5
"""Other players from whom on it says something that one was better than so many of a hundred."""

_CLOSE = 5
"""Codes left at the end of a lost game, up to which that was close."""


class Fact(NamedTuple):
    """A figure to be proud of.

    Attributes:
        figure: in large; empty until it has been computed.
        more: what has just come to it, such as +1.
    """

    figure: str
    words: str
    more: str = ""


class Step(NamedTuple):
    """What one may do next.

    Attributes:
        fields: what is sent there; None for a link.
        key: by which scripts and tests find it.
    """

    words: str
    path: str
    fields: Mapping[str, Any] | None = None
    key: str = ""


class Side(NamedTuple):
    """One of two who have played against each other.

    Attributes:
        figure: how many guesses it has needed.
        ahead: whether it has won.
        face: the animal that it is, if it is one.
    """

    name: str
    figure: str
    ahead: bool
    face: str = ""


class Ending(NamedTuple):
    """All that an end card shows.

    Attributes:
        outcome: won, lost, drawn or resigned.
        title: how the game has ended, in a sentence.
        figure: the same in large: the number of guesses.
        lead: what is before the codes.
        codes: those that were not found.
        sides: who has played, where these are two.
        said: what there is to say of it.
        par: how many guesses the best play needs on average; None where that is not known.
        later: where the skill comes from, which takes a while; empty where nothing can be judged.
        steps: what comes next; the first one is what most will want.
        review: where the game is judged; None if it is nowhere.
        story: the game as a text for others.
        names_code: whether the title names a code.
    """

    outcome: Outcome | None
    title: str
    figure: str = ""
    lead: str = ""
    codes: Sequence[str] = ()
    sides: Sequence[Side] = ()
    said: str = ""
    par: float | None = None
    remarks: Sequence[str] = ()
    facts: Sequence[Fact] = ()
    later: str = ""
    steps: Sequence[Step] = ()
    review: Step | None = None
    story: str = ""
    names_code: bool = False


class Past(NamedTuple):
    """What a player has achieved with games like one that has ended just now.

    Attributes:
        best: the fewest guesses before; None if none was won.
        row: how many were won one after the other, with this one.
        wins, losses: how many there are, this one included.
        alone: whether the player has never played against the computer.
    """

    best: int | None = None
    row: int = 0
    wins: int = 0
    losses: int = 0
    alone: bool = False

    @classmethod
    def of(cls, results: Sequence[Result], game: str, *alike: str) -> "Past":
        """What the finished games of a player amount to.

        Args:
            results: the games, the oldest first; what came after the one is left out.
            alike: what has to be the same in the setups of those that count.

        >>> setup = {"rules": "ab4x10", "role": "breaker"}
        >>> ends = [("a", "won", 6), ("b", "lost", 8), ("c", "won", 4), ("d", "won", 5)]
        >>> results = [Result(i, "duel", setup, o, n, undone=0) for i, o, n in ends]
        >>> Past.of(results, "d", "rules")
        Past(best=4, row=2, wins=3, losses=1, alone=True)
        """
        ids = [each.game for each in results]
        if game not in ids:
            return cls()
        own = results[ids.index(game)]

        def kind_of(each: Result) -> list[object]:
            return [each.kind, *(each.setup.get(name) for name in alike)]

        until = results[: ids.index(game) + 1]
        before = [each for each in until if kind_of(each) == kind_of(own)]
        won = [each.outcome == "won" for each in before]
        # A game in which something was taken back is a win, and not a record.
        bests = [each.guesses for each in before[:-1] if each.outcome == "won" and not each.undone]
        return cls(
            min(bests, default=None),
            [*reversed(won), False].index(False),
            sum(won),
            sum(each.outcome in ("lost", "resigned") for each in before),
            all(each.setup.get("role", "breaker") == "breaker" for each in results),
        )


def best_fact(guesses: int, past: Past, *, won: bool) -> Fact | None:
    """The personal best.

    >>> best_fact(5, Past(best=4), won=True), best_fact(5, Past(best=6), won=True).words
    (Fact(figure='4', words='your best', more=''), 'your new best')
    >>> best_fact(5, Past(), won=True).words, best_fact(8, Past(), won=False)
    ('your first win', None)
    """
    if won and (past.best is None or guesses < past.best):
        if past.best is None:
            return Fact(str(guesses), translate("your first win")) if past.wins < 2 else None
        return Fact(
            str(guesses), translate("your new best"), f"\N{MINUS SIGN}{past.best - guesses}"
        )
    return None if past.best is None else Fact(str(past.best), translate("your best"))


def row_fact(past: Past) -> Fact | None:
    """Games won one after the other, if there are some.

    >>> row_fact(Past(row=3)), row_fact(Past(row=1))
    (Fact(figure='3', words='wins in a row', more='+1'), None)
    """
    return Fact(str(past.row), translate("wins in a row"), "+1") if past.row > 1 else None


def tries_fact(guesses: int, tries: int, *, won: bool) -> Fact | None:
    """How many of the tries were needed.

    >>> tries_fact(5, 8, won=True), tries_fact(8, 8, won=False).figure, tries_fact(5, 0, won=True)
    (Fact(figure='5/8', words='tries', more=''), 'X/8', None)
    """
    return Fact(score(guesses, tries, found=won), translate("tries")) if tries else None


def streak_fact(record: Record, daily: Daily) -> Fact | None:
    """Days in a row, and whether this daily game has just made them one more."""
    if not record.streak:
        return None
    of_day = record.days.get(daily.day, {})
    won = [kind for kind, (_, outcome, _) in of_day.items() if outcome == "won"]
    words = translate_plural("[day|days] in a row", record.streak)
    return Fact(str(record.streak), words, "+1" if won == [daily.kind] else "")


def percentile_fact(percent: int | None, others: int) -> Fact | None:
    """How many of the others did worse, where there are enough of them.

    >>> percentile_fact(70, 10).figure, percentile_fact(70, 4), percentile_fact(0, 10)
    ('70 %', None, None)
    """
    if others < _FEW or not percent:
        return None
    words = translate("of the players beaten")
    return Fact(translate("{percent} %", percent=percent), words)


def few(*facts: Fact | None) -> tuple[Fact, ...]:
    """The first facts of those that there are."""
    return tuple(fact for fact in facts if fact is not None)[:MOST_FACTS]


def praise(guesses: int, tries: int, par: float | None) -> str:
    """What there is to say of a code that was found.

    >>> praise(1, 8, 5.2), praise(5, 8, 5.2), praise(6, 8, 5.2)
    ('At the first guess: that was luck.', 'Better than par!', 'Well reasoned.')
    >>> praise(8, 8, 5.2), praise(7, 10, None), praise(7, 0, None)
    ('Phew: with the last try.', 'With 3 tries to spare.', 'Well done.')
    """
    if guesses == 1:
        return translate("At the first guess: that was luck.")
    if guesses == tries:
        return translate("Phew: with the last try.")
    if par and guesses < par:
        return translate("Better than par!")
    if par and guesses - par < 1:
        return translate("Well reasoned.")
    if tries > guesses:
        return translate_plural("With {number} [try|tries] to spare.", tries - guesses)
    return translate("Well done.")


def consolation(left: int | None, *, words: bool = False) -> str:
    """What there is to say of a code that was not found.

    Args:
        left: how many codes were still possible; None if that is not known.
        words: whether the codes are words.

    >>> consolation(1), consolation(2), consolation(12, words=True), consolation(None)
    ('So close: only this code was left.', 'So close: 2 codes were left.', '12 words were still \
possible.', '')
    """
    if not left:
        return ""
    if left == 1:
        if words:
            return translate("So close: only this word was left.")
        return translate("So close: only this code was left.")
    if left <= _CLOSE and words:
        return translate_plural("So close: {number} [word was|words were] left.", left)
    if left <= _CLOSE:
        return translate_plural("So close: {number} [code was|codes were] left.", left)
    if words:
        return translate_plural("{number} [word was|words were] still possible.", left)
    return translate_plural("{number} [code was|codes were] still possible.", left)


def of_duel(
    view: DuelView,
    rules: Rules,
    past: Past,
    *,
    left: int | None,
    special: Sequence[Fact | None] = (),
) -> Ending:
    """The card of a duel, or of a game in which one side alone guesses, but for what comes next.

    Args:
        past: what the player has achieved with such games.
        left: how many codes were possible at last, if that is known.
        special: facts about this game that come before those which every game has.

    >>> from moolab.games.duel.duel import Setup
    >>> from moolab.games.duel.game import GAME
    >>> setup = Setup.new("ab4x10", role="breaker", secret="8217")
    >>> view = GAME.view(GAME.replay(setup, ["guess 1234", "guess 8217"]), "player")
    >>> ending = of_duel(view, setup.rules, Past(row=2, wins=2), left=1)
    >>> ending.title, ending.figure, ending.said, ending.par
    ('You found my code in 2 guesses.', '2', 'Better than par!', 5.213)
    >>> [fact.figure for fact in ending.facts]
    ['', '2', '2/8']
    """
    yours, mine = (history_of(rules, turns) for turns in vars(view.turns).values())
    cracked, count = found(rules, yours), guesses_needed(rules, yours)
    honest = view.maker == HONEST and not view.mistakes
    par = OPPONENTS["minotaur"].means.get(view.rules) if honest else None
    duelled = view.role == "both"
    judged = bool(yours) and honest and rules.size <= MOST_CODES_COMPARED
    hidden = view.secret if not cracked and view.role != "maker" else None
    alone = view.role == "breaker"
    won = cracked and view.outcome == "won"
    facts: Sequence[Fact | None] = (
        Fact("", translate("skill of 100")) if judged else None,  # which comes later
        *special,
        versus_fact(past) if duelled else None,
        best_fact(count, past, won=won) if alone else None,
        row_fact(past) if view.outcome == "won" else None,
        tries_fact(count, view.tries, won=cracked) if alone else None,
    )
    said = praise(count, view.tries, par) if won else ""
    if hidden and left:
        said = consolation(left, words=rules.listed)
    with speaking(drawn=bool(rules.colours)):
        remarks = tuple(confessions(view, rules, lambda reply: reply.words))
    return Ending(
        view.outcome,
        verdict(view, rules),
        figure=str(count if alone else len(mine)) if won or view.role == "maker" else "",
        lead=translate("My code was") if hidden else "",
        codes=(hidden,) if hidden else (),
        sides=_sides(view, rules, yours, mine) if duelled else (),
        said=said,
        par=par if view.role != "maker" else None,
        remarks=remarks,
        facts=few(*facts) if view.role != "maker" else (),
        names_code=view.role == "maker",
    )


def versus_fact(past: Past) -> Fact | None:
    """How often one has won against this opponent, and how often not.

    >>> versus_fact(Past(wins=3, losses=1)).figure, versus_fact(Past(wins=1))
    ('3 : 1', None)
    """
    if past.wins + past.losses < 2:
        return None
    return Fact(f"{past.wins} : {past.losses}", translate("won and lost so far"))


def _sides(view: DuelView, rules: Rules, yours: History, mine: History) -> tuple[Side, Side]:
    known = OPPONENTS.get(view.strategy)
    name = translate(view.strategy).capitalize() if known else translate("The computer")
    return (
        Side(translate("You"), needed(rules, yours), view.outcome == "won"),
        Side(name, needed(rules, mine), view.outcome == "lost", known.name if known else ""),
    )


def needed(rules: Rules, turns: History) -> str:
    """After how many guesses a code was found; a dash if it was not.

    >>> from moolab.deduction.history import parse_history
    >>> game = Rules.parse("ab4x10")
    >>> needed(game, parse_history(game, "0123=11 4567=40"))
    '2'
    """
    return str(guesses_needed(rules, turns)) if found(rules, turns) else "\N{EN DASH}"


async def duel_ending(
    request: Request,
    server: Server,
    computing: Computing,
    game: str,
    row: Row,
    view: DuelView,
    race: Round | None,
) -> Ending:
    """The card of a duel that is over, or is only played on for practice.

    Args:
        race: the race that the game belongs to, if it is in one.
    """
    rules = Rules.parse(view.rules)
    yours = history_of(rules, view.turns.yours)
    here, daily = player_of(request), Daily.of_text(row.race or "")
    player = digest(here or "")
    alike = ("rules", "role", "maker", "mistakes", *(["strategy"] if view.role == "both" else ()))
    past = Past.of(await run_sync(server.store.standings.results, player), game, *alike)
    left = await _left(computing, rules, yours) if view.finished and not view.mistakes else None
    special: list[Fact | None] = []
    story = ""
    steps = [_again(view), Step(translate("Another game"), "/", key="other")]
    if daily is not None:
        record = await run_sync(record_of, server, here, server.store.now().date())
        standing = standing_of(
            await run_sync(server.store.standings.of_race, str(daily)), player, daily.rules
        )
        special = [
            streak_fact(record, daily),
            percentile_fact(standing.percentile, standing.others),
        ]
        cracked = view.outcome == "won"
        replies = [turn.reply for turn in yours]
        told = card(
            daily, replies, left and left[1:], found=cracked, tries=view.tries, signs="emoji"
        )
        story = f"{told}\n{origin_of(request)}{daily.path}"
        steps = [*_next_daily(daily, record), Step(translate("Your result"), daily.path)]
    elif race is not None:
        racers = (await server.racing.stand(race)).lanes
        entries = [lane.entry for lane in racers]
        own = next(lane.entry for lane in racers if lane.player == player)
        special = [_place_fact(place_of(own, entries), len(entries))]
        steps = [Step(translate("The results of the race"), f"/race/{race.room}")]
    elif not view.finished:
        words = translate("Show me your code") if view.commitment else translate("End the game")
        fields = {"after": view.version, "verb": "resign"}
        show = Step(words, f"/play/{game}", fields, key="show")
        steps = [show, Step(translate("Go on for practice"), "#guess", key="practise"), steps[0]]
    elif view.role == "breaker" and past.alone and row.race != PRACTICE:
        fields = {"rules": view.rules, "role": "both", "strategy": USUAL_OPPONENT}
        duel = Step(translate("Now let me try to find yours"), "/play", fields, key="duel")
        # Who has played once is asked first; later it is beside the next game.
        first = past.wins + past.losses == 1
        steps = [duel, *steps] if first and view.outcome == "won" else [steps[0], duel, steps[1]]
    ending = of_duel(view, rules, past, left=left[-1] if left else None, special=special)
    judged = any(not fact.figure for fact in ending.facts)
    return ending._replace(
        later=f"/ending/{game}/skill" if judged and view.finished else "",
        facts=ending.facts if view.finished else ending.facts[1:] if judged else ending.facts,
        steps=steps,
        review=review(view.outcome, game)
        if view.finished and any(vars(view.turns).values())
        else None,
        story=story,
    )


async def _left(computing: Computing, rules: Rules, turns: History) -> tuple[int, ...] | None:
    """How many codes there were at first, and after each turn; None where that takes long."""
    if is_expensive(rules):
        return None
    with suppress(MoolabError):
        return await computing.run(False, jobs.count_after_each, rules, format_history(turns))
    return None


def _again(view: DuelView) -> Step:
    names = ["rules", "role", "strategy", "maker", "mistakes", "tries"]
    fields = {name: getattr(view, name) for name in names}
    fields |= {name: "yes" for name in ("rated", "hard") if getattr(view, name)}
    return Step(again(view.outcome), "/play", fields, key="again")


def again(outcome: Outcome | None) -> str:
    """What the button says that begins the same game once more."""
    return translate("Try again") if outcome in ("lost", "resigned") else translate("Play again")


def review(outcome: Outcome | None, game: str) -> Step:
    """The way to the page on which a game is judged."""
    happy = outcome in ("won", "drawn")
    words = translate("What was best?") if happy else translate("Learn from it")
    return Step(words, f"/game/{game}", key="review")


def _next_daily(daily: Daily, record: Record) -> list[Step]:
    """The next game of that day which the player has not finished, or all of them."""
    names = {
        "digits": translate("Next: the digits of the day"),
        "colours": translate("Next: the colours of the day"),
        "word": translate("Next: the word of the day"),
        "evil": translate("Next: the evil code of the day"),
    }
    of_day = record.days.get(daily.day, {})
    kinds = list(KINDS)
    place = kinds.index(daily.kind)
    for kind in kinds[place + 1 :] + kinds[:place]:
        _, outcome, _ = of_day.get(kind, ("", None, 0))
        if outcome is None:
            return [Step(names[kind], Daily(kind, daily.day).path, {}, key="next")]
    return [Step(translate("Other games of the day"), "/daily", key="other")]


def _place_fact(place: int | None, players: int) -> Fact | None:
    if place is None:
        return None
    words = translate_plural("of {number} [player|players]", players)
    return Fact(translate("{place}.|rank", place=place), words)


def of_boards(view: BoardsView, past: Past) -> Ending:
    """The card of a game on several boards.

    >>> from moolab.games.boards.game import GAME
    >>> setup = GAME.settle(boards=2, seed=1)
    >>> played = GAME.replay(setup, [f"guess {setup.secrets[0]}", "resign"])
    >>> ending = of_boards(GAME.view(played, "player"), Past())
    >>> ending.title, ending.said, len(ending.codes)
    ('You gave up.', '1 of 2 boards found.', 1)
    """
    missed = [board.secret for board in view.boards if not board.found and board.secret]
    count, won = len(view.boards), view.outcome == "won"
    titles: dict[Outcome | None, str] = {
        "won": translate_plural("You found all codes in {number} [guess|guesses].", view.guesses),
        "lost": out_of_tries(view.tries),
        "resigned": translate("You gave up."),
    }
    some = translate("{found} of {count} boards found.", found=count - len(missed), count=count)
    return Ending(
        view.outcome,
        titles[view.outcome],
        figure=str(view.guesses) if won else "",
        lead=translate("Not found") if missed else "",
        codes=missed,
        said=praise(view.guesses, view.tries, None) if won else some,
        facts=few(
            best_fact(view.guesses, past, won=won),
            row_fact(past) if won else None,
            tries_fact(view.guesses, view.tries, won=won),
        ),
    )


async def boards_ending(
    request: Request, server: Server, game: str, view: BoardsView, story: str
) -> Ending:
    """The card of a game on several boards, with what comes next."""
    player = digest(player_of(request) or "")
    results = await run_sync(server.store.standings.results, player)
    fields = {"rules": view.rules, "boards": len(view.boards), "tries": view.tries}
    fields |= {"hard": "yes"} if view.hard else {}
    steps = [
        Step(again(view.outcome), "/boards", fields, key="again"),
        Step(translate("Another game"), "/boards", key="other"),
    ]
    alike = "rules", "boards", "hard"
    return of_boards(view, Past.of(results, game, *alike))._replace(steps=steps, story=story)


def of_puzzle(
    view: SolvingView, steps: Sequence[Step], game: str, solved: int | None = None
) -> Ending:
    """The card of a puzzle.

    Args:
        solved: how many puzzles were solved in a run that has ended with this one.

    >>> from moolab.games.solving.game import GAME
    >>> state = GAME.replay(GAME.settle(rules="ab2x4", turns="13=01 03=01"), ["answer 32"])
    >>> of_puzzle(GAME.view(state, "player"), (), "abc").title
    'Solved!'
    """
    won, wrong = view.outcome == "won", len(view.wrong)
    said = translate("With the first answer.")
    if wrong:
        said = translate_plural("After {number} wrong [answer|answers].", wrong)
    if solved is not None:
        title = translate_plural("It is over: {number} [puzzle|puzzles] solved", solved)
    else:
        title = translate("Solved!") if won else translate("Given up.")
    return Ending(
        view.outcome,
        title,
        lead="" if won else translate("The code was"),
        codes=() if won or view.solution is None else (view.solution.code,),
        said=said if won else "",
        steps=steps,
        review=Step(translate("Step by step"), f"/game/{game}", key="review"),
    )


@router.get("/{game}/skill")
async def skill(game: str, server: ServerHere, computing: ComputingHere) -> Response:
    """How good the player's guesses in a finished duel were, and which of them cost most.

    Raises:
        NoSuchGame: if there is none that can be judged.
    """
    row = await run_sync(server.store.find, game)
    if row.kind != "duel" or row.outcome is None:
        raise NoSuchGame(translate("this game is not finished, or cannot be reviewed"))
    _, view = await server.games.look(game, "player")
    rules = Rules.parse(view.rules)
    turns = history_of(rules, view.turns.yours)
    turns = turns[: guesses_needed(rules, turns)]
    if not view.finished or not turns or view.mistakes or rules.size > MOST_CODES_COMPARED:
        raise NoSuchGame(translate("this game is not finished, or cannot be reviewed"))
    game_view = await computing.run(True, jobs.analysis, rules, format_history(turns))
    flawless = all(turn.label == "best" for turn in game_view.turns)
    values = {"rules": rules, "dearest": dearest(game_view), "flawless": flawless}
    html = render_fragment("endcard_remark.html", values)
    return JSONResponse({"skill": str(round(game_view.skill)), "remark": html.strip()})


_DEAR = 0.1
"""Guesses, on average; below that it is not worth a word."""


def dearest(game: AnalyzeView) -> AnalysedTurnView | None:
    """The guess that cost most, if one cost much.

    >>> from moolab.analysis.game import analyse
    >>> found = dearest(AnalyzeView.of(analyse("ab3x5", "012=02 134=20 130=30")))
    >>> found.turn, found.regret > 0.1
    (2, True)
    """
    turn = max(game.turns, key=lambda each: each.regret)
    return turn if turn.regret >= _DEAR else None
