"""What the ground does to creatures, as the players report it: hazards, falls, checks."""

from dataclasses import replace

import pytest

from rules.cards.model import Card
from rules.combat.answers import CountsGiven, RollRuled
from rules.combat.resolution import CountAsk, RollAsk
from rules.effects.values import Resistance
from rules.errors import ChangeRefused
from rules.p2v_combat.conditions import all_conditions, mode_now
from rules.p2v_combat.events.acting import CreatureActed
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, PlacesSet
from rules.p2v_combat.events.moving import CreatureFell, HazardEntered, SkillTried
from rules.p2v_combat.events.turns import BattleBegun
from rules.p2v_combat.numbers import AimedTarget
from rules.p2v_combat.state import ActiveEffect
from rules.tables.terrain import trait
from tests.rules.p2v_combat.tables import PlayedTable, setup_of

LEDGE = "on a narrow ledge"


def table(creature: str) -> PlayedTable:
    return PlayedTable(setup_of([creature], ["boar"])).begin("a").activate("a.m1")


def test_a_hazard_hurts_a_creature_that_enters_it() -> None:
    played = table("boar").do(HazardEntered("a.m1", "fire"), "a").do(HazardEntered("a.m1", "encumbering"), "a")
    assert (played.of("a.m1").hp, played.of("a.m1").condition_names) == (35, ("encumbered",))


@pytest.mark.parametrize(("squares", "hp", "prone"), [(1, 40, False), (2, 35, True), (7, 25, True)])
def test_a_fall_hurts_from_two_squares_on(squares: int, hp: int, prone: bool) -> None:
    played = table("boar").do(CreatureFell("a.m1", squares), "a")
    assert (played.of("a.m1").hp, played.of("a.m1").has("prone")) == (hp, prone)


INCLINE, DEEP_WATER = "on an incline", "swimming in deep water"


@pytest.mark.parametrize(
    ("creature", "place", "held"),
    [
        ("mandragora", INCLINE, ()),
        ("mandragora", DEEP_WATER, ("off-guard",)),
        ("reefclaw", DEEP_WATER, ()),
        ("reefclaw", INCLINE, ("off-guard",)),
        ("gahlepod", DEEP_WATER, ()),
        ("gargoyle", INCLINE, ("off-guard",)),
    ],
)
def test_ruling_367_a_movement_mode_keeps_a_creature_on_guard_where_it_is_at_home(
    creature: str, place: str, held: tuple[str, ...]
) -> None:
    played = table(creature).do(PlacesSet("a.m1", (place,)), "a")
    assert all_conditions(played.state, "a.m1") == held


def test_an_encumbered_climber_is_off_guard_on_an_incline() -> None:
    played = table("mandragora").do(PlacesSet("a.m1", (INCLINE,)), "a").do(HeldSet("a.m1", "light load", True, ""), "a")
    assert set(all_conditions(played.state, "a.m1")) == {"encumbered", "off-guard"}


def test_places_in_logs_from_before_modes_counted_keep_a_climber_off_guard() -> None:
    played = table("mandragora").do(PlacesSet("a.m1", (INCLINE,), by_mode=False), "a")
    assert all_conditions(played.state, "a.m1") == ("off-guard",)


def test_the_board_asks_for_a_skill_check() -> None:
    played = table("boar").do(SkillTried("a.m1", "Acrobatics", 15), "a")
    # Reflex 3, untrained.
    assert played.asked.need == 17
    played.roll(17)
    assert any("success" in text for text in played.told)


@pytest.mark.parametrize(
    "event",
    [
        HazardEntered("a.m1", "lava"),
        HazardEntered("a.m9", "fire"),
        CreatureFell("a.m1", 0),
        SkillTried("a.m1", "Juggling", 15),
    ],
)
def test_what_makes_no_sense_is_refused(event: HazardEntered | CreatureFell | SkillTried) -> None:
    with pytest.raises(ChangeRefused):
        table("boar").do(event, "a")


# Falls


def with_card(played: PlayedTable, **values: object) -> PlayedTable:
    """Let the battle begin anew with another card for the creature a.m1."""
    fighter, *others = played.setup.fielded
    changed: Card = replace(fighter.card, **values)
    setup = replace(played.setup, fielded=(replace(fighter, card=changed), *others))
    return PlayedTable(setup).begin("a").activate("a.m1")


def test_a_fall_without_damage_makes_no_creature_prone() -> None:
    played = with_card(table("boar"), resist=(Resistance("all", dice=2),)).do(CreatureFell("a.m1", 2), "a")
    played.roll(6, 6)
    assert (played.of("a.m1").hp, played.of("a.m1").has("prone")) == (40, False)


