"""The ten objectives, the end of a fight, and Victories."""

import pytest

from rules.combat.events import FightEnded
from rules.errors import ChangeRefused
from rules.heroic import HEROIC
from rules.heroic.table_events import HeroicFinish, HeroicMark, HeroicObject, HeroicProgress, objective_verdict
from rules.heroic.tables import OBJECTIVES
from tests.rules.heroic.heroic_fights import HeroicTable, creature, hero, table_of


def _about(objective: str, **table: object) -> HeroicTable:
    goblins = [creature("Goblin 1"), creature("Goblin 2")]
    return table_of([hero(), creature("Guard")], goblins, objective=objective, **table).begin()


def _fell(played: HeroicTable, *combatants: str) -> HeroicTable:
    for combatant in combatants:
        played.set(combatant, "stamina", 0)
    return played


def _verdict(played: HeroicTable) -> str:
    verdict = played.state.own.verdict
    assert verdict == objective_verdict(played.state)
    return verdict


def test_diminish_numbers_is_met_below_a_number() -> None:
    played = _about("diminish", goal=2)
    assert _verdict(played) == ""
    assert _verdict(_fell(played, "b.1")) == "met"
    assert [offer.label for offer in HEROIC.offers(played.state) if offer.is_main and offer.group == "Objective"] == [
        "The heroes win"
    ]
    assert _verdict(_fell(_about("diminish"), "b.1", "b.2")) == "met"


def test_defeat_a_specific_foe_is_met_when_the_marked_one_is_down() -> None:
    played = _fell(_about("foe"), "b.2")
    assert _verdict(played) == ""
    assert _verdict(played.do(HeroicMark("b.1", True))) == ""
    assert _verdict(_fell(played, "b.1")) == "met"


def test_get_the_thing_is_met_when_a_hero_holds_it() -> None:
    played = _about("get").do(HeroicObject("b.1"))
    assert _verdict(played) == ""
    assert _verdict(played.do(HeroicObject("a.1"))) == "met"
    assert "has the object" in HEROIC.row(played.state, "a.1", sees_hidden=False).badges
    assert _verdict(played.do(HeroicObject(None))) == ""


@pytest.mark.parametrize("objective", ["destroy", "escort", "assault", "stop", "complete"])
def test_five_objectives_count_progress_by_hand(objective: str) -> None:
    played = _about(objective, goal=3).do(HeroicProgress(2, False))
    assert _verdict(played) == ""
    assert _verdict(played.do(HeroicProgress(1, False))) == "met"
    assert _verdict(played.do(HeroicProgress(-1, False))) == ""
    assert played.do(HeroicProgress(-9, False)).state.own.progress == 0
    with pytest.raises(ChangeRefused):
        played.do(HeroicProgress(100, False))


def test_the_enemies_may_be_first_after_agreed_steps() -> None:
    played = _about("stop", goal=3, limit=2).do(HeroicProgress(1, True))
    assert _verdict(played) == ""
    assert played.last == "The enemies have 1 step."
    assert _verdict(played.do(HeroicProgress(1, True))) == "lost"
    assert _verdict(_about("stop", goal=3).do(HeroicProgress(9, True))) == ""


def test_ruling_334_save_another_is_met_when_the_person_lives_and_no_enemy_stands() -> None:
    played = _about("save").do(HeroicMark("a.2", True))
    assert _verdict(_fell(played, "b.1")) == ""
    assert _verdict(_fell(played, "b.2")) == "met"
    assert _verdict(_fell(_about("save").do(HeroicMark("a.2", True)), "a.2")) == "lost"
    assert _verdict(_fell(_about("escort", goal=2).do(HeroicMark("a.2", True)), "a.2")) == "lost"


def test_hold_them_off_is_met_after_the_rounds_with_a_hero_that_stands() -> None:
    played = _about("hold", goal=1)
    for name in ("a.1", "b.1", "a.2", "b.2"):
        assert _verdict(played) == ""
        played.turn(name).end(name)
    assert _verdict(played) == "met"
    fallen = _fell(_about("hold", goal=1), "a.1", "a.2")
    for name in ("a.1", "b.1", "b.2"):
        fallen.turn(name).end(name)
    assert _verdict(fallen) == ""


