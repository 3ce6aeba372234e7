"""Rounds and leagues: pairing, byes, forfeits, tables, and acts for a whole round."""

import pytest

from campaigns.models import CampaignWarband
from campaigns.selectors.boards import round_tables
from campaigns.selectors.journal import readable_entries
from campaigns.selectors.leagues import (
    division_tables,
    league_games,
    league_of,
    other_limits,
)
from campaigns.selectors.pairings import pairing_book, propose_round
from campaigns.services.aftermath import dice_roll_all
from campaigns.services.campaigns import campaign_settings_change
from campaigns.services.corrections import entry_void, scenario_void
from campaigns.services.leagues import (
    RoundOutcome,
    divisions_set,
    game_forfeit,
    league_set,
    round_apply,
    round_open,
    round_pair,
    round_plan,
    round_reopen,
)
from campaigns.services.scenarios import scenario_edit, scenario_plan, scenario_reopen
from common.refusal import Refusal
from rules.campaigns.leagues.rounds import LeagueDivision, RoundPlan
from rules.campaigns.leagues.settings import RULE_SETS, LeagueRules
from rules.campaigns.scenarios import ScenarioPlan
from rules.campaigns.settings import CampaignSettings
from tests.campaigns.play import KOBOLDS, enlist, field, record_of, report, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
def rows(winter) -> list[CampaignWarband]:
    """Return five warbands, of ada, bob, cleo, dan, and a second one of bob."""
    return [enlist(winter, name, *KOBOLDS, warband=f"Warband {name}") for name in ("ada", "bob", "cleo", "dan", "bob")]


def proposed(table, number, *absent, way="swiss"):
    campaign = table.campaign
    rows = {row.number: row for row in campaign.warbands.select_related("warband", "participant__user")}
    book = pairing_book(campaign, league_of(campaign), number, rows)
    proposal = propose_round(campaign, league_of(campaign), number, book, absent, way)
    return [(pairing.first.number, pairing.second.number, pairing.met) for pairing in proposal.tables], [
        row.number for row in proposal.byes
    ]


def standing(table):
    campaign = table.campaign
    rows = list(campaign.warbands.select_related("warband", "participant__user"))
    tables = division_tables(campaign, rows)
    return {
        division.name: [(line.row.place, line.row.warband, line.row.points) for line in division.lines]
        for division in tables
    }


def fought(table, scenario, *scores, eliminated=()):
    """Field and report a scenario of a round, and roll its dice."""
    pair = dict(
        zip(table.campaign.warbands.filter(number__in=state_of(table, scenario).plan.warbands), scores, strict=True)
    )
    for row in pair:
        field(table, scenario, row)
    report(table, scenario, pair, *eliminated)
    dice_roll_all(**table.asking("ada"), scenario=scenario)


def test_a_round_from_its_plan_to_the_table_of_the_league(winter, rows):
    asking = winter.asking("ada")
    league_set(**asking, rules=LeagueRules())
    number = round_plan(**asking, plan=RoundPlan("Opening", "2026-03-01", "2026-03-01", 150, "assassins"))
    tables, byes = proposed(winter, number)
    assert len(tables) == 2
    assert len(byes) == 1
    assert proposed(winter, number) == (tables, byes)

    scenarios = round_pair(**asking, number=number, tables=[pair[:2] for pair in tables], byes=byes)
    assert [(scenario.round, scenario.victory, scenario.date.isoformat()) for scenario in scenarios] == [
        (1, "assassins", "2026-03-01")
    ] * 2
    assert league_of(winter.campaign).rounds[1].resting == tuple(byes)

    outcome = round_open(**asking, number=number)
    assert [scenario.number for scenario in outcome.done] == [1, 2]
    assert state_of(winter, 1).settings.fielded_points == 150
    fought(winter, 1, 9, 2)
    outcome = round_apply(**asking, number=number, scenarios=[1, 2])
    assert [scenario.number for scenario in outcome.done] == [1]
    assert [(scenario.number, why) for scenario, why in outcome.left_out] == [
        (2, "No warband is fielded. Field the warbands that fought first.")
    ]

    entry = game_forfeit(**asking, scenario=2, absent=[tables[1][1]])
    first, second = sorted(tables[0][:2])
    points = {first: 3, second: 0, tables[1][0]: 3, tables[1][1]: 0, byes[0]: 3}
    assert {warband: points for _, warband, points in standing(winter)[""]} == points
    assert record_of(rows[tables[1][0] - 1]).standing.played == 0
    winter.assert_sound()

    # What rests on a forfeit goes with it, and comes back.
    entry_void(**asking, number=entry.number, reason="they came")
    assert {warband: points for _, warband, points in standing(winter)[""]} == {**points, tables[1][0]: 0}
    assert state_of(winter, 2).status == "open"
    fought(winter, 2, 1, 1)
    assert [scenario.number for scenario in round_apply(**asking, number=1, scenarios=[2]).done] == [2]
    assert {warband: points for _, warband, points in standing(winter)[""]} == {
        **points,
        tables[1][0]: 1,
        tables[1][1]: 1,
    }
    winter.assert_sound()


