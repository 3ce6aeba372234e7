"""A scenario of the chronicle as a paragraph."""

from dataclasses import replace

from rules.campaigns.chronicles import tell_scenario
from rules.campaigns.events.scenarios import WarbandFielded
from rules.campaigns.scenarios import Elimination, ScenarioPlan, ScenarioReport, SideScore
from rules.campaigns.sentences import JournalNames
from rules.campaigns.state.scenarios import COMMITTED, ScenarioState
from tests.rows import every_row

NAMES = JournalNames(
    warbands={1: "Ash Company", 2: "The Tusks", 3: "Gravewatch"},
    members={(1, "m1"): "Snik", (1, "m2"): "Kobold Warrior 2", (2, "m1"): "Old Boar", (3, "m1"): "Edda"},
)


def fought(*members: tuple[int, tuple[str, ...]], **report) -> ScenarioState:
    fielded = {warband: WarbandFielded(1, warband, own, (), 60, "") for warband, own in members}
    return ScenarioState(1, COMMITTED, 1, 9, fielded=fielded, report=ScenarioReport(**report))


TWO = ((1, ("m1", "m2")), (2, ("m1",)))
WHO = "Ash Company with Snik and Kobold Warrior 2 fought The Tusks with Old Boar."


def test_who_fought_who_won_and_who_was_eliminated_by_whom():
    scenario = fought(
        *TWO,
        scores=(SideScore(1, 6), SideScore(2, 3)),
        eliminated=(Elimination(2, "m1", 1, "m1"), Elimination(1, "m2")),
    )
    assert tell_scenario(scenario, NAMES) == (
        f"{WHO} Ash Company won a minor victory, 6 to 3. Snik eliminated Old Boar. Kobold Warrior 2 was eliminated."
    )


@every_row(
    ("scores", "expected"),
    [
        ((SideScore(1, 4), SideScore(2, 4)), "It was a draw, 4 to 4."),
        (
            (SideScore(1, 4), SideScore(2, 3)),
            "Ash Company won a minor victory, 4 to 3. A single victory point decided it.",
        ),
        ((SideScore(1, 0, result="major victory"), SideScore(2, 0)), "Ash Company won a major victory."),
    ],
)
def test_each_result_has_its_sentence(scores, expected):
    assert tell_scenario(fought(*TWO, scores=scores), NAMES) == f"{WHO} {expected}"


def test_a_warband_alone_plays_against_the_game():
    told = tell_scenario(fought((2, ("m1",)), scores=(SideScore(2, 2),), game_points=5), NAMES)
    assert told == "The Tusks with Old Boar fought alone against the game. The Tusks lost, 2 to 5."


def test_of_three_warbands_those_that_draw_are_named():
    scores = (SideScore(1, 5), SideScore(2, 5), SideScore(3, 1))
    told = tell_scenario(fought(*TWO, (3, ("m1",)), scores=scores), NAMES)
    assert told.startswith("Three warbands met: Ash Company with Snik and Kobold Warrior 2; The Tusks with Old Boar; ")
    assert told.endswith("It was a draw for Ash Company and The Tusks, 5 to 5 to 1.")


def test_the_turning_point_is_the_line_that_gave_most_of_the_lead():
    scores = (SideScore(1, 7, (1, 1, 1)), SideScore(2, 2, (2, 0, 0)))
    told = tell_scenario(fought(*TWO, scores=scores), NAMES)
    assert told.endswith(
        "The turning point gave Ash Company 4 victory points more than anyone else: no opponent has a creature left in "
        "play."
    )


def test_no_line_is_the_turning_point_where_two_gave_the_same_lead():
    scores = (SideScore(1, 6, (2, 1, 0)), SideScore(2, 0, (0, 0, 0)))
    assert "turning point" not in tell_scenario(fought(*TWO, scores=scores), NAMES)


def test_without_points_the_line_that_the_winner_alone_has_is_the_turning_point():
    scores = (SideScore(1, 0, (1,), result="major victory"), SideScore(2, 0, (0,)))
    scenario = replace(fought(*TWO, scores=scores), plan=ScenarioPlan(victory="total-annihilation"))
    told = tell_scenario(scenario, NAMES)
    assert "Ash Company won a major victory. The turning point for Ash Company: " in told
    assert "victory point" not in told


def test_points_that_grew_and_the_lead_of_the_campaign_are_told():
    scenario = replace(fought(*TWO, scores=(SideScore(1, 6), SideScore(2, 3))), played=2)
    told = tell_scenario(scenario, NAMES, 1, {1: ((1, 51), (2, 66)), 2: ((1, 46), (2, 46))})
    assert told.endswith("Ash Company grew from 51 to 66 points. Ash Company took the lead of the campaign.")
