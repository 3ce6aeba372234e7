"""Each member's part of the sheet: its card, what it has and may have, its minions, items and secrets."""

from dataclasses import replace
from typing import Any

import pytest

from rules.building.draft import Draft, Secret
from rules.cards.model import Card, Feature
from rules.cards.sheet import CreatureCard, Mark, creature_card
from rules.items.item import Item
from rules.legality.resolved import Rulebook
from rules.roster import ItemChoice, Member
from rules.sheets.model import ItemLine, MemberSheet, PositioningLine
from tests.rows import every_row
from tests.rules.laid_out import roster_sheet
from tests.rules.warbands import BOAR, BOOK, KOBOLD, STATS, warband


def only(member: Member, rulebook: Rulebook = BOOK, **fields: Any) -> MemberSheet:
    """Return the sheet of a member that is alone in its warband."""
    (sheet,) = roster_sheet(Draft(warband(member, **fields)), rulebook).members
    return sheet


# Who it is and what it costs.


def test_a_member_has_its_names_its_card_and_its_points():
    sheet = only(Member("kobold-warrior", id="m7", name="Snik", upgrades=("sling",), hero_points=1))
    assert (sheet.id, sheet.place, sheet.key, sheet.known) == ("m7", 0, "kobold-warrior", True)
    assert (sheet.called, sheet.own_name, sheet.creature) == ("Snik", "Snik", "Kobold Warrior")
    assert sheet.full_name == "Snik (Kobold Warrior)"
    assert sheet.card == creature_card(KOBOLD)
    assert (sheet.points, sheet.base_points, sheet.extras_points, sheet.upgrade_cost) == (13, 9, 4, 2)
    assert (sheet.hero_points, sheet.problems) == (1, ())


def test_a_member_without_a_name_is_called_as_its_creature():
    sheet = only(Member("boar"))
    assert (sheet.called, sheet.own_name, sheet.full_name) == ("Boar", "", "Boar")


def test_members_keep_their_order_and_know_their_place():
    sheet = roster_sheet(Draft(warband("wolf", "boar", "wolf")), BOOK)
    assert [(member.place, member.id, member.key) for member in sheet.members] == [
        (0, "m1", "wolf"),
        (1, "m2", "boar"),
        (2, "m3", "wolf"),
    ]


def test_an_unknown_creature_is_shown_by_its_key_with_all_that_it_was_given():
    sheet = only(
        Member("drgon", upgrades=("wings", "wings"), items=(ItemChoice("holy-water"),), positioning=("summonable",))
    )
    assert (sheet.called, sheet.creature, sheet.full_name, sheet.known) == ("“drgon”", "“drgon”", "“drgon”", False)
    assert (sheet.card, sheet.upgrade_cost, sheet.card_revision, sheet.current_revision) == (None, None, None, None)
    assert (sheet.points, sheet.features, sheet.upgrades, sheet.gone) == (0, (), (), ())
    assert sheet.unknown_upgrades == ("wings",)
    assert [(line.name, line.known) for line in sheet.items] == [("Holy Water", True)]
    assert [(line.name, line.known) for line in sheet.positioning] == [("Summonable", True)]
    assert [line.code for line in sheet.problems] == ["creature.unknown"]


def test_each_problem_stands_with_its_member():
    sheet = roster_sheet(
        Draft(
            warband("archon", "boar", Member("kobold-warrior", upgrades=("sling", "sling", "wings")), points_limit=30)
        ),
        BOOK,
    )
    assert [line.code for line in sheet.problems] == ["points.over_limit"]
    assert [[(line.code, line.kind, line.key) for line in member.problems] for member in sheet.members] == [
        [("creature.over_half", "member", None), ("alignment.not_allowed", "member", None)],
        [("creature.over_half", "member", None)],
        [("upgrade.unknown", "upgrade", "wings"), ("upgrade.repeated", "upgrade", "sling")],
    ]