def test_a_second_round_repeats_nobody_and_rests_somebody_else(winter, rows):
    asking = winter.asking("cleo")
    rested = []
    for number in (1, 2, 3, 4, 5):
        round_plan(**asking, plan=RoundPlan())
        tables, byes = proposed(winter, number)
        assert all(met == 0 for *_, met in tables)
        round_pair(**asking, number=number, tables=[pair[:2] for pair in tables], byes=byes)
        rested += byes
    assert sorted(rested) == [1, 2, 3, 4, 5]
    # Now everyone has met everyone once.
    round_plan(**asking, plan=RoundPlan())
    assert [met for *_, met in proposed(winter, 6)[0]] == [1, 1]
    winter.assert_sound()


def test_a_round_robin_is_played_round_by_round(winter, rows):
    asking = winter.asking("ada")
    met = set()
    for number in (1, 2, 3, 4, 5):
        round_plan(**asking, plan=RoundPlan())
        tables, byes = proposed(winter, number, way="round-robin")
        round_pair(**asking, number=number, tables=[pair[:2] for pair in tables], byes=byes)
        met |= {frozenset(pair[:2]) for pair in tables}
    assert len(met) == 10


def test_who_stays_away_or_has_a_table_is_not_paired(winter, rows):
    asking = winter.asking("ada")
    round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(1, 2)])
    assert proposed(winter, 1, 5) == ([(3, 4, 0)], []) or proposed(winter, 1, 5) == ([(4, 3, 0)], [])


def test_divisions_are_paired_and_ranked_by_themselves(winter, rows):
    asking = winter.asking("ada")
    league_set(**asking, rules=RULE_SETS[1].rules)
    divisions_set(**asking, divisions=[LeagueDivision("North", (1, 2, 3)), LeagueDivision("South", (4, 5))])
    round_plan(**asking, plan=RoundPlan())
    tables, byes = proposed(winter, 1)
    assert sorted(map(sorted, [pair[:2] for pair in tables]))[-1] == [4, 5]
    assert len(byes) == 1
    round_pair(**asking, number=1, tables=[pair[:2] for pair in tables], byes=byes)
    round_open(**asking, number=1)
    played = next(
        pairing.scenario.number
        for pairing in round_tables(winter.campaign, league_of(winter.campaign).rounds[1], rows)
        if pairing.warbands == {4, 5}
    )
    fought(winter, played, 9, 0)
    round_apply(**asking, number=1, scenarios=[played])
    tables = standing(winter)
    assert tables["South"] == [(1, 4, 5), (2, 5, 0)]
    assert [points for *_, points in tables["North"]] == [4, 0, 0]


def test_eliminated_members_and_points_stand_in_the_table(winter, rows):
    asking = winter.asking("ada")
    round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(1, 2)])
    round_open(**asking, number=1)
    fought(winter, 1, 9, 2, eliminated=[(rows[1], "m1"), (rows[1], "m2")])
    round_apply(**asking, number=1, scenarios=[1])
    first, second = (game_side for game_side, _ in league_games(winter.campaign)[0].sides())
    assert (first.result, first.victory_points, first.eliminated) == ("major victory", 9, 0)
    assert (second.result, second.victory_points, second.eliminated) == ("major defeat", 2, 2)
    scenario_void(**asking, scenario=1, reason="mistyped")
    assert league_games(winter.campaign) == ()


def test_a_table_says_whom_it_waits_for(winter, rows):
    asking = winter.asking("ada")
    round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(1, 2)])

    def waits():
        (table,) = round_tables(winter.campaign, league_of(winter.campaign).rounds[1], rows)
        return table.stage, table.waits

    assert waits() == ("Planned", ("It has to be opened.",))
    round_open(**asking, number=1)
    field(winter, 1, rows[0])
    assert waits() == ("To field", ("Warband bob has not fielded.",))
    field(winter, 1, rows[1])
    assert waits() == ("To report", ("No one has reported the result.",))
    report(winter, 1, {rows[0]: 1, rows[1]: 0}, (rows[1], "m1"))
    assert waits() == ("Dice to roll", ("Warband ada has 2 rolls to make.", "Warband bob has 3 rolls to make."))
    dice_roll_all(**asking, scenario=1)
    assert waits() == ("Ready to apply", ())
    round_apply(**asking, number=1, scenarios=[1])
    assert waits() == ("Played", ())


