"""Static files: at addresses that change with what is in them, so that browsers keep them."""

import hashlib
from importlib.resources import files
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

from moolab.annexes import annexes
from moolab.web.http.middleware import with_headers

FOLDER = Path(str(files("moolab.web") / "static"))

_FOLDERS = [FOLDER, *(annex.folder / "web" / "static" for annex in annexes().values())]
"""Where the files are, those of annexes behind those of the house."""

_YEAR = "public, max-age=31536000, immutable"


def _version() -> str:
    """A text that differs whenever one of the files does."""
    digest = hashlib.sha256()
    for path in sorted(path for folder in _FOLDERS for path in folder.glob("*")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


VERSION = _version()

STATIC = f"/static/{VERSION}"
"""Where pages say that the files are. Scripts name each other relatively, and so find those of the
same version."""


class VersionedFiles(StaticFiles):
    """The files below ``STATIC``, to be kept for good, and without the version, for a look only.

    A page of an older version of the server may ask for files of that version: it gets those of
    today, which are not to be kept.
    """

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)
        self.all_directories = [folder for folder in _FOLDERS if folder.is_dir()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        path: str = scope["path"].removeprefix("/static/")
        version, _, name = path.rpartition("/")

        def keep(headers: MutableHeaders, status: int) -> None:
            if status < 400:
                headers["Cache-Control"] = _YEAR if version == VERSION else "no-cache"

        changed = with_headers(send, keep)
        await super().__call__({**scope, "path": f"/static/{name}"}, receive, changed)