def test_damage_of_a_fall_that_temporary_hp_take_makes_prone() -> None:
    played = table("boar").do(HpSet("a.m1", 40, 10, ""), "a").do(CreatureFell("a.m1", 2), "a")
    assert (played.of("a.m1").temporary_hp, played.of("a.m1").has("prone")) == (5, True)


def test_a_creature_with_flight_does_not_fall_until_it_is_encumbered() -> None:
    played = table("harpy")
    with pytest.raises(ChangeRefused, match="Flight"):
        played.do(CreatureFell("a.m1", 4), "a")
    played.do(HazardEntered("a.m1", "encumbering"), "a")
    assert played.told == ["Harpy is encumbered.", "Harpy loses Flight while it is encumbered."]
    hp = played.of("a.m1").hp
    played.do(CreatureFell("a.m1", 4), "a")
    assert (played.of("a.m1").hp, played.of("a.m1").has("prone")) == (hp - 10, True)
    played.end("a.m1")
    assert "Harpy has Flight again." in played.told


@pytest.mark.parametrize("cause", ["light load", "heavy load"])
def test_a_load_takes_flight_away_and_laying_it_down_gives_it_back(cause: str) -> None:
    played = table("harpy").do(HeldSet("a.m1", cause, True, ""))
    assert "Harpy loses Flight while it is encumbered." in played.told
    played.do(HeldSet("a.m1", cause, False, ""))
    assert "Harpy has Flight again." in played.told


def test_flight_by_a_spell_counts_and_a_spell_takes_it_away() -> None:
    played = table("boar")
    played.state = played.state.change("a.m1", active_effects=(ActiveEffect("Flight", "a.m1", "encounter"),))
    with pytest.raises(ChangeRefused, match="Flight"):
        played.do(CreatureFell("a.m1", 4), "a")
    played.do(HeldSet("a.m1", "cannot use Flight", True, ""))
    assert mode_now(played.state, "a.m1") == ""
    assert played.do(CreatureFell("a.m1", 2), "a").of("a.m1").has("prone")


# Narrow ledges


def on_ledge(*, second: str = "boar", first: str = "boar") -> PlayedTable:
    played = PlayedTable(setup_of([first], [second])).begin("a").do(PlacesSet("b.m1", (LEDGE,)), "b")
    return played.activate("a.m1")


def attacked(played: PlayedTable, outcome: str, action: str = "feature/tusk") -> PlayedTable:
    return played.do(CreatureActed("a.m1", action, "", (AimedTarget("b.m1"),)), "a").do(RollRuled(outcome, "the test"))


def check_of(played: PlayedTable) -> RollAsk:
    assert isinstance(played.asked, RollAsk), played.asked
    assert "Acrobatics check on the narrow ledge" in played.asked.reason
    return played.asked


def test_a_hit_on_a_narrow_ledge_asks_for_acrobatics_against_the_attackers_power() -> None:
    played = attacked(on_ledge(), "hit")
    power = played.setup.fielded[0].card.stats.power
    # Reflex 3, untrained -5.
    assert check_of(played).need == power + 2
    assert played.of("b.m1").hp == 30, "The damage comes first."
    played.roll(20)
    assert (played.asked, LEDGE in played.of("b.m1").places) == (None, True)


def test_who_fails_falls_as_deep_as_the_players_say() -> None:
    played = attacked(on_ledge(), "hit").roll(1)
    assert isinstance(played.asked, CountAsk)
    played.do(CountsGiven((("squares", 4),)), "b")
    combatant = played.of("b.m1")
    assert (combatant.hp, combatant.has("prone"), combatant.places) == (20, True, ())
    assert attacked(played, "hit").asked is None, "It stands on the ledge no more."


def test_each_hit_and_each_failed_save_has_its_check() -> None:
    # The dagger of a skulker hits and asks for a save against its poison.
    played = attacked(on_ledge(first="caligni-skulker"), "hit", "feature/dagger").do(RollRuled("failure", "the test"))
    check_of(played)
    played.roll(20)
    check_of(played)
    assert played.roll(20).asked is None
    saved = attacked(on_ledge(first="caligni-skulker"), "hit", "feature/dagger").do(RollRuled("success", "the test"))
    check_of(saved)
    assert saved.roll(20).asked is None


def test_a_failed_save_alone_asks_and_a_miss_does_not() -> None:
    check_of(attacked(on_ledge(first="harpy"), "failure", "feature/stench"))
    assert attacked(on_ledge(first="harpy"), "success", "feature/stench").asked is None
    assert attacked(on_ledge(), "miss").asked is None


