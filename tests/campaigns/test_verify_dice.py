"""``verify_dice`` needs nothing but the file of a campaign."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from rules.campaigns.events.scenarios import DiceRolled
from rules.campaigns.files import CampaignFile, campaign_file_json
from tests.rules.campaigns.receipts import REVEALED, REVEALING, campaign, rolled

FORGED = replace(rolled(), faces=(6, 6, 6))


def verify(capsys: pytest.CaptureFixture[str], tmp_path: Path, file: CampaignFile, *more: str) -> tuple[int, str]:
    path = tmp_path / "campaign.json"
    path.write_bytes(campaign_file_json(file))
    with pytest.raises(SystemExit) as ended:
        call_command("verify_dice", str(path), *more)
    return int(str(ended.value.code)), capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "status", "rolls"),
    [
        (campaign(), 0, (0, 0, 0)),
        (campaign(DiceRolled(1, (rolled(),)), REVEALING, **REVEALED), 0, (1, 0, 0)),
        (campaign(DiceRolled(1, (rolled(), FORGED)), REVEALING, **REVEALED), 1, (1, 1, 0)),
        (campaign(DiceRolled(1, (rolled(),))), 1, (0, 0, 1)),
    ],
)
def test_the_exit_status_says_whether_all_rolls_are_proven(capsys, tmp_path, file, status, rolls):
    told = verify(capsys, tmp_path, file, "--json")
    document: dict[str, Any] = json.loads(told[1])
    assert told[0] == status
    assert document["right"] == (status == 0)
    assert tuple(document["rolls"].values()) == rolls
    assert len(document["problems"]) == rolls[1] + rolls[2]


def test_a_person_reads_what_differs_and_what_the_seed_gives(capsys, tmp_path):
    file = campaign(DiceRolled(1, (rolled(), FORGED)), REVEALING, **REVEALED)
    _, told = verify(capsys, tmp_path, file)
    assert "2 rolls of Muster: 1 right, 1 different, 0 cannot be verified" in told
    assert f"Entry 4, s1/w1.m3/advance/1, [6, 6, 6]: its seed gives {list(rolled().faces)}." in told
    assert "so it cannot be verified" in verify(capsys, tmp_path, campaign(DiceRolled(1, (rolled(),))))[1]


def test_what_is_no_campaign_file_is_exit_status_2(capsys, tmp_path):
    (tmp_path / "odd.json").write_text("{}", encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        call_command("verify_dice", str(tmp_path / "odd.json"), "--json")
    assert ended.value.code == 2
    assert json.loads(capsys.readouterr().out)["error"]["path"] == "format"
