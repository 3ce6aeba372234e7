"""Secrets of a battle: which ones it asks for, which choices they have, and how they are revealed."""

import json
from dataclasses import replace

import pytest

from rules.dice import EnteredRoller, SeededRoller
from rules.documents.reading import Fields
from rules.errors import ChangeRefused
from rules.p2v_combat.setup.conditions import choose_condition
from rules.p2v_combat.setup.deploying import choose_deployment, choose_order, choose_zone, name_first_chooser, new_table
from rules.p2v_combat.setup.faults import TABLE_PLAN, contradictions, table_warnings
from rules.p2v_combat.setup.objectives import objectives_due, place_objective, roll_objective_count
from rules.p2v_combat.setup.plan import SecretChoice, TablePlan
from rules.p2v_combat.setup.secrets import (
    SecretDemand,
    check_places,
    deployment_secret,
    hide_treasure,
    keep_seal,
    make_secrets,
    missing_demands,
    next_body_placer,
    out_of_play,
    place_body,
    places_from_text,
    reveal_secret,
    roll_bodies,
    secrets_due,
    with_starts,
)
from rules.p2v_combat.setup.steps import repeat_step
from rules.p2v_combat.setup.terrain import add_piece
from rules.p2v_combat.sides import Fielded
from rules.tables.victory_conditions.conditions import ALTERNATIVE
from tests.rows import every_row
from tests.rules.p2v_combat.setup.creatures import fielded
from tests.scripted_dice import ScriptedRoller

SALTS = ("0" * 32, "1" * 32)


def table(victory: str = "standard-victory", points: int = 150) -> TablePlan:
    return replace(choose_condition(new_table(2, points), victory), battle="k7")


def pairs(demand: SecretDemand) -> set[tuple[str, ...]]:
    return {tuple(choice for _, choice in option.pairs) for option in demand.options}


@every_row("victory", ["standard-victory", *(row.key for row in ALTERNATIVE)])
def test_only_assassins_and_buried_treasure_have_secrets_of_their_own(victory: str):
    demands = secrets_due(table(victory), [fielded("a.m1"), fielded("b.m1")])
    expected = {
        "assassins": [("a", ("assassin", "target")), ("b", ("assassin", "target"))],
        "buried-treasure": [("", ("buried-treasure",))],
    }
    assert [(demand.side, demand.purposes) for demand in demands] == expected.get(victory, [])


@every_row(
    "own, enemies, allowed",
    [
        ((1, 3), (1, 2), {("a.m1", "b.m1"), ("a.m1", "b.m2")}),  # the level 3 has no target of its level
        ((3,), (1, 2), {("a.m1", "b.m2")}),  # none fits: the highest enemy
        ((3, 4), (2, 2), {("a.m1", "b.m1"), ("a.m1", "b.m2"), ("a.m2", "b.m1"), ("a.m2", "b.m2")}),
        ((2,), (2, 5, 1), {("a.m1", "b.m1"), ("a.m1", "b.m2")}),
    ],
)
def test_a_target_is_of_the_assassins_level_or_higher(
    own: tuple[int, ...], enemies: tuple[int, ...], allowed: set[tuple[str, str]]
):
    # Ruling 88.
    creatures = [fielded(f"a.m{number}", level) for number, level in enumerate(own, 1)]
    creatures += [fielded(f"b.m{number}", level) for number, level in enumerate(enemies, 1)]
    demand, _ = secrets_due(table("assassins"), creatures)
    assert pairs(demand) == allowed


def test_assassin_and_target_are_sealed_each_by_itself():
    # Ruling 109.
    creatures = [fielded("a.m1"), fielded("b.m1"), fielded("b.m2")]
    plan = table("assassins")
    demand, other = missing_demands(plan, creatures)
    chosen = (("assassin", "a.m1"), ("target", "b.m2"))
    secrets = make_secrets(demand, chosen, SALTS)
    plan = keep_seal(plan, *secrets)
    assert [(seal.side, seal.purpose) for seal in plan.seals] == [("a", "assassin"), ("a", "target")]
    assert missing_demands(plan, creatures) == (other,)
    text = json.dumps(TABLE_PLAN.write(plan))
    assert "a.m1" not in text
    assert "b.m2" not in text
    assert not any(salt in text for salt in SALTS)
    with pytest.raises(ChangeRefused, match="not one of the choices"):
        make_secrets(demand, (("assassin", "b.m1"), ("target", "a.m1")), SALTS)


