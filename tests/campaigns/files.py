"""Taking campaigns out as files and bringing them back, for tests to say in few words."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from campaigns.models import (
    Campaign,
    CampaignScenario,
    CampaignWarband,
    JournalEntry,
    Participant,
    ScenarioSide,
    SeedEpoch,
)
from rules.campaigns.journal import entry_hash
from tests.campaigns.verbs import Table
from warbands.models import Warband


def exported(table: Table, run: Callable[..., tuple[int, Any]], path: Path) -> dict[str, Any]:
    status, answer = run("export_campaign", table.key, "--output", str(path))
    assert (status, answer["id"], answer["entries"]) == (0, table.key, table.campaign.head)
    assert answer["bytes"] == path.stat().st_size
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def remove_campaigns() -> None:
    """Leave no campaign and no warband, as on an empty database."""
    for model in (ScenarioSide, CampaignScenario, CampaignWarband, JournalEntry, SeedEpoch, Participant, Campaign):
        model.objects.all().delete()
    Warband.objects.all().delete()


def rehashed(document: dict[str, Any]) -> dict[str, Any]:
    """Give each entry the hash that fits, as somebody who forges a file would."""
    previous = ""
    for number, line in enumerate(document["journal"], start=1):
        line["number"], line["previous"] = number, previous
        line["hash"] = previous = entry_hash(number, line["at"], line["actor"], line["event"], previous)
    return document
