"""From a spell's name on a caster's card to its entry."""

import pytest

from rules.spells import BY_KEY, SPELLS, find_spell
from tests.rows import every_row

# Every spell that a caster's entry names, as it is spelled there: on cards under the ORC license, then the OGL.
ON_ORC_CARDS = {
    "Control water": "control-water",
    "Heal": "heal",
    "Earthbind": "earthbind",
    "Guidance": "guidance",
    "tangle vine": "tangle-vine",
    "Entangling flora": "entangling-flora",
    "Laughing fit": "laughing-fit",
    "Sleep": "sleep",
    "invisibility (self only)": "invisibility",
    "Summon animal (wasp swarm only)": "summon-animal",
    "counter performance": "counter-performance",
    "courageous anthem": "courageous-anthem",
    "See the unseen": "see-the-unseen",
    "darkness": "darkness",
    "figment": "figment",
    "slow": "slow",
    "wall of thorns": "wall-of-thorns",
    "caustic blast": "caustic-blast",
    "puff of poison": "puff-of-poison",
    "Magic passage": "magic-passage",
    "Gentle landing": "gentle-landing",
    "dispel magic": "dispel-magic",
    "shield": "shield",
    "charm": "charm",
    "fear": "fear",
    "suggestion": "suggestion",
    "triple time": "triple-time",
    "uplifting overture": "uplifting-overture",
    "Animal allies": "animal-allies",
}
ON_OGL_CARDS = {
    "wall of thorns": "wall-of-thorns--p2v-ogl",
    "summon animal": "summon-animal",
    "calm": "calm",
    "frostbite": "frostbite",
    "puff of poison": "puff-of-poison",
    "guidance": "guidance--p2v-ogl",
    "tangle vine": "tangle-vine",
    "nymph's token": "nymphs-token",
    "Earthworks": "earthworks",
    "Gale blast": "gale-blast",
    "Grease": "grease--p2v-ogl",
    "illusory object": "illusory-object--p2v-ogl",
    "sleep": "sleep--p2v-ogl",
    "Invisibility (self only)": "invisibility--p2v-ogl",
    "tanglefoot": "tanglefoot",
    "telekinetic projectile": "telekinetic-projectile--p2v-ogl",
    "Dimension door": "dimension-door",
    "suggestion": "suggestion--p2v-ogl",
    "enthrall": "enthrall--p2v-ogl",
    "grim tendrils": "grim-tendrils--p2v-ogl",
    "calm emotions": "calm-emotions",
    "hideous laughter": "hideous-laughter",
    "touch of idiocy": "touch-of-idiocy",
    "Chill touch": "chill-touch",
    "daze": "daze--p2v-ogl",
    "shield": "shield--p2v-ogl",
    "Burning hands": "burning-hands",
    "Produce flame": "produce-flame",
    "Fear": "fear--p2v-ogl",
    "magic missile": "magic-missile",
    "Electric arc": "electric-arc--p2v-ogl",
    "Crushing despair": "crushing-despair",
    "Stoneskin": "stoneskin",
    "Resist energy": "resist-energy--p2v-ogl",
    "Ray of enfeeblement": "ray-of-enfeeblement",
    "True strike": "true-strike",
    "Lightning bolt": "lightning-bolt",
    "charm": "charm--p2v-ogl",
    "Color spray": "color-spray",
    "Magic weapon (animal, beast, fungus, plant or dragon only)": "magic-weapon",
    "Inspire courage": "inspire-courage",
    "Counter performance": "counter-performance--p2v-ogl",
    "Heal (animal or beast only)": "heal--p2v-ogl",
    "Ray of frost": "ray-of-frost",
    "Runic weapon": "runic-weapon",
    "Caustic blast": "caustic-blast",
    "Bane": "bane--p2v-ogl",
    "harm": "harm--p2v-ogl",
    "Acid splash": "acid-splash",
    "Glutton's jaws": "gluttons-jaws",
    "Cry of destruction": "cry-of-destruction--p2v-ogl",
}


@every_row(("name", "key"), ON_ORC_CARDS.items())
def test_a_name_on_an_orc_card_leads_to_the_orc_spell_if_there_is_one(name: str, key: str) -> None:
    assert find_spell(name, license="ORC") is BY_KEY[key]


@every_row(("name", "key"), ON_OGL_CARDS.items())
def test_a_name_on_an_ogl_card_leads_to_the_ogl_spell_if_there_is_one(name: str, key: str) -> None:
    assert find_spell(name, license="OGL") is BY_KEY[key]


@every_row(
    "name",
    [
        "Blood vendetta",
        "Confusion",
        "Dominate",
        "Faerie fire",
        "Haste",
        "Illusory scene",
        "Paralyze",
        "Shape stone",
        "Stone",
        "",
        "(self only)",
    ],
)
def test_a_name_that_neither_sheet_has_leads_nowhere(name: str) -> None:
    assert [find_spell(name), find_spell(name, license="ORC"), find_spell(name, license="OGL")] == [None, None, None]


def test_the_misprint_of_mountain_resilience_leads_to_the_spell() -> None:
    assert find_spell("Mountain resillience", license="ORC") is BY_KEY["mountain-resilience"]


@pytest.mark.parametrize("license", [None, "ORC", "unknown"])
def test_without_a_license_of_either_sheet_the_orc_spell_comes_first(license: str | None) -> None:
    assert find_spell("FIREBALL", license) is BY_KEY["fireball"]
    assert find_spell("stoneskin", license) is BY_KEY["stoneskin"]


@pytest.mark.parametrize("name", ["Nature's Pathway", "nature’s pathway", "NATURES PATHWAY", " Nature's  Pathway "])
def test_case_apostrophes_and_spaces_do_not_matter(name: str) -> None:
    assert find_spell(name) is BY_KEY["natures-pathway"]


def test_every_spell_is_found_by_its_own_name_and_license() -> None:
    for spell in SPELLS:
        assert find_spell(spell.name, spell.license) is spell
