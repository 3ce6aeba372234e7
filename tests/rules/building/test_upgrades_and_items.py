"""Changes of what a member has: hero points, upgrades, positioning with its secrets, items."""

from dataclasses import replace

import pytest

from rules.building.changes import Change
from rules.building.draft import MAX_CHOICE, MAX_EXTRAS, MAX_SECRET, Draft, Secret
from rules.building.extras import (
    ExtrasGiveUp,
    HeroPointsSet,
    ItemAdd,
    ItemChoose,
    ItemRemove,
    ItemReplace,
    PositioningSet,
    RepeatsRemove,
    SecretChoose,
    SecretReveal,
    UpgradeSet,
)
from rules.errors import ChangeRefused
from rules.roster import ItemChoice, Member
from tests.rows import every_row
from tests.rules.building.drafts import BIG_BOOK, after, draft, items, refused, words

SNIK = Member(
    "kobold-warrior",
    name="Snik",
    hero_points=1,
    upgrades=("sling", "wings"),
    positioning=("false-object", "summonable"),
    items=(ItemChoice("holy-water"), ItemChoice("fiery-weapon", "Spear"), ItemChoice("wine")),
)
START = draft(SNIK, "boar")
HIDDEN = after(START, SecretChoose("m1", "false-object", "the oak"))


def snik(warband: Draft) -> Member:
    return warband.roster.members[0]


@every_row(
    "change",
    [
        HeroPointsSet("m9", 1),
        UpgradeSet("m9", "sling", True),
        PositioningSet("m9", "summonable", True),
        RepeatsRemove("m9", "sling"),
        ExtrasGiveUp("m9", 1),
        ItemAdd("m9", "holy-water"),
        ItemRemove("m9", 0),
        ItemChoose("m9", 0, "Jaws"),
        ItemReplace("m9", 0, "holy-water"),
    ],
    ids=lambda change: type(change).__name__,
)
def test_who_is_not_there_is_given_nothing(change: Change) -> None:
    assert refused(START, change) == "This creature is no longer in the warband."
    with pytest.raises(ChangeRefused):
        change.describe(START, BIG_BOOK)


def test_only_the_member_that_is_named_is_changed() -> None:
    for change in (HeroPointsSet("m1", 3), UpgradeSet("m1", "lance", True), ItemRemove("m1", 0), ExtrasGiveUp("m1", 9)):
        changed = after(START, change)
        assert changed.roster.members[1] == START.roster.members[1]
        assert changed != START


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_creature_has_up_to_three_hero_points(number: int) -> None:
    assert snik(after(START, HeroPointsSet("m1", number))).hero_points == number


def test_hero_points_beyond_are_refused() -> None:
    for number in (-1, 4):
        assert refused(START, HeroPointsSet("m1", number)) == "A creature can have 0 to 3 hero points."
    assert words(START, HeroPointsSet("m1", 1)) == "Gave Snik 1 hero point"
    assert words(START, HeroPointsSet("m1", 0)) == "Removed Snik’s hero points"


def test_an_upgrade_is_bought_once_and_given_up() -> None:
    bought = after(START, UpgradeSet("m1", "lance", True))
    assert snik(bought).upgrades == ("sling", "wings", "lance")
    assert after(bought, UpgradeSet("m1", "lance", True)) == bought
    assert after(bought, UpgradeSet("m1", "lance", False)) == START
    assert after(START, UpgradeSet("m1", "lance", False)) == START
    assert words(START, UpgradeSet("m1", "lance", True)) == "Bought Lance for Snik"
    assert words(START, UpgradeSet("m1", "sling", False)) == "Removed Sling from Snik"


def test_an_upgrade_that_the_card_has_not_can_only_be_given_up() -> None:
    for start in (START, draft("drgon")):
        assert refused(start, UpgradeSet("m1", "spear", True)) == "The card has no upgrade “spear”."
    assert snik(after(START, UpgradeSet("m1", "wings", False))).upgrades == ("sling",)
    assert words(START, UpgradeSet("m1", "wings", False)) == "Removed “wings” from Snik"


