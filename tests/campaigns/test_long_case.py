"""The campaign of ``docs/a-long-campaign.md``, played with the dice of its tables; every row is compared."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from campaigns.models import CampaignWarband
from campaigns.selectors.aftermath import aftermath_sides
from campaigns.selectors.careers import career_rulebook
from campaigns.selectors.checking import campaign_faults
from campaigns.services.campaigns import campaign_close, campaign_create
from campaigns.services.people import invitation_make
from campaigns.services.scenarios import scenario_cancel
from campaigns.services.warbands import revision_take, warband_career_accept, warband_join, warband_leave
from common.refusal import Refusal
from compendium.cards import card_from_snapshot
from compendium.models import Creature
from compendium.services.creatures import creature_revise
from rules.building.extras import ItemAdd
from rules.building.members import MemberRemove
from rules.campaigns.fielding import member_readiness
from rules.campaigns.state.warbands import WarbandRecord, record_from_document
from rules.feats import BY_KEY as FEATS
from rules.tables.advancement import damage_at, hp_at, nearest_column
from tests.campaigns.corrections import roll_correct
from tests.campaigns.files import exported, remove_campaigns
from tests.campaigns.hand_played import IDS, PAGE, SUM, Case, bare, faces, result, rows, sections, terms, value, whole
from tests.campaigns.play import change, choose, due, opened, record_of, state_of
from tests.campaigns.verbs import Table, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


def errata() -> None:
    """Revise the Boar as the page tells."""
    creature = Creature.objects.select_related("current").get(key="boar")
    card = card_from_snapshot(creature.current.document)
    hp, hp_before, armor, armor_before = map(int, re.findall(r"\d+", sections()["Errata"].split("\n\n")[0]))
    assert (card.stats.hp, card.stats.armor) == (hp_before, armor_before)
    creature_revise(creature=creature, card=replace(card, stats=replace(card.stats, hp=hp, armor=armor)))


def play_first_four(case: Case) -> list[int]:
    """Play scenarios 1 to 4 with the late joiner and the errata; return their ids."""
    first = case.play("Scenario 1: The Old Mill", boar=("Old Boar", "toughness"))
    case.follow("Scenario 1: The Old Mill")
    case.compare_readiness("Scenario 1: The Old Mill")
    second = case.play("Scenario 2: The Ford")
    case.follow("Scenario 2: The Ford")
    case.compare_readiness("Scenario 2: The Ford")

    case.table.seat("cleo")
    case.enlist("cleo", "Tuskers")
    third = case.play("Scenario 3: The Long Barrow", snik=("Snik", "fleet"))
    case.follow("Scenario 3: The Long Barrow")
    case.compare_readiness("Scenario 3: The Long Barrow")

    errata()
    revision_take(**case.table.asking("bob"), number=case.warbands["Thicket"].number, member="m1", revision=2)
    case.follow("Errata")
    refuse_who_sits_out(case)
    fourth = case.play("Scenario 4: The Bridge")
    case.follow("Scenario 4: The Bridge")
    case.compare_readiness("Scenario 4: The Bridge")
    return [first, second, third, fourth]


def refuse_who_sits_out(case: Case) -> None:
    """Assert that members who are out of action cannot be fielded, nor a minion without its commander."""
    scenario = opened(case.table, case.warbands["Ash Company"], case.warbands["Thicket"], title="Too early")
    for warband, names, message in (
        ("Ash Company", ["Snak"], "Snak is out of action"),
        ("Thicket", ["Rowan"], "Rowan is out of action"),
        ("Thicket", ["Cat"], "stays home without its commander"),
    ):
        with pytest.raises(Refusal, match=message):
            case.field(scenario, warband, names, {})
    scenario_cancel(**case.table.asking("ada"), scenario=scenario, reason="No one may fight")


def go_on_between(case: Case, fourth: int) -> None:
    """Choose the feat that was left open, hand the item on, and dismiss the commander."""
    hackle = record_of(case.warbands["Tuskers"]).careers.by_id["m1"]
    assert len(hackle.open_feats) == 1
    choose(case.table, fourth, case.warbands["Tuskers"], "m1", "canny-acumen-will")
    thicket = case.warbands["Thicket"]
    change(case.table, "bob", thicket, ItemAdd("m1", "holy-water", None))
    change(case.table, "bob", thicket, MemberRemove("m2"))
    assert list(record_of(thicket).careers.by_id) == ["m1"]
    case.follow("Between scenarios 4 and 5")


def correct_scenario_2(case: Case, ids: list[int]) -> None:
    """Correct the die of scenario 2, enter what it makes due, and compare what follows for scenario 4."""
    section = "Scenario 2 corrected"
    corrected, injured, undue = rows(section, "Who", "Scenario", "Roll")
    thicket = case.warbands["Thicket"]
    second, fourth = ids[int(corrected["Scenario"]) - 1], ids[int(undue["Scenario"]) - 1]
    place = {"warband": thicket.number, "member": "m1"}
    before = state_of(case.table, second).rolls[thicket.number, "m1", "elimination", 1].roll.faces
    assert f"~~{before[0]}~~" in corrected["Dice"]
    dice = faces(corrected["Dice"])
    roll_correct(
        **case.table.asking("ada"),
        scenario=second,
        **place,
        purpose="elimination",
        faces=dice,
        reason="A photo shows a 3",
    )
    assert corrected["Result"] == result("elimination", dice)
    assert due(case.table, second) == [(thicket.number, "m1", "injury")]
    case.enter(second, injured)
    assert due(case.table, second) == []

    side = aftermath_sides(case.table.campaign, state_of(case.table, fourth))[thicket.number]
    assert side.undue == {(thicket.number, "m1", "injury", 1)}
    struck = state_of(case.table, fourth).rolls[thicket.number, "m1", "injury", 1].roll.faces
    assert undue["Dice"] == f"~~{struck[0]}~~"
    case.follow(section)
    points = {
        str(point.played): member_readiness_of(thicket, record_from_document(point.record))
        for point in thicket.career_points.order_by("played")
    }
    stated = {row["After scenario"]: (row["Heals"], row["Permanent"]) for row in rows(section, "Who", "After scenario")}
    assert points == stated


def member_readiness_of(row: CampaignWarband, record: WarbandRecord) -> tuple[str, str]:
    """Return the wounds of a warband's first member: those that heal, and those that stay."""
    career = record.careers.by_id["m1"]
    rulebook = career_rulebook(row, [member.member for member in record.careers.members])
    readiness = member_readiness(career, record.careers, rulebook)
    return bare(readiness.healing), bare(readiness.permanent)