@every_row(
    ("member", "words"),
    [
        (Member("boar"), ""),
        (Member("boar", hero_points=1), "1 hero point"),
        (
            Member("kobold-warrior", upgrades=("sling", "hex"), items=(ItemChoice("holy-water"),), hero_points=2),
            "2 upgrades, 1 item, 2 hero points",
        ),
        (Member("boar", positioning=("summonable",)), "1 positioning upgrade"),
        (Member("kobold-warrior", upgrades=("sling", "sling", "wings")), "3 upgrades"),
        (Member("boar", positioning=("huh", "huh"), items=(ItemChoice("wine"),)), "2 positioning upgrades, 1 item"),
    ],
)
def test_what_was_bought_is_counted_in_words(member: Member, words: str):
    assert only(member).extras == words


# Upgrades.


def test_every_upgrade_of_the_card_is_offered_with_what_it_takes_away():
    sheet = only(Member("kobold-warrior", upgrades=("lance", "hex", "hex")))
    assert [(upgrade.feature.name, upgrade.bought, upgrade.times, upgrade.removes) for upgrade in sheet.upgrades] == [
        ("Sling", False, 0, ()),
        ("Lance", True, 1, ("Spear",)),
        ("Net", False, 0, ("Spear",)),
        ("Helmet", False, 0, ()),
        ("Hex", True, 2, ()),
    ]


def test_the_features_are_those_that_the_creature_has_now_in_printed_order():
    assert [line.name for line in only(Member("kobold-warrior")).features] == ["Spear"]
    sheet = only(Member("kobold-warrior", upgrades=("hex", "sling")))
    assert [line.name for line in sheet.features] == ["Spear", "Sling", "Hex"]
    assert sheet.gone == ()
    sheet = only(Member("kobold-warrior", upgrades=("net",)))
    assert ([line.name for line in sheet.features], sheet.gone) == (["Net"], ("Spear",))


def test_every_feature_of_the_replaced_name_goes_and_is_named_once():
    card = replace(
        KOBOLD,
        features=(
            Feature("claw", "Claw", strike=True),
            Feature("claw-2", "claw", cost="2"),
            Feature("bite", "Bite"),
            Feature("paw", "Claw", "add_on"),
            Feature("fist", "Fist", "replaces", replaces="CLAW"),
        ),
    )
    sheet = only(Member(KOBOLD.key, upgrades=("fist",)), Rulebook.of(card))
    assert (sheet.gone, sheet.upgrades[1].removes) == (("Claw", "claw"), ("Claw", "claw"))
    assert [line.id for line in sheet.features] == ["bite", "fist"]
    assert sheet.upgrades[0].removes == ()
    twins = replace(card, features=(Feature("claw", "Claw"), Feature("claw-2", "Claw"), card.features[-1]))
    assert only(Member(KOBOLD.key), Rulebook.of(twins)).upgrades[0].removes == ("Claw",)


def test_upgrades_that_the_card_does_not_offer_are_told_by_their_keys():
    sheet = only(Member("kobold-warrior", upgrades=("wings", "sling", "wings", "spear")))
    assert sheet.unknown_upgrades == ("wings", "spear")
    assert [line.name for line in sheet.features] == ["Spear", "Sling"]


def test_a_card_is_laid_out_once_however_many_members_have_it():
    asked: list[Card] = []

    def card_sheet(card: Card) -> CreatureCard:
        asked.append(card)
        return creature_card(card)

    lancer = Member("kobold-warrior", upgrades=("lance",))
    sheet = roster_sheet(Draft(warband("boar", "kobold-warrior", lancer, "boar", lancer)), BOOK, card_sheet=card_sheet)
    assert [card.key for card in asked] == ["boar", "kobold-warrior"]
    assert [len(member.gone) for member in sheet.members] == [0, 0, 1, 0, 1]


# Revisions.


