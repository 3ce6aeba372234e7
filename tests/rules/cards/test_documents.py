"""Card documents: every field travels there and back, and what cannot be read says where."""

import copy
import json
from typing import Any

import pytest

from rules.cards.documents import card_document, card_from_document
from rules.cards.model import Card, Caster, CasterSpell, Feature, SpellGroup, Stats
from rules.effects.triggers import ReactionTrigger
from rules.effects.values import Damage, Range, Resistance, SavingThrow, Weakness
from rules.errors import DocumentError
from tests.rows import every_row

GLANCE = Feature(
    "petrifying-glance",
    "Petrifying Glance",
    cost="reaction",
    trigger="A creature starts its turn in range",
    triggers=(ReactionTrigger(kinds=("starts turn",), by="enemy"),),
    range=Range("ranged", 6),
    saves=(SavingThrow("fortitude", "negates"),),
    gives=("slowed",),
)
JAWS = Feature(
    "jaws",
    "Jaws",
    cost="1",
    range=Range("melee", 1, other=Range("ranged", 2, long=4)),
    strike=True,
    damage=(Damage(15, ("piercing",)), Damage(5, ("poison",), persistent=True)),
)
GAZE = Feature(
    "petrifying-gaze",
    "Petrifying Gaze",
    "replaces",
    replaces="Petrifying Glance",
    uses=("daily", "encounter"),
    cost="2",
    once_per_turn=True,
    range=Range("burst", 2, within=12),
    damage=(Damage(10, ("fire",)),),
    saves=(SavingThrow("reflex", "half"), SavingThrow("will", "other", ("slowed",))),
    effect="Each creature in the area takes {damage} damage, then {amount} more.",
    printed=("●● Petrifying Gaze", "10 fire"),
)
MAGIC = Feature(
    "primal-caster-rank-2",
    "Primal Caster, Rank 2",
    "caster",
    caster=Caster(
        "Primal",
        2,
        (
            SpellGroup(("daily", "daily"), (CasterSpell("heal"),)),
            SpellGroup((), (CasterSpell("light", "self only"),)),
        ),
    ),
)
AURA = Feature("stench", "Stench", "add_on", range=Range("emanation", 3, aura=True), effect="It stinks.")

BASILISK = Card(
    key="basilisk",
    name="Basilisk",
    level=5,
    alignment="TN",
    size="Medium",
    stats=Stats(10, 17, 16, 9, 3, 6, 75, None),
    tags=("Beast", "Siege Weapon"),
    source="p2v-orc",
    license="ORC",
    revision=3,
    class_name="Fighter",
    printed_points=32,
    armor_broken=14,
    movement_mode="Burrowing",
    starts_with=("cat", "cat"),
    features=(GLANCE, JAWS, GAZE, MAGIC, AURA),
    skills=("Athletics", "Stealth"),
    immune=("Petrifying Gaze",),
    resist=(Resistance("all", 2, ("force",)),),
    weak=(Weakness("cold iron", 10),),
    other=("Truesight",),
)


def document() -> dict[str, Any]:
    return copy.deepcopy(card_document(BASILISK))


def test_a_document_has_the_fields_of_the_contract_in_order() -> None:
    assert (
        list(document())
        == (
            "format key name source license revision level points printed_points upgrade_cost alignment size tags "
            "class stats armor_broken movement_mode starts_with features skills immune resist weak other"
        ).split()
    )
    assert (
        list(document()["features"][0])
        == (
            "id name kind uses cost once_per_turn trigger range strike damage saves gives text printed precondition "
            "triggers"
        ).split()
    )


def test_a_document_tells_the_card() -> None:
    expected = document()
    assert expected["format"] == "muster-card/1"
    assert (expected["level"], expected["points"], expected["upgrade_cost"], expected["printed_points"]) == (
        5,
        32,
        6,
        32,
    )
    assert expected["class"] == "Fighter"
    assert expected["stats"] == {
        "fight": 10,
        "armor": 17,
        "power": 16,
        "fortitude": 9,
        "reflex": 3,
        "will": 6,
        "hp": 75,
        "speed": None,
    }
    assert expected["resist"] == [{"type": "all", "dice": "2d6", "except": ["force"]}]
    assert expected["weak"] == [{"type": "cold iron", "amount": 10}]


