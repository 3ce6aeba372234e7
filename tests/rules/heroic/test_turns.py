"""Whose turn it is: surprise, who begins, alternation, groups, the end of rounds."""

from collections import Counter

import pytest

from rules.combat.events import CombatantJoined, FightEnded
from rules.combat.state import FightCombatant, FightSetup, FightSide
from rules.errors import ChangeRefused
from rules.heroic import HEROIC
from rules.heroic.actions import HeroicDefense, HeroicMove
from rules.heroic.sheets import TABLE
from rules.heroic.turns import HeroicFirstSide, HeroicSurprise, HeroicTurnBegun
from tests.rules.filled_sheets import filled_sheet
from tests.rules.heroic.heroic_fights import HeroicTable, creature, hero, table_of


def _offered(played: HeroicTable, event: str) -> list[str]:
    return [offer.parts["combatant"] for offer in HEROIC.offers(played.state) if offer.event == event]


def _two_and_two(**more: object) -> HeroicTable:
    return table_of([hero(), hero("Bo")], [creature("Goblin 1"), creature("Goblin 2")], **more)


def test_the_heroes_decide_which_side_begins() -> None:
    played = table_of()
    offers = [offer for offer in HEROIC.offers(played.state) if offer.event == "first-side"]
    assert [(offer.label, offer.side) for offer in offers] == [("The heroes begin", "a"), ("The enemies begin", "a")]
    with pytest.raises(ChangeRefused):
        played.turn("a.1")
    assert HEROIC.whose(played.state, HeroicFirstSide("enemies")) == "a"
    played.begin("enemies")
    assert _offered(played, "turn-begun") == ["b.1"]
    with pytest.raises(ChangeRefused, match="decided already"):
        played.begin("heroes")


def test_sides_alternate_and_each_creature_has_one_turn_in_a_round() -> None:
    played = _two_and_two().begin()
    order = []
    for combatant in ("a.2", "b.1", "a.1", "b.2"):
        order.append(tuple(_offered(played, "turn-begun")))
        played.turn(combatant).end(combatant)
    assert order == [("a.1", "a.2"), ("b.1", "b.2"), ("a.1",), ("b.2",)]
    assert played.state.round == 2
    assert played.last == "Round 2 begins."


def test_each_creature_is_offered_1_turn_in_a_round() -> None:
    played, taken = _two_and_two().begin(), Counter[str]()
    while played.state.round == 1:
        combatant = _offered(played, "turn-begun")[0]
        taken[combatant] += 1
        played.turn(combatant).end(combatant)
    assert taken == {"a.1": 1, "a.2": 1, "b.1": 1, "b.2": 1}


def test_a_creature_acts_neither_twice_nor_out_of_turn() -> None:
    played = _two_and_two().begin().turn("a.1")
    with pytest.raises(ChangeRefused, match="under way"):
        played.turn("a.2")
    with pytest.raises(ChangeRefused, match="not the turn"):
        played.do(HeroicDefense("b.1"))
    played.end("a.1")
    with pytest.raises(ChangeRefused, match="other side"):
        played.turn("a.2")
    played.turn("b.1").end("b.1")
    with pytest.raises(ChangeRefused, match="no turn left"):
        played.turn("a.1")


def test_a_group_shares_a_turn_and_acts_together() -> None:
    played = table_of(
        enemies=[creature("Goblin 1"), creature("Goblin 2"), creature("Ogre")], groups=("Goblins", "Goblins")
    ).begin("enemies")
    assert _offered(played, "turn-begun") == ["b.1", "b.3"]
    played.turn("b.2")
    assert played.state.own.acting == ("b.1", "b.2")
    played.do(HeroicDefense("b.1"), HeroicDefense("b.2"), HeroicMove("b.1", "walk", 2, 0, False, ()))
    played.end("b.1")
    assert played.one("b.2").has_acted
    assert not played.one("b.3").has_acted


def test_ruling_321_when_a_side_has_no_one_left_to_act_the_other_goes_on() -> None:
    played = table_of(enemies=[creature(f"Goblin {number}") for number in (1, 2, 3)]).begin()
    played.turn("a.1").end("a.1")
    for goblin in ("b.1", "b.2", "b.3"):
        assert _offered(played, "turn-begun")[0] == goblin
        assert played.state.round == 1
        played.turn(goblin).end(goblin)
    assert played.state.round == 2


def test_ruling_321_a_creature_that_joins_acts_in_the_round() -> None:
    played = table_of().begin().turn("a.1").end("a.1")
    played.do(CombatantJoined("b", "", {"kind": "creature", "name": "Ogre", "stamina": 30, "speed": 5}))
    assert _offered(played, "turn-begun") == ["b.1", "b.2"]


