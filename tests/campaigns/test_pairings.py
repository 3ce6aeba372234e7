"""Requests, absences, pairing by hand, rounds planned ahead, and what a later correction changed."""

from time import monotonic

import pytest

from campaigns.models import CampaignWarband
from campaigns.selectors.boards import round_tables
from campaigns.selectors.leagues import league_of
from campaigns.selectors.pairings import (
    absences_of,
    evening_clashes,
    pairing_book,
    propose_round,
    propose_season,
    requests_of,
    with_corrections,
)
from campaigns.selectors.warbands import warbands_ever, warbands_in
from campaigns.services.aftermath import dice_roll_all
from campaigns.services.corrections import scenario_void
from campaigns.services.leagues import divisions_set
from campaigns.services.pairings import (
    SeasonPlan,
    absence_end,
    absence_set,
    request_add,
    request_remove,
    season_plan,
)
from campaigns.services.scenarios import scenario_commit, scenario_plan
from common.refusal import Refusal
from rules.campaigns.leagues.rounds import LeagueDivision, RoundPlan
from rules.campaigns.scenarios import ScenarioPlan
from tests.campaigns.corrections import report_correct
from tests.campaigns.league_play import round_open, round_pair, round_plan
from tests.campaigns.play import KOBOLDS, enlist, field, report, state_of
from tests.campaigns.verbs import Table, main_text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
def rows(winter) -> list[CampaignWarband]:
    """Return four warbands, of ada, bob, cleo and dan."""
    return [enlist(winter, name, *KOBOLDS, warband=f"Warband {name}") for name in ("ada", "bob", "cleo", "dan")]


def look(table: Table, who: str, path: str):
    return table.people[who].client.get(f"/campaigns/{table.key}/{path}")


def send(table: Table, who: str, path: str, fields=None):
    return table.people[who].client.post(f"/campaigns/{table.key}/{path}", fields, follow=True)


def proposed(table, number, absent=(), way="swiss"):
    campaign, league = table.campaign, league_of(table.campaign)
    book = pairing_book(campaign, league, number, {row.number: row for row in warbands_in(campaign)})
    tables = propose_round(campaign, league, number, book, absent, way).tables
    return {frozenset((paired.first.number, paired.second.number)): paired for paired in tables}


def test_who_should_not_meet_is_paired_with_others(winter, rows):
    asking = winter.asking("cleo")
    round_plan(**asking, plan=RoundPlan())
    first = next(iter(proposed(winter, 1)))
    warband, other = sorted(first)
    request_add(**asking, warbands=(other, warband))
    request_add(**asking, warbands=(warband, other))
    assert requests_of(winter.campaign) == {first}
    for way in ("swiss", "round-robin"):
        assert first not in proposed(winter, 1, way=way)
    # With no one else to meet, they are paired, and that is said.
    rest = {1, 2, 3, 4} - first
    assert proposed(winter, 1, rest)[first].is_unwanted
    request_remove(**asking, warbands=(other, warband))
    assert first in proposed(winter, 1)
    winter.assert_sound()


def test_absences_are_where_a_pairing_begins_and_outside_the_journal(winter, rows):
    round_plan(**winter.asking("ada"), plan=RoundPlan())
    head = winter.campaign.head
    absence_set(**winter.asking("bob"), number=1, warband=2, reason="In  the mountains")
    assert absences_of(winter.campaign, 1) == {2: "In the mountains"}
    assert winter.campaign.head == head
    words = main_text(look(winter, "ada", "rounds/1/pair/"))
    assert "Warband bob In the mountains" in words
    assert {
        number
        for pair in look(winter, "ada", "rounds/1/pair/").context["proposal"].tables
        for number in (pair.first.number, pair.second.number)
    } <= {1, 3, 4}
    # Its player and organizers read the reason, others who stays away, spectators neither.
    assert "In the mountains" in main_text(look(winter, "bob", "rounds/1/"))
    words = main_text(look(winter, "dan", "rounds/1/"))
    assert "Who stays away Warband bob Stay away …" in words
    send(winter, "dan", "rounds/1/absence/", {"warband": "2", "do": "end"})
    assert absences_of(winter.campaign, 1)
    send(winter, "bob", "rounds/1/absence/", {"warband": "2", "do": "end"})
    assert absences_of(winter.campaign, 1) == {}


def test_who_has_a_table_can_no_longer_stay_away_on_their_own(winter, rows):
    round_plan(**winter.asking("ada"), plan=RoundPlan())
    round_pair(**winter.asking("ada"), number=1, tables=[(1, 2)])
    with pytest.raises(Refusal, match="already has a table"):
        absence_set(**winter.asking("bob"), number=1, warband=2)
    words = main_text(send(winter, "bob", "rounds/1/absence/", {"warband": "2"}))
    assert "An organizer can move it or record a forfeit." in words


