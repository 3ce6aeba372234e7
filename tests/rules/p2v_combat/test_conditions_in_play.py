"""Conditions and statuses in the fold: who holds them, what they bring, and when they end."""

from dataclasses import replace

import pytest

from rules.effects.values import Bonus
from rules.errors import ChangeRefused
from rules.p2v_combat.bans import is_banned
from rules.p2v_combat.conditions import (
    PLACES,
    all_conditions,
    gain_condition,
    is_held,
    lose_condition,
    may_move_willingly,
)
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, LeftPlay, PlacesSet, ReachLost
from rules.p2v_combat.state import ActiveEffect
from rules.tables import conditions
from rules.tables.conditions import CONDITIONS, LOOSE_CONDITIONS, STATUSES, may_react
from tests.rules.p2v_combat.tables import PlayedTable, setup_of


def duel() -> PlayedTable:
    return PlayedTable(setup_of(["boar", "kobold-warrior"], ["boar", "kobold-warrior"])).begin("a")


def give(table: PlayedTable, creature: str, name: str, until: str = "", by: str | None = None) -> PlayedTable:
    table.state = gain_condition(table.state, creature, name, by=by, source="Test", until=until)
    return table


@pytest.mark.parametrize("name", [row.name for row in CONDITIONS])
def test_each_condition_ends_with_the_turn_that_it_affects(name: str) -> None:
    table = give(duel(), "a.m1", name)
    assert name in all_conditions(table.state, "a.m1")
    table.activate("a.m1")
    if name in ("confused", "controlled"):
        table.state = table.state.with_acting("a.m1", opponent_ap=0)
    table.end("a.m1")
    assert table.of("a.m1").condition_names == ()


@pytest.mark.parametrize("name", [row.name for row in STATUSES if row.name not in ("dying", "helpless", "eliminated")])
def test_each_status_stays_until_its_circumstances_end(name: str) -> None:
    table = give(duel(), "a.m1", name).activate("a.m1").end("a.m1")
    assert table.of("a.m1").has(name) is (name != "quickened"), "Quickened is used up as action points are set."


def test_no_condition_is_there_twice() -> None:
    table = give(give(duel(), "a.m1", "slowed"), "a.m1", "slowed")
    assert [held.name for held in table.of("a.m1").conditions] == ["slowed"]


def test_a_condition_of_two_causes_stays_until_both_have_ended() -> None:
    table = give(give(duel(), "a.m1", "rattled"), "a.m1", "rattled", "encounter", "b.m1")
    assert table.of("a.m1").condition_names == ("rattled",)
    table.activate("a.m1").end("a.m1")
    assert table.of("a.m1").condition_names == ("rattled",)


def test_a_creature_gains_no_condition_that_its_card_is_immune_to() -> None:
    table = PlayedTable(setup_of(["animated-armor"], ["boar"])).begin("a")
    immune = table.state.fielded("a.m1").card.immune
    card = replace(table.state.fielded("a.m1").card, immune=(*immune, "Stunned", "grabbed"))
    table = PlayedTable(
        replace(table.setup, fielded=(replace(table.setup.fielded[0], card=card), *table.setup.fielded[1:]))
    ).begin("a")
    table.do(HeldSet("a.m1", "stunned", True, ""))
    assert not table.of("a.m1").has("stunned")
    give(table, "a.m1", "swallowed")
    assert "grabbed" not in all_conditions(table.state, "a.m1")
    assert "slowed" in all_conditions(table.state, "a.m1")


@pytest.mark.parametrize("loose", LOOSE_CONDITIONS, ids=lambda row: row.name)
def test_a_loose_word_stands_for_its_conditions(loose) -> None:
    table = give(duel(), "a.m1", loose.name)
    if loose.name == "petrified":
        assert table.of("a.m1").presence == "left"
        return
    assert table.of("a.m1").has(loose.name)
    assert is_banned(table.state, "a.m1", "be healed") is (loose.name == "cannot be healed")
    assert may_move_willingly(table.state, "a.m1") is ("immobilized" not in loose.counts_as)
    table.activate("a.m1").end("a.m1")
    assert not table.of("a.m1").has(loose.name)


def test_prone_keeps_its_creature_off_guard_and_escape_cannot_end_that() -> None:
    table = give(duel(), "a.m1", "prone")
    assert "off-guard" in all_conditions(table.state, "a.m1")
    assert is_held(table.state, "a.m1", "off-guard")
    table.state = lose_condition(table.state, "a.m1", "prone")
    assert all_conditions(table.state, "a.m1") == ()


@pytest.mark.parametrize("place", [place for place in PLACES if place in conditions.BY_NAME["off-guard"].held_while])
def test_a_place_keeps_a_creature_off_guard(place: str) -> None:
    table = duel().do(PlacesSet("a.m1", (place,)), "a")
    assert all_conditions(table.state, "a.m1") == ("off-guard",)
    table.activate("a.m1").end("a.m1")
    assert all_conditions(table.state, "a.m1") == ("off-guard",)
    table.do(PlacesSet("a.m1", ()), "a")
    assert all_conditions(table.state, "a.m1") == ()


def test_only_known_places_are_noted() -> None:
    with pytest.raises(ChangeRefused, match="places"):
        duel().do(PlacesSet("a.m1", ("in bed",)), "a")


def test_a_heavy_load_slows_every_turn() -> None:
    table = give(duel(), "a.m1", "heavy load")
    assert set(all_conditions(table.state, "a.m1")) == {"encumbered", "slowed"}
    acting = table.activate("a.m1").state.acting("a.m1")
    assert acting is not None
    assert acting.ap == 1
    table.end("a.m1")
    assert "slowed" in all_conditions(table.state, "a.m1")