def test_a_pinned_member_tells_its_revision_the_one_used_and_the_newest():
    newest = replace(BOAR, revision=3, name="Great Boar")
    book = replace(Rulebook.of(newest), revisions={("boar", 1): BOAR})

    def summaries(revision: int | None) -> tuple[str, int | None, int | None, int | None]:
        sheet = only(Member("boar", revision=revision), book)
        return sheet.creature, sheet.revision, sheet.card_revision, sheet.current_revision

    assert summaries(None) == ("Great Boar", None, 3, 3)
    assert summaries(1) == ("Boar", 1, 1, 3)
    assert summaries(2) == ("Great Boar", 2, 3, 3)


def test_a_creature_kept_only_in_an_old_revision_has_no_newest_one():
    sheet = only(Member("boar", revision=1), Rulebook({}, revisions={("boar", 1): BOAR}))
    assert (sheet.known, sheet.card_revision, sheet.current_revision) == (True, 1, None)


def test_homebrew_of_the_roster_stands_before_the_rulebook():
    own = replace(BOAR, name="Our Boar", level=3, revision=7)
    sheet = only(Member("boar"), cards=(own,))
    assert (sheet.creature, sheet.points, sheet.current_revision) == ("Our Boar", 21, 7)


# Minions.


def test_a_minion_names_its_commander_and_is_free():
    druid, cat = roster_sheet(
        Draft(warband(Member("kobold-druid", name="Ixi"), Member("cat-companion", minion_of="m1", hero_points=1))), BOOK
    ).members
    assert (cat.is_free, cat.commander, cat.minion_of) == (True, "Ixi", "m1")
    assert (cat.points, cat.base_points, cat.extras_points) == (3, 0, 3)
    assert (druid.is_free, druid.commander, druid.minion_of) == (False, "", None)


@pytest.mark.parametrize(("minion_of", "commander"), [("m1", "Boar"), ("m2", ""), ("m9", "")])
def test_a_minion_that_nobody_brings_is_paid_for(minion_of: str, commander: str):
    _, cat = roster_sheet(Draft(warband("boar", Member("cat-companion", minion_of=minion_of))), BOOK).members
    assert (cat.is_free, cat.points, cat.commander, cat.minion_of) == (False, 14, commander, minion_of)
    assert [line.code for line in cat.problems] == ["minion.without_commander"]


# Items.


def test_an_item_has_everything_that_play_needs():
    sheet = only(Member("boar", items=(ItemChoice("holy-water"), ItemChoice("fiery-weapon", "Tusk"))))
    water, weapon = sheet.items
    assert (water.key, water.name, water.known, water.level, water.kind) == (
        "holy-water",
        "Holy Water",
        True,
        1,
        "consumable",
    )
    assert water.cost == Mark("●", "1 action point")
    assert water.uses == (Mark("☐", "consumable"),)
    assert (water.reach, water.choice, water.asks_for, water.place) == ("Ranged 4/8 strike", "", "", 0)
    assert "5 good damage" in water.text
    assert (weapon.choice, weapon.asks_for, weapon.place, weapon.full_name) == (
        "Tusk",
        "weapon",
        1,
        "Fiery Weapon (Tusk)",
    )
    assert (weapon.cost, weapon.uses, weapon.reach) == (None, (), "")


@pytest.mark.parametrize(
    ("kind", "ap", "uses", "cost"),
    [
        ("permanent", None, (), None),
        ("daily", "reaction", (Mark("🄳", "daily"),), Mark("↻", "reaction")),
        ("encounter", "2", (Mark("🄴", "encounter"),), Mark("●●", "2 action points")),
        ("consumable", "0", (Mark("☐", "consumable"),), Mark("○", "free action")),
        ("consumable", "spell", (Mark("☐", "consumable"),), Mark("", "as its spell")),
    ],
)
def test_an_item_has_a_box_to_tick_and_the_sign_of_its_cost(
    kind: Any, ap: Any, uses: tuple[Mark, ...], cost: Mark | None
):
    item = Item("Idol", 1, kind, "It costs -2 Fight.", cost=ap, trigger="A fall of -1.", strike=True)
    (line,) = only(Member("boar", items=(ItemChoice("idol"),)), replace(BOOK, items={"idol": item})).items
    assert (line.kind, line.uses, line.cost) == (kind, uses, cost)
    assert (line.text, line.trigger, line.reach) == ("It costs −2 Fight.", "A fall of −1.", "strike")


