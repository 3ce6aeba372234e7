"""Every item, and who may carry and use it."""

from dataclasses import replace

import pytest

from rules import items
from rules.cards.model import Feature
from rules.cards.sheet import range_words
from rules.effects.model import Effect
from rules.effects.values import Resistance
from rules.errors import RulesError
from rules.items import ITEMS, find_item
from rules.items.item import choices_for, level_allows, may_repeat, usable_by
from rules.text import slug
from tests.rows import every_row
from tests.rules.warbands import BOAR, KOBOLD
from tests.samples import SAMPLES

# key, level, kind, action cost, range, choice, words that the text must hold
ROWS: list[tuple[str, int, str, str | None, str, str | None, tuple[str, ...]]] = [
    ("fiery-weapon", 1, "permanent", None, "", "weapon", ("fire damage",)),
    ("disrupting-weapon", 1, "permanent", None, "", "weapon", ("force damage",)),
    ("howdah", 1, "permanent", None, "", None, ("2 by 2", "3 by 3", "commander", "cover")),
    ("feather-token-ladder", 1, "consumable", "1", "", None, ("4 squares", "adjacent empty")),
    ("holy-water", 1, "consumable", "1", "Ranged 4/8", None, ("5 good", "fiend", "undead")),
    ("unholy-water", 1, "consumable", "1", "Ranged 4/8", None, ("5 evil", "celestial")),
    ("ablative-armor-plating", 1, "consumable", None, "", None, ("5 more HP", "encounter starts")),
    ("explosive-mine", 1, "consumable", "2", "", None, ("7 fire", "Reflex half", "Power 16")),
    ("healing-potion-minor", 1, "consumable", "1", "", None, ("heals 5 HP", "reach")),
    ("alchemists-fire-minor", 1, "consumable", "1", "Ranged 2/4", None, ("8 fire",)),
    ("spell-potion-i", 1, "consumable", "1", "", "spell", ("cantrip or a rank 1", "Self or Melee 1", "rank 1 caster")),
    ("spell-scroll-i", 1, "consumable", "spell", "", "spell", ("cantrip or a rank 1", "own caster rank")),
    ("basic-poison", 1, "consumable", "0", "", None, ("sickened", "next attack")),
    ("oil-of-unlife-minor", 1, "consumable", "1", "", None, ("heals 5 HP", "undead only")),
    ("slippery-ribbon", 1, "consumable", "0", "", None, ("adjacent", "change places")),
    ("thunderbird-tuft", 1, "consumable", "reaction", "", None, ("5 lightning",)),
    ("oil-of-potency-fight", 2, "consumable", "1", "", None, ("+1 Fight", "5 more damage", "encounter ends")),
    (
        "oil-of-potency-defense",
        2,
        "consumable",
        "1",
        "",
        None,
        ("+1 Armor", "+1 on all three saves", "encounter ends"),
    ),
    ("spell-potion-ii", 3, "consumable", "1", "", "spell", ("rank 2", "Self or Melee 1")),
    ("spell-scroll-ii", 3, "consumable", "spell", "", "spell", ("rank 2", "any tradition")),
    ("healing-potion-lesser", 3, "consumable", "1", "", None, ("heals 15 HP",)),
    ("spell-potion-iii", 5, "consumable", "1", "", "spell", ("rank 3", "Self or Melee 1")),
    ("spell-scroll-iii", 5, "consumable", "spell", "", "spell", ("rank 3", "any tradition")),
    ("shark-tooth-charm", 5, "consumable", "1", "", None, ("1d6 + 1", "4 or more", "10 piercing")),
    ("potion-of-leaping", 5, "consumable", "1", "", None, ("1 AP", "Speed", "maximum of 6", "encounter ends")),
    ("frozen-lava", 5, "consumable", "1", "Burst 3 within 10", None, ("20 fire", "Reflex half")),
    ("potion-of-resistance-lesser", 5, "consumable", "1", "", "damage type", ("resist 2d6", "encounter ends")),
    ("beekeepers-smoker", 1, "encounter", "2", "Cone 1", None, ("end of the user's next turn", "concealed")),
    ("swarmsuit", 1, "permanent", None, "", None, ("resist 2d6", "swarms")),
    ("fighters-fork", 3, "encounter", "0", "", None, ("1 square farther",)),
    ("bloodseeker-beak", 4, "consumable", "0", "", None, ("5 more damage", "10 more", "sneak attack")),
    ("ghost-touch-weapon", 4, "permanent", None, "", "weapon", ("force damage",)),
    ("spacious-pouch-type-1", 4, "permanent", None, "", None, ("two consumables", "1 more AP")),
    (
        "primal-pollen-bulb",
        5,
        "consumable",
        "1",
        "Emanation 2",
        None,
        ("confused and slowed", "Fortitude negates both", "-4"),
    ),
    ("wand-of-summon-animal", 5, "daily", "spell", "", None, ("Summon Animal", "rank 2 primal caster")),
    ("moderate-antidote", 6, "consumable", "1", "", None, ("+3 on Fortitude", "poison", "encounter ends")),
    ("moderate-antiplague", 6, "consumable", "1", "", None, ("+3 on Fortitude", "disease", "encounter ends")),
    ("wounding-weapon", 7, "encounter", "0", "", None, ("5 more damage", "10 more", "sneak attack")),
    ("wondrous-figurine-jade-serpent", 7, "daily", "2", "", None, ("giant viper", "minion")),
    ("elixir-of-life-moderate", 9, "consumable", "1", "", None, ("heals 30 HP", "+2", "poison and disease")),
]

