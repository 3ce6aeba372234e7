"""Stamina: damage, immunity and weakness, temporary Stamina, winded, dying, Recoveries, death."""

from fractions import Fraction

import pytest

from rules.errors import ChangeRefused
from rules.heroic import HEROIC
from rules.heroic.actions import HeroicAbility, HeroicDefense, HeroicHeal
from rules.heroic.maneuvers import HeroicCatchBreath, HeroicGrab
from rules.heroic.stamina import dice_parts
from rules.heroic.table_events import HeroicHarm, HeroicRegain, HeroicWater
from rules.heroic.tables import DAMAGE_TYPES
from tests.rules.heroic.heroic_fights import CUT, HeroicTable, creature, hero, table_of


def _hit(played: HeroicTable, combatant: str, amount: int, damage_type: str = "untyped") -> HeroicTable:
    return played.do(HeroicHarm(combatant, amount, damage_type, ""))


def _protected(kind: str, amount: int = 3) -> HeroicTable:
    rows = [{"type": damage_type, "amount": amount} for damage_type in DAMAGE_TYPES]
    return table_of([hero(**{kind: rows})])


@pytest.mark.parametrize("damage_type", DAMAGE_TYPES)
def test_immunity_and_weakness_to_each_type(damage_type: str) -> None:
    assert _hit(_protected("immunities"), "a.1", 5, damage_type).one("a.1").stamina == 19
    assert _hit(_protected("immunities"), "a.1", 2, damage_type).one("a.1").stamina == 21
    assert _hit(_protected("weaknesses"), "a.1", 5, damage_type).one("a.1").stamina == 13
    assert _hit(_protected("weaknesses"), "a.1", 0, damage_type).one("a.1").stamina == 21


def test_untyped_damage_meets_neither() -> None:
    assert _hit(_protected("immunities"), "a.1", 5).one("a.1").stamina == 16
    assert _hit(_protected("weaknesses"), "a.1", 5).one("a.1").stamina == 16


def test_ruling_328_weakness_is_added_first_and_the_highest_counts() -> None:
    fire = [{"type": "fire", "amount": 3}]
    played = table_of([hero(immunities=[*fire, {"type": "fire", "amount": 5}], weaknesses=fire)])
    assert _hit(played, "a.1", 2, "fire").one("a.1").stamina == 21
    assert _hit(played, "a.1", 4, "fire").one("a.1").stamina == 19


def test_deep_water_gives_fire_immunity_5_and_lightning_weakness_5() -> None:
    played = table_of().do(HeroicWater(("a.1",)))
    assert _hit(played, "a.1", 7, "fire").one("a.1").stamina == 21 - (7 - 5)
    assert _hit(played, "a.1", 1, "lightning").one("a.1").stamina == 19 - (1 + 5)
    assert _hit(played.do(HeroicWater(())), "a.1", 1, "lightning").one("a.1").stamina == 12


def test_temporary_stamina_absorbs_first_and_the_higher_stays() -> None:
    played = table_of().do(HeroicRegain("a.1", 5, True), HeroicRegain("a.1", 3, True))
    assert played.one("a.1").temporary == 5
    played.do(HeroicRegain("a.1", 6, True))
    assert played.one("a.1").temporary == 6
    _hit(played, "a.1", 4)
    assert (played.one("a.1").stamina, played.one("a.1").temporary) == (21, 2)
    _hit(played, "a.1", 4)
    assert (played.one("a.1").stamina, played.one("a.1").temporary) == (19, 0)


def test_ruling_327_winded_is_half_of_the_maximum_or_less() -> None:
    even, odd = table_of([hero(stamina=20)]), table_of([hero(stamina=21)])
    assert [_hit(even, "a.1", amount).one("a.1").is_winded for amount in (9, 1)] == [False, True]
    assert [_hit(odd, "a.1", amount).one("a.1").is_winded for amount in (10, 1)] == [False, True]
    assert odd.last == "Ann is winded."
    assert HEROIC.row(odd.state, "a.1", sees_hidden=True).standing == "winded"


def test_that_a_creature_is_winded_is_hidden_with_what_it_has_left() -> None:
    played = _hit(table_of(), "b.1", 6)
    assert played.one("b.1").is_winded
    assert "winded" not in " ".join(played.notes)
    assert HEROIC.row(played.state, "b.1", sees_hidden=False).standing == ""
    assert _hit(table_of(hides=False), "b.1", 6).last == "Goblin is winded."


def test_a_hero_at_0_falls_prone_and_is_dying_and_a_creature_is_out() -> None:
    played = _hit(_hit(table_of(), "a.1", 50), "b.1", 50)
    ann, goblin = played.one("a.1"), played.one("b.1")
    assert (ann.stamina, ann.is_prone, ann.is_dying, ann.is_out) == (0, True, True, False)
    assert (goblin.stamina, goblin.is_out, goblin.is_dying) == (0, True, False)