def compare_standings(case: Case) -> None:
    for row in rows("Standings", "Warband", "Played"):
        standing = record_of(case.warbands[row["Warband"]]).standing
        assert [standing.played, standing.major, standing.minor, standing.draws, standing.defeats] == [
            int(row[name]) for name in ("Played", "Major", "Minor", "Draws", "Defeats")
        ]
        assert standing.victory_points == int(row["Victory points"])


def play_elsewhere(winter: Case) -> Case:
    """Let the Ash Company leave, go on in another campaign, and play a scenario there."""
    company = winter.warbands["Ash Company"]
    frozen = record_of(company)
    warband_leave(**winter.table.asking("ada"), number=company.number)
    ada = winter.table.people["ada"]
    spring = Case(Table(campaign_create(actor=ada.owner, name="Spring").key, winter.table.people))
    row = warband_join(actor=ada.owner, key=spring.table.key, warband_key=company.warband.key)
    spring.warbands["Ash Company"] = warband_career_accept(**spring.table.asking("ada"), number=row.number)
    spring.numbers = {(who, name): number for (who, name), number in winter.numbers.items() if who in ("Snik", "Snak")}
    spring.compare()
    spring.play("Elsewhere")
    spring.follow("Elsewhere")
    spring.compare_readiness("Elsewhere")
    assert record_of(company) == frozen
    winter.compare()
    return spring


def compare_classes(case: Case) -> None:
    for row in rows("Levels", "Who", "Card's level"):
        career = record_of(case.warband_of(row["Who"])).careers.by_id[IDS[row["Who"]]]
        level, name = whole(row["Card's level"]), row["Class"]
        assert career.hp_class == name
        assert hp_at(name, level) == value(row["HP of the class"])
        assert hp_at(name, level + 1) - hp_at(name, level) == int(row["Growth"])


@pytest.mark.slow
def test_the_long_campaign_of_the_docs(run: Any, tmp_path: Path) -> None:
    case = Case(table("ada", "bob"))
    invitation_make(**case.table.asking("ada"))
    case.enlist("ada", "Ash Company")
    case.enlist("bob", "Thicket")
    ids = play_first_four(case)
    go_on_between(case, ids[-1])
    correct_scenario_2(case, ids)
    case.play("Scenario 5: The Last Fire")
    case.follow("Scenario 5: The Last Fire")
    case.compare_readiness("Scenario 5: The Last Fire")
    compare_standings(case)
    compare_classes(case)
    spring = play_elsewhere(case)

    for each_case in (case, spring):
        campaign_close(**each_case.table.asking("ada"))
        assert campaign_faults(each_case.table.campaign) == []
        assert run("campaign_check", each_case.table.key)[0] == 0
    files = {
        each_case.table.key: exported(each_case.table, run, tmp_path / f"{each_case.table.key}.json")
        for each_case in (case, spring)
    }
    hashes = {key: [entry["hash"] for entry in document["journal"]] for key, document in files.items()}
    assert all(map(all, hashes.values()))
    remove_campaigns()
    for each_case in (case, spring):
        key = each_case.table.key
        assert run("import_campaign", str(tmp_path / f"{key}.json"))[0] == 0
        assert exported(each_case.table, run, tmp_path / "again.json") == files[key]
        assert [entry.hash for entry in each_case.table.entries] == hashes[key]
        assert campaign_faults(each_case.table.campaign) == []


def test_every_sum_of_the_page_is_right() -> None:
    equations = SUM.findall(PAGE.read_text(encoding="utf-8"))
    assert [equation for equation in equations if sum(terms(equation)) != value(equation)] == []
    assert len(equations) > 60


def test_the_columns_of_damage_are_those_of_the_table() -> None:
    for row in rows("Levels", "Damage", "Level"):
        level, amount = whole(row["Level"]), int(row["Amount"])
        column = nearest_column(amount, level)
        assert column == row["Column"].lower()
        stated = [int(number) for number in row["In the column, level by level"].split(", ")]
        assert stated == [damage_at(level + up, column) for up in range(len(stated))]


@pytest.mark.parametrize("name", ["Toughness", "Fleet", "Canny Acumen (Will)"])
def test_the_feats_of_the_page_are_feats(name: str) -> None:
    assert name in {feat.name for feat in FEATS.values()}
