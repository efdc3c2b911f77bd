"""Parts of moolab that are installed only by those who want them."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from moolab.support.extras import how_to_get


@contextmanager
def needs_extra(name: str) -> Iterator[None]:
    """Say which extra is missing where modules are imported that need it.

    Raises:
        click.ClickException: if one of them is not there.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"this needs the extra {name} ({error.name} is missing): {how_to_get(name)}"
        ) from error