def test_ruling_329_an_ally_that_is_a_creature_is_out_at_0() -> None:
    assert _hit(table_of([hero(), creature("Guard")]), "a.2", 10).one("a.2").is_out


def test_a_single_point_of_stamina_keeps_a_combatant_up_and_ends_dying() -> None:
    played = _hit(_hit(table_of(), "a.1", 20), "b.1", 9)
    assert (played.one("a.1").is_down, played.one("b.1").is_down) == (False, False)
    _hit(played, "a.1", 1).do(HeroicRegain("a.1", 1, False))
    assert (played.one("a.1").stamina, played.one("a.1").is_dying) == (1, False)
    assert played.last == "Ann is no longer dying, but still prone."


def test_a_dying_hero_loses_a_recovery_on_each_own_turn() -> None:
    played = _hit(table_of([hero(recoveries=2)]), "a.1", 21).begin().turn("a.1")
    assert played.one("a.1").recoveries == 1
    played.end("a.1").turn("b.1").end("b.1").turn("a.1")
    assert played.one("a.1").recoveries == 0
    played.end("a.1").turn("b.1").end("b.1").turn("a.1")
    assert played.one("a.1").recoveries == 0
    assert "next damage kills" in played.last
    assert not played.one("a.1").is_dead


def test_ruling_330_the_turn_in_which_a_hero_falls_costs_no_recovery() -> None:
    played = _hit(table_of([hero(recoveries=2)]).begin().turn("a.1"), "a.1", 21)
    assert played.one("a.1").is_dying
    assert played.end("a.1").one("a.1").recoveries == 2
    assert played.turn("b.1").end("b.1").turn("a.1").one("a.1").recoveries == 1


def test_ruling_330_damage_kills_the_dying_without_recoveries_and_not_the_blow_that_fells() -> None:
    played = _hit(table_of([hero(recoveries=0)]), "a.1", 30)
    assert played.one("a.1").is_dying
    _hit(played, "a.1", 1)
    assert played.one("a.1").is_dead
    assert "Ann dies." in played.notes


def test_ruling_330_with_recoveries_left_damage_does_not_kill_and_absorbed_damage_never_does() -> None:
    played = _hit(_hit(table_of(), "a.1", 30), "a.1", 5)
    assert played.one("a.1").is_dying
    empty = _hit(table_of([hero(recoveries=0)]), "a.1", 30).do(HeroicRegain("a.1", 5, True))
    assert not _hit(empty, "a.1", 5).one("a.1").is_dead
    assert _hit(empty, "a.1", 1).one("a.1").is_dead


def test_heal_spends_a_recovery_of_the_target_and_stabilizes() -> None:
    played = _hit(table_of([hero(), hero("Bo")]), "a.1", 30).begin().turn("a.2").do(HeroicHeal("a.2", "a.1"))
    ann = played.one("a.1")
    assert (ann.stamina, ann.recoveries, ann.is_dying, ann.is_prone) == (7, 3, False, True)
    assert played.one("a.2").main_used


@pytest.mark.parametrize(("agreed", "stamina", "is_dying"), [("stabilize", 0, False), ("value", 7, False)])
def test_heal_without_recoveries_does_what_the_table_agreed(agreed: str, stamina: int, is_dying: bool) -> None:
    played = _hit(table_of([hero(recoveries=0), hero("Bo")], heal_empty=agreed), "a.1", 30).begin().turn("a.2")
    played.do(HeroicHeal("a.2", "a.1"))
    assert (played.one("a.1").stamina, played.one("a.1").is_dying) == (stamina, is_dying)


def test_heal_without_recoveries_may_do_nothing() -> None:
    played = _hit(table_of([hero(recoveries=0), hero("Bo")], heal_empty="nothing"), "a.1", 30).begin().turn("a.2")
    with pytest.raises(ChangeRefused, match="does nothing"):
        played.do(HeroicHeal("a.2", "a.1"))
    assert not played.one("a.2").main_used


@pytest.mark.parametrize("agreed", ["stabilize", "nothing"])
def test_who_heals_a_creature_of_the_director_learns_nothing_of_its_recoveries(agreed: str) -> None:
    tables = [
        table_of([hero()], [creature(recoveries=number), creature()], heal_empty=agreed).begin().turn("a.1")
        for number in (0, 3)
    ]
    told = [table.do(HeroicHeal("a.1", "b.1")).last for table in tables]
    assert told == ["Goblin regains Stamina."] * 2
    assert [table.one("a.1").main_used for table in tables] == [True, True]
    by_director = tables[0].end("a.1").turn("b.2")
    with pytest.raises(ChangeRefused, match="does nothing"):
        by_director.do(HeroicHeal("b.2", "b.1"))


def test_ruling_330_a_stable_hero_loses_no_recovery_and_is_dying_again_when_hurt() -> None:
    played = _hit(table_of([hero(recoveries=0), hero("Bo")]), "a.1", 30).begin().turn("a.2")
    played.do(HeroicHeal("a.2", "a.1")).set("a.1", "recoveries", 2).end("a.2").turn("b.1").end("b.1").turn("a.1")
    assert played.one("a.1").recoveries == 2
    assert _hit(played, "a.1", 1).last == "Ann is dying again."


