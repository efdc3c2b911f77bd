"""``moo serve``: the laboratory in a browser."""

import click

from moolab.cli.numbers import IntegerType
from moolab.cli.terminal.extras import needs_extra


@click.command("serve")
@click.option("--host", help="The address to listen at; 0.0.0.0 for all (default: 127.0.0.1).")
@click.option("--hosts", metavar="NAMES", help="The host names of the server; * for any.")
@click.option("--port", type=IntegerType(0, 65535), help="The port (default: 8000).")
@click.option(
    "--database", metavar="URL", help="Where games are kept (default: a file in your data folder)."
)
@click.option("--workers", type=IntegerType(1), help="Server processes (default: 1).")
@click.option("--open", "show", is_flag=True, help="Open a browser.")
@click.option("--openapi", is_flag=True, help="Print the OpenAPI description and exit.")
def command(
    host: str | None,
    hosts: str | None,
    port: int | None,
    database: str | None,
    workers: int | None,
    show: bool,
    openapi: bool,
) -> None:
    """Play in a browser, and answer programs over HTTP.

    Every option can be set in the environment too, as MOOLAB_PORT and so on; see the documentation.
    """
    with needs_extra("web"):
        from moolab.web.serving import description, serve
    if openapi:
        click.echo(description())
        return
    given = {"host": host, "hosts": hosts, "port": port, "database": database, "workers": workers}
    serve({name: value for name, value in given.items() if value is not None}, show=show)
