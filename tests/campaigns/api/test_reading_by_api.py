"""What programs read of a campaign: its journal and dice, warbands, standings, the whole as a file."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.models import CampaignWarband
from campaigns.selectors.files import campaign_file
from rules.campaigns.files import campaign_file_document
from tests.campaigns.api.asking import NIGHT, Programs, place
from tests.campaigns.verbs import Table
from tests.programs import Program, error_of, program_of, told
from tests.warbands.verbs import visitor

pytestmark = pytest.mark.usefixtures("small_compendium")


READS = (
    "scenarios/",
    "scenarios/1/",
    "scenarios/1/night/",
    "scenarios/1/sides/2/",
    "scenarios/1/aftermath/",
    "scenarios/1/spending/?warband=2&member=m1",
    "warbands/2/",
    "warbands/2/members/m1/",
    "tasks/",
    "nights/",
    "standings/",
    "journal/",
    "journal/1/",
    "journal/1/void/",
    "dice/",
    "dice/receipts/",
)


COUNTS = {
    "scenarios/": 5,
    "scenarios/1/": 8,
    "scenarios/1/night/": 7,
    "scenarios/1/sides/2/": 9,
    "scenarios/1/aftermath/": 14,
    "warbands/2/": 5,
    "warbands/2/members/m1/": 5,
    "tasks/": 9,
    "nights/": 4,
    "standings/": 5,
    "journal/?page_size=5": 6,
    "dice/": 4,
    "dice/receipts/": 5,
}
"""Queries of reads, the token included."""


def test_those_who_take_part_read_and_others_do_not(fought: Table, programs: Programs):
    reader = program_of(fought.people["dan"].owner, "read")
    for rest in READS:
        assert reader.get(place(fought, rest)).status_code == 200, rest
        assert error_of(programs["eve"].get(place(fought, rest))) == (404, "campaign.gone"), rest
        assert error_of(Program(visitor().client).get(place(fought, rest))) == (404, "campaign.gone"), rest
    assert error_of(programs["dan"].get(place(fought, "export/"))) == (403, "campaign.forbidden")
    for rest in ("scenarios/9/", "warbands/9/", "warbands/2/members/m9/", "journal/999/", f"scenarios/{10**20}/"):
        assert error_of(programs["dan"].get(place(fought, rest)))[0] == 404, rest
    for rest in ("journal/?scenario=x", "dice/?from=x", "standings/?reading=x", "scenarios/?status=x"):
        assert error_of(programs["dan"].get(place(fought, rest))) == (400, "invalid"), rest
    assert error_of(programs["dan"].get(place(fought, "standings/?as_of=5"))) == (404, "scenario.gone")


def test_the_journal_is_read_from_the_last_entry_to_the_first(fought: Table, programs: Programs):
    entries: list[dict[str, Any]] = []
    address = place(fought, "journal/?page_size=4")
    while address:
        page = told(programs["dan"].get(address))
        entries += page["results"]
        address = (page["next"] or "").partition("/api/v1/")[2]
    assert [entry["number"] for entry in entries] == list(range(fought.campaign.head, 0, -1))
    lines = {line.number: line for line in campaign_file(fought.campaign).journal}
    for entry in entries:
        line = lines[entry["number"]]
        assert (entry["at"], entry["event"], entry["previous"], entry["hash"]) == (
            line.at,
            line.event,
            line.previous,
            line.hash,
        )
    about = told(programs["dan"].get(place(fought, "journal/?scenario=1")))["results"]
    assert {entry["scenario"] for entry in about} == {1}
    by_bob = told(programs["dan"].get(place(fought, f"journal/?person={fought.number('bob')}")))["results"]
    assert {entry["actor"] for entry in by_bob} == {fought.number("bob")}


def test_seeds_and_what_players_hide_are_in_no_answer(fought: Table, programs: Programs, boars: CampaignWarband):
    told(programs["ada"].post(place(fought, "scenarios/1/rolls/missing/"), {}))
    seeds = [bytes(epoch.seed or b"").hex() for epoch in fought.campaign.seed_epochs.all()]
    secrets = [fought.campaign.invitation_token, fought.campaign.join_code, boars.warband.key]
    for rest in ("", *READS):
        text = programs["dan"].get(place(fought, rest)).content.decode()
        assert not [secret for secret in (*seeds, *secrets) if secret and secret in text], rest
    assert seeds[0] not in programs["ada"].get(place(fought, "export/")).content.decode()


def test_receipts_prove_the_rolls_once_the_seed_is_shown(fought: Table, programs: Programs):
    rolled = told(programs["ada"].post(place(fought, "scenarios/1/rolls/missing/"), {}))["rolls"]
    (entry,) = told(programs["dan"].get(place(fought, "dice/receipts/")))["results"]
    assert [receipt["roll"] for receipt in entry["receipts"]] == rolled
    assert {(receipt["seed"], receipt["verification"]) for receipt in entry["receipts"]} == {(None, "unverifiable")}
    told(programs["ada"].post(place(fought, "scenarios/1/commit/")))
    told(programs["ada"].post(place(fought, "close/")))
    (entry,) = told(programs["dan"].get(place(fought, "dice/receipts/?scenario=1")))["results"]
    assert {receipt["verification"] for receipt in entry["receipts"]} == {"right"}
    dice = told(programs["dan"].get(place(fought, "dice/?from=muster")))["tests"][0]
    assert dice["count"] == sum(len(roll["faces"]) for roll in rolled)


def test_an_entry_is_taken_back_as_its_preview_says(fought: Table, programs: Programs):
    told(programs["ada"].post(place(fought, "scenarios/1/rolls/missing/"), {}))
    committed = told(programs["ada"].post(place(fought, "scenarios/1/commit/")))["commit"]
    void = place(fought, f"journal/{committed}/void/")
    assert told(programs["dan"].get(void)) == {"differences": []}
    assert {difference["warband"] for difference in told(programs["cleo"].get(void))["differences"]} == {1, 2}
    written = told(programs["cleo"].post(void, {"reason": "mistyped"}, Idempotency_Key="void"))
    assert (written["kind"], told(programs["dan"].get(place(fought, f"journal/{committed}/")))["voided_by"]) == (
        "entry-voided",
        written["number"],
    )
    assert error_of(programs["cleo"].post(void, {"reason": "mistyped"})) == (409, "entry.state")
    assert error_of(programs["cleo"].post(void, {"reason": " "})) == (400, "invalid")
    fought.assert_sound()


def test_tasks_and_game_nights_are_those_of_the_pages(fought: Table, programs: Programs):
    tasks = told(programs["bob"].get(place(fought, "tasks/")))["tasks"]
    assert [(task["kind"], task["scenario"], task["warband"]) for task in tasks] == [("dice", 1, 2)]
    assert told(programs["dan"].get(place(fought, "tasks/"))) == {"tasks": []}
    assert told(programs["dan"].get(place(fought, "nights/"))) == {"nights": []}
    soon = (timezone.now() + timedelta(days=3)).strftime("%Y-%m-%dT19:30")
    told(programs["ada"].send("PUT", place(fought, "scenarios/1/night/"), {**NIGHT, "starts": soon}, If_Match="*"))
    (night,) = told(programs["dan"].get(place(fought, "nights/")))["nights"]
    assert (night["scenario"], night["starts"], night["place"]) == (1, f"{soon}:00", NIGHT["place"])


def test_the_export_is_the_file_of_the_page(fought: Table, programs: Programs):
    document = told(programs["cleo"].get(place(fought, "export/")))
    assert document == campaign_file_document(campaign_file(fought.campaign, with_secrets=False))


def test_reads_and_writes_take_as_many_queries_however_long_the_journal_is(
    fought: Table,
    programs: Programs,
    django_assert_num_queries: DjangoAssertNumQueries,
    django_assert_max_num_queries: Any,
):
    def counted(rest: str, number: int) -> None:
        programs["bob"].get(place(fought, rest))
        with django_assert_num_queries(number):
            programs["bob"].get(place(fought, rest))

    told(programs["ada"].post(place(fought, "scenarios/1/rolls/missing/"), {}))
    for rest, number in COUNTS.items():
        counted(rest, number)
    for _ in range(3):
        told(programs["ada"].post(place(fought, "scenarios/"), {"warbands": [1]}), 201)
    for rest, number in COUNTS.items():
        counted(rest, number)
    with django_assert_max_num_queries(70):
        told(programs["ada"].post(place(fought, "scenarios/1/commit/"), If_Match="*", Idempotency_Key="one"))
