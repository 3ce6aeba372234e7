"""Play-offs from the table of a league to their champion, with draws, forfeits, voids and decisions."""

import pytest

from campaigns.models import CampaignWarband
from campaigns.selectors.leagues import division_tables, league_of
from campaigns.selectors.playoffs import bracket_page, playoffs_of, suggested_seeds
from campaigns.selectors.warbands import warbands_ever
from campaigns.services.corrections import ReportCorrection, entry_void, scenario_correct, scenario_void
from campaigns.services.leagues import divisions_set, game_forfeit, league_set, round_pair
from campaigns.services.pairings import playoff_decide, playoff_games_plan, playoffs_draw
from campaigns.services.scenarios import scenario_cancel, scenario_commit
from campaigns.services.warbands import warband_leave
from common.refusal import Refusal
from rules.campaigns.leagues.rounds import LeagueDivision
from rules.campaigns.leagues.settings import LeagueRules
from rules.campaigns.scenarios import ScenarioReport, SideScore
from tests.campaigns.knockouts import bracket, fought
from tests.campaigns.play import KOBOLDS, enlist, played, state_of
from tests.replays import replayed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
@replayed
def rows(winter) -> list[CampaignWarband]:
    """Return four warbands of a league, of ada, bob, cleo and dan."""
    league_set(**winter.asking("ada"), rules=LeagueRules())
    return [enlist(winter, name, *KOBOLDS, warband=f"Warband {name}") for name in ("ada", "bob", "cleo", "dan")]


def match(table, title):
    return next(candidate for candidate in bracket(table).matches if candidate.title == title)


def drawn(table, *seeds, draws="played again", third_place=True):
    playoffs_draw(**table.asking("ada"), seeds=seeds, draws=draws, third_place=third_place)
    return planned(table)


def planned(table):
    """Plan what is due; return the title and the warbands of each new scenario, by its number."""
    rows, left_out = playoff_games_plan(**table.asking("ada"))
    assert left_out == []
    return {row.number: (row.title, state_of(table, row.number).plan.warbands) for row in rows}


def ranking(table):
    return [(rank.place, rank.warband) for rank in bracket(table).ranking]


def points(table):
    tables = division_tables(table.campaign, list(warbands_ever(table.campaign)))
    return {line.row.warband: line.row.points for division in tables for line in division.lines}


def test_play_offs_from_their_drawing_to_the_champion(winter, rows):
    played(winter, {rows[0]: 9, rows[1]: 0})
    before = points(winter)
    assert drawn(winter, 1, 2, 3, 4) == {2: ("Semifinal 1", (1, 4)), 3: ("Semifinal 2", (2, 3))}
    assert planned(winter) == {}
    fought(winter, 2, 0, 9)
    assert planned(winter) == {}
    fought(winter, 3, 9, 0)
    assert planned(winter) == {4: ("Third place", (1, 3)), 5: ("Final", (4, 2))}
    league = league_of(winter.campaign)
    assert {league.rounds[number].title: stage for number, stage in league.stages.items()} == {
        "Semifinals": "semifinals",
        "Third place": "third place",
        "Final": "final",
    }
    fought(winter, 4, 9, 0)
    fought(winter, 5, 0, 9)
    assert ranking(winter) == [(1, 2), (2, 4), (3, 1), (4, 3)]
    # Play-offs are outside the table of the league.
    assert points(winter) == before
    winter.assert_sound()


def test_a_draw_is_played_again(winter, rows):
    drawn(winter, 1, 2)
    fought(winter, 1, 3, 3)
    assert match(winter, "Final").is_due
    assert planned(winter) == {2: ("Final, replay", (1, 2))}
    assert planned(winter) == {}
    fought(winter, 2, 0, 1)
    assert ranking(winter) == [(1, 2), (2, 1)]


def test_after_a_draw_the_higher_seed_goes_on_where_the_league_says_so(winter, rows):
    drawn(winter, 2, 1, draws="higher seed")
    fought(winter, 1, 3, 3)
    assert ranking(winter) == [(1, 2), (2, 1)]
    assert match(winter, "Final").ground == "draw"


def test_who_comes_goes_on_and_the_higher_seed_where_neither_comes(winter, rows):
    asking = winter.asking("ada")
    drawn(winter, 1, 2, 3, 4)
    game_forfeit(**asking, scenario=1, absent=[1])
    entry = game_forfeit(**asking, scenario=2, absent=[2, 3])
    assert [match(winter, f"Semifinal {number}").winner for number in (1, 2)] == [4, 2]
    # An organizer may choose the other one. Undone, the forfeit can still be played.
    playoff_decide(**asking, match=("semifinals", 2), warband=3, reason="Their bus broke down.")
    assert match(winter, "Semifinal 2").winner == 3
    entry_void(**asking, number=entry.number, reason="They came")
    fought(winter, 2, 9, 0)
    assert (match(winter, "Semifinal 2").result, match(winter, "Semifinal 2").winner) == (2, 3)
    winter.assert_sound()