def test_a_secret_is_revealed_only_as_it_was_sealed():
    secret = SecretChoice("a", "target", "b.m2", SALTS[0])
    plan = keep_seal(table("assassins"), secret)
    for other in (replace(secret, choice="b.m1"), replace(secret, salt=SALTS[1]), replace(secret, side="b")):
        with pytest.raises(ChangeRefused, match="not the choice"):
            reveal_secret(plan, other)
    shown = reveal_secret(plan, secret)
    assert shown.revealed == (secret,)
    assert TABLE_PLAN.read(Fields({"table": TABLE_PLAN.write(shown)}), "table") == shown
    assert list(contradictions(replace(shown, battle="k8"))) == [
        "A choice that was revealed is not the one that was sealed."
    ]


def test_choosing_again_replaces_the_seal():
    plan = table("assassins")
    for choice in ("b.m1", "b.m2"):
        plan = keep_seal(plan, SecretChoice("a", "target", choice, SALTS[0]))
    assert len(plan.seals) == 1
    assert repeat_step(plan, "secrets").seals == ()


def test_the_treasure_lies_under_one_of_five_spots_and_no_roll_tells_which():
    # Ruling 109.
    plan = table("buried-treasure")
    spots = {hide_treasure(plan, ScriptedRoller((face,)), SALTS[0]).choice for face in range(1, 6)}
    assert spots == {"1", "2", "3", "4", "5"}
    secret = hide_treasure(plan, SeededRoller(b"deep"), SALTS[0])
    sealed = keep_seal(plan, secret)
    assert sealed.rolls == ()
    assert missing_demands(sealed, []) == ()
    assert reveal_secret(sealed, secret).revealed == (secret,)
    with pytest.raises(ChangeRefused, match="no treasure"):
        hide_treasure(table(), SeededRoller(b"deep"), SALTS[0])


@every_row("how", ["upgrade", "card", "old name"])
def test_a_false_object_is_one_of_the_obstacles_of_its_size(how: str):
    names = {"card": ("False Object",), "old name": ("Statue Disguise",)}
    bought = ("false-object",) if how == "upgrade" else ()
    creature = fielded("a.m3", size="Large", positioning=bought, features=names.get(how, ()))
    plan = with_starts(table(), [creature, fielded("b.m1")])
    assert "Place an obstacle or item of 2 by 2 squares more, for False Object." in list(table_warnings(plan))
    plan = add_piece(plan, "obstacle", 1, 1, width=2, height=2, label="Statue")
    plan = add_piece(plan, "obstacle", 9, 9, width=2, height=2, label="Tree", side="b")
    plan = add_piece(plan, "obstacle", 12, 9, label="Crate")
    plan = add_piece(plan, "mud", 15, 9, width=2, height=2)
    assert not any("False Object" in warning for warning in table_warnings(plan))
    [demand] = secrets_due(plan, [creature, fielded("b.m1")])
    assert (demand.side, demand.creature, demand.purposes) == ("a", "a.m3", ("false-object a.m3",))
    assert pairs(demand) == {("t1",), ("t2",)}
    assert out_of_play(plan) == ("a.m3",)


def test_a_tempting_disguise_is_one_of_the_objectives_and_adds_one():
    creature = fielded("b.m1", positioning=("tempting-disguise",))
    plan = with_starts(roll_objective_count(table(), EnteredRoller((1, 2))), [creature])
    assert objectives_due(plan) == 3
    for number, kind in enumerate(("book", "device", "notable")):
        plan = place_objective(plan, EnteredRoller((1,)), kind, 8 + number, 8)
    [demand] = secrets_due(plan, [creature])
    assert pairs(demand) == {("book",), ("device",), ("notable",)}
    [secret] = make_secrets(demand, (("tempting-disguise b.m1", "device"),), SALTS[:1])
    assert missing_demands(keep_seal(plan, secret), [creature]) == ()
    assert out_of_play(plan) == ("b.m1",)


def test_without_objectives_a_tempting_disguise_does_nothing():
    # Ruling 192.
    creature = fielded("b.m1", positioning=("tempting-disguise",))
    plan = with_starts(table("confrontation"), [creature])
    assert (secrets_due(plan, [creature]), out_of_play(plan), objectives_due(plan)) == ((), (), 0)


