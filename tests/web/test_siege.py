"""The siege at a small scale: the server stands it, and answers everybody else meanwhile."""

from pathlib import Path

import anyio
import pytest
from benchmarks.siege import SMALL, Siege, besieged, table


@pytest.mark.slow
def test_a_server_stands_a_siege(tmp_path: Path) -> None:
    with besieged(tmp_path) as server:
        rows = anyio.run(Siege(server, SMALL, tmp_path).lay)
        log = server.log.read_text(encoding="utf-8")
    shown = table(rows)
    outcomes = {row.name: row.outcomes for row in rows}
    assert all(row.alive for row in rows), shown
    assert not any(row.outcomes["lost"] + row.outcomes["500"] for row in rows), shown
    # Whoever is still sending may hear of a closed connection before the answer.
    assert "431" in outcomes["endless heads"], shown
    assert set(outcomes["endless heads"]) <= {"431", "closed"}, shown
    assert outcomes["event streams"] == {"200": 20, "429": 10, "moves": 10}, shown
    assert outcomes["WebSockets"] == {"101": 20, "403": 10}, shown
    assert outcomes["killed"]["200"], shown
    assert outcomes["disk full"]["503"], shown
    assert '"mistake"' not in log