PAGE = SAMPLES / "items-orc.html"


def test_there_are_forty_items_twenty_of_them_in_the_rulebook() -> None:
    assert [item.key for item in ITEMS] == [row[0] for row in ROWS]
    assert [item.in_rulebook for item in ITEMS] == [True] * 20 + [False] * 20
    assert {(item.source, item.license) for item in ITEMS[:20]} == {("p2v-core-1.3", "ORC")}
    assert {(item.source, item.license) for item in ITEMS[20:]} == {("p2v-items", "ORC")}


@every_row("row", ROWS, ids=[row[0] for row in ROWS])
def test_every_item(row: tuple[str, int, str, str | None, str, str | None, tuple[str, ...]]) -> None:
    item = find_item(row[0])
    assert (item.level, item.kind, item.cost, range_words(item.range), item.choice) == row[1:6]
    assert [word for word in row[6] if word not in item.text] == []


def test_three_items_are_thrown_as_strikes() -> None:
    assert [item.key for item in ITEMS if item.strike] == ["holy-water", "unholy-water", "alchemists-fire-minor"]


def test_five_items_wait_for_something_to_happen() -> None:
    assert {item.key: item.trigger for item in ITEMS if item.trigger} == {
        "ablative-armor-plating": "The encounter starts.",
        "thunderbird-tuft": "A melee strike hits the carrier.",
        "shark-tooth-charm": "The carrier is grabbed.",
        "bloodseeker-beak": "The user's strike with a weapon hits an off-guard creature.",
        "wounding-weapon": "The user's strike with a slashing or piercing weapon hits.",
    }


def test_what_there_is_to_choose_from() -> None:
    assert {item.key: item.spell_ranks for item in ITEMS if item.choice == "spell"} == {
        "spell-potion-i": (0, 1),
        "spell-scroll-i": (0, 1),
        "spell-potion-ii": (2,),
        "spell-scroll-ii": (2,),
        "spell-potion-iii": (3,),
        "spell-scroll-iii": (3,),
    }
    assert find_item("potion-of-resistance-lesser").options == ("acid", "cold", "electricity", "fire", "sonic")
    assert [item.key for item in ITEMS if item.options] == ["potion-of-resistance-lesser"]


def test_an_item_answers_to_its_other_names() -> None:
    assert find_item("feather-token-ladder").aliases == ("Marvelous Miniature (Ladder)",)


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(RulesError, match="vorpal-weapon"):
        find_item("vorpal-weapon")