def test_a_document_tells_every_form_of_a_feature() -> None:
    glance, jaws, gaze, magic, aura = document()["features"]
    assert glance["trigger"] == "A creature starts its turn in range"
    assert glance["saves"] == [{"stat": "fortitude", "result": "negates", "of": None}]
    assert glance["gives"] == ["slowed"]
    assert "replaces" not in glance
    assert "caster" not in glance
    assert jaws["range"] == {"kind": "melee", "squares": 1, "or": {"kind": "ranged", "squares": 2, "long": 4}}
    assert jaws["damage"] == [
        {"amount": 15, "types": ["piercing"], "persistent": False},
        {"amount": 5, "types": ["poison"], "persistent": True},
    ]
    assert gaze["replaces"] == "Petrifying Glance"
    assert gaze["uses"] == ["daily", "encounter"]
    assert gaze["once_per_turn"] is True
    assert gaze["range"] == {"kind": "burst", "squares": 2, "within": 12}
    assert gaze["printed"] == {"top": "●● Petrifying Gaze", "text": "10 fire"}
    assert magic["caster"] == {
        "tradition": "Primal",
        "rank": 2,
        "groups": [
            {"uses": ["daily", "daily"], "spells": [{"name": "heal", "note": None}]},
            {"uses": "at_will", "spells": [{"name": "light", "note": "self only"}]},
        ],
    }
    assert aura["range"] == {"kind": "emanation", "squares": 3, "aura": True}


def test_exported_texts_have_their_numbers_in_place() -> None:
    assert document()["features"][2]["text"] == "Each creature in the area takes 10 fire damage, then 10 more."


def test_snapshots_keep_references_to_damage() -> None:
    text = card_document(BASILISK, references=True)["features"][2]["text"]
    assert text == "Each creature in the area takes {damage} damage, then {amount} more."


@pytest.mark.parametrize("references", [False, True])
def test_a_document_survives_reading_and_writing(references: bool) -> None:
    expected = card_document(BASILISK, references=references)
    travelled = json.loads(json.dumps(expected))
    assert card_document(card_from_document(travelled), references=references) == expected


def test_a_card_whose_effects_are_written_out_survives_whole() -> None:
    once = card_from_document(card_document(BASILISK, references=True))
    assert card_from_document(card_document(once, references=True)) == once


def test_the_smallest_document_is_a_card() -> None:
    stats = dict.fromkeys("fight armor power fortitude reflex will hp speed".split())
    card = card_from_document({"key": "rock", "name": "Rock", "level": 0, "stats": stats})
    assert card == Card("rock", "Rock", 0, None, None, Stats(None, None, None, None, None, None, None, None))


def test_points_are_derived_whatever_the_document_says() -> None:
    assert card_from_document(document() | {"points": 1, "upgrade_cost": 0}).points == 32


def test_a_converters_notes_are_let_through() -> None:
    assert card_from_document(document() | {"steps": [{"field": "fight"}]}).name == "Basilisk"


def changed(path: str, value: object) -> dict[str, Any]:
    """Return the document with one field changed: ``features.0.cost``."""
    expected = document()
    *folders, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    place: Any = expected
    for folder in folders:
        place = place[folder]
    place[last] = value
    return expected


