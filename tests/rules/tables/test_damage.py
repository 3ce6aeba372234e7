"""Damage types, and what immunity, resistance and weakness leave of a hit."""

import pytest

from rules.effects.values import Resistance, Weakness
from rules.errors import RulesError
from rules.tables.damage import (
    DAMAGE_TYPES,
    FREE_TYPES,
    DamageTaken,
    Defences,
    IncomingDamage,
    canonical,
    damage_taken,
    entries,
    halve,
    is_immune,
    multiplied,
    persistent_after_turn,
    resistance_dice,
    temporary_hp,
    weakness_amount,
    with_persistent,
)
from tests.rows import every_row

GROUPS = {
    "bludgeoning": "physical",
    "piercing": "physical",
    "slashing": "physical",
    "acid": "energy",
    "cold": "energy",
    "electricity": "energy",
    "fire": "energy",
    "sonic": "energy",
    "mental": "other",
    "poison": "other",
    "vitality": "other",
    "void": "other",
}
NOBODY = Defences()


def test_the_twelve_types_with_their_groups() -> None:
    assert [(row.name, row.group) for row in DAMAGE_TYPES] == list(GROUPS.items())


@every_row("name", GROUPS)
def test_whom_a_type_hurts(name: str) -> None:
    immune = [tag for tag in ("Undead", "Construct", "Beast") if is_immune([name], Defences(tags=(tag,)))]
    assert immune == {"vitality": ["Construct", "Beast"], "void": ["Undead", "Construct"]}.get(name, [])


def test_damage_mixed_with_void_or_vitality_does_nothing_to_the_wrong_creature() -> None:
    assert is_immune(["fire", "void"], Defences(tags=("Undead",)))
    assert is_immune(["fire", "vitality"], NOBODY)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("lightning", "electricity"),
        ("necrotic", "void"),
        ("Fire", "fire"),
        ("force", "force"),
        ("cold iron", "cold iron"),
    ],
)
def test_other_words_for_damage(word: str, name: str) -> None:
    assert canonical(word) == name


@every_row(
    ("amount", "half"),
    [
        (0, 0),
        (1, 0),
        (3, 1),
        (5, 2),
        (9, 4),
        (15, 7),
        (18, 9),
        (19, 9),
        (20, 10),
        (25, 10),
        (29, 10),
        (30, 15),
        (55, 25),
    ],
)
def test_halving_rounds_down_and_from_ten_to_fives(amount: int, half: int) -> None:
    assert halve(amount) == half


def test_doubling_comes_before_halving() -> None:
    assert multiplied(IncomingDamage(13)) == 13
    assert multiplied(IncomingDamage(13, doubled=True)) == 26
    assert multiplied(IncomingDamage(13, halved=True)) == 6
    assert multiplied(IncomingDamage(13, doubled=True, halved=True)) == 10


def test_a_plain_hit_is_taken_whole() -> None:
    assert damage_taken(IncomingDamage(13, ("piercing",)), NOBODY) == DamageTaken(13, 0, 0, 0, 13)


def test_one_immune_type_is_enough() -> None:
    defences = Defences(immune=("fire",), weak=(Weakness("slashing", 5),))
    assert damage_taken(IncomingDamage(20, ("slashing", "fire")), defences) == DamageTaken(0, 0, 0, 0, 0)


def test_the_rulebooks_example_of_resistance() -> None:
    defences = Defences(resist=(Resistance("cold", 2),))
    assert damage_taken(IncomingDamage(15, ("cold", "acid")), defences, [5, 2]) == DamageTaken(15, 5, 0, 0, 10)


@every_row("face", range(1, 7))
def test_every_face_of_a_resistance_die(face: int) -> None:
    taken = damage_taken(IncomingDamage(20, ("fire",)), Defences(resist=(Resistance("fire", 1),)), [face])
    assert taken.from_hp == (15 if face >= 4 else 20)


def test_only_the_most_dice_are_rolled_and_all_is_one_resistance_among_them() -> None:
    defences = Defences(resist=(Resistance("fire", 2), Resistance("all", 4), Resistance("slashing", 6)))
    assert resistance_dice(["fire"], defences) == 4
    assert resistance_dice(["fire", "slashing"], defences) == 6
    assert resistance_dice(["sonic"], defences) == 4