@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (lambda asking: round_pair(**asking, number=1, tables=[(1, 1)]), "already has a table"),
        (lambda asking: round_pair(**asking, number=1, tables=[(1, 3)], byes=[3]), "already has a table"),
        (lambda asking: round_pair(**asking, number=1, tables=[(1, 9)]), "not in the campaign"),
        (lambda asking: round_pair(**asking, number=1, tables=[]), "no one to pair"),
        (lambda asking: round_pair(**asking, number=2, tables=[(1, 3)]), "no round 2"),
        (lambda asking: round_plan(**asking, number=7, plan=RoundPlan()), "no round 7"),
        (lambda asking: round_plan(**asking, plan=RoundPlan(victory="luck")), "victory conditions"),
        (lambda asking: round_plan(**asking, plan=RoundPlan(starts="soon")), "Enter a date"),
        (lambda asking: round_plan(**asking, plan=RoundPlan("x" * 81)), "at most 80"),
        (lambda asking: scenario_plan(**asking, plan=ScenarioPlan(round=3)), "no round 3"),
        (lambda asking: round_open(**asking, number=3), "no round 3"),
        (lambda asking: scenario_plan(**asking, plan=ScenarioPlan(warbands=(5, 1), round=1)), "has the bye"),
        (lambda asking: round_apply(**asking, number=3, scenarios=[1]), "no round 3"),
        (lambda asking: divisions_set(**asking, divisions=[LeagueDivision("", (1,))]), "a name of its own"),
        (lambda asking: divisions_set(**asking, divisions=[LeagueDivision(str(n)) for n in range(9)]), "at most 8"),
        (lambda asking: league_set(**asking, rules=LeagueRules(tiebreakers=("difference",) * 2)), "only once"),
        (lambda asking: game_forfeit(**asking, scenario=1, absent=[]), "did not come"),
        (lambda asking: game_forfeit(**asking, scenario=1, absent=[3]), "did not come"),
    ],
)
def test_what_is_refused(winter, rows, act, refusal):
    asking = winter.asking("ada")
    round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(2, 4)], byes=[5])
    before = winter.kinds
    with pytest.raises(Refusal, match=refusal):
        act(asking)
    assert winter.kinds == before


def test_rules_are_changed_with_a_reason(winter, rows):
    asking = winter.asking("ada")
    league_set(**asking, rules=LeagueRules())
    league_set(**asking, rules=LeagueRules())
    with pytest.raises(Refusal, match="Say why"):
        league_set(**asking, rules=RULE_SETS[1].rules)
    league_set(**asking, rules=RULE_SETS[1].rules, reason="as voted")
    assert winter.kinds.count("league-rules-set") == 2


def test_a_forfeited_scenario_is_over_until_the_forfeit_is_undone(winter, rows):
    asking = winter.asking("ada")
    round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(1, 2)])
    round_open(**asking, number=1)
    field(winter, 1, rows[0])
    game_forfeit(**asking, scenario=1, absent=[1, 2], reason="Snow")
    rows[0].warband.refresh_from_db()
    assert rows[0].warband.locked_for == ""
    with pytest.raises(Refusal, match="is over"):
        scenario_edit(**asking, scenario=1, plan=ScenarioPlan(warbands=(1, 2)))
    with pytest.raises(Refusal, match="does not count"):
        game_forfeit(**asking, scenario=1, absent=[1])
    winter.assert_sound()


def test_a_forfeit_that_comes_back_frees_whoever_was_fielded_meanwhile(winter, rows):
    asking = winter.asking("ada")
    round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(1, 2)])
    round_open(**asking, number=1)
    entry = game_forfeit(**asking, scenario=1, absent=[1]).number
    void = entry_void(**asking, number=entry, reason="they came").number
    field(winter, 1, rows[0])
    entry_void(**asking, number=void, reason="they did not")
    rows[0].warband.refresh_from_db()
    assert (state_of(winter, 1).status, state_of(winter, 1).fielded, rows[0].warband.locked_for) == (
        "forfeited",
        {},
        "",
    )
    winter.assert_sound()


def test_an_undone_scenario_is_forfeited(winter, rows):
    asking = winter.asking("ada")
    league_set(**asking, rules=LeagueRules())
    round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(1, 2)])
    round_open(**asking, number=1)
    fought(winter, 1, 9, 2)
    round_apply(**asking, number=1, scenarios=[1])
    before = standing(winter)
    scenario_void(**asking, scenario=1, reason="It was never played.")
    game_forfeit(**asking, scenario=1, absent=[1])
    assert state_of(winter, 1).status == "forfeited"
    assert [record_of(row).standing.played for row in rows[:2]] == [0, 0]
    assert (before[""][0][1], standing(winter)[""][0][1]) == (1, 2)
    winter.assert_sound()


