"""Warbands and scenarios go into the file of a campaign and come back as they were."""

import json
from pathlib import Path
from typing import Any

import pytest

from campaigns.models import (
    Campaign,
)
from campaigns.services.campaigns import campaign_close
from campaigns.services.corrections import scenario_void
from campaigns.services.leagues import divisions_set, game_forfeit, league_set
from campaigns.services.people import (
    placeholder_claim,
)
from campaigns.services.scenarios import scenario_cancel
from campaigns.services.seasons import season_finish
from campaigns.services.warbands import warband_join, warband_leave
from rules.building.members import MemberAdd, MemberRemove
from rules.campaigns.leagues.rounds import LeagueDivision
from rules.campaigns.leagues.settings import LeagueRules
from tests.campaigns.corrections import roll_correct
from tests.campaigns.files import exported, remove_campaigns
from tests.campaigns.play import BOARS, KOBOLDS, career, change, commit, enlist, enter, field, opened, played, report
from tests.campaigns.verbs import Table
from tests.replays import replayed
from tests.warbands.verbs import account
from warbands.models import Warband

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def fought(small_compendium: None, winter: Table) -> Table:
    """Return a campaign of scenarios with a recruit, a dismissal, a void, a correction, and a warband that left."""
    kobolds, boars = enlist(winter, "ada", *KOBOLDS), enlist(winter, "bob", *BOARS)
    guests = enlist(winter, "dan", *KOBOLDS)
    played(winter, {kobolds: 7, boars: 2}, (boars, "m1"))
    change(winter, "ada", kobolds, MemberAdd("boar"))
    second = opened(winter, kobolds, guests, title="The Ford", date="2026-03-01")
    field(winter, second, kobolds)
    field(winter, second, guests)
    report(winter, second, {kobolds: 1, guests: 4}, (kobolds, "m1"))
    enter(winter, second, kobolds, "m1", "elimination", 3)
    enter(winter, second, kobolds, "m1", "injury", 6)
    commit(winter, second)
    roll_correct(
        **winter.asking("cleo"),
        scenario=second,
        warband=kobolds.number,
        member="m1",
        purpose="injury",
        faces=(5,),
        reason="It was a 5",
    )
    change(winter, "ada", kobolds, MemberRemove("m2"))
    warband_leave(**winter.asking("dan"), number=guests.number)
    third = played(winter, {kobolds: 3, boars: 3})
    scenario_void(**winter.asking("ada"), scenario=third, reason="Played by the wrong rules")
    warband_join(**winter.asking("dan"), warband_key=guests.warband.key)
    fourth = opened(winter, boars, title="The Bridge")
    field(winter, fourth, boars)
    winter.assert_sound()
    return winter


def test_warbands_and_scenarios_come_back_as_they_were(fought: Table, run, tmp_path: Path):
    scenario_cancel(**fought.asking("ada"), scenario=4, reason="Rain")
    campaign_close(**fought.asking("ada"))
    before = exported(fought, run, tmp_path / "one.json")
    remove_campaigns()
    assert run("import_campaign", str(tmp_path / "one.json"))[0] == 0
    assert exported(fought, run, tmp_path / "two.json") == before
    fought.assert_sound()
    assert [(row.number, row.name, row.has_left) for row in fought.campaign.warbands.all()] == [
        (1, "The adas", True),
        (2, "The bobs", True),
        (3, "The dans", True),
        (4, "The dans", True),
    ]
    assert Warband.objects.count() == 3
    kobolds = fought.campaign.warbands.get(number=1)
    assert [wound.injury for wound in career(kobolds, "m1").wounds] == ["fragile"]
    assert run("verify_dice", str(tmp_path / "one.json"))[0] == 0


