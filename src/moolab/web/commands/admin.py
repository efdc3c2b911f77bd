"""``moo admin``: what is public on a server, and what the operator does about that."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import click

from moolab.cli.defaults import PREFIX
from moolab.cli.examples import epilog
from moolab.cli.numbers import IntegerType
from moolab.cli.terminal.output import echo_line, needs_extra
from moolab.support.text import count_noun, printable, quote

if TYPE_CHECKING:
    from moolab.web.store.store import Store

_MOST_HOURS = 24 * 3650
"""Ten years, after which no client has the same address."""


def _options(function: Callable[..., Any]) -> Callable[..., Any]:
    said = click.option("--reason", default="", metavar="TEXT", help="Why; the log shows it.")
    return said(_database(function))


_database = click.option(
    "--database",
    metavar="URL",
    envvar=f"{PREFIX}_DATABASE",  # as of moo serve
    help="Where games are kept (default: as moo serve has it).",
)


@click.group("admin")
def command() -> None:
    """Look after the names and the players of a server, which may be running.

    Everything that is done here is seen on all pages within a second, and is kept with its reason:
    moo admin log shows it. Whether names are shown at all is the setting MOOLAB_NAMES.
    """


@command.command("list", epilog=epilog(["moo admin list", "moo admin list --days 30"]))
@click.option("--days", type=IntegerType(1), default=2, help="How far back (default: 2).")
@_database
def show(days: int, database: str | None) -> None:
    """List the names that all players can read.

    They are those of the tables of a day, of races, of trees, and of who waits in the lobby, each
    with what delete and block know it by; those that players have reported come first.
    """
    with _store(database) as store:
        since = store.now() - timedelta(days=min(days, 36_500))
        found, reports = store.moderation.public(since), store.moderation.reports()
        elsewhere = reports.keys() - {each.name for each in found}
        for each in sorted(found, key=lambda one: (-reports.get(one.name, 0), one.name)):
            said = count_noun(reports.get(each.name, 0), "report")
            _echo(quote(each.name), each.place, each.id, each.player, said)
        for name in sorted(elsewhere):
            _echo(quote(name), "elsewhere", count_noun(reports[name], "report"))
    if not found and not elsewhere:
        echo_line("No name is public.")


@command.command("hide", epilog=epilog(['moo admin hide "Rude Name" --reason insult']))
@click.argument("name")
@_options
def hide(name: str, reason: str, database: str | None) -> None:
    """Take a name off all pages, with those that look like it, and refuse it from now on."""
    with _store(database) as store:
        changed = store.moderation.hide(name, reason)
    echo_line(f"{quote(name)} is hidden; it was there in {count_noun(changed, 'place')}.")


@command.command(
    "delete",
    context_settings={"ignore_unknown_options": True},  # ids of games may begin with a hyphen
    epilog=epilog(["moo admin delete tree-0a1b2c3d4e5f6071"]),
)
@click.argument("what")
@_options
def delete(what: str, reason: str, database: str | None) -> None:
    """Delete a game, a tree, or a race with its room and all its games.

    WHAT is as moo admin list shows it, or as it is in the address of its page.
    """
    with _store(database) as store:
        found = store.moderation.delete(what, reason)
    echo_line(f"The {found} {printable(what)} is deleted.")


@command.command("block", epilog=epilog(["moo admin block 192.0.2.7 --hours 24 --reason flooding"]))
@click.argument("client")
@click.option("--hours", type=IntegerType(1, _MOST_HOURS), help="For how long (default: 24).")
@_options
def block(client: str, hours: int | None, reason: str, database: str | None) -> None:
    """Serve a client no more, for some time.

    CLIENT is an address, a network such as 192.0.2.0/24, or a player as moo admin list shows it.
    The log of the server has no addresses; that of a proxy may have them.
    """
    with _store(database) as store:
        until = store.now() + timedelta(hours=hours or 24)
        blocked = store.moderation.block(client, until, reason)
    echo_line(f"{blocked} is not served until {until:%Y-%m-%d %H:%M} UTC.")


@command.command("allow", epilog=epilog(["moo admin allow 192.0.2.7"]))
@click.argument("what")
@_options
def allow(what: str, reason: str, database: str | None) -> None:
    """Serve a client again, or let a hidden name be had again."""
    with _store(database) as store:
        store.moderation.allow(what, reason)
    echo_line(f"{quote(what)} is allowed again.")


@command.command("log", epilog=epilog(["moo admin log"]))
@_database
def log(database: str | None) -> None:
    """Show everything that was done, with its reason."""
    with _store(database) as store:
        deeds = store.moderation.deeds()
    for each in deeds:
        until = f"until {each.until:%Y-%m-%d %H:%M}" if each.until else ""
        _echo(f"{each.made:%Y-%m-%d %H:%M}", each.deed, quote(each.target), until, each.reason)
    if not deeds:
        echo_line("Nothing was done yet.")


def _echo(*parts: str) -> None:
    echo_line("  ".join(printable(part) for part in parts if part))


@contextmanager
def _store(database: str | None) -> "Iterator[Store]":
    """The database of a server."""
    with needs_extra("web"):
        from sqlalchemy.exc import SQLAlchemyError

        from moolab.web.serving import read_settings
        from moolab.web.store.store import InvalidDatabase, open_existing
    store = open_existing(database or read_settings().database)
    try:
        yield store
    except SQLAlchemyError as error:
        cause = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise InvalidDatabase(f"the database does not answer: {cause}") from error
    finally:
        store.close()