@every_row(
    ("key", "level", "allowed"),
    [
        ("holy-water", -1, False),
        ("holy-water", 0, False),
        ("holy-water", 1, True),
        ("oil-of-potency-fight", 1, False),
        ("oil-of-potency-fight", 2, True),
        ("elixir-of-life-moderate", 8, False),
        ("elixir-of-life-moderate", 14, True),
    ],
)
def test_an_items_level_may_not_be_above_its_carriers(key: str, level: int, allowed: bool) -> None:
    assert level_allows(find_item(key), level) is allowed


def test_only_consumables_may_be_carried_twice() -> None:
    assert {item.kind for item in ITEMS if may_repeat(item)} == {"consumable"}
    assert sum(map(may_repeat, ITEMS)) == 29


@pytest.mark.parametrize("key", ["spell-scroll-i", "spell-scroll-ii", "spell-scroll-iii"])
def test_a_scroll_needs_a_caster(key: str) -> None:
    assert usable_by(find_item(key), size="Medium", is_caster=True) is None
    reason = usable_by(find_item(key), size="Medium", is_caster=False)
    assert reason == f"{find_item(key).name} can be used only by a creature that casts spells, and this one casts none."


@every_row(
    ("size", "usable"),
    [("Tiny", False), ("Small", False), ("Medium", False), ("Large", False), ("Huge", True), ("Gargantuan", True)],
)
def test_a_howdah_needs_a_huge_or_gargantuan_creature(size: str, usable: bool) -> None:
    reason = usable_by(find_item("howdah"), size=size, is_caster=False)
    assert (reason is None) is usable


def test_the_reason_names_both_sizes() -> None:
    assert usable_by(find_item("howdah"), size="Large", is_caster=False) == (
        "Howdah can be used only by a Huge or Gargantuan creature, and this one is Large."
    )
    assert usable_by(find_item("howdah"), size="", is_caster=False) is None


def test_everything_else_is_for_everybody() -> None:
    refused = [item.key for item in ITEMS if usable_by(item, size="Medium", is_caster=False)]
    assert refused == ["howdah", "spell-scroll-i", "spell-scroll-ii", "spell-scroll-iii"]
    assert [item.key for item in ITEMS if item.needs] == refused


@pytest.mark.parametrize(
    ("upgrades", "strikes"),
    [
        ((), ("Spear",)),
        (("sling",), ("Spear", "Sling")),
        (("lance",), ("Lance",)),
        (("net",), ()),
        (("?",), ("Spear",)),
    ],
)
def test_a_weapon_is_one_of_the_strikes_that_the_carrier_has_now(
    upgrades: tuple[str, ...], strikes: tuple[str, ...]
) -> None:
    assert choices_for(find_item("fiery-weapon"), KOBOLD, upgrades) == strikes


def test_nobody_can_tell_the_weapons_of_an_unknown_carrier() -> None:
    assert choices_for(find_item("fiery-weapon"), None, ("sling",)) == ()


def test_strikes_of_one_name_are_offered_once() -> None:
    twice = replace(BOAR, features=(Feature("tusk", "Tusk", strike=True), Feature("tusk-2", "Tusk", strike=True)))
    assert choices_for(find_item("fiery-weapon"), twice) == ("Tusk",)


@pytest.mark.parametrize(
    ("key", "within", "without"),
    [
        ("spell-scroll-i", {"Daze", "Harm", "Burning Hands"}, {"Invisibility", "Fireball"}),
        ("spell-potion-ii", {"Invisibility", "Resist Energy"}, {"Daze", "Harm", "Fireball"}),
        ("spell-scroll-iii", {"Fireball", "Levitate"}, {"Daze", "Invisibility"}),
    ],
)
def test_a_spell_is_one_of_the_items_ranks_from_either_sheet(key: str, within: set[str], without: set[str]) -> None:
    offered = choices_for(find_item(key), BOAR)
    assert within <= set(offered)
    assert not without & set(offered)
    assert list(offered) == sorted(set(offered))


def test_a_damage_type_is_one_that_the_item_lists() -> None:
    assert choices_for(find_item("potion-of-resistance-lesser"), None) == (
        "acid",
        "cold",
        "electricity",
        "fire",
        "sonic",
    )