def test_groups_and_exceptions() -> None:
    physical = Defences(resist=(Resistance("physical", 2),))
    assert [name for name in GROUPS if resistance_dice([name], physical)] == ["bludgeoning", "piercing", "slashing"]
    but = Defences(resist=(Resistance("all", 2, ("force", "vitality")),))
    assert resistance_dice(["force"], but) == 0
    assert resistance_dice(["force", "fire"], but) == 2
    assert resistance_dice([], but) == 2


def test_resist_lightning_is_resist_electricity() -> None:
    assert resistance_dice(["lightning"], Defences(resist=(Resistance("electricity", 2),))) == 2


def test_weakness_is_added_once_and_only_the_highest() -> None:
    defences = Defences(weak=(Weakness("fire", 5), Weakness("slashing", 10)))
    assert weakness_amount(["slashing", "fire"], defences) == 10
    assert damage_taken(IncomingDamage(8, ("fire", "slashing"), doubled=True), defences) == DamageTaken(
        16, 0, 10, 0, 26
    )
    assert weakness_amount(["cold"], defences) == 0


def test_weakness_adds_nothing_to_damage_that_was_resisted_away() -> None:
    defences = Defences(resist=(Resistance("fire", 2),), weak=(Weakness("fire", 10),))
    assert damage_taken(IncomingDamage(10, ("fire",)), defences, [4, 6]) == DamageTaken(10, 10, 0, 0, 0)
    assert damage_taken(IncomingDamage(12, ("fire",)), defences, [4, 6]) == DamageTaken(12, 10, 10, 0, 12)


def test_resistance_takes_off_no_more_than_there_is() -> None:
    assert damage_taken(IncomingDamage(3, ("fire",)), Defences(resist=(Resistance("fire", 1),)), [6]).resisted == 3


def test_temporary_hp_go_first_and_after_everything_else() -> None:
    defences = Defences(weak=(Weakness("fire", 5),), temporary_hp=8)
    assert damage_taken(IncomingDamage(10, ("fire",), halved=True), defences) == DamageTaken(5, 0, 5, 8, 2)
    assert damage_taken(IncomingDamage(2, ("cold",)), defences) == DamageTaken(2, 0, 0, 2, 0)


def test_the_wrong_number_of_dice_is_refused() -> None:
    with pytest.raises(RulesError, match="2 dice, not 1"):
        damage_taken(IncomingDamage(10, ("fire",)), Defences(resist=(Resistance("fire", 2),)), [4])


def test_temporary_hp_do_not_stack() -> None:
    assert temporary_hp(5, 8) == 8
    assert temporary_hp(8, 5) == 8


@pytest.mark.parametrize(("amount", "left"), [(15, 10), (10, 5), (5, 0), (3, 0), (0, 0)])
def test_persistent_damage_falls_by_five(amount: int, left: int) -> None:
    assert persistent_after_turn(amount) == left


def test_persistent_damage_stacks_by_type_only() -> None:
    burning = with_persistent({}, "fire", 10)
    assert with_persistent(burning, "fire", 5) == {"fire": 10}
    assert with_persistent(burning, "fire", 15) == {"fire": 15}
    assert with_persistent(burning, "necrotic", 5) == {"fire": 10, "void": 5}
    assert burning == {"fire": 10}


def test_every_type_and_rule_has_one_entry() -> None:
    glossary_entries = entries()
    assert [entry.name for entry in glossary_entries if entry.kind == "damage-type"] == [*GROUPS, *FREE_TYPES]
    assert [entry.name for entry in glossary_entries if entry.kind == "damage-rule"] == [
        *("Immune", "Resist", "Weak", "Persistent Damage", "Temporary HP", "Half Damage"),
    ]
    assert {entry.name: entry.aliases for entry in glossary_entries if entry.name in {"electricity", "void"}} == {
        "electricity": ("lightning",),
        "void": ("necrotic",),
    }


def test_weak_to_area_damage_counts_any_damage_that_befalls_an_area_and_no_other() -> None:
    swarm = Defences(weak=(Weakness("area damage", 5), Weakness("fire", 10)))
    assert weakness_amount(["cold"], swarm, from_area=True) == 5
    assert weakness_amount([], swarm, from_area=True) == 5
    assert weakness_amount(["cold"], swarm) == 0
    assert weakness_amount(["fire"], swarm, from_area=True) == 10
    assert damage_taken(IncomingDamage(7, ("cold",), from_area=True), swarm).from_hp == 12
    assert damage_taken(IncomingDamage(7, ("cold",)), swarm).from_hp == 7
