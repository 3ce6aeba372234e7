"""Emblems: one for every creature, chosen for the built-in ones, by tag for others, or by an editor."""

import pytest
from fontTools.ttLib import TTFont

from compendium.builtin import built_in_cards
from compendium.builtin.creatures import CHOICES, NEUTRAL, OF_CREATURES, OF_TAGS, emblem_of
from compendium.builtin.entry_emblems import NEUTRAL_OF_KINDS, OF_ENTRIES, entry_emblem
from printing.canvas import CHARACTERS, EMBLEMS, PLACES
from rules.feats import FEATS
from rules.glossary import catalog
from rules.items import ITEMS
from rules.spells import SPELLS
from tests.conftest import ROOT

FOR_PRINT = [ROOT / "printing/fonts/emblems.ttf"]
FOR_SITE = sorted((ROOT / "p2v_site/static/fonts").glob("emblems-*.woff2"))


@pytest.mark.parametrize("files", [FOR_PRINT, FOR_SITE], ids=["print", "site"])
def test_the_fonts_have_a_glyph_for_every_emblem(files):
    drawn = [
        name
        for font in map(TTFont, files)
        for name, glyph in font.getBestCmap().items()
        if font["glyf"][glyph].numberOfContours
    ]
    assert sorted(ord(character) for character in CHARACTERS.values()) == sorted(drawn)


def test_print_knows_the_width_of_every_emblem():
    assert set(CHARACTERS.values()) <= EMBLEMS.widths.keys()


def test_every_built_in_creature_has_an_emblem_of_its_own():
    cards = built_in_cards()
    assert OF_CREATURES.keys() == {card.key for card in cards}
    by_emblem: dict[str, set[str]] = {}
    for card in cards:
        by_emblem.setdefault(emblem_of(card.key, card.tags), set()).add(card.name)
    assert {emblem: names for emblem, names in by_emblem.items() if len(names) > 1} == {}


def test_every_emblem_that_is_named_is_drawn():
    assert {*OF_CREATURES.values(), *OF_TAGS.values(), NEUTRAL} <= CHARACTERS.keys()
    assert {name for name, _ in CHOICES} == CHARACTERS.keys()


@pytest.mark.parametrize(
    ("tags", "chosen", "emblem"),
    [
        (("Animal", "Swarm"), "", OF_TAGS["swarm"]),
        (("humanoid", "goblin"), "", OF_TAGS["goblin"]),
        (("Nobody knows this",), "", NEUTRAL),
        ((), "", NEUTRAL),
        (("Goblin",), "boar", "boar"),
        (("Goblin",), "no-such-emblem", OF_TAGS["goblin"]),
    ],
)
def test_other_creatures_have_that_of_their_most_telling_tag_or_the_chosen_one(tags, chosen, emblem):
    assert emblem_of("something--hb", tags, chosen) == emblem


def test_the_license_and_the_authors_of_the_icons_come_along():
    words = (ROOT / "LICENSES/game-icons.txt").read_text(encoding="utf-8")
    assert "CC BY 3.0" in words
    assert "Lorc" in words
    assert "Delapouite" in words


def test_every_item_feat_spell_and_kind_of_terms_has_an_emblem_and_none_is_left_over():
    keys = {
        "items": {item.key for item in ITEMS},
        "feats": {feat.key for feat in FEATS},
        "spells": {spell.key.partition("--")[0] for spell in SPELLS},
        "kinds": set(catalog.KINDS),
    }
    assert {kind: set(emblems) for kind, emblems in OF_ENTRIES.items()} == keys
    assert all(emblem in CHARACTERS for emblems in OF_ENTRIES.values() for emblem in emblems.values())


def test_an_entry_of_this_site_has_the_emblem_of_its_kind():
    assert entry_emblem("items", "crown-of-the-club") == CHARACTERS[NEUTRAL_OF_KINDS["items"]]
    assert entry_emblem("spells", "fireball--p2v-ogl") == entry_emblem("spells", "fireball") == CHARACTERS["flame"]


def test_the_pictures_of_places_have_a_font_of_their_own():
    font = TTFont(ROOT / "p2v_site/static/fonts/places.woff2")
    glyphs = font.getBestCmap()
    drawn = {code for code, glyph in glyphs.items() if font["glyf"][glyph].numberOfContours}
    assert drawn == {ord(character) for character in PLACES.values()}
    assert not CHARACTERS.keys() & PLACES.keys()