def test_positioning_is_bought_once_and_given_up_with_its_secret() -> None:
    bought = after(START, PositioningSet("m1", "tempting-disguise", True))
    assert snik(bought).positioning == ("false-object", "summonable", "tempting-disguise")
    assert after(bought, PositioningSet("m1", "tempting-disguise", False)) == START
    assert after(HIDDEN, PositioningSet("m1", "summonable", False)).secrets == HIDDEN.secrets
    assert after(HIDDEN, PositioningSet("m1", "false-object", False)).secrets == ()
    assert refused(START, PositioningSet("m1", "ambush", True)) == "There is no positioning upgrade “ambush”."
    assert words(START, PositioningSet("m1", "false-object", False)) == "Removed False Object from Snik"


def test_what_is_there_twice_is_there_once() -> None:
    twice = draft(
        Member("kobold-warrior", upgrades=("sling", "lance", "sling"), positioning=("summonable", "summonable"))
    )
    assert snik(after(twice, RepeatsRemove("m1", "sling"))).upgrades == ("sling", "lance")
    assert snik(after(twice, RepeatsRemove("m1", "summonable"))).positioning == ("summonable",)
    assert after(twice, RepeatsRemove("m1", "lance")) == twice
    assert words(twice, RepeatsRemove("m1", "sling")) == "Kept one Sling for Kobold Warrior"


@every_row(
    ("number", "left"),
    [
        (-1, SNIK),
        (0, SNIK),
        (1, replace(SNIK, hero_points=0)),
        (2, replace(SNIK, hero_points=0, items=(SNIK.items[0], SNIK.items[2]))),
        (4, replace(SNIK, hero_points=0, items=(SNIK.items[2],), positioning=("false-object",))),
        (99, replace(SNIK, hero_points=0, items=(SNIK.items[2],), positioning=(), upgrades=("wings",))),
    ],
)
def test_extras_are_given_up_in_their_order_and_unknown_ones_stay(number: int, left: Member) -> None:
    assert snik(after(START, ExtrasGiveUp("m1", number))) == replace(left, id="m1")


def test_giving_up_a_disguise_gives_up_its_secret() -> None:
    assert words(START, ExtrasGiveUp("m1", 3)) == "Removed 1 hero point, Fiery Weapon and Holy Water from Snik"
    assert words(START, ExtrasGiveUp("m2", 3)) == "Removed nothing from Boar"
    assert after(HIDDEN, ExtrasGiveUp("m1", 4)).secrets == HIDDEN.secrets
    assert after(HIDDEN, ExtrasGiveUp("m1", 5)).secrets == ()


def test_an_item_is_carried_with_its_choice() -> None:
    carried = after(START, ItemAdd("m1", "fiery-weapon", "  Sling \n"), ItemAdd("m1", "holy-water"))
    assert snik(carried).items[3:] == (ItemChoice("fiery-weapon", "Sling"), ItemChoice("holy-water"))
    assert snik(after(START, ItemAdd("m1", "fiery-weapon", " "))).items[3] == ItemChoice("fiery-weapon")
    assert words(START, ItemAdd("m1", "holy-water")) == "Bought Holy Water for Snik"


@pytest.mark.parametrize("key", ["wine", "", "Holy Water", "x" * 1_000, "a\0b"])
def test_unknown_items_are_refused(key: str) -> None:
    for change in (ItemAdd("m1", key), ItemReplace("m1", 0, key)):
        message = refused(START, change)
        assert message.startswith("The compendium has no item “")
        assert message.isprintable()
        assert len(message) < 200
        assert change.items == (key,)


def test_items_are_told_by_their_places() -> None:
    assert snik(after(START, ItemRemove("m1", 1))).items == (ItemChoice("holy-water"), ItemChoice("wine"))
    assert words(START, ItemRemove("m1", 1)) == "Removed Fiery Weapon from Snik"
    assert words(START, ItemRemove("m1", 2)) == "Removed “wine” from Snik"
    chosen = after(START, ItemChoose("m1", 1, " Jaws "))
    assert snik(chosen).items[1] == ItemChoice("fiery-weapon", "Jaws")
    assert snik(after(chosen, ItemChoose("m1", 1, ""))).items[1] == ItemChoice("fiery-weapon")
    assert words(START, ItemChoose("m1", 1, " Jaws ")) == "Chose Jaws for Snik’s Fiery Weapon"
    assert words(START, ItemChoose("m1", 1, "")) == "Cleared the choice for Snik’s Fiery Weapon"
    replaced = after(START, ItemReplace("m1", 1, "swarmsuit"))
    assert snik(replaced).items[1] == ItemChoice("swarmsuit", "Spear")
    assert words(START, ItemReplace("m1", 2, "swarmsuit")) == "Replaced Snik’s “wine” with Swarmsuit"