def test_ruling_161_encumbering_ground_lasts_through_the_next_turn() -> None:
    table = duel().activate("a.m1").end("a.m1", "encumbering")
    assert table.of("a.m1").has("encumbered")
    for creature in ("b.m1", "a.m2", "b.m2", "b.m1", "a.m1"):
        table.activate(creature).end(creature)
    assert not table.of("a.m1").has("encumbered")


def test_ruling_27_a_weakened_creature_has_one_action_point_and_no_reaction_in_its_first_turn() -> None:
    setup = setup_of(["boar"], ["boar"])
    weakened = replace(setup.fielded[0], starts=("slowed",))
    table = PlayedTable(replace(setup, fielded=(weakened, *setup.fielded[1:]))).begin("a")
    assert not may_react(all_conditions(table.state, "a.m1"))
    table.activate("a.m1")
    assert table.state.acting("a.m1").ap == 1
    table.end("a.m1")
    assert may_react(all_conditions(table.state, "a.m1"))


@pytest.mark.parametrize(
    ("until", "ends_as"),
    [
        ("turn_end", "end of a.m1"),
        ("next_turn_start", "start of a.m1, round 2"),
        ("next_turn_end", "end of a.m1, round 2"),
        ("target_next_turn_start", "start of b.m1"),
        ("target_next_activation", "end of b.m1"),
        ("target_next_turn_end", "end of b.m1"),
        ("next_round_end", "end of round 2"),
        ("encounter", "never"),
        ("while_held", "never"),
    ],
)
def test_a_condition_with_an_end_of_its_own_ends_then(until: str, ends_as: str) -> None:
    # The creature a.m1 gives it to b.m1 during its own turn of round 1.
    table = PlayedTable(setup_of(["boar"], ["boar"])).begin("a").activate("a.m1")
    give(table, "b.m1", "rattled", until, "a.m1")
    steps = [
        ("end of a.m1", lambda: table.end("a.m1")),
        ("start of b.m1", lambda: table.activate("b.m1")),
        ("end of b.m1", lambda: table.end("b.m1")),
        ("", lambda: table.activate("b.m1").end("b.m1")),
        ("start of a.m1, round 2", lambda: table.activate("a.m1")),
        ("end of a.m1, round 2", lambda: table.end("a.m1")),
    ]
    ended = "never"
    for name, step in steps:
        had = table.of("b.m1").has("rattled")
        step()
        if had and not table.of("b.m1").has("rattled"):
            ended = name
    # The last turn of round 2 ends together with the round.
    assert ended == ("end of a.m1, round 2" if ends_as in ("end of a.m1, round 2", "end of round 2") else ends_as)


def test_an_effect_until_the_end_of_the_next_turn_outlasts_the_turn_that_gives_it() -> None:
    table = duel().activate("a.m1")
    give(table, "b.m1", "invisible", "next_turn_end", "a.m1")
    table.end("a.m1")
    assert table.of("b.m1").has("invisible")


def test_numbers_of_an_effect_end_like_its_conditions() -> None:
    table = duel().activate("a.m1")
    effect = ActiveEffect("Rage", "a.m1", "turn_end", bonuses=(Bonus(stats=("fight",), by=2),))
    table.state = table.state.change("a.m2", active_effects=(effect, replace(effect, source="Hymn", until="encounter")))
    table.end("a.m1")
    assert [effect.source for effect in table.of("a.m2").active_effects] == ["Hymn"]


def test_what_a_creature_out_of_play_gave_ends_as_the_round_passes_its_turn() -> None:
    table = give(duel(), "b.m1", "rattled", "next_turn_start", "a.m1").do(LeftPlay("a.m1", True, "", ""))
    for creature in ("a.m2", "b.m1", "b.m2"):
        if table.state.next_side != creature[0]:
            continue
        table.activate(creature).end(creature)
    while table.state.round == 1:
        side = table.state.next_side
        creature = next(
            combatant.id for combatant in table.state.of_side(side) if combatant.is_up and not combatant.has_acted
        )
        table.activate(creature).end(creature)
    assert not table.of("b.m1").has("rattled")


@pytest.mark.parametrize("goes", ["dying", "eliminated"])
def test_a_creature_that_goes_down_frees_whom_it_holds(goes: str) -> None:
    table = give(give(duel(), "b.m1", "grabbed", by="a.m1"), "b.m2", "swallowed", by="a.m1")
    table.do(HpSet("a.m1", 0, 0, "") if goes == "dying" else LeftPlay("a.m1", True, "", ""))
    assert not table.of("b.m1").has("grabbed")
    assert not table.of("b.m2").has("swallowed")


def test_a_dying_creature_falls_prone_and_is_helpless_by_its_hp_alone() -> None:
    table = duel().do(HpSet("a.m1", -3, 0, ""))
    assert table.of("a.m1").has("prone")
    with pytest.raises(ChangeRefused, match="HP"):
        table.do(HeldSet("a.m1", "helpless", True, ""))
    table.do(HpSet("a.m1", 3, 0, ""))
    assert table.of("a.m1").has("prone"), "A creature that wakes is still prone."
    assert table.of("a.m1").is_up


def test_a_grab_ends_at_once_out_of_reach_of_every_enemy() -> None:
    table = give(duel(), "a.m1", "grabbed", by="b.m1").do(ReachLost("a.m1"), "a")
    assert all_conditions(table.state, "a.m1") == ()
    with pytest.raises(ChangeRefused, match="out of reach"):
        table.do(ReachLost("a.m1"), "a")
