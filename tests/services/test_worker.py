"""The compendium's tasks on a real worker, over a real Redis, in a site of its own."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.redis


def test_a_worker_loads_the_compendium_and_a_second_time_changes_nothing(empty_site, worker, manage):
    first = worker.send_task("compendium.tasks.compendium_refresh").get(timeout=120)
    assert first["created"] == first["read"] > 112
    second = worker.send_task("compendium.tasks.compendium_refresh").get(timeout=120)
    assert (second["created"], second["updated"], second["unchanged"]) == (0, 0, first["read"])
    exported = manage("export_creature", "basilisk", "--json")
    assert exported.returncode == 0, exported.stderr
    assert json.loads(exported.stdout)["points"] == 32


def test_a_worker_writes_the_rows_of_an_import(empty_site, worker, manage):
    worker.send_task("compendium.tasks.compendium_refresh").get(timeout=120)
    rows = [{"name": f"Wolf {number}", "source": "hb", "level": "3"} for number in range(60)]
    counts = worker.send_task("compendium.tasks.creatures_import", args=(rows, None)).get(timeout=120)
    assert counts == {"new": 60, "changed": 0, "same": 0}
    refused = worker.send_task("compendium.tasks.creatures_import", args=([{"name": "x"}], None)).get(timeout=60)
    assert "missing" in refused["refused"]
