"""Stat blocks as sites, forums and files really copy: joined words, columns, other signs, lines in another order."""

import pytest

from rules.cards.documents import card_document
from rules.conversion.blocks import BlockAttack, DamageRoll
from rules.conversion.converting import convert
from tests.compendium.importing.pf2e_texts import read
from tests.rows import every_row

HERON = """Reed Heron Creature 5
NE Large Animal Aquatic
Perception +12; darkvision, scent (imprecise) 60 feet
Skills Athletics +13, Stealth +12
AC 21; Fort +12, Ref +15, Will +11
HP 80; Immunities fire; Weaknesses cold iron 5, good 5
Speed 25 feet, fly 40 feet
Melee [one-action] beak +14 [+9/+4] (reach 10 feet), Damage 2d6+7 piercing
Stab [two-actions] The heron makes two beak Strikes.
"""


def copied(*changes: tuple[str, str]) -> str:
    """Return the heron's text with pieces of it written otherwise."""
    text = HERON
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    return text


COLUMNS = """Reed Heron
Creature 5
NE
Large
Animal
Aquatic
Perception
+12
Darkvision, Scent (Imprecise) 60 feet
Skills:
Athletics +13, Stealth +12
AC
21
Fort
+12
Ref
+15
Will
+11
HP
80
Immunities
fire
Weaknesses
cold iron 5, good 5
Speed
25 feet, fly 40 feet
Melee ◆ beak +14 [+9/+4] (reach 10 feet)
Damage 2d6+7 piercing
Stab ◆◆ The heron makes two beak Strikes.
"""
FORUM = """# **Reed Heron** — *Creature 5*
`NE` `Large` `Animal` `Aquatic`

* **Perception** +12 (darkvision, scent)
* **Skills** Athletics +13, Stealth +12

---

* **AC** 21, **Fort** +12 **Ref** +15 **Will** +11
* **HP** 80, **Immunities** fire, **Weaknesses** cold iron 5, good 5

***

* **Speed** 25', fly 40 ft.
* **Melee** :a: beak +14 \\[+9/+4\\] (reach 10 ft.), **Damage** 2d6+7 P
* **Stab** [>>] The heron makes two beak Strikes.
"""
TABLE = """Reed Heron
Level 5
Rarity Common
Size Large
Alignment NE
Traits Animal, Aquatic
Perception +12
Senses darkvision, scent (imprecise) 60 feet
Skills Athletics +13, Stealth +12
Armor Class 21
Fortitude +12
Reflex +15
Will +11
Hit Points 80
Immunities fire
Weaknesses cold iron 5, good 5
Speed 25 feet, fly 40 feet
Melee beak +14 (+9/+4) (reach 10 feet) Damage 2d6+7 piercing
Stab [AA] The heron makes two beak Strikes.
"""


@every_row(
    "text",
    [
        copied(("Heron Creature", "HeronCreature"), ("NE Large Animal Aquatic", "NELargeAnimalAquatic")),
        copied(("Creature 5", "Creature 5Legacy Content"), ("NE Large", "UncommonNELarge")),
        copied(("NE Large Animal Aquatic\n", "Source Fens pg. 12\nNE Large Animal Aquatic\n")),
        copied(("NE Large Animal Aquatic\n", "Source Fens pg. 12\nRare\nNE\nLarge\nAnimal\nAquatic\n")),
        copied((" Creature 5\n", "\nLegacy version\nCreature 5\n")),
        copied(("[one-action]", "Single Action"), ("[two-actions]", "Two Actions")),
        copied(("NE Large Animal Aquatic", "NE | Large | Animal | Aquatic"), ("\nSpeed", "\n57\nSpeed")),
        COLUMNS,
        FORUM,
        TABLE,
    ],
    ids=[
        "joined by a site",
        "with the note of an edition",
        "source before the traits",
        "source before a line for each trait",
        "an edition between name and level",
        "words for the signs of actions",
        "traits between bars, with a page's number",
        "columns",
        "a post of a forum",
        "labels and values",
    ],
)
def test_a_block_says_the_same_however_it_was_copied(text: str):
    plain, reading = read(HERON).block, read(text)
    assert [(line.line, line.text) for line in reading.unread] in ([], [(7, "57")])
    for field in ("name", "level", "alignment", "size", "traits", "armor_class", "fortitude", "reflex", "will"):
        assert getattr(reading.block, field) == getattr(plain, field), field
    for field in ("hit_points", "senses", "skills", "speeds", "immunities", "weaknesses", "abilities"):
        assert getattr(reading.block, field) == getattr(plain, field), field
    (attack,), (theirs,) = reading.block.attacks, plain.attacks
    assert (attack.name, attack.bonus, attack.reach, attack.damage) == ("beak", 14, 10, theirs.damage)


