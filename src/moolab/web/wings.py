"""What annexes bring to the pages of the house."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from moolab.annexes import parts
from moolab.support.language import translate


@dataclass(frozen=True, kw_only=True)
class Wing:
    """The pages of an annex; its module ``web.wing`` has one as ``WING``.

    The templates of an annex are called by its name, such as ``nim/game.html``; its scripts and
    styles are beside those of the house. Its module ``web.costs`` says what its games cost beyond
    the least; what ``web.jobs`` compiles with ``compile_kernels`` is ready before a player waits.

    Args:
        routers: all pages and answers, as FastAPI has them.
        links: cards without a picture of the page Play: addresses with what they are called, as
            marked sentences.
        places: its templates for places in pages of the house: ``play`` and ``laboratory``, cards
            with a picture; ``puzzles``, a kind of puzzles; ``daily``, below a daily game;
            ``beside``, beside a duel; ``after``, at the end of a duel, or of a daily game.
        beside: what its templates beside a duel show: a function of the server, the daily game that
            it is, if any, how many guesses there were, and whether it is over.
        prepare: works out what players will ask for, once a server has started, and every hour.
        paths: where its games are played, by their names.
        kinds: what its games are called in the list of games, as marked sentences.
        reviews: the page of a finished game, by the names of games: functions of the request, the
            server, the computations, the game, and whether it comes whole.
        thumbnails: pictures of games, by their names: functions of the setup and the moves.
    """

    routers: tuple[Any, ...]
    links: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    beside: Callable[..., Mapping[str, Any]] | None = None
    prepare: Callable[[Any], Awaitable[None]] | None = None
    paths: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, str] = field(default_factory=dict)
    reviews: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    thumbnails: Mapping[str, Callable[[Mapping[str, Any], Sequence[str]], Any]] = field(
        default_factory=dict
    )


@cache
def wings() -> tuple[Wing, ...]:
    """The pages of all annexes that have some."""
    return tuple(part.WING for part in parts("web.wing"))


def templates_for(place: str) -> list[str]:
    """The templates of annexes for a place in a page of the house."""
    return [wing.places[place] for wing in wings() if place in wing.places]


def beside(*args: Any, **named: Any) -> dict[str, Any]:
    """What the templates of annexes beside a duel show.

    Args:
        args, named: as for ``Wing.beside``.
    """
    return {
        name: value
        for wing in wings()
        if wing.beside is not None
        for name, value in wing.beside(*args, **named).items()
    }


def links() -> dict[str, str]:
    """What the links of annexes are called, by their addresses."""
    return {path: translate(name) for wing in wings() for path, name in wing.links.items()}


def kinds() -> dict[str, str]:
    """What the games of annexes are called in the list of games."""
    return {name: translate(said) for wing in wings() for name, said in wing.kinds.items()}


def of_kind(what: str, kind: str) -> Any:
    """What an annex says of one kind of games.

    Args:
        what: ``paths``, ``reviews`` or ``thumbnails``.
        kind: the name of a game.

    Returns:
        None if no annex says it.
    """
    return next(
        (getattr(wing, what)[kind] for wing in wings() if kind in getattr(wing, what)), None
    )
