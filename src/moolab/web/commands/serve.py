"""``moo serve``: the laboratory in a browser."""

import os
from typing import TYPE_CHECKING

import click

from moolab.cli.defaults import PREFIX
from moolab.cli.examples import epilog
from moolab.cli.numbers import IntegerType
from moolab.cli.terminal.output import echo_line, needs_extra

if TYPE_CHECKING:
    from moolab.web.checking import Checked


@click.command("serve", epilog=epilog(["moo serve", "moo serve --port 9000"]))
@click.option("--host", help="The address to listen at; 0.0.0.0 for all (default: 127.0.0.1).")
@click.option("--hosts", metavar="NAMES", help="The host names of the server; * for any.")
@click.option("--port", type=IntegerType(0, 65535), help="The port (default: 8000).")
@click.option(
    "--database", metavar="URL", help="Where games are kept (default: a file in your data folder)."
)
@click.option("--processes", "workers", type=IntegerType(1), help="Server processes (default: 1).")
@click.option("--open", "show", is_flag=True, help="Open a browser.")
@click.option("--check", is_flag=True, help="Say what is missing before it is public, and exit.")
@click.option("--openapi", is_flag=True, help="Print the OpenAPI description and exit.")
def command(
    host: str | None,
    hosts: str | None,
    port: int | None,
    database: str | None,
    workers: int | None,
    show: bool,
    check: bool,
    openapi: bool,
) -> None:
    """Play in a browser, and answer programs over HTTP.

    Every option can be set in the environment too, as MOOLAB_PORT and so on; see the documentation.
    """
    with needs_extra("web"):
        from moolab.web.checking import checked
        from moolab.web.serving import description, read_settings, serve
    if openapi:
        click.echo(description())
        return
    known = {"host": host, "hosts": hosts, "port": port, "database": database, "workers": workers}
    given = {name: value for name, value in known.items() if value is not None}
    chosen = {name: given[name] for name in given if not _is_overruled(name)}
    if check:
        found = [_echo_checked(each) for each in checked(read_settings(chosen))]
        click.get_current_context().exit(not all(found))
    serve(chosen, show=show)


def _echo_checked(each: "Checked") -> bool:
    echo_line(f"{'ok     ' if each.fine else 'MISSING'}  {each.what}: {each.said}")
    return each.fine


def _is_overruled(name: str) -> bool:
    """Whether an option comes from the file of settings, before which the environment goes."""
    source = click.get_current_context().get_parameter_source(name)
    from_file = source is click.core.ParameterSource.DEFAULT_MAP
    return from_file and f"{PREFIX}_{name}".upper() in os.environ
