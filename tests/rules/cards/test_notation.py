"""The short notation of cards: every form is read, written back the same, and refused when it is off."""

from collections.abc import Callable
from typing import Any

import pytest

from rules.cards.fields import format_caster, parse_caster
from rules.cards.model import Caster, CasterSpell, SpellGroup
from rules.effects import notation
from rules.effects.notation import NotationError
from rules.effects.values import Damage, Range, Resistance, SavingThrow, Weakness
from tests.rows import every_row


@pytest.mark.parametrize(
    ("text", "names", "written"),
    [
        ("", (), ""),
        ("Athletics", ("Athletics",), "Athletics"),
        ("Earth, Fire Elemental,  Siege Weapon ,", ("Earth", "Fire Elemental", "Siege Weapon"), None),
    ],
)
def test_names_are_separated_by_commas(text: str, names: tuple[str, ...], written: str | None) -> None:
    assert notation.parse_names(text) == names
    assert notation.format_names(names) == (written if written is not None else ", ".join(names))


@every_row(
    ("text", "uses", "written"),
    [
        ("", (), ""),
        ("C", ("consumable",), "C"),
        ("d", ("daily",), "D"),
        ("EE", ("encounter", "encounter"), "E E"),
        ("E, D, C", ("encounter", "daily", "consumable"), "E D C"),
        ("☐ 🄳 🄴", ("consumable", "daily", "encounter"), "C D E"),
        ("D" * 12, ("daily",) * 12, " ".join("D" * 12)),
    ],
)
def test_uses_are_one_letter_a_box(text: str, uses: tuple[Any, ...], written: str) -> None:
    assert notation.parse_uses(text) == uses
    assert notation.format_uses(uses) == written


@every_row(
    ("text", "reach", "written"),
    [
        ("melee", Range("melee", 1), "melee"),
        ("Melee 1", Range("melee", 1), "melee"),
        ("melee 2", Range("melee", 2), "melee 2"),
        ("ranged 6", Range("ranged", 6), "ranged 6"),
        ("ranged 6/12", Range("ranged", 6, long=12), "ranged 6/12"),
        ("self", Range("self"), "self"),
        ("touch", Range("touch"), "touch"),
        ("emanation 3", Range("emanation", 3), "emanation 3"),
        ("Emanation 3  aura", Range("emanation", 3, aura=True), "emanation 3 aura"),
        ("burst 2 within 12", Range("burst", 2, within=12), "burst 2 within 12"),
        ("cone 4", Range("cone", 4), "cone 4"),
        ("line 8", Range("line", 8), "line 8"),
        (
            "Melee or Ranged 2/4",
            Range("melee", 1, other=Range("ranged", 2, long=4)),
            "melee or ranged 2/4",
        ),
    ],
)
def test_a_range_is_a_kind_with_its_squares(text: str, reach: Range, written: str) -> None:
    assert notation.parse_range(text) == reach
    assert notation.format_range(reach) == written
    assert notation.parse_range(written) == reach


@pytest.mark.parametrize("text", ["", "  "])
def test_no_range_is_no_range(text: str) -> None:
    assert notation.parse_range(text) is None
    assert notation.format_range(None) == ""


@every_row(
    ("text", "damage", "written"),
    [
        ("", (), ""),
        ("7", (Damage(7),), "7"),
        ("15 piercing", (Damage(15, ("piercing",)),), "15 piercing"),
        ("20 slashing and fire", (Damage(20, ("slashing", "fire")),), "20 slashing and fire"),
        (
            "20 Slashing, cold and fire",
            (Damage(20, ("slashing", "cold", "fire")),),
            "20 slashing, cold and fire",
        ),
        ("5 persistent", (Damage(5, (), True),), "5 persistent"),
        (
            "15 piercing; 5 persistent poison;",
            (Damage(15, ("piercing",)), Damage(5, ("poison",), True)),
            "15 piercing; 5 persistent poison",
        ),
    ],
)
def test_damage_is_an_amount_with_its_types(text: str, damage: tuple[Damage, ...], written: str) -> None:
    assert notation.parse_damage(text) == damage
    assert notation.format_damage(damage) == written
    assert notation.parse_damage(written) == damage


@pytest.mark.parametrize(
    ("text", "saves", "written"),
    [
        ("", (), ""),
        ("reflex half", (SavingThrow("reflex", "half"),), "reflex half"),
        ("Will Other", (SavingThrow("will", "other"),), "will other"),
        (
            "fortitude negates sickened; reflex half",
            (SavingThrow("fortitude", "negates", ("sickened",)), SavingThrow("reflex", "half")),
            "fortitude negates sickened; reflex half",
        ),
        (
            "will negates slowed and Prone",
            (SavingThrow("will", "negates", ("slowed", "Prone")),),
            "will negates slowed and Prone",
        ),
    ],
)
def test_a_save_is_a_stat_a_result_and_maybe_a_part(text: str, saves: tuple[SavingThrow, ...], written: str) -> None:
    assert notation.parse_saves(text) == saves
    assert notation.format_saves(saves) == written