def test_an_imported_campaign_is_played_on_by_those_who_claim_its_places(fought: Table, run, tmp_path: Path):
    exported(fought, run, tmp_path / "campaign.json")
    assert run("verify_dice", str(tmp_path / "campaign.json"))[0] == 1
    before = {row.number: row.warband.next_member for row in fought.campaign.warbands.select_related("warband")}
    remove_campaigns()
    _, answer = run("import_campaign", str(tmp_path / "campaign.json"))
    after = {row.number: row.warband.next_member for row in fought.campaign.warbands.select_related("warband")}
    assert after == before
    assert Warband.objects.exclude(locked_for="").count() == 1
    for place, name in zip(answer["people"], ("fay", "gil", "hal", "ida"), strict=True):
        fought.people[place["name"]] = account(name)
        placeholder_claim(actor=fought.people[place["name"]].owner, token=place["claim"])
    kobolds, boars = fought.campaign.warbands.get(number=1), fought.campaign.warbands.get(number=2)
    assert kobolds.warband.owner == fought.people["ada"].owner.user
    change(fought, "ada", kobolds, MemberAdd("kobold-warrior"))
    report(fought, 4, {boars: 2})
    commit(fought, 4)
    assert fought.campaign.scenarios.get(number=4).played == 4
    # What fell before and does not stand falls again, with the seed of that time; then come dice of the new one.
    played(fought, {kobolds: 1, boars: 2})
    fought.assert_sound()
    campaign_close(**fought.asking("ada"))
    exported(fought, run, tmp_path / "campaign.json")
    status, audit = run("verify_dice", str(tmp_path / "campaign.json"))
    assert status == 1
    assert {problem["verification"] for problem in audit["problems"]} == {"unverifiable"}
    assert audit["rolls"]["right"] > 0


def test_a_card_that_the_compendium_has_otherwise_comes_along(fought: Table, run, tmp_path: Path):
    path = tmp_path / "campaign.json"
    document = exported(fought, run, path)
    assert {card["key"] for card in document["cards"]} == {"boar", "kobold-warrior"}
    for card in document["cards"]:
        if card["key"] == "boar":
            card["stats"]["hp"] = 333
    path.write_text(json.dumps(document), encoding="utf-8")
    remove_campaigns()
    assert run("import_campaign", str(path))[0] == 0
    cards = {
        warband["number"]: warband["draft"]["roster"].get("cards", ())
        for warband in exported(fought, run, path)["warbands"]
    }
    assert {number: [card["stats"]["hp"] for card in own_cards] for number, own_cards in cards.items()} == {
        1: [333],
        2: [333],
        3: [],
        4: [],
    }
    fought.assert_sound()


def drop_warband(document: dict[str, Any]) -> dict[str, Any]:
    del document["warbands"][0]
    return document


def swap_draft(document: dict[str, Any]) -> dict[str, Any]:
    document["warbands"][0]["draft"] = document["warbands"][1]["draft"]
    return document


def rename_first(document: dict[str, Any]) -> dict[str, Any]:
    document["warbands"][3]["first"] = 4
    document["warbands"][0]["draft"]["roster"]["members"] = []
    return document


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (drop_warband, "journal.impossible"),
        (swap_draft, "total.roster"),
        (rename_first, "total.roster"),
    ],
)
def test_warbands_that_do_not_fit_the_journal_are_not_stored(fought: Table, run, tmp_path: Path, change, code):
    path = tmp_path / "campaign.json"
    path.write_text(json.dumps(change(exported(fought, run, path))), encoding="utf-8")
    status, answer = run("import_campaign", str(path))
    assert (status, answer["faults"][0]["code"]) == (1, code)
    assert (Campaign.objects.count(), Warband.objects.count()) == (1, 3)


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"draft": {}}, "warbands[0].draft.format"),
        ({"number": 0}, "warbands[0].number"),
        ({"first": 9}, "warbands[0].first"),
        ({"more": 9}, "warbands[0].more"),
    ],
)
def test_a_warband_that_cannot_be_read_is_told_with_its_path(fought: Table, run, tmp_path: Path, change, path):
    file = tmp_path / "campaign.json"
    document = exported(fought, run, file)
    document["warbands"][0].update(change)
    file.write_text(json.dumps(document), encoding="utf-8")
    status, answer = run("import_campaign", str(file))
    assert (status, answer["error"]["path"]) == (2, path)


@pytest.mark.usefixtures("small_compendium")
def test_a_league_that_a_player_quit_comes_back_whole(winter: Table, run, tmp_path: Path):
    ada, rows = winter.asking("ada"), [enlist(winter, name, *KOBOLDS) for name in ("ada", "bob")]
    league_set(**ada, rules=LeagueRules())
    played(winter, {rows[0]: 2, rows[1]: 7})
    missed = opened(winter, *rows, title="The Ford")
    warband_leave(**winter.asking("bob"), number=2)
    game_forfeit(**ada, scenario=missed, absent=[2])
    divisions_set(**ada, divisions=[LeagueDivision("A", (1, 2))])
    season_finish(**ada)
    winter.assert_sound()
    before = exported(winter, run, tmp_path / "one.json")
    remove_campaigns()
    assert run("import_campaign", str(tmp_path / "one.json"))[0] == 0
    winter.assert_sound()
    after = exported(winter, run, tmp_path / "two.json")["journal"]
    assert after[: len(before["journal"])] == before["journal"]
