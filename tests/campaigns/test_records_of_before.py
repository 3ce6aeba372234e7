"""Records that an earlier version stored: they open, agree with the journal, and are brought up to date."""

from collections.abc import Callable
from typing import Any

import pytest

from campaigns.models import CampaignWarband, CareerPoint
from rules.campaigns.results import Feud
from rules.campaigns.state.warbands import FORMAT, counts_everything, record_from_document
from rules.errors import RulesError
from tests.campaigns.play import played, record_of
from tests.campaigns.verbs import Table

pytestmark = pytest.mark.django_db


def of_before(document: dict[str, Any]) -> dict[str, Any]:
    """Return a record as version 1 wrote it."""
    kept = {name: value for name, value in document.items() if name not in ("dice", "feuds", "meetings")}
    return {**kept, "format": "muster-record/1"}


def of_version_2(document: dict[str, Any]) -> dict[str, Any]:
    """Return a record as version 2 wrote it, without the eliminations that name no enemy."""
    feuds = [feud for feud in document["feuds"] if feud["enemy"]]
    return {**document, "format": "muster-record/2", "feuds": feuds}


def store_all(write: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    for model, columns in ((CampaignWarband, ("record", "opening")), (CareerPoint, ("record",))):
        for row in model.objects.all():
            for column in columns:
                setattr(row, column, write(getattr(row, column)))
            row.save()


@pytest.fixture
def stored_before(winter: Table, kobolds: CampaignWarband, boars: CampaignWarband) -> Table:
    """Two scenarios were played, and stored by an earlier version."""
    for _ in range(2):
        played(winter, {kobolds: 3, boars: 1}, (boars, "m1"))
    store_all(of_before)
    return winter


def test_a_record_of_version_2_agrees_and_is_counted_anew(winter, kobolds, boars, run):
    played(winter, {kobolds: 3, boars: 1}, (boars, "m1"))
    store_all(of_version_2)
    assert record_of(boars).feuds == ()
    winter.assert_sound()
    assert run("refold_campaigns") == (0, {"refolded": 2, "faults": {}})
    assert record_of(boars).feuds == (Feud("m1", kobolds.number, "", 1),)
    winter.assert_sound()


def test_a_record_of_before_is_read_and_agrees_with_the_journal(stored_before, kobolds):
    record = record_of(kobolds)
    assert (record.standing.played, record.dice, record.feuds, record.meetings) == (2, (), (), ())
    assert not counts_everything(kobolds.record)
    stored_before.assert_sound()
    client = stored_before.people["bob"].client
    for path in ("", "standings/", "warbands/", f"warbands/{kobolds.number}/", "dice/"):
        assert client.get(f"/campaigns/{stored_before.key}/{path}").status_code == 200


def test_the_command_counts_everything_once(stored_before, kobolds, boars, run):
    assert run("refold_campaigns") == (0, {"refolded": 2, "faults": {}})
    assert run("refold_campaigns") == (0, {"refolded": 0, "faults": {}})
    assert record_of(kobolds).meetings[0].met == 2
    assert sum(counts.rolls for counts in record_of(boars).dice) >= 6
    assert not CareerPoint.objects.exclude(record__format=FORMAT.tag).exists()
    stored_before.assert_sound()


def test_the_next_scenario_counts_the_earlier_ones_too(stored_before, kobolds, boars):
    played(stored_before, {kobolds: 3, boars: 1})
    assert record_of(kobolds).meetings[0].met == 3
    assert counts_everything(kobolds.record)
    stored_before.assert_sound()


def test_a_journal_that_cannot_be_folded_is_named(stored_before, kobolds, run, monkeypatch):
    def fails(**_: object) -> int:
        raise RulesError("There is no such card.")

    monkeypatch.setattr("campaigns.management.commands.refold_campaigns.campaign_refold", fails)
    status, answer = run("refold_campaigns")
    assert (status, answer) == (1, {"refolded": 0, "faults": {stored_before.key: "There is no such card."}})


def test_a_record_comes_back_as_it_was(stored_before, kobolds, run):
    run("refold_campaigns")
    record = record_of(kobolds)
    assert record_from_document(kobolds.record) == record
    assert record.dice != ()