def test_catch_breath_spends_a_recovery_for_a_third_of_the_maximum() -> None:
    played = _hit(table_of(), "a.1", 10).begin().turn("a.1").do(HeroicCatchBreath("a.1"))
    assert (played.one("a.1").stamina, played.one("a.1").recoveries) == (18, 3)
    assert played.state.recovery_value(played.one("a.1")) == 21 * Fraction(1, 3)
    played.set("a.1", "maneuver", 0).do(HeroicCatchBreath("a.1"))
    assert played.one("a.1").stamina == 21
    played.set("a.1", "maneuver", 0).set("a.1", "recoveries", 0)
    with pytest.raises(ChangeRefused, match="no Recoveries"):
        played.do(HeroicCatchBreath("a.1"))


@pytest.mark.parametrize(("rounding", "values"), [("down", [6, 6, 7]), ("nearest", [6, 7, 7]), ("up", [7, 7, 7])])
def test_a_third_is_rounded_as_the_table_agreed(rounding: str, values: list[int]) -> None:
    tables = [table_of([hero(stamina=stamina)], rounding=rounding) for stamina in (19, 20, 21)]
    assert [table.state.recovery_value(table.one("a.1")) for table in tables] == values


def test_stamina_stops_at_0_or_counts_on_as_the_table_agreed() -> None:
    assert _hit(table_of(), "a.1", 30).one("a.1").stamina == 0
    below = _hit(table_of([hero(), hero("Bo")], below_zero=True), "a.1", 30)
    assert below.one("a.1").stamina == -9
    below.begin().turn("a.2").do(HeroicHeal("a.2", "a.1"))
    assert (below.one("a.1").stamina, below.one("a.1").is_stable) == (-2, True)


def test_a_dying_hero_acts_or_does_not_as_the_table_agreed() -> None:
    acting = _hit(table_of(), "a.1", 30).begin().turn("a.1").do(HeroicCatchBreath("a.1"))
    assert not acting.one("a.1").is_dying
    idle = _hit(table_of(dying_acts="none"), "a.1", 30).begin().turn("a.1")
    with pytest.raises(ChangeRefused, match="dying"):
        idle.do(HeroicDefense("a.1"))
    assert [offer.event for offer in HEROIC.offers(idle.state) if offer.combatant == "a.1"] == ["turn-ended"]


def test_ruling_332_a_grab_ends_when_its_holder_falls() -> None:
    played = table_of(might_test="tiers").begin().turn("a.1").do(HeroicGrab("a.1", "b.1", 0, 0)).roll(10, 10)
    assert played.one("b.1").grabbed_by == "a.1"
    assert _hit(played, "a.1", 30).one("b.1").grabbed_by == ""


def test_damage_of_an_ability_is_a_number_or_dice_with_its_type() -> None:
    played = table_of([hero(abilities=[CUT])], [creature(stamina=40)]).begin().turn("a.1")
    played.do(HeroicAbility("a.1", 0, ("b.1",))).roll(10, 10)
    assert (played.roll_asked.dice, played.roll_asked.sides) == (2, 6)
    assert played.roll(4, 5).one("b.1").stamina == 28
    assert "takes 12 fire damage" in played.last


def test_dice_in_parts() -> None:
    assert [dice_parts(name) for name in ("2d6+3", "1d8-2", "3d10", "7", "")] == [
        (2, 6, 3),
        (1, 8, -2),
        (3, 10, 0),
        (0, 0, 7),
        (0, 0, 0),
    ]


def test_stamina_set_by_hand_fells_and_brings_back() -> None:
    played = table_of().set("a.1", "stamina", 0)
    assert played.one("a.1").is_dying
    assert played.one("a.1").is_prone
    assert not played.set("a.1", "stamina", 5).one("a.1").is_dying
    for name, value in (("stamina", 22), ("stamina", -1), ("stable", 1)):
        with pytest.raises(ChangeRefused):
            played.set("a.1", name, value)
    played.set("b.1", "note", "on fire")
    assert "on fire" in HEROIC.row(played.state, "b.1", sees_hidden=False).badges


def test_notes_tell_nothing_of_what_the_directors_creatures_have_left() -> None:
    villain = hero("Villain", stamina=10, recoveries=2)
    for hides in (True, False):
        played = table_of(enemies=[villain], hides=hides).do(HeroicRegain("b.1", 7, True))
        _hit(played, "b.1", 9).do(HeroicRegain("b.1", 1, False)).set("b.1", "stamina", 6)
        _hit(played, "b.1", 20).begin("enemies").turn("b.1")
        assert played.one("b.1").recoveries == 1
        told = [
            note for note in played.notes if any(word in note for word in ("regains", "temporary", "set", "Recovery"))
        ]
        assert any(character.isdigit() for note in told for character in note) is not hides