def test_byes_are_for_the_highest_seeds(winter, rows):
    assert drawn(winter, 3, 1, 2) == {1: ("Semifinal 2", (1, 2))}
    fought(winter, 1, 9, 0)
    assert planned(winter) == {2: ("Final", (3, 1))}
    assert ranking(winter) == [(3, 2)]


def test_a_correction_carries_through_while_no_later_game_is_planned(winter, rows):
    drawn(winter, 1, 2, 3, 4)
    fought(winter, 1, 9, 0)
    correct(winter, 1, {1: 0, 4: 9})
    assert match(winter, "Semifinal 1").winner == 4
    scenario_void(**winter.asking("ada"), scenario=1, reason="Mistyped")
    assert match(winter, "Semifinal 1").winner is None
    scenario_commit(**winter.asking("ada"), scenario=1)
    assert match(winter, "Semifinal 1").winner == 4


def correct(table, scenario, scores):
    correction = ReportCorrection(ScenarioReport(tuple(SideScore(*score) for score in scores.items())))
    scenario_correct(**table.asking("ada"), scenario=scenario, correction=correction, reason="Mistyped")


@pytest.fixture
@replayed
def final(winter, rows):
    """Play both semifinals, and plan the final of 1 and 2 (4) and the game for third place of 4 and 3 (3)."""
    drawn(winter, 1, 2, 3, 4)
    fought(winter, 1, 9, 0)
    fought(winter, 2, 9, 0)
    assert planned(winter) == {3: ("Third place", (4, 3)), 4: ("Final", (1, 2))}
    return winter


def test_a_void_leaves_the_next_games_until_an_organizer_chooses(final):
    scenario_void(**final.asking("ada"), scenario=1, reason="Mistyped")
    assert match(final, "Semifinal 1").is_in_conflict
    assert match(final, "Final").sides == (1, 2)
    final.assert_sound()
    # Applied again with the same winner, the conflict is over.
    scenario_commit(**final.asking("ada"), scenario=1)
    assert not match(final, "Semifinal 1").is_in_conflict


def test_the_winner_after_a_correction_goes_on_by_decision(final):
    correct(final, 1, {1: 0, 4: 9})
    assert (match(final, "Semifinal 1").winner, match(final, "Semifinal 1").result) == (1, 4)
    assert planned(final) == {}
    playoff_decide(**final.asking("ada"), match=("semifinals", 1), warband=4, reason="As corrected")
    assert [state_of(final, number).status for number in (3, 4)] == ["canceled", "canceled"]
    assert planned(final) == {5: ("Third place", (1, 3)), 6: ("Final", (4, 2))}
    fought(final, 6, 9, 0)
    assert ranking(final)[:2] == [(1, 4), (2, 2)]
    final.assert_sound()


def test_who_plays_on_stays_by_decision_even_after_the_final(final):
    fought(final, 4, 9, 0)
    correct(final, 1, {1: 0, 4: 9})
    assert match(final, "Semifinal 1").is_in_conflict
    assert ranking(final)[0] == (1, 1)
    playoff_decide(**final.asking("ada"), match=("semifinals", 1), warband=1, reason="The final is played")
    playoff_decide(**final.asking("ada"), match=("semifinals", 1), warband=1, reason="The final is played")
    assert final.kinds.count("playoff-decided") == 1
    assert not match(final, "Semifinal 1").is_in_conflict
    assert bracket(final).stale == ()


def test_a_played_final_of_others_stays_a_scenario_outside_the_bracket(final):
    fought(final, 4, 9, 0)
    correct(final, 1, {1: 0, 4: 9})
    playoff_decide(**final.asking("ada"), match=("semifinals", 1), warband=4, reason="As corrected")
    page = bracket_page(playoffs_of(final.campaign, league_of(final.campaign)), warbands_ever(final.campaign))
    assert [str(row) for row in page.stale] == ["Final"]
    assert planned(final) == {5: ("Third place", (1, 3)), 6: ("Final", (4, 2))}
    # A decision that is undone brings the conflict back, though two warbands now have a final.
    ((_, entry),) = league_of(final.campaign).playoffs.decisions.values()
    entry_void(**final.asking("ada"), number=entry, reason="No")
    assert match(final, "Semifinal 1").winner == 4
    final.assert_sound()


