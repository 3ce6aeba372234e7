"""A campaign goes into a file and comes back as it was, or not at all."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from campaigns.models import (
    Campaign,
)
from campaigns.selectors.checking import campaign_faults
from campaigns.selectors.files import campaign_file
from campaigns.services.campaigns import campaign_archive, campaign_close, campaign_describe
from campaigns.services.people import (
    campaign_hand_over,
    participant_leave,
    participant_promote,
    participant_remove,
    placeholder_add,
    placeholder_claim,
)
from rules.campaigns.events import event_document, event_from_document
from rules.campaigns.events.campaign import (
    CampaignCreated,
    CampaignDescribed,
    CampaignHandedOver,
    ParticipantJoined,
    RoleChanged,
)
from rules.campaigns.files import campaign_file_document
from rules.campaigns.settings import CampaignSettings
from tests.campaigns.files import exported, rehashed, remove_campaigns
from tests.campaigns.verbs import Table
from tests.replays import replayed
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def lively(winter: Table) -> Table:
    """Return a campaign in which something of everything has happened to its people."""
    placeholder_add(**winter.asking("ada"), name="Old Tom")
    participant_leave(**winter.asking("dan"))
    participant_remove(**winter.asking("cleo"), number=winter.number("bob"))
    campaign_describe(**winter.asking("cleo"), name="Der lange Winter 〜", story="Snow.\nMore snow.")
    campaign_hand_over(**winter.asking("ada"), number=winter.number("cleo"))
    return winter


def lines(campaign: Campaign) -> list[dict[str, Any]]:
    journal: list[dict[str, Any]] = campaign_file_document(campaign_file(campaign))["journal"]
    return journal


def test_a_closed_campaign_comes_back_byte_for_byte(lively: Table, run, tmp_path: Path):
    campaign_close(**lively.asking("cleo"))
    before = exported(lively, run, tmp_path / "one.json")
    remove_campaigns()
    status, answer = run("import_campaign", str(tmp_path / "one.json"))
    assert (status, answer["id"], answer["faults"]) == (0, lively.key, [])
    assert exported(lively, run, tmp_path / "two.json") == before
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    assert run("campaign_check", lively.key)[0] == 0
    assert before["seeds"][0]["seed"] is not None


@pytest.mark.parametrize("archived", [False, True])
def test_an_open_campaign_keeps_its_journal_and_goes_on_with_a_new_seed(lively: Table, run, tmp_path, archived):
    campaign_archive(**lively.asking("cleo"), archived=archived)
    before = exported(lively, run, tmp_path / "campaign.json")
    assert [epoch["seed"] for epoch in before["seeds"]] == [None]
    secret = lively.campaign.seed_epochs.get().seed.hex()
    assert secret not in (tmp_path / "campaign.json").read_text(encoding="utf-8")
    remove_campaigns()
    assert run("import_campaign", str(tmp_path / "campaign.json"))[0] == 0
    campaign = lively.campaign
    assert lines(campaign)[:-1] == before["journal"]
    assert lines(campaign)[-1]["event"]["event"] == "seed-committed"
    assert [(epoch.number, epoch.seed is None) for epoch in campaign.seed_epochs.all()] == [(1, True), (2, False)]
    assert campaign.phase == ("archived" if archived else "open")
    assert campaign_faults(campaign) == []


def test_the_people_come_back_as_placeholders_that_can_be_claimed(lively: Table, run, tmp_path: Path):
    exported(lively, run, tmp_path / "campaign.json")
    remove_campaigns()
    _, answer = run("import_campaign", str(tmp_path / "campaign.json"))
    assert [(person["number"], person["name"], person["role"]) for person in answer["people"]] == [
        (1, "ada", "co_organizer"),
        (3, "cleo", "organizer"),
        (5, "Old Tom", "player"),
    ]
    people = lively.campaign.participants.all()
    assert [(person.number, str(person), person.is_placeholder) for person in people] == [
        (1, "ada", True),
        (2, "bob", True),
        (3, "cleo", True),
        (4, "dan", True),
        (5, "Old Tom", True),
    ]
    fay = account("fay")
    placeholder_claim(actor=fay.owner, token=answer["people"][1]["claim"])
    participant_promote(actor=fay.owner, key=lively.key, number=1, co_organizer=False)
    lively.assert_sound()


def test_where_the_key_is_taken_the_campaign_gets_another(lively: Table, run, tmp_path: Path):
    exported(lively, run, tmp_path / "campaign.json")
    status, answer = run("import_campaign", str(tmp_path / "campaign.json"))
    assert status == 0
    assert answer["id"] != lively.key
    assert run("campaign_check")[0] == 0
    assert Campaign.objects.count() == 2


def test_a_number_that_comes_next_is_new_after_an_import(lively: Table, run, tmp_path: Path):
    exported(lively, run, tmp_path / "campaign.json")
    remove_campaigns()
    _, answer = run("import_campaign", str(tmp_path / "campaign.json"))
    fay = account("fay")
    placeholder_claim(actor=fay.owner, token=answer["people"][1]["claim"])
    assert placeholder_add(actor=fay.owner, key=lively.key, name="Tim").number == 6


def with_event(document: dict[str, Any], event: Any, place: int | None = None) -> dict[str, Any]:
    line = {"number": 0, "at": document["journal"][-1]["at"], "actor": 1, "event": event_document(event)}
    document["journal"].insert(len(document["journal"]) if place is None else place, line)
    return rehashed(document)


def change_entry(document: dict[str, Any]) -> dict[str, Any]:
    document["journal"][3]["at"] = "2026-03-01T19:30:00.000000Z"
    return document


def drop_entry(document: dict[str, Any]) -> dict[str, Any]:
    del document["journal"][3]
    return document


def drop_person(document: dict[str, Any]) -> dict[str, Any]:
    del document["people"][0]
    return document


def add_person(document: dict[str, Any]) -> dict[str, Any]:
    document["people"].append({"number": 9, "name": "Nobody"})
    return document


def drop_seeds(document: dict[str, Any]) -> dict[str, Any]:
    document["seeds"] = []
    return document


def invent_seed(document: dict[str, Any]) -> dict[str, Any]:
    document["seeds"][0]["seed"] = "00" * 32
    return document


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (change_entry, "journal.hash"),
        (drop_entry, "journal.hash"),
        (drop_person, "people.missing"),
        (add_person, "journal.impossible"),
        (drop_seeds, "seeds.missing"),
        (invent_seed, "seeds.differs"),
        (lambda file: with_event(file, RoleChanged(77, "player")), "journal.impossible"),
        (lambda file: with_event(file, CampaignHandedOver(77)), "journal.impossible"),
        (lambda file: with_event(file, ParticipantJoined(2, "organizer")), "journal.impossible"),
        (lambda file: with_event(file, CampaignDescribed("", "")), "journal.impossible"),
        (lambda file: with_event(file, CampaignDescribed("x" * 81, "")), "journal.impossible"),
        (lambda file: with_event(file, CampaignDescribed("two\nlines", "")), "journal.impossible"),
        (lambda file: with_event(file, CampaignDescribed("Name", "x" * 5_001)), "journal.impossible"),
        (lambda file: with_event(file, CampaignCreated("Again", "", CampaignSettings())), "journal.impossible"),
    ],
)
def test_a_file_that_does_not_hold_together_is_not_stored(lively: Table, run, tmp_path: Path, change, code):
    path = tmp_path / "campaign.json"
    path.write_text(json.dumps(change(exported(lively, run, path))), encoding="utf-8")
    status, answer = run("import_campaign", str(path))
    assert (status, answer["id"], answer["faults"][0]["code"]) == (1, None, code)
    assert Campaign.objects.count() == 1
    lively.assert_sound()


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"format": "muster-campaign/2"}, "document.format", "format"),
        ({"id": ""}, "document.range", "id"),
        ({"id": 7}, "document.type", "id"),
        ({"more": 1}, "document.unknown_field", "more"),
        ({"journal": []}, "document.value", "journal"),
        ({"people": [{"number": 1, "name": "a"}] * 2}, "document.repeated", "people[1].number"),
        ({"people": [{"number": 0, "name": "a"}]}, "document.range", "people[0].number"),
        ({"people": [{"number": 10**30, "name": "a"}]}, "document.range", "people[0].number"),
        ({"people": [{"number": 1, "name": "a\nb"}]}, "document.value", "people[0].name"),
        ({"people": "everyone"}, "document.type", "people"),
        ({"seeds": [{"epoch": 1, "from_entry": 3, "commitment": "x"}]}, "document.value", "seeds[0].commitment"),
        (
            {"seeds": [{"epoch": 1, "from_entry": 3, "commitment": "ab" * 32, "seed": "xyz"}]},
            "document.value",
            "seeds[0].seed",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_told_with_its_path(lively: Table, run, tmp_path, change, code, path):
    file = tmp_path / "campaign.json"
    file.write_text(json.dumps({**exported(lively, run, file), **change}), encoding="utf-8")
    status, answer = run("import_campaign", str(file))
    assert (status, answer["error"]["code"], answer["error"]["path"]) == (2, code, path)
    assert Campaign.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"at": "2026-02-30T19:30:00.000000Z"}, "journal[2].at"),
        ({"at": "yesterday"}, "journal[2].at"),
        ({"hash": "ABC"}, "journal[2].hash"),
        ({"previous": None}, "journal[2].previous"),
        ({"actor": "ada"}, "journal[2].actor"),
        ({"event": []}, "journal[2].event"),
        ({"event": {"format": "muster-event/1", "event": "magic"}}, "journal[2].event.event"),
        ({"number": -1}, "journal[2].number"),
        ({"voided": True}, "journal[2].voided"),
    ],
)
def test_an_entry_that_cannot_be_read_is_told_with_its_path(lively: Table, run, tmp_path, change, path):
    file = tmp_path / "campaign.json"
    document = exported(lively, run, file)
    document["journal"][2].update(change)
    file.write_text(json.dumps(document), encoding="utf-8")
    status, answer = run("import_campaign", str(file))
    assert (status, answer["error"]["path"]) == (2, path)


def test_what_is_no_file_is_exit_status_2(run, tmp_path: Path, db):
    assert run("import_campaign", str(tmp_path / "gone.json"))[1]["error"]["code"] == "file.unreadable"
    (tmp_path / "odd.json").write_bytes(b"\xff\xfe\x00")
    assert run("import_campaign", str(tmp_path / "odd.json"))[1]["error"]["code"] == "document.json"


def test_an_export_of_nothing_and_to_nowhere_is_refused(lively: Table, run, tmp_path: Path):
    status, answer = run("export_campaign", "nowhere", "--output", str(tmp_path / "campaign.json"))
    assert (status, answer["error"]["code"]) == (2, "campaign.unknown")
    status, answer = run("export_campaign", lively.key, "--output", str(tmp_path / "no" / "campaign.json"))
    assert (status, answer["error"]["code"]) == (2, "file.unwritable")
    assert list(tmp_path.iterdir()) == []


def test_a_person_reads_the_same_in_sentences(lively: Table, capsys, tmp_path: Path):
    path = str(tmp_path / "campaign.json")
    for arguments in (("export_campaign", lively.key, "--output", path), ("import_campaign", path)):
        with pytest.raises(SystemExit) as ended:
            call_command(*arguments)
        assert ended.value.code == 0
    told = capsys.readouterr().out
    assert f"Der lange Winter 〜, {lively.campaign.head} entries" in told
    assert "cleo (organizer): " in told


def test_the_export_takes_as_many_queries_however_long_the_journal_is(lively: Table, django_assert_num_queries):
    campaign = lively.campaign
    for number in range(10):
        campaign_describe(**lively.asking("cleo"), name=f"Winter {number}", story="")
    with django_assert_num_queries(6):
        file = campaign_file(campaign)
    assert len(file.journal) == lively.campaign.head
    assert event_from_document(file.journal[0].event) == file.events[0].event
