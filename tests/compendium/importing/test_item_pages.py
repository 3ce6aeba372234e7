"""Pages of item cards: what is read into fields, what is a doubt, and that the built-in items agree."""

import pytest

from compendium.importing.pages import read_item_page
from rules.effects.values import Damage, Range, SavingThrow
from rules.items import ITEMS
from rules.items.item import Item
from tests.compendium.importing.invented_pages import feature, item, page
from tests.rows import every_row
from tests.samples import SAMPLES


def only(markup: str) -> tuple[Item, list[str]]:
    """Return the one item of a page and the codes of its doubts."""
    (candidate,) = read_item_page(page(markup))
    assert candidate.value is not None, candidate.doubts
    return candidate.value, [doubt.code for doubt in candidate.doubts]


def test_an_item_is_read_into_fields():
    bomb, doubts = only(
        item(
            "Tar Bomb",
            "Small Item, Consumable 3",
            feature("Interact", "●", "Burst 2 within 6: 8 fire damage (Reflex half)."),
            uses="☐",
        )
    )
    assert doubts == []
    assert (bomb.level, bomb.kind, bomb.cost, bomb.license) == (3, "consumable", "1", "ORC")
    assert bomb.tags == ("Small Item", "Consumable", "Interact")
    assert (bomb.range, bomb.strike) == (Range("burst", 2, within=6), False)
    assert (bomb.damage, bomb.saves) == ((Damage(8, ("fire",)),), (SavingThrow("reflex", "half"),))
    assert bomb.text == "8 fire damage (Reflex half)."


@every_row(
    "name, text, fields",
    [
        ("Icy Blade", "Choose a weapon. It does cold damage as well as more.", {"adds_type": "cold"}),
        ("[Spell] Horn I", "Holds a cantrip or rank 1 spell.", {"choice": "spell", "spell_ranks": (0, 1)}),
        ("Oil of [Acid or Cold] Ward", "Resist it.", {"choice": "damage type", "options": ("acid", "cold")}),
        ("Perch", "Attach to a Large or larger creature.", {"sizes": ("Large", "Huge", "Gargantuan")}),
        ("Horn", "Only a creature capable of casting spells can blow it.", {"needs_caster": True}),
        ("Charm", "You are grabbed: Escape at once.", {"trigger": "You are grabbed", "text": "Escape at once."}),
        ("Dart", "Ranged 2/4 strike; 5 piercing damage.", {"range": Range("ranged", 2, 4), "strike": True}),
        ("Vial", "5 good damage against fiends.", {"damage": (Damage(5, ("good",), only="fiends"),)}),
        ("Salve", "Self or adjacent ally: heal 5.", {"trigger": None, "text": "Self or adjacent ally: heal 5."}),
    ],
)  # fmt: skip
def test_the_usual_words_of_items_are_fields(name: str, text: str, fields: dict[str, object]):
    published, _ = only(item(name, features=feature("", "●", text)))
    assert {field: getattr(published, field) for field in fields} == fields


@every_row(
    "markup, code",
    [
        (item(name=""), "name.missing"),
        (item(tags="Small Item"), "level.missing"),
        (item(tags="Small Item 15"), "level.missing"),
        (item(tags=""), "level.missing"),
    ],
)
def test_an_item_without_a_name_or_a_level_is_rejected(markup: str, code: str):
    (candidate,) = read_item_page(page(markup))
    assert candidate.value is None
    assert [doubt.code for doubt in candidate.doubts] == [code]


@every_row(
    "markup, codes",
    [
        (item(features=feature("", "●●●●", "Rings.")), ["cost.unknown_sign"]),
        (item(features=feature("", "●", "Rings."), uses="♦"), ["uses.unknown_sign"]),
        (item(features=feature("", "●", "Rings."), uses="☐☐"), ["uses.too_many"]),
        (item(), ["text.missing"]),
        (item("x" * 2_000, features=feature("", "", "Rings.")), ["text.cut"]),
        (item(features=feature("", "", "word " * 9_000)), ["text.cut"]),
    ],
)
def test_what_cannot_be_read_of_an_item_is_a_doubt(markup: str, codes: list[str]):
    assert only(markup)[1] == codes


def test_further_features_of_an_item_stay_in_its_text():
    published, _ = only(item(features=feature("", "●", "Rings.") + feature("Break", "●●", "It is gone.")))
    assert published.text == "Rings. Break ●●: It is gone."


FIELDS = (
    *"level kind cost range strike damage saves choice options".split(),
    *"spell_ranks adds_type needs_caster sizes tags license".split(),
)

# The built-in items, which people wrote, say these otherwise than the page.
EXPLAINED = {
    ("Holy Water", "damage"): "whom it is for is told in the singular",
    ("Unholy Water", "damage"): "whom it is for is told in the singular",
    ("Primal Pollen Bulb", "saves"): "the penalty of insects stays in the text, and both means everything",
}


@pytest.mark.samples
def test_every_published_item_agrees_with_the_built_in_one():
    built_in = {name.replace("'", "’"): entry for entry in ITEMS for name in (entry.name, *entry.aliases)}
    candidates = read_item_page((SAMPLES / "items-orc.html").read_bytes())
    assert len(candidates) == 32
    differences = set()
    for candidate in candidates:
        published = candidate.value
        assert published is not None
        assert candidate.doubts == ()
        own = built_in[published.name.replace("'", "’")]
        for field in FIELDS:
            if getattr(published, field) != getattr(own, field):
                differences.add((own.name, field))
        assert (published.trigger is None) == (own.trigger is None), published.name
    assert differences == EXPLAINED.keys()