@pytest.mark.parametrize(
    ("who", "act", "refusal"),
    [
        ("bob", lambda asking: request_add(**asking, warbands=(1, 2)), "Only an organizer"),
        ("bob", lambda asking: request_remove(**asking, warbands=(1, 2)), "Only an organizer"),
        ("bob", lambda asking: season_plan(**asking, season=SeasonPlan(RoundPlan()), first=2), "Only an organizer"),
        ("bob", lambda asking: absence_set(**asking, number=1, warband=1), "Only its player"),
        ("bob", lambda asking: absence_end(**asking, number=1, warband=1), "Only its player"),
        ("bob", lambda asking: absence_set(**asking, number=9, warband=2), "no round 9"),
        ("bob", lambda asking: absence_set(**asking, number=1, warband=2, reason="x" * 201), "at most 200"),
        ("ada", lambda asking: absence_set(**asking, number=1, warband=9), "not in the campaign"),
        ("ada", lambda asking: request_add(**asking, warbands=(1, 1)), "two different"),
        ("ada", lambda asking: request_add(**asking, warbands=(1, 9)), "not in the campaign"),
        ("ada", lambda asking: season_plan(**asking, season=SeasonPlan(RoundPlan()), first=1), "planned already"),
        ("ada", lambda asking: season_plan(**asking, season=SeasonPlan(RoundPlan(starts="soon")), first=2), "a date"),
        (
            "ada",
            lambda asking: season_plan(**asking, season=SeasonPlan(RoundPlan(starts="9999-12-30")), first=2),
            "earlier first day",
        ),
        ("ada", lambda asking: season_plan(**asking, season=SeasonPlan(RoundPlan(victory="luck")), first=2), "victory"),
    ],
)
def test_what_is_refused(winter, rows, who, act, refusal):
    round_plan(**winter.asking("ada"), plan=RoundPlan())
    head = winter.campaign.head
    with pytest.raises(Refusal, match=refusal):
        act(winter.asking(who))
    assert winter.campaign.head == head


def test_a_season_is_planned_in_one_act_division_by_division(winter, rows):
    fifth = enlist(winter, "bob", *KOBOLDS, warband="Warband five")
    divisions_set(
        **winter.asking("ada"),
        divisions=[LeagueDivision("North", (1, 2, 3)), LeagueDivision("South", (4, fifth.number))],
    )
    season = SeasonPlan(RoundPlan("Ignored", "2026-12-01", points_limit=80), is_double=True, days_each=1)
    assert season_plan(**winter.asking("cleo"), season=season, first=1) == range(1, 7)
    rounds = league_of(winter.campaign).rounds
    assert [(planned.title, planned.plan.starts, len(planned.resting)) for planned in rounds.values()] == [
        (f"Round {number}", day, 1)
        for number, day in enumerate(
            ("2026-12-01", "2026-12-08", "2026-12-15", "2026-12-22", "2026-12-29", "2027-01-05"), start=1
        )
    ]
    scenarios = list(winter.campaign.scenarios.order_by("number"))
    assert [(row.round, row.date.isoformat()) for row in scenarios[:2]] == [(1, "2026-12-01")] * 2
    assert len(scenarios) == 8
    # Everyone has met everyone of the division twice, once on each side.
    pairs = [state_of(winter, row.number).plan.warbands for row in scenarios]
    assert sorted(pairs) == sorted({*pairs})
    assert {pair[::-1] for pair in pairs} == {*pairs}
    with pytest.raises(Refusal, match="Round 1 is planned already"):
        season_plan(**winter.asking("ada"), season=season, first=1)
    winter.assert_sound()


def test_a_season_is_shown_before_it_is_planned(winter, rows):
    request_add(**winter.asking("ada"), warbands=(1, 2))
    fields = {"victory": "assassins", "starts": "2026-12-01", "days_apart": "7", "days_each": "7"}
    head = winter.campaign.head
    words = main_text(send(winter, "ada", "league/round-robin/", fields))
    assert "3 rounds, 6 tables" in words
    assert "Warband ada and Warband bob meet, though an organizer wants to keep them apart." in words
    assert "Round 3 15 December 2026 to 21 December 2026" in words
    assert winter.campaign.head == head
    # However often it is sent, it is planned once.
    for _ in range(2):
        send(winter, "ada", "league/round-robin/", {**fields, "do": "write", "expected": "1"})
    assert len(league_of(winter.campaign).rounds) == 3
    assert winter.campaign.scenarios.count() == 6
    words = main_text(send(winter, "ada", "league/round-robin/", {**fields, "days_apart": "0"}))
    assert "Enter a number from 1 to 60." in words
    winter.assert_sound()


def test_a_season_of_a_thousand_scenarios_asks_as_much_as_a_small_one(
    winter, rows, django_assert_max_num_queries, monkeypatch
):
    monkeypatch.setattr("campaigns.services.scenarios.MAX_UNPLAYED", 11)
    season = SeasonPlan(RoundPlan(), is_double=True)
    with pytest.raises(Refusal, match="at most 11 scenarios"):
        season_plan(**winter.asking("ada"), season=season, first=1)
    monkeypatch.undo()
    with django_assert_max_num_queries(24):
        season_plan(**winter.asking("ada"), season=season, first=1)
    assert winter.campaign.scenarios.count() == 12