def test_a_summonable_creature_starts_out_of_play_without_a_secret():
    creature = fielded("a.m1", positioning=("summonable",))
    plan = with_starts(table(), [creature])
    assert (out_of_play(plan), secrets_due(plan, [creature])) == (("a.m1",), ())


def test_trail_of_bodies_rolls_a_die_for_each_creature_and_the_sides_place_in_turn():
    creatures = [fielded(name, positioning=("trail-of-bodies",)) for name in ("a.m1", "b.m2")]
    plan = with_starts(table(), creatures)
    assert "Roll for the bodies of Trail of Bodies." in list(table_warnings(plan))
    plan = roll_bodies(plan, ScriptedRoller((1, 2)))
    assert plan.body_count == 3
    assert [roll.place[2] for roll in plan.rolls] == ["a.m1", "b.m2"]
    for x in (3, 4, 5):
        plan = place_body(plan, x, 3)
    assert "".join(body.side for body in plan.bodies) == "aba"
    assert next_body_placer(plan) is None
    with pytest.raises(ChangeRefused, match="No body"):
        place_body(plan, 6, 3)
    again = roll_bodies(plan, ScriptedRoller((1, 1)))
    assert (again.body_count, len(again.bodies)) == (2, 2)
    with pytest.raises(ChangeRefused, match="No creature"):
        roll_bodies(table(), ScriptedRoller((1,)))


def secret_table(deployment: str = "") -> TablePlan:
    plan = choose_order(choose_deployment(table(), deployment), "secret")
    return choose_zone(name_first_chooser(plan, "a"), "A")


CREATURES: list[Fielded] = [fielded("a.m1"), fielded("a.m2", size="Large"), fielded("b.m1")]


def test_a_deployment_in_secret_is_sealed_as_one_text():
    plan = secret_table()
    assert [demand.purposes for demand in secrets_due(plan, CREATURES)] == [("deployment",), ("deployment",)]
    secret = deployment_secret(plan, "a", CREATURES, {"a.m2": (3, 4), "a.m1": (0, 5)}, SALTS[0])
    assert secret.choice == "a.m1 0 5, a.m2 3 4"
    assert places_from_text(secret.choice) == {"a.m1": (0, 5), "a.m2": (3, 4)}
    shown = reveal_secret(keep_seal(plan, secret), secret)
    assert [demand.side for demand in missing_demands(shown, CREATURES)] == ["b"]


@every_row(
    "places, words",
    [
        ({"a.m1": (0, 5)}, "Say where Creature a.m2 starts"),
        ({"a.m1": (6, 5), "a.m2": (3, 4)}, "a.m1 would not start in a zone"),
        ({"a.m1": (0, 5), "a.m2": (5, 4)}, "a.m2 would not start in a zone"),
        ({"a.m1": (4, 5), "a.m2": (3, 4)}, "a.m2 and Creature a.m1 would start in the same square"),
        ({"a.m1": (1, 1), "a.m2": (3, 4)}, "a.m1 would start in solid terrain"),
    ],
)
def test_a_deployment_keeps_to_zones_squares_and_terrain(places: dict[str, tuple[int, int]], words: str):
    plan = add_piece(secret_table(), "wall", 1, 1)
    with pytest.raises(ChangeRefused, match=words):
        check_places(plan, "a", CREATURES, places)


@every_row("at_edge, allowed", [(0, False), (1, True), (2, True), (3, False)])
def test_half_of_a_pincered_warband_starts_at_the_edge(at_edge: int, allowed: bool):
    # Ruling 83.
    plan = secret_table("pincered")
    creatures = [fielded(f"a.m{number}") for number in (1, 2, 3)]
    places = {creature.id: (0 if index < at_edge else 12, index) for index, creature in enumerate(creatures)}
    if allowed:
        check_places(plan, "a", creatures, places)
    else:
        with pytest.raises(ChangeRefused, match="1 or 2, not"):
            check_places(plan, "a", creatures, places)


def test_who_is_out_of_play_needs_no_square():
    creatures = [fielded("a.m1"), fielded("a.m2", positioning=("summonable",))]
    plan = with_starts(secret_table(), creatures)
    check_places(plan, "a", creatures, {"a.m1": (0, 0)})
