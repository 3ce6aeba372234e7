"""Every spell of both sheets: name, rank, traditions, rarity, and price and range of each way to cast it."""

from collections import Counter

from rules.cards.sheet import range_words
from rules.spells import BY_KEY, SPELLS, Spell
from tests.rows import every_row

ORC = """
Caustic Blast | 0 | arcane primal | common | 2 burst 1 within 6
Courageous Anthem | 0 | - | uncommon | 1 emanation 6
Daze | 0 | arcane divine occult | common | 2 ranged 12
Electric Arc | 0 | arcane primal | common | 2 ranged 6
Enfeeble | 0 | arcane divine occult | common | 2 ranged 6
Figment | 0 | arcane occult | common | 2 ranged 6
Frostbite | 0 | arcane primal | common | 2 ranged 12 strike
Guidance | 0 | divine occult primal | common | 1 ranged 6
Ignition | 0 | arcane primal | common | 2 melee or ranged 6 strike
Puff of Poison | 0 | arcane primal | common | 2 melee
Shield | 0 | arcane divine occult | common | 1 self
Tangle Vine | 0 | arcane primal | common | 2 ranged 6 strike
Telekinetic Projectile | 0 | arcane occult | common | 2 ranged 6 strike
Triple Time | 0 | - | uncommon | 1 emanation 6 aura
Uplifting Overture | 0 | - | uncommon | 1 ranged 12
Void Warp | 0 | arcane divine occult | common | 2 touch
Wilding Word | 0 | - | uncommon | 2 ranged 6
Agile Feet | 1 | - | uncommon | 1 self
Bane | 1 | divine occult | common | 2 emanation 2
Breathe Fire | 1 | arcane primal | common | 2 cone 3
Charm | 1 | arcane occult primal | common | 2 ranged 6
Counter Performance | 1 | - | uncommon | reaction self or ranged 12
Cry of Destruction | 1 | - | uncommon | 2 cone 3
Dizzying Colors | 1 | arcane occult | common | 2 spray 3
Earthworks | 1 | - | uncommon | 1 burst 1 within 12; 2 burst 2 within 12; 3 burst 3 within 12
Fear | 1 | arcane divine occult primal | common | 2 ranged 6
Force Barrage | 1 | arcane occult | common | 1 ranged 24; 2 ranged 24
Gentle Landing | 1 | arcane primal | common | reaction ranged 12
Grease | 1 | arcane primal | common | 2 burst 2 within 6
Grim Tendrils | 1 | arcane occult | common | 2 line 6
Gust of Wind | 1 | arcane primal | common | 2 line 8
Harm | 1 | divine | common | 1 melee; 2 ranged 6; 3 burst 4
Heal | 1 | divine primal | common | 1 melee; 2 ranged 6; 3 burst 4
Illusory Object | 1 | arcane occult | common | 2 burst 2 within 24
Lingering Composition | 1 | - | uncommon | 0 self
Needle of Vengeance | 1 | - | uncommon | 1 ranged 6
Runic Weapon | 1 | arcane divine occult primal | common | 2 touch
Sleep | 1 | arcane occult | common | 2 burst 1 within 6
Summon Animal | 1 | arcane primal | common | 2 ranged 6
Sure Strike | 1 | arcane occult | common | 1 self
Thunderstrike | 1 | arcane primal | common | 2 touch
Calm | 2 | divine occult | common | 2 burst 1 within 24
Darkness | 2 | arcane divine occult primal | common | 2 burst 3 within 24
Dispel Magic | 2 | arcane divine occult primal | common | 2 ranged 24; 2 ranged 24
Enlarge | 2 | arcane primal | common | 2 unprinted
Entangling Flora | 2 | arcane primal | common | 2 burst 3 within 24
Invisibility | 2 | arcane occult | common | 2 touch
Laughing Fit | 2 | arcane occult | common | 2 ranged 6
One With Plants | 2 | primal | common | 2 self
Resist Energy | 2 | arcane divine occult primal | common | 2 touch
Revealing Light | 2 | arcane divine occult primal | common | 2 burst 2 within 24
See Invisibility | 2 | arcane divine occult | common | 1 self
See the Unseen | 2 | arcane divine occult | common | 2 self
Stupefy | 2 | arcane occult | common | 2 touch
Earthbind | 3 | arcane primal | common | 2 ranged 24
Enthrall | 3 | arcane occult | common | reaction sight
Fireball | 3 | arcane primal | common | 2 burst 3 within 20
Levitate | 3 | arcane occult | common | 2 touch; 2 touch
Lightning Bolt | 3 | arcane primal | common | 2 line 12
Safe Passage | 3 | arcane divine occult | common | 2 line 8
Slow | 3 | arcane occult primal | common | 2 ranged 6
Wall of Thorns | 3 | arcane primal | common | 2 ranged 12
Fly | 4 | arcane divine occult primal | common | 2 self or touch
Mountain Resilience | 4 | arcane primal | common | 2 touch
Suggestion | 4 | arcane occult | common | 2 ranged 6
Translocate | 4 | arcane occult | common | 2 self
Control Water | 5 | arcane primal | common | 2 ranged 48
Howling Blizzard | 5 | arcane primal | common | 2 cone 6; 3 burst 4 within 24
Magic Passage | 5 | arcane primal | common | 2 burst 2
Nature's Pathway | 5 | primal | common | 2 self
Wave of Despair | 5 | arcane occult | common | 2 cone 4
"""

