"""Tree files that players have sent, each proved before it came here."""

from datetime import UTC, datetime
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from moolab.support.language import translate
from moolab.support.text import quote
from moolab.web.http.errors import Full
from moolab.web.limits import MOST_TREES, MOST_TREES_OF_GAME
from moolab.web.store.moderation import TREE
from moolab.web.store.store import Store
from moolab.web.store.tables import TREES


class Sent(NamedTuple):
    """A tree that was sent and proved.

    Attributes:
        id: made of its guesses, so that the same tree is kept once.
        rules: of the game, in notation.
        name: what its sender calls it.
        secrets: how many the game has, all of them found.
        total: guesses for all of them together.
    """

    id: str
    rules: str
    name: str
    secrets: int
    total: int
    max: int

    @property
    def player(self) -> str:
        """What addresses call it."""
        return f"{TREE}{self.id}"

    @property
    def mean(self) -> float:
        """Guesses needed on average."""
        return self.total / self.secrets


_SHOWN = tuple(TREES.c[name] for name in Sent._fields)
_BEST_FIRST = (TREES.c.total, TREES.c.max, TREES.c.created)


def trees_of(store: Store, rules: str) -> list[Sent]:
    """The trees of a game, the best first."""
    query = sa.select(*_SHOWN).where(TREES.c.rules == rules).order_by(*_BEST_FIRST)
    with store.reading() as connection:
        found = [Sent(*row) for row in connection.execute(query)]
    nameless = translate("Somebody's tree")
    covered = store.moderation.cover(found, public=True)
    return [tree._replace(name=tree.name or nameless) for tree in covered]


def content_of(store: Store, tree: str) -> bytes | None:
    """The compressed file of a tree; None if there is none."""
    query = sa.select(TREES.c.content).where(TREES.c.id == tree)
    with store.reading() as connection:
        content: bytes | None = connection.execute(query).scalar()
        return content


def keep_tree(store: Store, tree: Sent, content: bytes) -> Sent:
    """Keep a tree, in place of the worst one where a game has too many.

    Returns:
        The tree as it is kept: under its first name, if it was there.

    Raises:
        Full: if there is no room for it.
    """
    same = sa.select(*_SHOWN).where(TREES.c.id == tree.id)
    rivals = (
        sa.select(TREES.c.id, TREES.c.total, TREES.c.max)
        .where(TREES.c.rules == tree.rules)
        .order_by(*_BEST_FIRST)
    )
    try:
        with store.writing() as connection:
            if (known := connection.execute(same).first()) is not None:
                return Sent(*known)
            held = connection.execute(rivals).all()
            if len(held) >= MOST_TREES_OF_GAME:
                worst = held[-1]
                if (tree.total, tree.max) >= (worst.total, worst.max):
                    raise Full(
                        translate(
                            "the hall keeps {most} trees of {rules}, and none of them needs more "
                            "guesses than {name}",
                            most=MOST_TREES_OF_GAME,
                            rules=tree.rules,
                            name=quote(tree.name),
                        )
                    )
                connection.execute(sa.delete(TREES).where(TREES.c.id == worst.id))
            elif connection.execute(sa.select(sa.func.count()).select_from(TREES)).scalar_one() >= (
                MOST_TREES
            ):
                raise Full(
                    translate(
                        "the hall keeps {most} trees, and there is no room for more",
                        most=MOST_TREES,
                    )
                )
            values = tree._asdict() | {"content": content, "created": datetime.now(UTC)}
            connection.execute(TREES.insert(), values)
    except IntegrityError:
        # Another process has kept the same tree at the same time.
        return keep_tree(store, tree, content)
    return tree
