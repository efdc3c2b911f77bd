"""The files for those who run a public server name settings that exist, and do what they say."""

import os
import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml  # type: ignore[import-untyped] # its stubs are another package

from moolab.web.settings import PREFIX, Settings
from tests.helpers.paths import PROJECT
from tests.helpers.patience import PATIENCE, wait_until
from tests.helpers.servers import ServerProcess

FILES = (
    "Containerfile",
    "compose.yaml",
    ".env.example",
    "deploy/Caddyfile",
    "deploy/moolab.service",
)
SETTINGS = {f"{PREFIX}{name}".upper() for name in Settings.model_fields}


def named(file: str) -> set[str]:
    text = PROJECT.joinpath(file).read_text(encoding="utf-8")
    return set(re.findall(rf"\b{PREFIX}\w+", text))


@pytest.mark.parametrize("file", FILES)
def test_every_setting_exists(file: str) -> None:
    assert named(file)
    assert named(file) <= SETTINGS


def test_the_example_has_every_setting_with_what_it_is_unless_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = PROJECT.joinpath(".env.example").read_text(encoding="utf-8")
    given = dict(re.findall(rf"^#({PREFIX}\w+)=(.*)$", text, re.MULTILINE))
    assert given.keys() == SETTINGS
    for name in SETTINGS | {"FORWARDED_ALLOW_IPS"}:
        monkeypatch.delenv(name, raising=False)
    usual = Settings()
    depends = {"MOOLAB_HOSTS", "MOOLAB_DATABASE", "MOOLAB_PROCESSES"}  # on the site, or the machine
    for name in SETTINGS - depends:
        monkeypatch.setenv(name, given[name])
    assert Settings() == usual
    manual = PROJECT.joinpath("docs/how-to/web.md").read_text(encoding="utf-8")
    assert set(re.findall(rf"^\| `({PREFIX}\w+)`", manual, re.MULTILINE)) == SETTINGS


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(PROJECT.joinpath("compose.yaml").read_text("utf-8"))
    return found


def test_only_the_proxy_with_tls_can_be_reached_from_elsewhere(compose: dict[str, Any]) -> None:
    open_to_all = {
        name
        for name, service in compose["services"].items()
        if any(not port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    }
    assert open_to_all == {"caddy"}
    [network] = compose["networks"]["inside"]["ipam"]["config"]
    assert compose["services"]["moolab"]["environment"]["MOOLAB_PROXIES"] == network["subnet"]


def test_all_services_are_looked_after_and_none_has_a_password_of_its_own(
    compose: dict[str, Any],
) -> None:
    image = PROJECT.joinpath("Containerfile").read_text(encoding="utf-8")
    for name, service in compose["services"].items():
        assert service["restart"] == "unless-stopped"
        assert "healthcheck" in service or (name == "moolab" and "HEALTHCHECK" in image)
        for volume in service["volumes"]:
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or PROJECT.joinpath(source).is_file()
    assert compose["services"]["postgres"]["environment"]["POSTGRES_PASSWORD"].endswith(":-}")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def caddy(tmp_path: Path) -> Iterator[Callable[[str], int]]:
    """Starts Caddy in front of a server, as compose.yaml does; the port at which it answers."""
    program = shutil.which("caddy") or pytest.skip("caddy is not installed")
    started: list[subprocess.Popen[bytes]] = []

    def start(upstream: str) -> int:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        file = PROJECT / "deploy/Caddyfile"
        # Neither the usual ports nor certificates can be had here.
        own = tmp_path / "Caddyfile"
        options = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
        own.write_text(options + file.read_text(encoding="utf-8"), encoding="utf-8")
        given = {"MOOLAB_HOSTS": f"localhost:{port}", "UPSTREAM": upstream}
        given |= {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        command = [program, "run", "--adapter", "caddyfile", "--config", str(own)]
        with tmp_path.joinpath("caddy.log").open("wb") as log:
            started.append(subprocess.Popen(command, env=os.environ | given, stderr=log))
        return port

    yield start
    for each in started:
        each.terminate()
        each.wait()


@pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)], indirect=True
)
def test_behind_caddy_each_player_has_an_allowance_and_a_cookie_for_tls_alone(
    start_server: Callable[..., ServerProcess],
    caddy: Callable[[str], int],
    stack: ExitStack,
    database: str,
) -> None:
    workers = 2 if database.startswith("postgresql") else 1
    limits: dict[str, object] = {"requests_per_second": 0.001, "burst": 12}
    server = start_server(hosts="localhost", database=database, workers=workers, **limits)
    port = caddy(server.address.removeprefix("http://"))

    def player(address: str) -> httpx2.Client:
        # Caddy sees from where a connection comes, and believes nothing else.
        return stack.enter_context(
            httpx2.Client(
                base_url=f"https://localhost:{port}",
                transport=httpx2.HTTPTransport(verify=False, local_address=address),
                headers={"X-Forwarded-For": "192.0.2.1"},
                timeout=PATIENCE,
            )
        )

    early = player("127.0.0.9")

    def answers() -> bool:
        try:
            return early.get("/healthz").status_code == 200
        except httpx2.HTTPError:
            return False

    wait_until(answers, seconds=PATIENCE)
    ann, bob = player("127.0.0.2"), player("127.0.0.3")
    page = ann.get("/")
    assert page.headers["strict-transport-security"] == "max-age=2592000"
    assert page.headers["content-encoding"] == "gzip"
    assert f'content="https://localhost:{port}/"' in page.text
    begun = ann.post("/daily/2026-11-22/digits", headers={"Origin": f"https://localhost:{port}"})
    assert begun.headers["set-cookie"].startswith("__Host-moolab_player=")
    assert "Secure" in begun.headers["set-cookie"]
    assert 429 in [ann.get("/healthz").status_code for _ in range(12 * workers + 1)]
    assert bob.get("/healthz").status_code == 200
    server.kill()
    assert bob.get("/healthz").status_code == 502
    server.start()
    with bob.stream("GET", "/api/evaluate?rules=ab3x4&strategy=consistent") as events:
        assert events.headers["content-type"].startswith("text/event-stream")
        assert "event: result" in "".join(events.iter_text())