OGL = """
Acid Splash | 0 | - | common | 2 ranged 6 strike
Chill Touch | 0 | - | common | 2 touch strike
Daze | 0 | - | common | 2 ranged 12
Electric Arc | 0 | - | common | 2 ranged 6
Gale Blast | 0 | - | common | 2 emanation 1
Guidance | 0 | - | common | 1 ranged 6
Inspire Courage | 0 | - | common | 1 emanation 6
Produce Flame | 0 | - | common | 2 melee or ranged 6 strike
Ray of Enfeeblement | 0 | - | common | 2 ranged 6
Ray of Frost | 0 | - | common | 2 ranged 24 strike
Shield | 0 | - | common | 1 self
Tanglefoot | 0 | - | common | 2 ranged 6 strike
Telekinetic Projectile | 0 | - | common | 2 ranged 6 strike
Wilding Word | 0 | - | common | 2 ranged 6
Animal Allies | 1 | - | common | 2 emanation 1
Bane | 1 | - | common | 2 emanation 2
Burning Hands | 1 | - | common | 2 cone 3
Call of the Grave | 1 | - | common | 2 ranged 6
Charm | 1 | - | common | 2 ranged 6
Color Spray | 1 | - | common | 2 spray 3
Counter Performance | 1 | - | common | reaction self or ranged
Cry of Destruction | 1 | - | common | 2 cone 3
Fear | 1 | - | common | 2 ranged 6
Glutton's Jaws | 1 | - | common | 1 self
Grease | 1 | - | common | 2 burst 2 within 6
Grim Tendrils | 1 | - | common | 2 line 6
Harm | 1 | - | common | 1 melee; 2 ranged 6
Heal | 1 | - | common | 1 melee; 2 ranged 6
Illusory Disguise | 1 | - | common | 2 self
Illusory Object | 1 | - | common | 2 burst 2 within 24
Magic Missile | 1 | - | common | 1 ranged 24; 2 ranged 24
Magic Weapon | 1 | - | common | 2 touch
Needle of Vengeance | 1 | - | common | 1 ranged 6
Nymph's Token | 1 | - | common | 1 touch
Shocking Grasp | 1 | - | common | 2 touch strike
Sleep | 1 | - | common | 2 burst 1 within 6
True Strike | 1 | - | common | 1 self
Calm Emotions | 2 | - | common | 2 burst 2 within 24
Entangle | 2 | - | common | 2 burst 4 within 24
Glitterdust | 2 | - | common | 2 burst 2 within 24
Hideous Laughter | 2 | - | common | 2 ranged 6
Invisibility | 2 | - | common | 2 touch
Resist Energy | 2 | - | common | 2 touch
See Invisibility | 2 | - | common | 1 self
Touch of Idiocy | 2 | - | common | 2 touch
Tree Shape | 2 | - | common | 2 self
Enthrall | 3 | - | common | reaction sight
Fireball | 3 | - | common | 2 burst 4 within 20
Levitate | 3 | - | common | 2 touch; 2 touch
Wall of Thorns | 3 | - | common | 2 ranged 12
Dimension Door | 4 | - | common | 2 self
Fly | 4 | - | common | 2 self or touch
Ice Storm | 4 | - | common | 2 burst 4 within 24
Stoneskin | 4 | - | common | 2 touch
Suggestion | 4 | - | common | 2 ranged 6
Cone of Cold | 5 | - | common | 2 cone 6
Crushing Despair | 5 | - | common | 2 cone 4
Tree Stride | 5 | - | common | 2 self
"""