@every_row(
    ("path", "value", "code", "where"),
    [
        ("format", "muster-card/2", "document.format", "format"),
        ("key", "", "document.range", "key"),
        ("key", "ash\tcat", "document.value", "key"),
        ("revision", 1_000_001, "document.range", "revision"),
        ("starts_with", [""], "document.range", "starts_with[0]"),
        ("starts_with", ["boar", "a\nb"], "document.value", "starts_with[1]"),
        ("name", 5, "document.type", "name"),
        ("name", "x" * 121, "document.range", "name"),
        ("level", 15, "document.range", "level"),
        ("level", -2, "document.range", "level"),
        ("level", True, "document.type", "level"),
        ("level", 5.0, "document.type", "level"),
        ("level", None, "document.type", "level"),
        ("points", "many", "document.type", "points"),
        ("points", -5, "document.range", "points"),
        ("upgrade_cost", 2.5, "document.type", "upgrade_cost"),
        ("alignment", "XX", "document.value", "alignment"),
        ("size", "Enormous", "document.value", "size"),
        ("stats", [], "document.type", "stats"),
        ("stats.fight", "10", "document.type", "stats.fight"),
        ("stats.luck", 3, "document.unknown_field", "stats.luck"),
        ("tags", "Beast", "document.type", "tags"),
        ("tags", ["Beast", 5], "document.type", "tags[1]"),
        ("tags", ["Beast"] * 101, "document.range", "tags"),
        ("tags", ["Beast", "x" * 201], "document.range", "tags[1]"),
        ("source", "x" * 201, "document.range", "source"),
        ("starts_with", ["wolf"] * 21, "document.range", "starts_with"),
        ("starts_with", ["x" * 121], "document.range", "starts_with[0]"),
        ("features", [{}] * 101, "document.range", "features"),
        ("revision", 0, "document.range", "revision"),
        ("printed_points", -1, "document.range", "printed_points"),
        ("movement_mode", "Hovering", "document.value", "movement_mode"),
        ("features", {}, "document.type", "features"),
        ("features.0", "Jaws", "document.type", "features[0]"),
        ("features.1.id", "petrifying-glance", "document.repeated", "features"),
        ("features.0.kind", "spell", "document.value", "features[0].kind"),
        ("features.0.cost", "4", "document.value", "features[0].cost"),
        ("features.0.once_per_turn", 1, "document.type", "features[0].once_per_turn"),
        ("features.0.wings", True, "document.unknown_field", "features[0].wings"),
        ("features.0.range.kind", None, "document.missing", "features[0].range.kind"),
        ("features.0.range.kind", "far", "document.value", "features[0].range.kind"),
        ("features.0.range.squares", -1, "document.range", "features[0].range.squares"),
        ("features.1.range.or.or", {"kind": "self"}, "document.value", "features[1].range.or.or"),
        ("features.0.saves.0.result", None, "document.missing", "features[0].saves[0].result"),
        ("features.0.saves.0.stat", None, "document.missing", "features[0].saves[0].stat"),
        ("features.0.saves.0.stat", "armor", "document.value", "features[0].saves[0].stat"),
        ("features.1.damage.0.amount", -1, "document.range", "features[1].damage[0].amount"),
        ("features.2.replaces", None, "document.missing", "features[2].replaces"),
        ("features.2.uses", ["weekly"], "document.value", "features[2].uses[0]"),
        ("features.2.printed.foot", "", "document.unknown_field", "features[2].printed.foot"),
        ("features.3.caster.rank", 21, "document.range", "features[3].caster.rank"),
        ("features.3.caster.groups.0.uses", "often", "document.type", "features[3].caster.groups[0].uses"),
        (
            "features.3.caster.groups.0.spells.0.name",
            "",
            "document.range",
            "features[3].caster.groups[0].spells[0].name",
        ),
        ("features.2.replaces", "x" * 201, "document.range", "features[2].replaces"),
        ("resist.0.dice", "2d8", "document.value", "resist[0].dice"),
        ("resist.0.type", "", "document.range", "resist[0].type"),
        ("weak.0.amount", None, "document.type", "weak[0].amount"),
        ("weak.0.dice", "1d6", "document.unknown_field", "weak[0].dice"),
        ("features.0.steps", [{"action": "stride", "to": "the moon"}], "document.value", "features[0].steps[0].to"),
        (
            "features.0.steps",
            [{"action": "stride", "through": "lava"}],
            "document.value",
            "features[0].steps[0].through",
        ),
        ("features.0.triggers", [{"kinds": []}], "document.value", "features[0].triggers[0].kinds"),
        ("features.0.triggers", [{"kinds": ["moves"]}] * 21, "document.range", "features[0].triggers"),
        ("colour", "green", "document.unknown_field", "colour"),
    ],
)
def test_what_cannot_be_read_says_where(path: str, value: object, code: str, where: str) -> None:
    with pytest.raises(DocumentError) as raised:
        card_from_document(changed(path, value))
    assert (raised.value.code, raised.value.path) == (code, where)
    assert raised.value.message


@pytest.mark.parametrize("name", ["key", "name", "level", "stats"])
def test_a_document_without_a_needed_field_is_refused(name: str) -> None:
    expected = document()
    del expected[name]
    with pytest.raises(DocumentError) as raised:
        card_from_document(expected)
    assert (raised.value.code, raised.value.path) == ("document.missing", name)


@pytest.mark.parametrize("expected", [None, [], "card", 5, True])
def test_a_document_is_an_object(expected: object) -> None:
    with pytest.raises(DocumentError, match="Expected an object"):
        card_from_document(expected)


def test_the_path_starts_where_the_card_stands() -> None:
    with pytest.raises(DocumentError) as raised:
        card_from_document(changed("level", "5"), "cards[2]")
    assert raised.value.path == "cards[2].level"
    assert str(raised.value) == "cards[2].level: Expected a whole number, found a text."
