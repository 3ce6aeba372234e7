"""Rounds, divisions, byes and forfeits, as journals have them."""

import pytest

from rules.campaigns.events.corrections import EntryVoided
from rules.campaigns.events.leagues import ByeGiven, DivisionsSet, GameForfeited, LeagueRulesSet, RoundPlanned
from rules.campaigns.events.scenarios import ScenarioOpened, ScenarioPlanned, ScenarioReported, WarbandFielded
from rules.campaigns.fold import fold_campaign
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.leagues.rounds import (
    ROUND_PLAN,
    LeagueDivision,
    RoundPlan,
    check_divisions,
    next_limit,
    round_settings,
)
from rules.campaigns.leagues.settings import LeagueRules
from rules.campaigns.scenarios import PLAN, ScenarioPlan, ScenarioReport, SideScore
from rules.campaigns.settings import CampaignSettings
from rules.campaigns.state.scenarios import FORFEITED, OPEN
from rules.documents.reading import Fields
from rules.errors import ChangeRefused, DocumentError, RulesError
from tests.rows import every_row


def folded(*events):
    return fold_campaign(NumberedEvent(number, event) for number, event in enumerate(events, start=1))


def test_a_round_keeps_its_byes_when_its_plan_changes():
    league = folded(
        RoundPlanned(1, RoundPlan("Opening")),
        ByeGiven(1, 3),
        RoundPlanned(1, RoundPlan("Thaw")),
        RoundPlanned(2, RoundPlan()),
    ).league
    assert {number: (state.title, state.resting) for number, state in league.rounds.items()} == {
        1: ("Thaw", (3,)),
        2: ("Round 2", ()),
    }
    assert league.rounds[1].byes == ((3, 2),)


def test_a_voided_bye_can_be_given_again():
    league = folded(RoundPlanned(1, RoundPlan()), ByeGiven(1, 3), EntryVoided(2, "wrong"), ByeGiven(1, 3)).league
    assert league.rounds[1].byes == ((3, 4),)


def test_a_bye_needs_a_round_and_counts_once():
    with pytest.raises(RulesError, match="round 1"):
        folded(ByeGiven(1, 3))
    twice = (RoundPlanned(1, RoundPlan()), ByeGiven(1, 3), EntryVoided(2, "x"), ByeGiven(1, 3), EntryVoided(3, "y"))
    assert folded(*twice).league.rounds[1].byes == ((3, 2),)


def test_without_divisions_all_warbands_are_in_one_table():
    rules = LeagueRules(bye_counts=False)
    league = folded(LeagueRulesSet(rules, "")).league
    assert (league.rules, league.tables([3, 1], ())) == (rules, (LeagueDivision("", (1, 3)),))
    north = LeagueDivision("North", (2,))
    assert folded(DivisionsSet((north,))).league.tables([1, 2], ()) == (north,)


FIGHT = (
    ScenarioPlanned(1, ScenarioPlan(warbands=(1, 2), round=4)),
    ScenarioOpened(1, CampaignSettings()),
    WarbandFielded(1, 1, ("m1",), (), 9, ""),
    ScenarioReported(1, ScenarioReport((SideScore(1, 5),))),
    GameForfeited(1, (2,), "snow"),
)


def test_a_forfeited_scenario_counts_for_no_career_and_has_nothing_of_before():
    scenario = folded(*FIGHT).scenarios[1]
    assert (scenario.status, scenario.absent, scenario.counts, scenario.is_running) == (FORFEITED, (2,), False, False)
    assert (scenario.plan.round, scenario.fielded, scenario.report_entry) == (4, {}, 0)


def test_a_voided_forfeit_leaves_the_scenario_open_to_be_fielded_anew():
    scenario = folded(*FIGHT, EntryVoided(5, "they came")).scenarios[1]
    assert (scenario.status, scenario.absent, scenario.fielded, scenario.report_entry) == (OPEN, (), {}, 0)
    again = WarbandFielded(1, 1, ("m2",), (), 7, "")
    assert folded(*FIGHT, EntryVoided(5, "they came"), again).scenarios[1].fielded == {1: again}


def test_what_was_fielded_between_the_undoing_of_a_forfeit_and_its_return_is_gone():
    again = WarbandFielded(1, 1, ("m2",), (), 7, "")
    other = ScenarioPlanned(1, ScenarioPlan(warbands=(1, 2, 3), round=4))
    restored = (*FIGHT, EntryVoided(5, "they came"), again, other, EntryVoided(6, "they did not"))
    scenario = folded(*restored).scenarios[1]
    assert (scenario.status, scenario.absent, scenario.fielded, scenario.plan.warbands) == (FORFEITED, (2,), {}, (1, 2))
    scenario = folded(*restored, EntryVoided(5, "they did")).scenarios[1]
    assert (scenario.status, scenario.fielded, scenario.plan.warbands) == (OPEN, {}, (1, 2, 3))


@pytest.mark.parametrize("day", ["soon", "2026-02-30", "2026-3-1", "٢٠٢٦-03-01"])
def test_a_document_with_no_real_day_is_refused(day):
    with pytest.raises(DocumentError, match="a day like"):
        ROUND_PLAN.read(Fields({"plan": {**ROUND_PLAN.write(RoundPlan()), "starts": day}}), "plan")


def test_a_plan_names_its_round_only_where_it_has_one():
    assert "round" not in PLAN.write(ScenarioPlan())
    assert PLAN.write(ScenarioPlan(round=2))["round"] == 2


@pytest.mark.parametrize(
    ("plan", "refusal"),
    [
        (RoundPlan(starts="2026-03-08", ends="2026-03-01"), "cannot come before"),
        (RoundPlan(points_limit=0), "from 1"),
    ],
)
def test_a_round_that_cannot_be(plan, refusal):
    with pytest.raises(ChangeRefused, match=refusal):
        plan.check()


def test_a_round_of_one_day_can_be():
    RoundPlan(starts="2026-03-01", ends="2026-03-01", points_limit=150).check()


@pytest.mark.parametrize(
    ("divisions", "refusal"),
    [
        ((LeagueDivision("North", (1,)), LeagueDivision("north", (2,))), "name of its own"),
        ((LeagueDivision("North", (1,)), LeagueDivision("South", (1,))), "one division only"),
        ((LeagueDivision("North", (9,)),), "of this campaign"),
    ],
)
def test_divisions_that_cannot_be(divisions, refusal):
    with pytest.raises(ChangeRefused, match=refusal):
        check_divisions(divisions, [1, 2])


def test_a_warband_may_be_in_no_division():
    check_divisions((LeagueDivision("North", (1,)), LeagueDivision("South", ())), [1, 2])


@every_row(
    "limits, rises_to",
    [
        ([200], 200),
        ([None], None),
        ([200, 250], 300),
        ([None, 250], 250),
        ([250, None], None),
        ([250, 200], 200),
        ([150, 200, 200], 200),
    ],
)
def test_the_limit_of_the_next_round_rises_as_it_did_before(limits: list[int | None], rises_to: int | None):
    assert next_limit([RoundPlan(points_limit=limit) for limit in limits]) == rises_to


@every_row("limit, fielded", [(250, 250), (None, 300)])
def test_a_scenario_has_the_limit_of_its_round(limit: int | None, fielded: int):
    own = CampaignSettings(fielded_points=150, one_consumable=True)
    settings = round_settings(own, RoundPlan(points_limit=limit), CampaignSettings(fielded_points=300))
    assert settings == CampaignSettings(fielded_points=fielded, one_consumable=True)
    assert round_settings(own, None, CampaignSettings(fielded_points=300)).fielded_points == 300
