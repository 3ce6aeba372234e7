"""A file of a campaign that no service would have written is not imported; files of earlier releases are."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from campaigns.models import Campaign
from campaigns.selectors.files import campaign_file
from campaigns.services.aftermath import dice_roll_all
from campaigns.services.corrections import entry_void
from campaigns.services.scenarios import scenario_commit
from campaigns.services.warbands import warband_leave
from rules.building.members import MemberRename
from rules.campaigns.files import campaign_file_document, campaign_file_from_document
from rules.campaigns.rights import rights_fault
from tests.campaigns.files import exported, rehashed, remove_campaigns
from tests.campaigns.play import change
from tests.campaigns.verbs import Table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

STORED = Path(__file__).parents[1] / "golden" / "stored"
ADA, BOB, CLEO, DAN = range(1, 5)
Document = dict[str, Any]
Forgery = Callable[[Document], Document]


@pytest.fixture
def season(fought: Table, boars: Any) -> Table:
    """Return a campaign in which ada's and bob's warbands have fought, with an undone change of the builder."""
    dice_roll_all(**fought.asking("bob"), scenario=1, warband=boars.number)
    dice_roll_all(**fought.asking("ada"), scenario=1)
    scenario_commit(**fought.asking("cleo"), scenario=1)
    change(fought, "bob", boars, MemberRename("m2", "Rok"))
    entry_void(**fought.asking("ada"), number=fought.campaign.head, reason="Another name was agreed.")
    warband_leave(**fought.asking("bob"), number=boars.number)
    fought.assert_sound()
    return fought


def of_kind(file: Document, kind: str) -> Document:
    line: Document = next(line for line in file["journal"] if line["event"]["event"] == kind)
    return line


def by(kind: str, actor: int | None) -> Forgery:
    def forge(file: Document) -> Document:
        of_kind(file, kind)["actor"] = actor
        return file

    return forge


def without_report(file: Document) -> Document:
    file["journal"].remove(of_kind(file, "scenario-reported"))
    return file


def years_before(file: Document) -> Document:
    line = of_kind(file, "scenario-committed")
    line["at"] = line["at"].replace(line["at"][:4], "2001", 1)
    return file


FORGERIES = (
    (by("scenario-committed", BOB), "Only an organizer can apply a scenario."),
    (by("dice-rolled", DAN), "Only its player and organizers can do this for a warband."),
    (by("dice-rolled", None), "Only its player and organizers can do this for a warband."),
    (without_report, "First report how the scenario ended."),
    (years_before, "is dated before entry"),
)


@pytest.mark.parametrize(("forge", "why"), FORGERIES)
def test_a_file_that_no_service_would_have_written_ends_with_1(season: Table, run, tmp_path: Path, forge, why):
    path = tmp_path / "campaign.json"
    path.write_text(json.dumps(rehashed(forge(exported(season, run, path)))), encoding="utf-8")
    remove_campaigns()
    status, answer = run("import_campaign", str(path))
    (fault,) = answer["faults"]
    assert (status, answer["id"], fault["code"]) == (1, None, "journal.impossible")
    assert f"Entry {fault['entry']}" in fault["message"]
    assert why in fault["message"]
    assert not Campaign.objects.exists()


def test_a_stored_journal_that_no_service_would_have_written_is_unsound(season: Table, run):
    entry = season.campaign.entries.get(kind="scenario-committed")
    season.campaign.entries.filter(pk=entry.pk).update(actor=BOB)
    codes = {
        (fault["code"], fault["entry"]) for fault in run("campaign_check", season.key)[1]["campaigns"][0]["faults"]
    }
    assert codes == {("journal.hash", entry.number), ("journal.impossible", entry.number)}


def test_times_of_an_earlier_release_that_run_backward_are_a_warning(season: Table, run, tmp_path: Path):
    path = tmp_path / "campaign.json"
    file = years_before(exported(season, run, path))
    del file["journal"][0]["event"]["in_order"]
    path.write_text(json.dumps(rehashed(file)), encoding="utf-8")
    remove_campaigns()
    status, answer = run("import_campaign", str(path))
    assert (status, answer["faults"], [warning["code"] for warning in answer["warnings"]]) == (0, [], ["journal.time"])
    assert answer["warnings"][0]["entry"] == of_kind(file, "scenario-committed")["number"]
    season.assert_sound()
    times = [entry.at for entry in season.entries]
    assert times[-1] == max(times)


def test_no_entry_is_from_before_the_last_one(fought: Table, clock: Any):
    for time in ("2026-11-30T12:00:00+00:00", "2026-11-30T11:00:00+00:00"):
        clock.move_to(time)
        dice_roll_all(**fought.asking("ada"), scenario=1)
        undo_dice(fought)
    times = [entry.at for entry in fought.entries]
    assert times == sorted(times)
    fought.assert_sound()


def undo_dice(table: Table) -> None:
    entry = table.campaign.entries.filter(kind="dice-rolled", voided_by=None).last()
    entry_void(**table.asking("ada"), number=entry.number, reason="Rolled too early.")


PERSONAL = {"warband-joined", "roster-changed"}
OF_ONE = {"warband-fielded", "dice-rolled", "warband-left", "entry-voided", "scenario-reported"}


def test_with_another_author_an_entry_is_refused_or_one_that_services_allow(season: Table):
    file, owners = campaign_file(season.campaign), {1: ADA, 2: BOB}
    assert rights_fault(file.journal, file.events) is None
    for index, line in enumerate(file.journal):
        event = line.event
        warbands = {roll["warband"] for roll in event.get("rolls", ())} or {event.get("warband")}
        for actor in {ADA, BOB, CLEO, DAN, None} - {line.actor}:
            document = campaign_file_document(file)
            document["journal"][index]["actor"] = actor
            forged = campaign_file_from_document(rehashed(document))
            if rights_fault(forged.journal, forged.events) is None:
                kind = event["event"]
                assert kind not in PERSONAL, (index, kind, actor)
                is_own = kind in OF_ONE and (
                    kind == "scenario-reported" or {owners.get(w) for w in warbands} == {actor}
                )
                is_void = kind == "entry-voided" and actor == BOB
                assert actor in (ADA, CLEO) or is_own or is_void, (index, kind, actor)


@pytest.mark.parametrize("path", sorted(STORED.glob("campaign-*.json.gz")), ids=lambda path: path.name)
def test_a_file_of_an_earlier_release_still_comes_in(path: Path, run, tmp_path: Path):
    plain = tmp_path / "campaign.json"
    plain.write_bytes(gzip.decompress(path.read_bytes()))
    status, answer = run("import_campaign", str(plain))
    assert (status, answer["faults"], answer["warnings"]) == (0, [], [])
    assert run("campaign_check", answer["id"])[0] == 0