def test_an_item_offers_something_exactly_where_it_asks_for_something() -> None:
    assert [bool(choices_for(item, KOBOLD)) for item in ITEMS] == [item.choice is not None for item in ITEMS]


def test_what_items_heal_and_how_hard_they_hit() -> None:
    heals = {item.key: item.heal for item in ITEMS if item.heal}
    assert heals == {
        "healing-potion-minor": 5,
        "oil-of-unlife-minor": 5,
        "healing-potion-lesser": 15,
        "elixir-of-life-moderate": 30,
    }
    damage = {item.key: [instance for effect in item.everything() for instance in effect.damage] for item in ITEMS}
    assert {
        key: (sum(result.amount for result in instances), instances[0].types)
        for key, instances in damage.items()
        if instances
    } == {
        "holy-water": (5, ("good",)),
        "unholy-water": (5, ("evil",)),
        "explosive-mine": (7, ("fire",)),
        "alchemists-fire-minor": (8, ("fire",)),
        "thunderbird-tuft": (5, ("electricity",)),
        "shark-tooth-charm": (10, ("piercing",)),
        "frozen-lava": (20, ("fire",)),
    }


def test_saves_against_items() -> None:
    saves = {item.key: save for item in ITEMS for effect in item.everything() for save in effect.saves}
    assert {key: (save.stat, save.result, save.power, save.modifier) for key, save in saves.items()} == {
        "explosive-mine": ("reflex", "half", 16, 0),
        "frozen-lava": ("reflex", "half", None, 0),
        "primal-pollen-bulb": ("fortitude", "negates", None, -4),
    }


def test_bonuses_of_items() -> None:
    assert {
        item.key: [(bonuse.stats, bonuse.by, bonuse.when) for bonuse in item.bonuses] for item in ITEMS if item.bonuses
    } == {
        "ablative-armor-plating": [(("hp",), 5, "")],
        "oil-of-potency-fight": [(("fight",), 1, ""), (("damage",), 5, "")],
        "oil-of-potency-defense": [(("armor", "saves"), 1, "")],
        "fighters-fork": [(("reach",), 1, "")],
        "bloodseeker-beak": [(("damage",), 5, ""), (("damage",), 5, "sneak attack")],
        "moderate-antidote": [(("fortitude",), 3, "against poison")],
        "moderate-antiplague": [(("fortitude",), 3, "against disease")],
        "wounding-weapon": [(("damage",), 5, ""), (("damage",), 5, "sneak attack")],
        "elixir-of-life-moderate": [(("saves",), 2, "against poison"), (("saves",), 2, "against disease")],
    }
    assert find_item("potion-of-resistance-lesser").resist == (
        Resistance("", 2, choices=("acid", "cold", "electricity", "fire", "sonic")),
    )
    assert {item.key: item.adds_type for item in ITEMS if item.adds_type} == {
        "fiery-weapon": "fire",
        "disrupting-weapon": "force",
        "ghost-touch-weapon": "force",
    }


def test_items_that_the_table_has_to_see_to() -> None:
    left = {item.key for item in ITEMS if any(effect.by_table for effect in item.everything())}
    assert left == {"howdah", "feather-token-ladder", "spacious-pouch-type-1"}
    blank = [name for name in Effect.__dataclass_fields__ if name not in ("cost", "trigger", "precondition", "lasts")]
    said = {item.key for item in ITEMS if any(getattr(item, name) != getattr(Effect(), name) for name in blank)}
    assert {item.key for item in ITEMS} - said == {"fiery-weapon", "disrupting-weapon", "ghost-touch-weapon"}


@pytest.mark.samples
def test_the_public_page_has_no_item_that_is_missing_here() -> None:
    printed = PAGE.read_text(encoding="utf-8")
    names = {slug(name) for item in items.ITEMS for name in (item.name, *item.aliases)}
    slugs = {slug(line) for line in (part.split("<")[0] for part in printed.split('class="name">')[1:])}
    assert slugs
    assert slugs <= names