def test_the_journal_says_what_changed_in_the_plan_of_a_round(winter, rows):
    asking = winter.asking("ada")
    round_plan(**asking, plan=RoundPlan("Opening"))
    round_plan(**asking, plan=RoundPlan("Thaw", points_limit=150), number=1)
    entries = readable_entries(winter.view("ada"), winter.entries)
    assert [entry.text for entry in entries if entry.entry.kind == "round-planned"] == [
        "ada planned round 1, “Opening”.",
        "ada changed the plan of round 1: name: “Opening” → “Thaw”; points limit: none → 150.",
    ]


def test_a_forfeit_does_not_come_back_once_the_game_is_applied(winter, rows):
    asking = winter.asking("ada")
    round_plan(**asking, plan=RoundPlan())
    round_pair(**asking, number=1, tables=[(1, 2)])
    round_open(**asking, number=1)
    entry = game_forfeit(**asking, scenario=1, absent=[1]).number
    void = entry_void(**asking, number=entry, reason="they came").number
    fought(winter, 1, 9, 2)
    round_apply(**asking, number=1, scenarios=[1])
    with pytest.raises(Refusal, match="Undo the scenario first"):
        entry_void(**asking, number=void, reason="they did not")
    # What was undone waits to be applied with its round again.
    scenario_void(**asking, scenario=1, reason="mistyped")
    assert [scenario.number for scenario in round_apply(**asking, number=1, scenarios=[1]).done] == [1]
    winter.assert_sound()


def test_points_won_against_who_stays_away_count_for_the_pairing(winter, rows):
    asking = winter.asking("ada")
    for pair in ((1, 2), (3, 4)):
        number = scenario_plan(**asking, plan=ScenarioPlan(warbands=pair)).number
        game_forfeit(**asking, scenario=number, absent=[pair[1]])
    round_plan(**asking, plan=RoundPlan())
    tables, _ = proposed(winter, 1, 2)
    assert {1, 3} in [set(table[:2]) for table in tables]


@pytest.mark.parametrize("name", ["bob", "eve"])
def test_only_organizers_run_a_league(winter, rows, name):
    round_plan(**winter.asking("ada"), plan=RoundPlan())
    round_pair(**winter.asking("ada"), number=1, tables=[(1, 2)])
    asking = winter.asking(name)
    for act in (
        lambda: round_plan(**asking, plan=RoundPlan()),
        lambda: round_pair(**asking, number=1, tables=[(3, 4)]),
        lambda: round_open(**asking, number=1),
        lambda: round_apply(**asking, number=1, scenarios=[1]),
        lambda: game_forfeit(**asking, scenario=1, absent=[1]),
        lambda: league_set(**asking, rules=LeagueRules()),
        lambda: divisions_set(**asking, divisions=[]),
    ):
        with pytest.raises(Refusal, match=r"Only an organizer|do not take part"):
            act()


def test_an_open_scenario_keeps_its_limit_until_it_is_reopened(winter, rows):
    asking = winter.asking("ada")
    round_plan(**asking, plan=RoundPlan(points_limit=150))
    first, second = round_pair(**asking, number=1, tables=[(rows[0].number, rows[1].number), (3, 4)])
    round_open(**asking, number=1)
    field(winter, first.number, rows[0])
    campaign_settings_change(**asking, settings=CampaignSettings(fielded_points=300, one_consumable=True))
    assert round_reopen(**asking, number=1) == RoundOutcome((), ())

    round_plan(**asking, plan=RoundPlan(points_limit=250), number=1)
    planned = league_of(winter.campaign).rounds[1]
    assert [(other.scenario, other.limit, other.is_fielded) for other in other_limits(winter.campaign, planned)] == [
        (first, 150, True),
        (second, 150, False),
    ]
    outcome = round_reopen(**asking, number=1)
    assert outcome.done == (second,)
    assert outcome.left_out == ((first, "A warband is fielded in this scenario. Its limit stays."),)
    limits = [state_of(winter, row.number).settings for row in (first, second)]
    assert [(settings.fielded_points, settings.one_consumable) for settings in limits] == [(150, False), (250, False)]
    sentences = [entry.text for entry in readable_entries(winter.view("ada"), winter.campaign.entries.all())]
    assert [text for text in sentences if text.endswith("again, for at most 250 points.")]
    with pytest.raises(Refusal, match="already has the present points limit"):
        scenario_reopen(**asking, scenario=second.number)

    # A round without a limit has that of the house rules.
    round_plan(**asking, plan=RoundPlan(), number=1)
    round_reopen(**asking, number=1)
    assert state_of(winter, second.number).settings.fielded_points == 300
    winter.assert_sound()
