"""Every terrain trait and type, and what it costs to enter them."""

from rules.effects.values import Damage
from rules.tables import terrain
from tests.rows import every_row

# name, sign, in the rulebook, words that the text must hold
TRAITS = [
    ("Concealing", "☁", True, ("1d6", "strike", "Reflex")),
    ("Deep Water", "〜", True, ("half speed", "off-guard", "Aquatic")),
    ("Difficult", "△", True, ("1 extra square of movement", "border")),
    ("Directional", "➲", True, ("2 squares", "round ends", "difficult")),
    ("Door", "▭", True, ("Interact", "1 AP", "solid")),
    ("Encumbering", "🕸", True, ("encumbered", "enters", "turn ends")),
    ("Hazardous", "☠", True, ("5 damage", "5 more", "fire", "acid", "piercing")),
    ("Obstructing", "♣", True, ("cover check", "1d6", "Reflex")),
    ("Opaque", "▦", True, ("line of sight", "origin")),
    ("Solid", "■", True, ("areas of effect", "diagonal")),
    ("Teleportation Circle", "⨂", True, ("adjacent",)),
    ("Uneven", "/", False, ("Power 15", "prone", "off-guard")),
    ("Slippery", "", False, ("1 square", "melee")),
    ("Void", "", False, ("Flight", "burrows")),
]

TYPES = {
    "Smoke": ("concealing",),
    "Snowfall": ("concealing",),
    "Dim Light": ("concealing",),
    "Rubble": ("difficult",),
    "Mud": ("difficult",),
    "Ice": ("difficult",),
    "Fence": ("difficult", "obstructing"),
    "Low Wall": ("difficult", "obstructing"),
    "Undergrowth": ("difficult", "obstructing"),
    "Curtain": ("difficult", "obstructing"),
    "Buffeting Winds": ("directional",),
    "River Current": ("directional",),
    "Conveyor Belt": ("directional",),
    "Cobwebs": ("encumbering", "difficult"),
    "Vines": ("encumbering", "difficult"),
    "Quicksand": ("encumbering", "difficult"),
    "Gouts of Flame": ("hazardous",),
    "Superheated Steam": ("hazardous",),
    "Magma": ("hazardous", "difficult"),
    "Pool of Acid": ("hazardous", "difficult"),
    "Stone Spikes": ("hazardous", "difficult"),
    "Darkness": ("opaque",),
    "Fog": ("concealing",),
    "Mist": ("concealing",),
    "Wall": ("solid",),
    "Slippery Ice": ("uneven",),
    "Slime": ("uneven",),
}


def test_the_traits_stand_in_table_order_with_their_signs() -> None:
    rows = [(row.name, row.sign, row.in_rulebook) for row in terrain.TRAITS]
    assert rows == [(name, sign, printed) for name, sign, printed, _ in TRAITS]


@every_row(("name", "words"), [(row[0], row[3]) for row in TRAITS])
def test_the_text_of_a_trait_holds_its_numbers(name: str, words: tuple[str, ...]) -> None:
    text = terrain.trait(name).text
    assert [word for word in words if word not in text] == []


def test_every_type_has_its_traits() -> None:
    assert {row.name: row.traits for row in terrain.TYPES} == TYPES


def test_only_slippery_ice_and_slime_are_no_types_of_the_rulebook() -> None:
    assert [row.name for row in terrain.TYPES if not row.in_rulebook] == ["Slippery Ice", "Slime"]


def test_every_trait_and_every_type_has_its_entry() -> None:
    entries = terrain.entries()
    assert [entry.name for entry in entries if entry.kind == "terrain-trait"] == [row[0] for row in TRAITS]
    assert [entry.name for entry in entries if entry.kind == "terrain-type"] == list(TYPES)
    assert all(entry.summary and entry.text and entry.where for entry in entries)
    assert len({(entry.kind, entry.key) for entry in entries}) == len(entries) == 41


def test_a_type_explains_itself_by_its_traits() -> None:
    magma = next(entry for entry in terrain.entries() if entry.name == "Magma")
    assert magma.summary == "Usually hazardous and difficult terrain."
    assert "5 damage" in magma.text
    assert magma.facts == (("Traits", "hazardous and difficult"), ("Signs", "☠ △"))


def test_encumbering_terrain_at_the_end_of_a_turn_lasts_until_the_next_one_ends() -> None:
    # Ruling 161.
    text = terrain.trait("Encumbering").text
    assert "when its turn ends, it stays encumbered until the end of its next turn" in text


def test_what_terrain_does_to_creatures_on_it_is_in_fields() -> None:
    assert {row.name: (row.damage, row.gives, row.lasts) for row in terrain.TRAITS if row.on == "zone"} == {
        "Deep Water": ((), ("off-guard",), "while_held"),
        "Directional": ((), ("shunt 2",), None),
        "Encumbering": ((), ("encumbered",), "target_next_turn_end"),
        "Hazardous": ((Damage(5),), (), None),
        "Uneven": ((), ("off-guard",), "while_held"),
    }
    assert [row.name for row in terrain.TRAITS if row.by_table] == []
