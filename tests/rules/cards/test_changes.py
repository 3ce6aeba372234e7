"""What is different between two cards, in sentences for a card's history."""

from dataclasses import replace

from rules.cards.model import Card, Feature, Stats, numbered
from rules.cards.remarks import card_changes
from rules.effects.values import Damage, Range, Resistance, SavingThrow, Weakness
from tests.rows import every_row

JAWS = Feature(id="", name="Jaws", cost="1", range=Range("melee", 1), strike=True, damage=(Damage(9, ("piercing",)),))
BREATH = Feature(id="", name="Breath", cost="2", range=Range("cone", 3), damage=(Damage(10, ("fire",)),))
HIDE = Feature(id="", name="Hide", effect="It burns for {damage} damage.", damage=(Damage(2, ("fire",)),))
WOLF = Card(
    key="wolf",
    name="Wolf",
    level=3,
    alignment="NE",
    size="Medium",
    stats=Stats(fight=8, armor=15, power=13, fortitude=5, reflex=7, will=2, hp=40, speed=6),
    tags=("Animal",),
    features=numbered((JAWS, BREATH, HIDE)),
)


@every_row(
    ("change", "expected"),
    [
        ({}, ()),
        ({"revision": 9, "key": "other"}, ()),
        ({"name": "Hound"}, ("Name: Wolf → Hound",)),
        ({"level": 4}, ("Level: 3 → 4",)),
        ({"alignment": None}, ("Alignment: NE → none",)),
        ({"size": "Large"}, ("Size: Medium → Large",)),
        ({"tags": ("Animal", "Fire")}, ("Tags: Animal → Animal, Fire",)),
        ({"class_name": "Fighter"}, ("Class: none → Fighter",)),
        ({"license": "ORC"}, ("License: unknown → ORC",)),
        ({"printed_points": 30}, ("Printed points: none → 30",)),
        ({"armor_broken": 11}, ("Broken Armor: none → 11",)),
        ({"movement_mode": "Flight"}, ("Movement mode: none → Flight",)),
        ({"starts_with": ("cat",)}, ("Starts with: none → cat",)),
        ({"skills": ("Stealth",)}, ("Skills: none → Stealth",)),
        ({"immune": ("fire",)}, ("Immune: none → fire",)),
        ({"resist": (Resistance("fire", 2),)}, ("Resist: none → fire 2d6",)),
        ({"weak": (Weakness("cold", 5),)}, ("Weak: none → cold 5",)),
        ({"other": ("Darkvision",)}, ("Other: none → Darkvision",)),
        ({"stats": replace(WOLF.stats, hp=44)}, ("HP: 40 → 44",)),
        ({"stats": replace(WOLF.stats, will=None)}, ("Will: 2 → none",)),
        ({"name": "Hound", "level": 4}, ("Name: Wolf → Hound", "Level: 3 → 4")),
    ],
)
def test_each_field_of_a_card_is_told_by_its_name(change, expected):
    assert card_changes(WOLF, replace(WOLF, **change)) == expected


@every_row(
    ("change", "expected"),
    [
        ({"damage": (Damage(11, ("piercing",)),)}, ("Jaws, damage: 9 piercing → 11 piercing",)),
        ({"cost": None}, ("Jaws, cost: 1 → none",)),
        ({"once_per_turn": True}, ("Jaws, once per turn: no → yes",)),
        ({"range": Range("melee", 2)}, ("Jaws, range: melee → melee 2",)),
        ({"uses": ("daily",)}, ("Jaws, uses: none → D",)),
        ({"trigger": "An ally falls."}, ("Jaws, trigger: none → An ally falls.",)),
        ({"kind": "add_on"}, ("Jaws, kind: base → add_on",)),
        ({"gives": ("slowed",)}, ("Jaws, given conditions: none → slowed",)),
        (
            {"gives": ("slowed",), "saves": (SavingThrow("reflex", "half"),)},
            ("Jaws, saves: none → reflex half", "Jaws, given conditions: none → slowed"),
        ),
        ({"effect": "It bites."}, ("Jaws, effect: Deals 9 piercing damage. → It bites.",)),
    ],
)
def test_each_field_of_a_feature_is_told_once(change, expected):
    changed = replace(WOLF, features=numbered((replace(JAWS, **change), BREATH, HIDE)))
    assert card_changes(WOLF, changed) == expected


def test_prose_that_only_follows_its_damage_is_not_told_again():
    stronger = replace(HIDE, damage=(Damage(4, ("fire",)),))
    changed = replace(WOLF, features=numbered((JAWS, BREATH, stronger)))
    assert card_changes(WOLF, changed) == ("Hide, damage: 2 fire → 4 fire",)


def test_features_that_came_and_went_are_named():
    changed = replace(WOLF, features=numbered((JAWS, HIDE, replace(BREATH, name="Howl"))))
    assert card_changes(WOLF, changed) == ("Breath removed", "Howl added")


def test_another_order_of_the_same_features_is_told():
    changed = replace(WOLF, features=numbered((BREATH, JAWS, HIDE)))
    assert card_changes(WOLF, changed) == ("Features reordered",)