def test_the_drawing_is_taken_back_while_no_game_stands(winter, rows):
    asking = winter.asking("ada")
    playoffs_draw(**asking, seeds=(1, 2), draws="played again", third_place=True)
    with pytest.raises(Refusal, match="drawn already"):
        playoffs_draw(**asking, seeds=(2, 1), draws="played again", third_place=True)
    planned(winter)
    entry = league_of(winter.campaign).playoffs.entry
    with pytest.raises(Refusal, match="Cancel or undo them first"):
        entry_void(**asking, number=entry, reason="Wrong seeds")
    scenario_cancel(**asking, scenario=1, reason="Wrong seeds")
    void = entry_void(**asking, number=entry, reason="Wrong seeds")
    assert league_of(winter.campaign).playoffs is None
    assert drawn(winter, 3, 4) == {2: ("Final", (3, 4))}
    # The round of the final is used again; the first drawing can come back, but the newer one stays.
    assert list(league_of(winter.campaign).stages) == [1]
    entry_void(**asking, number=void.number, reason="Or not")
    assert league_of(winter.campaign).playoffs.seeds == (3, 4)
    winter.assert_sound()


def test_a_game_that_cannot_be_planned_is_left_out(winter, rows):
    playoffs_draw(**winter.asking("ada"), seeds=(1, 2, 3, 4), draws="played again", third_place=False)
    warband_leave(**winter.asking("dan"), number=4)
    scenarios, left_out = playoff_games_plan(**winter.asking("ada"))
    assert [row.title for row in scenarios] == ["Semifinal 2"]
    assert left_out == [("Semifinal 1", "This warband is not in the campaign.")]
    playoff_decide(**winter.asking("ada"), match=("semifinals", 1), warband=1, reason="Dan left")
    fought(winter, 1, 9, 0)
    assert planned(winter) == {2: ("Final", (1, 2))}


def test_seeds_from_divisions_cross_over(winter, rows):
    asking = winter.asking("ada")
    divisions_set(**asking, divisions=[LeagueDivision("North", (1, 2)), LeagueDivision("South", (3, 4))])
    played(winter, {rows[1]: 9, rows[0]: 0})
    played(winter, {rows[2]: 9, rows[3]: 0})
    seeds = suggested_seeds(winter.campaign, list(warbands_ever(winter.campaign)), 4)
    assert seeds == (2, 3, 1, 4)
    assert set(drawn(winter, *seeds).values()) == {
        ("Semifinal 1", (2, 4)),
        ("Semifinal 2", (3, 1)),
    }


def test_a_round_of_play_offs_is_not_paired(winter, rows):
    drawn(winter, 1, 2)
    with pytest.raises(Refusal, match="play-offs say who meets"):
        round_pair(**winter.asking("ada"), number=1, tables=[(3, 4)])
    # Scenarios that somebody plans in it are outside the table and the bracket.
    scenario = played(winter, {rows[2]: 9, rows[3]: 0}, round=1)
    assert [game.scenario for game in bracket(winter).stale] == [scenario]
    assert points(winter)[3] == 0


@pytest.mark.parametrize(
    ("act", "refusal"),
    [
        (lambda asking: playoffs_draw(**asking, seeds=[1], draws="higher seed", third_place=True), "2 to 32"),
        (lambda asking: playoffs_draw(**asking, seeds=[1, 9], draws="higher seed", third_place=True), "are in this"),
        (lambda asking: playoffs_draw(**asking, seeds=[1, 1], draws="higher seed", third_place=True), "one seed"),
        (lambda asking: playoff_games_plan(**asking), "no play-offs"),
        (lambda asking: playoff_decide(**asking, match=("final", 1), warband=1, reason="x"), "no play-offs"),
    ],
)
def test_what_is_refused_before_there_are_play_offs(winter, rows, act, refusal):
    before = winter.kinds
    with pytest.raises(Refusal, match=refusal):
        act(winter.asking("ada"))
    assert winter.kinds == before


@pytest.mark.parametrize(
    ("match", "warband", "reason", "refusal"),
    [
        (("final", 1), 1, "x", "not settled yet"),
        (("quarterfinals", 1), 1, "x", "not settled yet"),
        (("semifinals", 1), 2, "x", "one of the two"),
        (("semifinals", 1), 1, "", "Say why"),
    ],
)
def test_decisions_that_are_refused(winter, rows, match, warband, reason, refusal):
    drawn(winter, 1, 2, 3, 4)
    with pytest.raises(Refusal, match=refusal):
        playoff_decide(**winter.asking("ada"), match=match, warband=warband, reason=reason)


def test_a_campaign_without_a_league_has_no_play_offs(winter):
    with pytest.raises(Refusal, match="rules of the league first"):
        playoffs_draw(**winter.asking("ada"), seeds=[1, 2], draws="higher seed", third_place=True)


@pytest.mark.parametrize("name", ["bob", "eve"])
def test_only_organizers_run_play_offs(winter, rows, name):
    drawn(winter, 1, 2)
    asking = winter.asking(name)
    for act in (
        lambda: playoffs_draw(**asking, seeds=[1, 2], draws="higher seed", third_place=True),
        lambda: playoff_games_plan(**asking),
        lambda: playoff_decide(**asking, match=("final", 1), warband=1, reason="x"),
    ):
        with pytest.raises(Refusal, match=r"Only an organizer|do not take part"):
            act()
