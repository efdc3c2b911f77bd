"""Metrics of a server in the text format of Prometheus."""

import hmac
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response

from moolab.web.http.counting import COUNTED
from moolab.web.http.errors import NotSignedIn
from moolab.web.http.logs import Answered
from moolab.web.settings import Settings

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable of the folder in which several server processes count together; the
library looks at it when it is imported."""

_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
"""Seconds: most moves take 2 to 30 ms, and a computation 30 s at most."""


class Metrics:
    """What is counted in this process, and in those that share its folder."""

    def __init__(self) -> None:
        # Here, as importing it makes files where a folder is shared.
        import prometheus_client as prometheus
        from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

        self._folder = os.environ.get(SHARED)
        self._forget: Callable[[int, str], None] = mark_process_dead
        self._format = prometheus.generate_latest
        self.content_type = prometheus.CONTENT_TYPE_LATEST
        registry = prometheus.CollectorRegistry()
        self._counted: dict[str, Any] = {}
        for name, (text, labels, passing) in COUNTED.items():
            full = f"moolab_{name}"
            self._counted[name] = (
                prometheus.Gauge(full, text, labels, registry=registry, multiprocess_mode="livesum")
                if passing
                else prometheus.Counter(full, text, labels, registry=registry)
            )
        told = ("method", "route", "status")
        self._requests = prometheus.Counter(
            "moolab_requests", "Requests, and WebSockets, answered.", told, registry=registry
        )
        self._seconds = prometheus.Histogram(
            "moolab_request_seconds",
            "Seconds from a request to the beginning of its answer.",
            told[:2],
            buckets=_BOUNDS,
            registry=registry,
        )
        if self._folder:
            registry = prometheus.CollectorRegistry()
            MultiProcessCollector(registry, self._folder)  # type: ignore[no-untyped-call]  # typed in part
        else:
            prometheus.ProcessCollector(registry=registry)
        self._registry = registry

    def count(self, name: str, amount: int = 1, /, **labels: str) -> None:
        """Add to what is counted under a name of ``COUNTED``."""
        counted = self._counted[name]
        (counted.labels(**labels) if labels else counted).inc(amount)

    def note(self, answered: Answered) -> None:
        """Count a request that has been answered."""
        # The forms of paths are few; whatever else is asked for has none.
        method, route = answered.method, answered.route or ""
        self._requests.labels(method, route, str(answered.status)).inc()
        if answered.first is not None:
            self._seconds.labels(method, route).observe(answered.first)

    def format(self) -> bytes:
        """All of it as text."""
        if self._folder:
            for pid in _gone(Path(self._folder)):
                self._forget(pid, self._folder)
        return self._format(self._registry)


def _gone(folder: Path) -> set[int]:
    """The processes that have counted something passing, and are there no more."""
    pids = {int(file.stem.rpartition("_")[2]) for file in folder.glob("gauge_live*_*.db")}
    return {pid for pid in pids if not _lives(pid)}


def _lives(pid: int) -> bool:
    with suppress(PermissionError):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
    return True


def router_of(metrics: Metrics, settings: Settings) -> APIRouter:
    """Answers ``/metrics``."""
    router = APIRouter(include_in_schema=False)
    expected = f"Bearer {settings.metrics_token}"

    @router.get("/metrics")
    def show(request: Request) -> Response:
        """All that is counted."""
        given = request.headers.get("authorization", "")
        if settings.metrics_token and not hmac.compare_digest(given.encode(), expected.encode()):
            raise NotSignedIn("this needs the header Authorization: Bearer MOOLAB_METRICS_TOKEN")
        return Response(metrics.format(), media_type=metrics.content_type)

    return router
