"""The pages that take back and mend what was written: voids with a preview, corrected rolls and results."""

import pytest

from campaigns.models import CampaignWarband
from rules.campaigns import bounds
from tests.campaigns.play import career, commit, enter, state_of
from tests.campaigns.scenario_visits import page, send, text, void
from tests.campaigns.verbs import Table

pytestmark = pytest.mark.django_db


def test_a_scenario_is_voided_after_a_preview_and_committed_again_with_the_same_dice(fought: Table):
    commit(fought, 1)
    entry, rolls = state_of(fought, 1).commit, state_of(fought, 1).rolls
    preview = fought.people["cleo"].client.get(f"/campaigns/{fought.key}/journal/{entry}/void/").content.decode()
    for words in ("What else changes", "Major victories", "Advances", "Snak"):
        assert words in preview
    assert void(fought, "cleo", entry).status_code == 422
    shown = void(fought, "cleo", entry, reason="wrong table").content.decode()
    assert "This scenario was undone and does not count." in shown
    warband = CampaignWarband.objects.get(number=1)
    assert career(warband, "m1").advances == 0
    commit(fought, 1)
    assert career(warband, "m1").advances == 1
    assert state_of(fought, 1).rolls == rolls
    assert fought.campaign.scenarios.get().played == 1
    fought.assert_sound()


def test_only_organizers_void_and_only_what_can_be_voided(fought: Table):
    commit(fought, 1)
    entry = state_of(fought, 1).commit
    assert void(fought, "eve", entry, reason="no").status_code == 404
    assert "Only an organizer can undo" in void(fought, "bob", entry, reason="no").content.decode()
    assert "This kind of entry cannot be undone" in void(fought, "ada", 1, reason="no").content.decode()
    assert void(fought, "ada", 9999, reason="no").status_code == 404
    void(fought, "ada", entry, reason="wrong")
    assert "has already undone this entry" in void(fought, "ada", entry, reason="again").content.decode()
    fought.assert_sound()


def test_entries_are_not_undone_without_end(fought: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bounds, "MAX_REVISIONS", 1)
    commit(fought, 1)
    void(fought, "ada", state_of(fought, 1).commit, reason="wrong table")
    again = void(fought, "ada", fought.campaign.head, reason="it was right")
    assert (again.status_code, "the most there can be" in again.content.decode()) == (422, True)
    assert not state_of(fought, 1).counts
    fought.assert_sound()


def test_a_void_is_taken_back_by_voiding_it(fought: Table):
    commit(fought, 1)
    void(fought, "ada", state_of(fought, 1).commit, reason="wrong table")
    last = fought.campaign.head
    preview = fought.people["ada"].client.get(f"/campaigns/{fought.key}/journal/{last}/void/").content.decode()
    assert "Advances" in preview
    void(fought, "ada", last, reason="it was right")
    assert state_of(fought, 1).counts
    fought.assert_sound()


def test_a_mistyped_die_is_corrected_and_what_follows_is_asked_for(fought: Table):
    enter(fought, 1, CampaignWarband.objects.get(number=2), "m1", "elimination", 6)
    commit(fought, 1)
    path = "1/correct-roll/?roll=2.elimination.1.m1"
    assert "Correct" in text(fought, "ada", "1/")
    assert "correct-roll" not in text(fought, "bob", "1/")
    assert send(fought, "ada", path, {"faces": "0", "reason": "mistyped"}).status_code == 422
    assert send(fought, "ada", path, {"faces": "3"}).status_code == 422
    shown = send(fought, "ada", path, {"faces": "3", "reason": "mistyped"}).content.decode()
    assert "New rolls to make" in shown
    seen = shown.split('name="seen" value="')[1].split('"')[0]
    fields = {"faces": "3", "reason": "mistyped", "seen": seen, "do": "write"}
    shown = send(fought, "ada", path, fields).content.decode()
    assert "Wounded" in shown
    assert "Dice or feats are still open." in shown
    send(fought, "ada", "1/aftermath/", {"do": "roll-all"})
    assert len(career(CampaignWarband.objects.get(number=2), "m1").wounds) == 1
    assert page(fought, "ada", "1/correct-roll/?roll=9").status_code == 404
    fought.assert_sound()


def test_a_report_is_corrected_with_a_reason_after_the_commit(fought: Table):
    commit(fought, 1)
    assert "Only the players who fought and organizers" in text(fought, "bob", "1/report/")
    assert send(fought, "ada", "1/report/", {"extra.2": "9"}).status_code == 422
    head = fought.campaign.head
    fields = {"extra.2": "9", "reason": "miscounted"}
    shown = send(fought, "ada", "1/report/", {"do": "preview", **fields}).content.decode()
    assert "Nothing is written yet" not in shown
    assert "What changes" in shown
    assert "Victory points" in shown
    assert fought.campaign.head == head
    other = send(fought, "ada", "1/report/", {"do": "write", "seen": "no", **fields}).content.decode()
    assert "Something is different now." in other
    assert fought.campaign.head == head
    seen = shown.split('name="seen" value="')[1].split('"')[0]
    shown = send(fought, "ada", "1/report/", {"do": "write", "seen": seen, **fields}).content.decode()
    assert "The result is corrected." in shown
    assert "Major victory, 9 VP" in shown
    assert "no longer due" in shown
    fought.assert_sound()