@pytest.mark.parametrize("place", [-1, 3])
def test_an_item_that_is_not_carried_cannot_be_changed(place: int) -> None:
    for change in (ItemRemove("m1", place), ItemChoose("m1", place, "x"), ItemReplace("m1", place, "holy-water")):
        assert refused(START, change) == "This creature no longer carries that item."


def test_a_choice_has_80_characters_and_a_secret_200() -> None:
    long = "x" * MAX_CHOICE
    assert snik(after(START, ItemChoose("m1", 1, long))).items[1].choice == long
    too_long = "A choice can have at most 80 characters; this one has 81. Nothing was changed."
    assert refused(START, ItemChoose("m1", 1, long + "y")) == too_long
    assert refused(START, ItemAdd("m1", "fiery-weapon", long + "y")) == too_long
    secret = "x" * MAX_SECRET
    assert after(START, SecretChoose("m1", "false-object", secret)).secrets[0].text == secret
    assert refused(START, SecretChoose("m1", "false-object", secret + "y")).startswith(
        "A secret can have at most 200 characters"
    )


def test_one_creature_carries_so_much_and_no_more() -> None:
    laden = draft(Member("kobold-warrior", upgrades=("x",) * MAX_EXTRAS, items=items(*["holy-water"] * MAX_EXTRAS)))
    assert refused(laden, ItemAdd("m1", "holy-water")) == (
        "One creature can have at most 50 items. Remove some before you add more."
    )
    assert "at most 50 upgrades" in refused(laden, UpgradeSet("m1", "sling", True))
    full = draft(Member("boar", positioning=("x",) * MAX_EXTRAS))
    assert "at most 50 upgrades" in refused(full, PositioningSet("m1", "summonable", True))


def test_all_creatures_carry_so_much_and_no_more() -> None:
    laden = Member("kobold-warrior", items=items(*["holy-water"] * MAX_EXTRAS), positioning=("x",) * MAX_EXTRAS)
    heavy = draft(*[replace(laden, id=f"m{number}") for number in range(1, 51)], "kobold-warrior")
    for change in (
        ItemAdd("m51", "holy-water"),
        UpgradeSet("m51", "sling", True),
        PositioningSet("m51", "summonable", True),
    ):
        assert "All creatures together" in refused(heavy, change)


def test_a_secret_is_kept_until_it_is_revealed() -> None:
    assert HIDDEN.secrets == (Secret("m1", "false-object", "the oak"),)
    revealed = after(HIDDEN, SecretReveal("m1", "false-object", True))
    assert revealed.secret("m1", "false-object") == Secret("m1", "false-object", "the oak", revealed=True)
    assert after(revealed, SecretReveal("m1", "false-object", False)) == HIDDEN
    assert after(revealed, SecretChoose("m1", "false-object", "the oak")) == revealed
    # Another choice is a secret of its own.
    assert after(revealed, SecretChoose("m1", "false-object", "a well")).secrets == (
        Secret("m1", "false-object", "a well"),
    )
    assert after(HIDDEN, SecretChoose("m1", "false-object", " ")) == START


def test_words_do_not_give_a_secret_away() -> None:
    answer = [
        words(HIDDEN, SecretChoose("m1", "false-object", "a well")),
        words(HIDDEN, SecretReveal("m1", "false-object", True)),
        words(HIDDEN, SecretReveal("m1", "false-object", False)),
    ]
    assert answer == ["Wrote down Snik’s secret", "Revealed Snik’s secret", "Hid Snik’s secret"]


@pytest.mark.parametrize(
    ("member", "key"), [("m1", "summonable"), ("m1", "tempting-disguise"), ("m1", "ambush"), ("m2", "false-object")]
)
def test_who_has_no_such_disguise_has_no_secret(member: str, key: str) -> None:
    assert refused(START, SecretChoose(member, key, "the oak")) == ("This creature has no such secret to keep.")
    assert refused(START, SecretReveal(member, key, True)) == "This secret has not been written down yet."