def attack_of(line: str) -> tuple[BlockAttack, list[str]]:
    reading = read(f"Reed Heron Creature 5\nAC 21\n{line}\n")
    return reading.block.attacks[0], [unread.text for unread in reading.unread]


@every_row(
    "line, name, bonus, damage, unread",
    [
        (
            "Melee [one-action] +1 striking dagger +26 [+22/+18] (agile), Damage 2d4+9 piercing",
            "+1 striking dagger",
            26,
            ["2d4+9 piercing"],
            [],
        ),
        (
            "Melee jaws +14, Damage: 2d6+6 piercing + 1d6 fire, and 1d4 persistent acid",
            "jaws",
            14,
            ["2d6+6 piercing", "1d6 fire", "1d4 acid"],
            [],
        ),
        (
            "Melee hoof +14, Damage 1d8+7 bludgeoning; on a critical hit the target falls prone",
            "hoof",
            14,
            ["1d8+7 bludgeoning"],
            ["on a critical hit the target falls prone"],
        ),
        ("Melee [two-actions] beak +14, Damage 4d6 S", "beak", 14, ["4d6 slashing"], ["[two-actions]"]),
        ("Ranged flask +14, Damage 2d6 fire plus 3 fire splash", "flask", 14, ["2d6 fire", "3 fire"], []),
    ],
)
def test_strikes_say_their_own_numbers(line: str, name: str, bonus: int, damage: list[str], unread: list[str]):
    attack, left = attack_of(line)
    rolls = [f"{roll.formula} {roll.type}" for roll in attack.damage]
    assert (attack.name, attack.bonus, rolls, left) == (name, bonus, damage, unread)


def test_regeneration_in_brackets_names_what_stops_it():
    block = read(HERON.replace("HP 80", "HP 80 (regeneration 10 (deactivated by fire))")).block
    assert block.hit_points == 80
    assert block.abilities[0].name == "Regeneration 10 (deactivated by fire)"


def test_the_time_behind_damage_is_not_damage():
    text = (
        f"{HERON}Steam [two-actions] DC 24 Reflex, 15-ft. cone, 7d6 fire damage, 1d4 rounds until it can steam again\n"
    )
    card = card_document(convert(read(text).block).card)
    steam = next(feature for feature in card["features"] if feature["name"] == "Steam")
    assert [damage["amount"] for damage in steam["damage"]] == [25]
    assert "25 fire damage, 3 rounds" in steam["text"]


@pytest.mark.parametrize("line", ["[one-action] Beak +14, 2d6 piercing", "◇ Flap"])
def test_a_sign_of_an_action_begins_a_line_of_its_own(line: str):
    reading = read(HERON.replace("Melee", f"{line}\nMelee"))
    assert ("fly", 40) in reading.block.speeds
    assert [unread.line for unread in reading.unread] == [8]


def test_damage_letters_are_words():
    assert attack_of("Melee beak +14, Damage 1d6 B plus 1 P")[0].damage == (
        DamageRoll("1d6", "bludgeoning"),
        DamageRoll("1", "piercing"),
    )