def test_a_round_is_paired_by_hand_after_a_look_at_what_speaks_against_it(winter, rows):
    asking = winter.asking("ada")
    for number, plan in enumerate((RoundPlan(), RoundPlan(starts="2026-12-01", ends="2026-12-01")), start=1):
        round_plan(**asking, plan=plan)
        assert league_of(winter.campaign).rounds[number].plan == plan
    round_pair(**asking, number=1, tables=[(1, 2)])
    scenario_plan(**asking, plan=ScenarioPlan(title="The Ford", date="2026-12-01", warbands=(4,)))
    words = main_text(look(winter, "ada", "rounds/2/pair/?hand=1"))
    assert "Pair by hand" in words
    head = winter.campaign.head
    fields = {"first": ["1", "3", ""], "second": ["2", "4", ""], "bye": [""]}
    words = main_text(send(winter, "ada", "rounds/2/pair/", {**fields, "do": "preview"}))
    assert "Paired before: round 1." in words
    assert "On the same day, Warband dan also plays “The Ford”." in words
    assert "Warband ada Warband bob (round 1)" in words
    words = main_text(
        send(winter, "ada", "rounds/2/pair/", {"first": ["1", "3"], "second": ["2", "1"], "do": "preview"})
    )
    assert "Warband ada : chosen more than once." in words
    assert "Without a table: Warband dan ." in words
    send(winter, "ada", "rounds/2/pair/", {"first": ["1", "3"], "second": ["2", "1"]})
    assert winter.campaign.head == head
    send(winter, "ada", "rounds/2/pair/", fields)
    assert [sorted(table.warbands) for table in tables_of(winter, 2)] == [[1, 2], [3, 4]]
    # Sent twice, it is planned once.
    head = winter.campaign.head
    send(winter, "ada", "rounds/2/pair/", fields)
    assert winter.campaign.head == head
    winter.assert_sound()


def tables_of(table, number):
    campaign = table.campaign
    return round_tables(campaign, league_of(campaign).rounds[number], list(warbands_ever(campaign)))


def test_a_round_is_planned_once_however_often_its_form_is_sent(winter, rows):
    fields = {"victory": "assassins", "expected": "1"}
    for _ in range(2):
        send(winter, "ada", "rounds/plan/", fields)
    assert list(league_of(winter.campaign).rounds) == [1]
    answer = send(winter, "ada", "rounds/plan/", {**fields, "name": "Thaw"})
    assert "Round 1 has been planned meanwhile. Look at it first." in main_text(answer)
    send(winter, "ada", "rounds/plan/", {**fields, "name": "Thaw", "expected": "2"})
    assert list(league_of(winter.campaign).rounds) == [1, 2]


def test_two_tables_of_one_evening_are_warned_of(winter, rows):
    asking = winter.asking("ada")
    round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(1, 2)])
    plan = {"title": "The Ford", "victory": "assassins", "warbands": ["2", "3"], "round": "1", "date": "2026-12-01"}
    words = main_text(send(winter, "ada", "scenarios/plan/", plan))
    assert "Warband bob also plays “Scenario 1”. That is the same evening or round." in words
    assert evening_clashes(winter.campaign, rows, day="2026-12-01", but=2) == {}
    assert list(evening_clashes(winter.campaign, rows, day="2026-12-01")) == [2, 3]


def test_a_correction_leaves_pairings_and_says_which_rest_on_it(winter, rows):
    asking = winter.asking("ada")
    for _ in range(2):
        round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(1, 2)])
    round_open(**asking, number=1)
    for row in rows[:2]:
        field(winter, 1, row)
    report(winter, 1, {rows[0]: 9, rows[1]: 2})
    dice_roll_all(**asking, scenario=1)
    scenario_commit(**asking, scenario=1)
    round_pair(**asking, number=2, tables=[(1, 3), (2, 4)])

    def resting():
        tables = with_corrections(winter.campaign, tables_of(winter, 2))
        return [[scenario.number for scenario in table.rests_on] for table in tables]

    assert resting() == [[], []]
    right = state_of(winter, 1).report
    report_correct(**asking, scenario=1, report=swapped(right), reason="mistyped")
    assert resting() == [[1], [1]]
    assert "Paired before the result of Scenario 1 changed. The table stays." in main_text(
        look(winter, "bob", "rounds/2/")
    )
    report_correct(**asking, scenario=1, report=right, reason="it was right")
    assert resting() == [[], []]
    scenario_void(**asking, scenario=1, reason="wrong cards")
    assert resting() == [[1], [1]]


def swapped(right):
    first, second = right.scores
    scores = (
        type(first)(first.warband, second.victory_points),
        type(first)(second.warband, first.victory_points),
    )
    return type(right)(scores, right.eliminated)


def test_a_season_for_many_warbands_is_proposed_fast(winter, rows):
    began = monotonic()
    rounds = propose_season(winter.campaign, league_of(winter.campaign), range(1, 46))
    assert (len(rounds), sum(len(each.tables) for each in rounds)) == (45, 990)
    assert monotonic() - began < 5