def test_ruling_334_heroes_that_are_all_out_have_lost_and_the_director_ends_the_fight() -> None:
    played = _fell(_about("diminish"), "a.2").set("a.1", "dead", 1)
    assert _verdict(played) == "lost"
    assert played.state.phase == "playing"
    ended = played.do(HeroicFinish(False, ""))
    assert ended.state.outcome is not None
    assert (ended.state.outcome.winner, HEROIC.gains(ended.state)) == ("b", {})


def test_a_dramatic_finish_ends_a_won_fight_and_earns_one_victory() -> None:
    played = _fell(_about("diminish"), "b.1").do(HeroicFinish(True, "The  rest\u202e flee."))
    assert played.state.outcome is not None
    assert played.state.outcome.reason == "Diminish Numbers: met. The rest flee."
    assert HEROIC.is_over(played.state)
    assert HEROIC.gains(played.state) == {"victories": 1}
    assert HEROIC.offers(played.state) == ()
    (tally,) = HEROIC.tallies
    assert (tally.label, tally.becomes) == ("Victories", "Experience")


def test_a_fight_that_no_one_won_earns_nothing() -> None:
    assert HEROIC.gains(table_of().do(FightEnded(None, "Night falls.")).state) == {}
    assert HEROIC.gains(table_of().state) == {}


def test_only_the_director_marks_and_ends() -> None:
    state = table_of().state
    assert HEROIC.whose(state, HeroicFinish(True, "")) == "b"
    assert HEROIC.whose(state, HeroicMark("b.1", True)) == "b"
    assert HEROIC.whose(state, HeroicProgress(1, False)) is None


@pytest.mark.parametrize("objective", list(OBJECTIVES))
def test_every_objective_is_told_as_the_fight_begins_and_offers_what_it_counts(objective: str) -> None:
    played = _about(objective)
    told = {"diminish": "no enemy stands", "hold": "after round 1"}.get(objective, OBJECTIVES[objective].met)
    assert "the heroes win when " in played.notes[0]
    assert told in played.notes[0]
    offered = {offer.event for offer in HEROIC.offers(played.state) if offer.group == "Objective"}
    counted = {
        "progress": {"objective-progress"},
        "object": {"object-held"},
        "foe": {"objective-marked"},
        "person": {"objective-marked"},
    }.get(OBJECTIVES[objective].counts, set())
    assert {"finished", *counted} <= offered


def test_a_foe_is_chosen_among_the_enemies_first() -> None:
    for objective, first in (("foe", "b.1"), ("save", "a.1")):
        (mark,) = (offer for offer in HEROIC.offers(_about(objective).state) if offer.event == "objective-marked")
        assert mark.fields[0].options[0].key == first
        assert mark.is_main
        assert "the heroes win when" in mark.about


def test_the_creature_that_the_objective_names_is_chosen_at_first() -> None:
    for about, chosen in (("goblin 2", "b.2"), ("A bridge", None)):
        (mark,) = (
            offer for offer in HEROIC.offers(_about("foe", about=about).state) if offer.event == "objective-marked"
        )
        assert mark.fields[0].value == chosen


def test_everyone_sees_how_far_both_sides_are() -> None:
    played = _about("stop", goal=3, limit=2).do(HeroicProgress(1, False), HeroicProgress(1, True))
    assert HEROIC.goal(played.state) == (
        "Stop the Action: the heroes win when the enemies’ ritual or plan is stopped (1 of 3 steps)."
        " The enemies have 1 of 2 steps."
    )
    offers = {offer.label: offer for offer in HEROIC.offers(played.state)}
    assert offers["Count progress"].about == "Stop the Action: 1 of 3 now."
    assert offers["Count the enemies’ steps"].about == "1 of 2 now."
    assert [offers[label].fields[0].label for label in ("The heroes win", "The enemies win")] == [
        "Dramatic finish",
        "How it ends",
    ]


def test_the_numbers_and_the_name_of_an_objective_are_told() -> None:
    assert "when fewer than 2 enemies stand." in _about("diminish", goal=2).notes[0]
    assert (
        "the object or place is destroyed (0 of 3 steps) (a bridge)."
        in _about("destroy", goal=3, about="a bridge").notes[0]
    )
    offers = HEROIC.offers(_about("destroy", goal=3).do(HeroicProgress(2, False)).state)
    assert [offer.about for offer in offers if offer.label == "The heroes win"] == [
        "The heroes win when the object or place is destroyed (2 of 3 steps)."
    ]
