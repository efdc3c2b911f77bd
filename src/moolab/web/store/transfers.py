"""Players on their way to another device: a phrase leads there once, and soon no more."""

from datetime import timedelta

import sqlalchemy as sa

from moolab.support.language import translate
from moolab.web.http.errors import NoSuchTransfer
from moolab.web.store.store import Store, digest
from moolab.web.store.tables import TRANSFERS

LASTS = timedelta(minutes=10)
"""How long a phrase holds."""


def begin_transfer(store: Store, player: str, name: str, sealed: str) -> None:
    """Keep what a phrase leads to; an earlier phrase of the same player holds no more.

    Args:
        player: the token of the player.
        name: by which it is found, which does not tell the phrase.
        sealed: the token, so that only the phrase opens it.
    """
    mine = TRANSFERS.c.player == digest(player)
    row = {"id": name, "player": digest(player), "sealed": sealed, "created": store.now()}
    with store.writing() as connection:
        connection.execute(TRANSFERS.delete().where(mine | _is_over(store)))
        connection.execute(TRANSFERS.insert(), row)


def end_transfer(store: Store, name: str) -> str:
    """What a phrase leads to; it does so only once.

    Raises:
        NoSuchTransfer: if it leads nowhere, or does so no more.
    """
    with store.writing() as connection:
        connection.execute(TRANSFERS.delete().where(_is_over(store)))
        found = TRANSFERS.c.id == name
        sealed: str | None = connection.execute(sa.select(TRANSFERS.c.sealed).where(found)).scalar()
        # Of two who ask at the same time, one has deleted it.
        if sealed is None or connection.execute(TRANSFERS.delete().where(found)).rowcount != 1:
            sealed = None
    if sealed is None:
        raise NoSuchTransfer(
            translate("this phrase is wrong, was used already, or is older than ten minutes")
        )
    return sealed


def forget_transfers(store: Store) -> None:
    """Delete what no phrase opens any more."""
    with store.writing() as connection:
        connection.execute(TRANSFERS.delete().where(_is_over(store)))


def _is_over(store: Store) -> sa.ColumnElement[bool]:
    return TRANSFERS.c.created < store.now() - LASTS