def test_surprised_creatures_have_no_turn_in_the_first_round_and_one_in_the_second() -> None:
    played = _two_and_two().do(HeroicSurprise(("b.1", "b.2"))).begin("enemies")
    assert played.state.round == 1
    assert _offered(played, "turn-begun") == ["a.1", "a.2"]
    played.turn("a.1").end("a.1").turn("a.2").end("a.2")
    assert played.state.round == 2
    assert not played.one("b.1").is_surprised
    assert _offered(played, "turn-begun") == ["b.1", "b.2"]


def test_heroes_can_be_surprised_as_well_and_it_is_settled_before_the_first_turn() -> None:
    played = _two_and_two().do(HeroicSurprise(("a.1",)), HeroicSurprise(("a.2",))).begin()
    assert _offered(played, "turn-begun") == ["a.1"]
    played.turn("a.1")
    assert "surprise" not in {offer.event for offer in HEROIC.offers(played.state)}
    with pytest.raises(ChangeRefused, match="before the first turn"):
        played.do(HeroicSurprise(()))
    played.end("a.1")
    with pytest.raises(ChangeRefused, match="before the first turn"):
        played.do(HeroicSurprise(()))


def test_surprise_can_still_be_set_once_the_heroes_have_decided_who_begins() -> None:
    played = _two_and_two().begin()
    assert [offer.side for offer in HEROIC.offers(played.state) if offer.event == "surprise"] == ["b"]
    assert _offered(played.do(HeroicSurprise(("a.2",))), "turn-begun") == ["a.1"]


@pytest.mark.parametrize(("agreed", "due"), [("same", "heroes"), ("due", "enemies"), ("ask", None)])
def test_a_new_round_begins_as_the_table_agreed(agreed: str, due: str | None) -> None:
    played = table_of([hero(), hero("Bo")], next_round=agreed).begin()
    played.turn("a.1").end("a.1").turn("b.1").end("b.1").turn("a.2").end("a.2")
    assert (played.state.round, played.state.own.due) == (2, due)
    if due is None:
        assert {offer.event for offer in HEROIC.offers(played.state) if offer.is_main} == {"first-side"}
        assert _offered(played.begin("enemies"), "turn-begun") == ["b.1"]


def test_allies_act_on_the_heroes_side_and_the_director_plays_them() -> None:
    played = table_of([hero(), creature("Guard")]).begin()
    assert _offered(played, "turn-begun") == ["a.1", "a.2"]
    assert HEROIC.whose(played.state, HeroicTurnBegun("a.2")) == "b"
    assert HEROIC.whose(played.state, HeroicTurnBegun("a.1")) == "a"
    assert HEROIC.whose(played.state, HeroicTurnBegun("x.9")) is None


def test_the_turn_of_a_creature_that_falls_ends() -> None:
    played = table_of(enemies=[creature("Goblin 1"), creature("Goblin 2")]).begin("enemies").turn("b.1")
    played.set("b.1", "stamina", 0)
    assert played.state.own.acting == ()
    assert _offered(played, "turn-begun") == ["a.1"]


def test_a_fight_in_which_no_one_is_left_waits_for_the_director() -> None:
    played = table_of([creature("Guard")]).begin().turn("a.1")
    played.set("b.1", "stamina", 0).set("a.1", "stamina", 0)
    assert [offer.label for offer in HEROIC.offers(played.state) if offer.is_main] == ["The heroes win"]


def test_several_seats_of_heroes_are_one_side_and_win_together() -> None:
    sides = (FightSide("a", "Ann"), FightSide("b", "Bo"), FightSide("c", "Director"))
    entries = (
        FightCombatant("a.1", "a", hero()),
        FightCombatant("b.1", "b", hero("Bo")),
        FightCombatant("c.1", "c", creature()),
    )
    played = HeroicTable(FightSetup(sides, entries, filled_sheet(TABLE, "Table"), "c"))
    assert HEROIC.whose(played.state, HeroicFirstSide("heroes")) is None
    assert {offer.side for offer in HEROIC.offers(played.state) if offer.event == "first-side"} == {None}
    assert _offered(played.begin(), "turn-begun") == ["a.1", "b.1"]
    played.turn("b.1").end("b.1").turn("c.1").end("c.1")
    assert _offered(played, "turn-begun") == ["a.1"]
    assert HEROIC.whose(played.state, HeroicTurnBegun("b.1")) == "b"
    assert HEROIC.gains(played.do(FightEnded("b", "They flee.")).state) == {"victories": 1}
