"""Adventures in the files of campaigns: they come back as they were, and their dice are computed again."""

import json
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from adventures.models import AdventureEntry, AdventureRow
from adventures.selectors.folding import ADVENTURE_LOGS
from adventures.services.adventures import adventure_close
from adventures.services.recording import adventure_undo
from campaigns.models import Campaign
from campaigns.selectors.checking import campaign_faults
from campaigns.selectors.files import campaign_file
from campaigns.services.files import CampaignFileRefused, campaign_import
from rules.adventures.events.running import AdventureNoted, AdventureRoundEnded
from rules.campaigns.files import CampaignFile, campaign_file_from_json, campaign_file_json
from tests.adventures.play import AdventureTable, campaign_adventure
from tests.campaigns.verbs import Table

pytestmark = pytest.mark.django_db
LISTEN = ("attempt", "n1", "listen", "Diplomacy")


@pytest.fixture
def table(winter: Table) -> AdventureTable:
    """An adventure with a roll that counts, one that was taken back, and a hidden note."""
    table = campaign_adventure(winter)
    table.roll(*LISTEN)
    table.do(AdventureRoundEnded())
    table.roll(*LISTEN)
    adventure_undo(**table.asking())
    table.do(AdventureNoted("The badger sleeps.", hidden=True))
    return table


def exported(winter: Table) -> CampaignFile:
    return campaign_file_from_json(campaign_file_json(campaign_file(winter.campaign)))


def verified(file: CampaignFile, tmp_path: Path) -> tuple[int, dict[str, Any]]:
    """Return the exit status and the answer of ``verify_dice``."""
    path, out = tmp_path / "campaign.json", StringIO()
    path.write_bytes(campaign_file_json(file))
    with pytest.raises(SystemExit) as ended:
        call_command("verify_dice", str(path), json=True, stdout=out)
    return int(ended.value.code or 0), json.loads(out.getvalue())


def test_a_campaign_comes_back_with_its_adventures(winter: Table, table: AdventureTable) -> None:
    file = exported(winter)
    Campaign.objects.filter(key=winter.key).update(key="elsewhere")
    back = campaign_import(file=file)
    row = back.adventures.get()
    assert ADVENTURE_LOGS.folded(row).state == table.state
    assert (row.setup, row.seal, row.head) == (table.row.setup, table.row.seal, table.row.head)
    assert [seed.epoch for seed in row.seeds.all()] == [1, 2]
    assert back.entries.last().event["event"] == "seed-committed"
    assert campaign_faults(back) == []


def test_a_file_without_its_adventures_leaves_them_out(winter: Table, table: AdventureTable) -> None:
    file = replace(exported(winter), adventures=())
    back = campaign_import(file=file)
    assert not back.adventures.exists()
    assert back.entries.filter(kind="adventure-removed").exists()
    assert campaign_faults(back) == []


def test_an_adventure_that_is_not_the_sealed_one_is_refused(winter: Table, table: AdventureTable) -> None:
    file = exported(winter)
    filed = file.adventures[0]
    document = json.loads(json.dumps(filed.document))
    document["log"][0]["event"]["face"] = 20
    for other in (replace(filed, document=document), replace(filed, seal_key=b"another key"), replace(filed, number=2)):
        with pytest.raises(CampaignFileRefused):
            campaign_import(file=replace(file, adventures=(other,)))


def test_the_dice_are_verified_once_the_adventure_is_closed(
    winter: Table, table: AdventureTable, tmp_path: Path
) -> None:
    status, answer = verified(exported(winter), tmp_path)
    assert status == 1
    assert answer["adventures"]["rolls"] == {"right": 0, "different": 0, "unverifiable": 2}
    adventure_close(**table.asking())
    file = exported(winter)
    status, answer = verified(file, tmp_path)
    assert status == 0
    assert answer["adventures"]["rolls"] == {"right": 2, "different": 0, "unverifiable": 0}
    filed = file.adventures[0]
    document = json.loads(json.dumps(filed.document))
    document["seeds"][0]["seed"] = "00" * 32
    status, answer = verified(replace(file, adventures=(replace(filed, document=document),)), tmp_path)
    assert status == 1
    assert answer["adventures"]["rolls"]["different"] == 2
    status, answer = verified(replace(file, adventures=()), tmp_path)
    assert [fault["code"] for fault in answer["adventures"]["faults"]] == ["adventures.missing"]


def test_the_check_of_campaigns_finds_what_the_journal_has_not_sealed(winter: Table, table: AdventureTable) -> None:
    assert campaign_faults(winter.campaign) == []
    AdventureRow.objects.update(name="The Wet Well")
    assert [fault.code for fault in campaign_faults(winter.campaign)] == ["total.adventure"]
    AdventureRow.objects.update(name="The Dry Well")
    AdventureEntry.objects.filter(number=1).update(side="p9")
    assert [fault.code for fault in campaign_faults(winter.campaign)] == ["adventure.log"]
    AdventureRow.objects.all().delete()
    assert [fault.code for fault in campaign_faults(winter.campaign)] == ["total.adventure"]