def test_a_trip_counts_by_the_power_of_the_attacker_and_not_by_its_roll() -> None:
    played = on_ledge().do(CreatureActed("a.m1", "act/trip", "", (AimedTarget("b.m1"),)), "a").roll(20)
    played.do(RollRuled("failure", "the test"))
    assert check_of(played).need == played.setup.fielded[0].card.stats.power + 2


def test_what_flies_makes_no_check() -> None:
    assert attacked(on_ledge(second="harpy"), "hit").asked is None


def test_ruling_363_what_goes_down_makes_no_check_and_an_attacker_without_power_leaves_15() -> None:
    played = on_ledge(second="kobold-warrior").do(HpSet("b.m1", 1, 0, ""))
    assert attacked(played, "hit").of("b.m1").is_dying
    assert played.asked is None
    played = on_ledge()
    fighter = replace(
        played.setup.fielded[0], card=replace(card_of(played), stats=replace(card_of(played).stats, power=None))
    )
    played = PlayedTable(replace(played.setup, fielded=(fighter, *played.setup.fielded[1:]))).begin("a")
    played.do(PlacesSet("b.m1", (LEDGE,)), "b").activate("a.m1")
    assert check_of(attacked(played, "hit")).need == 17


def card_of(played: PlayedTable) -> Card:
    return played.setup.fielded[0].card


# Uneven, slippery and directional ground, and gaps


UNEVEN, SLIPPERY, DIRECTIONAL = (trait(word).place for word in ("uneven", "slippery", "directional"))


@pytest.mark.parametrize(
    ("outcome", "stops", "prone"), [("success", 0, 0), ("failure", 1, 0), ("critical failure", 1, 1)]
)
def test_uneven_ground_asks_for_acrobatics_on_entering(outcome: str, stops: bool, prone: bool) -> None:
    played = table("boar").do(HazardEntered("a.m1", "uneven"), "a")
    # Reflex 3, untrained -5.
    assert isinstance(played.asked, RollAsk)
    assert played.asked.need == 17
    played.do(RollRuled(outcome, "the test"))
    assert any("loses the rest of its movement" in text for text in played.told) == stops
    assert played.of("a.m1").has("prone") == prone
    assert "off-guard" in all_conditions(played.state, "a.m1")


def test_a_hit_on_uneven_ground_may_knock_down() -> None:
    for face, prone in ((1, True), (20, False)):
        played = PlayedTable(setup_of(["boar"], ["boar"])).begin("a").do(PlacesSet("b.m1", (UNEVEN,)), "b")
        attacked(played.activate("a.m1"), "hit")
        assert isinstance(played.asked, RollAsk)
        assert "on the uneven ground" in played.asked.reason
        assert played.roll(face).of("b.m1").has("prone") is prone


def test_older_battles_ask_for_no_check_on_uneven_ground() -> None:
    played = PlayedTable(setup_of(["boar"], ["boar"])).do(BattleBegun(limits=False)).roll(6, 1)
    played.do(PlacesSet("b.m1", (UNEVEN,)), "b").activate("a.m1")
    assert attacked(played, "hit").asked is None


@pytest.mark.parametrize(
    ("place", "outcome", "pushes"), [(SLIPPERY, "hit", 1), (SLIPPERY, "miss", 0), (LEDGE, "miss", 0)]
)
def test_a_melee_hit_on_slippery_ground_may_push(place: str, outcome: str, pushes: bool) -> None:
    played = PlayedTable(setup_of(["boar"], ["boar"])).begin("a").do(PlacesSet("b.m1", (place,)), "b")
    attacked(played.activate("a.m1"), outcome)
    assert any("may push Boar" in text and "1 square" in text for text in played.told) == pushes
    assert not all_conditions(played.state, "b.m1") or place == LEDGE


def test_directional_ground_moves_who_is_there_as_the_round_ends() -> None:
    played = table("boar").do(PlacesSet("a.m1", (DIRECTIONAL,)), "a").end("a.m1").activate("b.m1").end("b.m1")
    moved = [text for text in played.told if "Directional" in text]
    assert moved == [f"Directional terrain moves {played.state.name('a.m1')} by 2 squares: move the figure."]


def test_who_enters_a_gap_falls_as_deep_as_the_players_say() -> None:
    played = table("boar").do(HazardEntered("a.m1", "void"), "a")
    assert isinstance(played.asked, CountAsk)
    assert "into the gap" in played.asked.reason
    played.do(CountsGiven((("squares", 4),)), "a")
    assert (played.of("a.m1").hp, played.of("a.m1").has("prone")) == (30, True)


@pytest.mark.parametrize("ground", ["uneven", "void"])
def test_such_ground_does_nothing_to_what_flies(ground: str) -> None:
    with pytest.raises(ChangeRefused, match="Flight"):
        table("harpy").do(HazardEntered("a.m1", ground), "a")