def test_an_unknown_item_is_shown_by_its_key_with_its_choice():
    (line,) = only(Member("boar", items=(ItemChoice("wine", "red"),))).items
    assert line == ItemLine("wine", "“wine”", False, None, "", None, (), "", "", "", "red", "", 0)


def test_the_same_item_twice_is_two_lines_at_their_places():
    sheet = roster_sheet(
        Draft(
            warband(
                Member("boar", items=(ItemChoice("holy-water"),) * 2),
                Member("boar", items=(ItemChoice("fiery-weapon", "Tusk"), ItemChoice("holy-water"))),
            )
        ),
        BOOK,
    )
    assert [[(line.key, line.place) for line in member.items] for member in sheet.members] == [
        [("holy-water", 0), ("holy-water", 1)],
        [("fiery-weapon", 0), ("holy-water", 1)],
    ]


# Positioning upgrades and their secrets.


def disguised(*secrets: Secret) -> Draft:
    return Draft(
        warband(Member("caldera-oni", positioning=("false-object", "summonable")), points_limit=500), secrets=secrets
    )


def summaries(draft: Draft) -> list[tuple[str, bool, str, bool]]:
    (sheet,) = roster_sheet(draft, BOOK).members
    return [(line.name, line.is_secret, line.secret, line.revealed) for line in sheet.positioning]


def test_a_secret_is_shown_to_its_player_and_to_others_once_revealed():
    hidden, revealed = (disguised(Secret("m1", "false-object", "the well", shown)) for shown in (False, True))
    assert summaries(hidden) == [("False Object", True, "the well", False), ("Summonable", False, "", False)]
    assert summaries(revealed)[0] == summaries(revealed.shared)[0] == ("False Object", True, "the well", True)
    assert (
        summaries(hidden.shared)
        == summaries(disguised())
        == [
            ("False Object", True, "", False),
            ("Summonable", False, "", False),
        ]
    )


def test_of_two_secrets_of_one_upgrade_the_first_counts_as_it_does_in_the_draft():
    draft = disguised(Secret("m1", "false-object", "the well"), Secret("m1", "false-object", "the cart"))
    kept = draft.secret("m1", "false-object")
    assert kept is not None
    assert summaries(draft)[0][2] == kept.text == "the well"


def test_what_others_see_does_not_have_the_secret_anywhere():
    draft = disguised(Secret("m1", "false-object", "the old well"))
    assert "the old well" in repr(roster_sheet(draft, BOOK))
    assert "the old well" not in repr(roster_sheet(draft.shared, BOOK))


def test_a_positioning_upgrade_tells_what_it_does_and_how_often_it_was_bought():
    (line,) = only(Member("caldera-oni", positioning=("summonable",) * 2), points_limit=500).positioning
    assert (line.key, line.known, line.times) == ("summonable", True, 2)
    assert line.summary == BOOK.positioning["summonable"].summary
    assert line.text == BOOK.positioning["summonable"].text


def test_an_unknown_positioning_upgrade_is_shown_by_its_key():
    (line,) = only(Member("boar", positioning=("huh",))).positioning
    assert line == PositioningLine("huh", "“huh”", False, 1, "", "", False, "", False)


def test_a_creature_without_features_has_none_to_show():
    bare = Card("bare", "Bare", 1, "TN", "Medium", STATS)
    sheet = only(Member("bare"), Rulebook.of(bare))
    assert (sheet.features, sheet.upgrades, sheet.gone) == ((), (), ())