def rows(table: str) -> list[str]:
    return table.strip().splitlines()


def row_of(spell: Spell) -> str:
    ways = []
    for casting in spell.castings:
        ways.append(f"{casting.cost} {range_words(casting.range).lower()}{' strike' if casting.strike else ''}")
    traditions = " ".join(spell.traditions) or "-"
    return f"{spell.name} | {spell.rank} | {traditions} | {spell.rarity} | {'; '.join(ways)}"


@every_row("row", rows(ORC))
def test_the_orc_sheet_has_each_spell_as_printed(row: str) -> None:
    printed = {spell.name: row_of(spell) for spell in SPELLS if spell.license == "ORC"}
    assert printed[row.split(" | ")[0]] == row


@every_row("row", rows(OGL))
def test_the_ogl_sheet_has_each_spell_as_printed(row: str) -> None:
    printed = {spell.name: row_of(spell) for spell in SPELLS if spell.license == "OGL"}
    assert printed[row.split(" | ")[0]] == row


def test_the_spells_stand_in_order_of_sheet_rank_and_name_and_there_are_no_others() -> None:
    assert [row_of(spell) for spell in SPELLS] == rows(ORC) + rows(OGL)


def test_both_sheets_have_as_many_spells_of_each_sort_as_counted_by_hand() -> None:
    assert Counter((spell.license, spell.rank == 0, spell.rarity) for spell in SPELLS) == {
        ("ORC", True, "common"): 13,
        ("ORC", True, "uncommon"): 4,
        ("ORC", False, "common"): 48,
        ("ORC", False, "uncommon"): 6,
        ("OGL", True, "common"): 14,
        ("OGL", False, "common"): 44,
    }
    assert Counter(tradition for spell in SPELLS for tradition in spell.traditions) == {
        "arcane": 54,
        "occult": 35,
        "primal": 35,
        "divine": 19,
    }


def test_a_spell_comes_from_the_built_in_source_of_its_license() -> None:
    sources = {"ORC": "p2v-orc", "OGL": "p2v-ogl"}
    assert all(spell.source == sources[spell.license] for spell in SPELLS)


def test_every_key_is_unique_and_leads_to_its_spell() -> None:
    assert len(BY_KEY) == len(SPELLS) == 129
    assert all(BY_KEY[spell.key] is spell for spell in SPELLS)


def test_of_a_name_on_both_sheets_the_orc_spell_has_the_plain_key() -> None:
    both = (
        "bane charm counter-performance cry-of-destruction daze electric-arc enthrall fear fireball fly grease "
        "grim-tendrils guidance harm heal illusory-object invisibility levitate needle-of-vengeance resist-energy "
        "see-invisibility shield sleep suggestion telekinetic-projectile wall-of-thorns wilding-word"
    ).split()
    assert len(both) == 27
    for key in both:
        assert BY_KEY[key].license == "ORC"
        assert BY_KEY[f"{key}--p2v-ogl"].license == "OGL"
        assert BY_KEY[key].name == BY_KEY[f"{key}--p2v-ogl"].name
    assert sorted(key.removesuffix("--p2v-ogl") for key in BY_KEY if "--" in key) == both
    assert BY_KEY["gluttons-jaws"].license == "OGL"


def test_four_ogl_spells_have_no_successor_on_the_orc_sheet() -> None:
    alone = {spell.name for spell in SPELLS if spell.no_orc_equivalent}
    assert alone == {"Call of the Grave", "Glutton's Jaws", "Illusory Disguise", "Ice Storm"}