@pytest.mark.parametrize(
    ("text", "resist", "written"),
    [
        ("", (), ""),
        ("Fire 2d6", (Resistance("fire", 2),), "fire 2d6"),
        (
            "bludgeoning and piercing 2d6; slashing 1d6",
            (Resistance("bludgeoning", 2), Resistance("piercing", 2), Resistance("slashing", 1)),
            "bludgeoning 2d6; piercing 2d6; slashing 1d6",
        ),
        (
            "all 3D6 except Force and vitality",
            (Resistance("all", 3, ("force", "vitality")),),
            "all 3d6 except force and vitality",
        ),
        ("cold iron 10d6", (Resistance("cold iron", 10),), "cold iron 10d6"),
    ],
)
def test_a_resistance_is_a_type_and_its_dice(text: str, resist: tuple[Resistance, ...], written: str) -> None:
    assert notation.parse_resistances(text) == resist
    assert notation.format_resistances(resist) == written
    assert notation.parse_resistances(written) == resist


@pytest.mark.parametrize(
    ("text", "weak", "written"),
    [
        ("", (), ""),
        ("cold iron 10", (Weakness("cold iron", 10),), "cold iron 10"),
        (
            "Slashing and fire 5; area damage 10",
            (Weakness("slashing", 5), Weakness("fire", 5), Weakness("area damage", 10)),
            "slashing 5; fire 5; area damage 10",
        ),
    ],
)
def test_a_weakness_is_a_type_and_an_amount(text: str, weak: tuple[Weakness, ...], written: str) -> None:
    assert notation.parse_weaknesses(text) == weak
    assert notation.format_weaknesses(weak) == written
    assert notation.parse_weaknesses(written) == weak


@pytest.mark.parametrize(
    ("text", "caster", "written"),
    [
        ("Primal 5:", Caster("Primal", 5), "Primal 5:"),
        (
            "primal 5: D heal; D D grease, sleep; at will guidance, light (self only)",
            Caster(
                "Primal",
                5,
                (
                    SpellGroup(("daily",), (CasterSpell("heal"),)),
                    SpellGroup(("daily", "daily"), (CasterSpell("grease"), CasterSpell("sleep"))),
                    SpellGroup((), (CasterSpell("guidance"), CasterSpell("light", "self only"))),
                ),
            ),
            "Primal 5: D heal; D D grease, sleep; at will guidance, light (self only)",
        ),
        (
            "Occult 2: EE fear (two targets, once), haste",
            Caster(
                "Occult",
                2,
                (SpellGroup(("encounter",) * 2, (CasterSpell("fear", "two targets, once"), CasterSpell("haste"))),),
            ),
            "Occult 2: E E fear (two targets, once), haste",
        ),
    ],
)
def test_a_caster_is_a_tradition_a_rank_and_groups_of_spells(text: str, caster: Caster, written: str) -> None:
    assert parse_caster(text) == caster
    assert format_caster(caster) == written
    assert parse_caster(written) == caster


def test_no_caster_is_no_caster() -> None:
    assert parse_caster(" ") is None
    assert format_caster(None) == ""


@every_row(
    ("parse", "text", "shown"),
    [
        (notation.parse_uses, "X", "E E"),
        (notation.parse_uses, "E" * 13, "at most 12"),
        (notation.parse_range, "far", "ranged 6/12"),
        (notation.parse_range, "ranged six", "ranged 6/12"),
        (notation.parse_range, "melee or", "ranged 6/12"),
        (notation.parse_range, "melee or far", "ranged 6/12"),
        (notation.parse_range, "melee or ranged 2 or ranged 4", "ranged 6/12"),
        (notation.parse_range, " or ".join(["melee"] * 5_000), "ranged 6/12"),
        (notation.parse_damage, "lots", "20 slashing and fire"),
        (notation.parse_damage, "-5 fire", "20 slashing and fire"),
        (notation.parse_damage, "1234 fire", "20 slashing and fire"),
        (notation.parse_saves, "armor negates", "reflex half"),
        (notation.parse_saves, "reflex", "reflex half"),
        (notation.parse_saves, "reflex halves", "reflex half"),
        (notation.parse_resistances, "fire 5", "fire 2d6"),
        (notation.parse_resistances, "2d6", "fire 2d6"),
        (notation.parse_weaknesses, "fire", "cold iron 10"),
        (parse_caster, "Primal: heal", "Primal 5: D heal"),
        (parse_caster, "Primal 5: heal", "no boxes or no spells"),
        (parse_caster, "Primal 5: D", "no boxes or no spells"),
        (parse_caster, "Primal 5: D heal (self", "name with a note in brackets"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_is_expected(
    parse: Callable[[str], object], text: str, shown: str
) -> None:
    with pytest.raises(NotationError, match=shown.replace("(", r"\(")):
        parse(text)
