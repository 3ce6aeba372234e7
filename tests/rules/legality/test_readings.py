"""The readings of the contract, row by row: play modes, the cap, what counts, items, repeats, collections."""

from dataclasses import replace

import pytest

from rules.cards.model import Card, Stats
from rules.legality.resolved import Rulebook
from rules.legality.verdict import verdict
from rules.roster import HouseRules, ItemChoice, Member, Override, Roster
from tests.rows import every_row
from tests.rules.legal import check, is_legal
from tests.rules.warbands import BOOK, STATS, allowing, codes, only, warband

KOBOLD = "kobold-warrior"
HOLY = ItemChoice("holy-water")


def points(*members: Member | str, **fields: object) -> int:
    return verdict(warband(*members, **fields), BOOK).points


# What a member costs.


def test_the_members_of_the_contracts_example_cost_13_and_24_points() -> None:
    snik = Member(KOBOLD, name="Snik", upgrades=("sling",), hero_points=1)
    boar = Member("boar", items=(HOLY, ItemChoice("fiery-weapon", "Tusk")))
    answer = verdict(warband(snik, boar), BOOK)
    assert [member.points for member in answer.members] == [13, 24]
    assert [(member.base_points, member.extras_points) for member in answer.members] == [(9, 4), (18, 6)]
    assert answer.legal
    assert (answer.points, answer.points_left) == (37, 163)


def test_everything_bought_costs_the_levels_upgrade_cost() -> None:
    assert points("boar") == 18
    assert points(Member("boar", hero_points=2)) == 18 + 2 * 3
    assert points(Member("boar", items=(HOLY, HOLY))) == 18 + 2 * 3
    assert points(Member("boar", positioning=("false-object",))) == 18 + 3
    assert points(Member(KOBOLD, upgrades=("sling", "hex"), hero_points=3, positioning=("summonable",))) == 9 + 6 * 2


def test_what_a_member_should_not_have_is_charged_all_the_same() -> None:
    assert points(Member("boar", hero_points=4)) == 18 + 4 * 3
    assert points(Member(KOBOLD, upgrades=("sling", "sling"))) == 9 + 2 * 2
    assert points(Member(KOBOLD, upgrades=("lance", "net"))) == 9 + 2 * 2
    assert points(Member("boar", positioning=("summonable", "summonable"))) == 18 + 2 * 3
    assert points(Member(KOBOLD, items=(HOLY,))) == 9 + 2


def test_what_nobody_knows_costs_nothing() -> None:
    assert points("drgon") == 0
    assert points(Member("drgon", upgrades=("sling",), items=(HOLY,), hero_points=3)) == 0
    assert points(Member("boar", upgrades=("wings",), items=(ItemChoice("wine"),), positioning=("ambush",))) == 18


def test_the_known_extras_of_a_known_creature_are_charged_beside_unknown_ones() -> None:
    member = Member(KOBOLD, upgrades=("wings", "sling"), items=(ItemChoice("wine"),), hero_points=4)
    assert points(member) == 9 + 5 * 2
    assert set(codes(warband(member))) == {"upgrade.unknown", "item.unknown", "hero_points.too_many"}


# Play modes.

MODES = ["narrative", "unlimited", "limited", "random_box", "campaign"]


@pytest.mark.parametrize(
    ("mode", "expected"),
    [
        ("narrative", []),
        ("unlimited", ["points.over_limit", "creature.over_half"]),
        ("limited", ["points.over_limit", "creature.over_half"]),
        ("random_box", ["points.over_limit", "creature.over_half"]),
        ("campaign", ["points.over_limit", "creature.over_half"]),
    ],
)
def test_limit_and_cap_hold_in_every_mode_but_narrative(mode: str, expected: list[str]) -> None:
    assert codes(warband("boar", play_mode=mode, points_limit=10)) == expected


@every_row(
    ("mode", "alignment", "expected"),
    [
        ("narrative", None, []),
        ("narrative", "LE", []),
        ("unlimited", None, []),
        ("unlimited", "LE", []),
        ("limited", None, ["alignment.missing", "alignment.unknown"]),
        ("limited", "LE", ["alignment.not_allowed", "alignment.unknown"]),
        ("random_box", None, []),
        ("random_box", "LE", []),
        ("campaign", None, []),
        ("campaign", "LE", ["alignment.not_allowed", "alignment.unknown"]),
    ],
)
def test_alignment_counts_in_limited_play_and_where_a_campaign_has_one(
    mode: str, alignment: str | None, expected: list[str]
) -> None:
    assert codes(warband("archon", "stranger", play_mode=mode, alignment=alignment)) == expected


@pytest.mark.parametrize("mode", MODES)
def test_collections_are_enforced_in_every_mode_but_narrative(mode: str) -> None:
    short = warband("boar", play_mode=mode, collection={})
    assert codes(short) == ([] if mode == "narrative" else ["collection.exceeded"])


@pytest.mark.parametrize("mode", MODES)
def test_everything_else_is_checked_in_every_mode(mode: str) -> None:
    member = Member(KOBOLD, upgrades=("wings",), items=(HOLY,), hero_points=4, minion_of="m9")
    roster = warband(member, "drgon", "kobold-druid", play_mode=mode, house_rules=HouseRules(banned=(KOBOLD,)))
    assert codes(roster) == [
        "creature.banned",
        "hero_points.too_many",
        "upgrade.unknown",
        "item.level_too_high",
        "minion.without_commander",
        "creature.unknown",
        "minion.missing",
    ]


@pytest.mark.parametrize(
    ("mode", "left"), [("narrative", None), ("unlimited", -8), ("limited", -8), ("random_box", -8), ("campaign", -8)]
)
def test_narrative_play_has_no_points_left_to_spend(mode: str, left: int | None) -> None:
    answer = verdict(warband("boar", play_mode=mode, points_limit=10), BOOK)
    assert (answer.points, answer.points_limit, answer.points_left) == (18, 10, left)


@pytest.mark.parametrize("mode", MODES)
def test_without_a_limit_there_is_nothing_to_pass(mode: str) -> None:
    roster = warband("caldera-oni", play_mode=mode, points_limit=None)
    assert codes(roster) == []
    assert verdict(roster, BOOK).points_left is None


def test_a_limit_of_nothing_allows_nothing() -> None:
    assert codes(warband("boar", points_limit=0)) == ["points.over_limit", "creature.over_half"]


# The cap.


def test_the_cap_counts_everything_bought() -> None:
    bare, laden = Member("boar"), Member("boar", items=(HOLY,), hero_points=1)
    assert codes(warband(bare, points_limit=36)) == []
    assert codes(warband(laden, points_limit=47)) == ["creature.over_half"]
    assert codes(warband(laden, points_limit=48)) == []


def test_the_cap_is_of_the_agreed_limit_not_of_what_was_spent() -> None:
    assert codes(warband("boar", points_limit=200)) == []


def test_the_cap_of_an_odd_limit_is_not_rounded() -> None:
    problem = only(warband("boar", points_limit=35))
    assert problem.code == "creature.over_half"
    assert "(17.5)" in problem.message


def test_points_may_be_exactly_the_limit() -> None:
    assert codes(warband("boar", "boar", points_limit=36)) == []


# Upgrades.


def test_a_replacement_and_an_add_on_go_together() -> None:
    assert codes(warband(Member(KOBOLD, upgrades=("lance", "sling", "helmet")))) == []


def test_the_same_replacement_twice_is_repeated_and_no_conflict() -> None:
    assert codes(warband(Member(KOBOLD, upgrades=("lance", "lance")))) == ["upgrade.repeated"]


def test_a_creatures_own_features_are_no_upgrades() -> None:
    assert codes(warband(Member(KOBOLD, upgrades=("spear",)))) == ["upgrade.unknown"]


def test_an_unknown_upgrade_is_told_once_however_often_it_stands_there() -> None:
    assert codes(warband(Member(KOBOLD, upgrades=("wings", "wings")))) == ["upgrade.unknown"]


# Items.


@every_row(
    ("level", "item", "allowed"),
    [
        (-1, "holy-water", False),
        (0, "holy-water", False),
        (1, "holy-water", True),
        (1, "oil-of-potency-fight", False),
        (2, "oil-of-potency-fight", True),
        (8, "elixir-of-life-moderate", False),
        (9, "elixir-of-life-moderate", True),
    ],
)
def test_a_creature_carries_items_of_its_level_or_lower(level: int, item: str, allowed: bool) -> None:
    book = Rulebook.of(Card("porter", "Porter", level, "LE", "Medium", STATS))
    roster = warband(Member("porter", items=(ItemChoice(item),)))
    assert codes(roster, book) == ([] if allowed else ["item.level_too_high"])


def test_creatures_below_level_1_carry_not_even_an_item_of_level_0() -> None:
    trinket = replace(BOOK.items["holy-water"], level=0)
    book = replace(BOOK, items={"trinket": trinket})
    for creature in (KOBOLD, "wolf"):
        assert codes(warband(Member(creature, items=(ItemChoice("trinket"),))), book) == ["item.level_too_high"]
    assert codes(warband(Member("boar", items=(ItemChoice("trinket"),))), book) == []


def carrying(*items: ItemChoice) -> list[str]:
    return codes(warband(Member("mammoth", items=items)))


def test_a_consumable_may_repeat() -> None:
    assert carrying(HOLY, HOLY, HOLY) == []
    potion = ItemChoice("spell-potion-i", "heal")
    assert carrying(potion, potion) == []


@pytest.mark.parametrize(
    ("item", "kind"),
    [("swarmsuit", "permanent"), ("fighters-fork", "encounter"), ("wand-of-summon-animal", "daily")],
)
def test_any_other_kind_may_not(item: str, kind: str) -> None:
    assert BOOK.items[item].kind == kind
    assert carrying(ItemChoice(item)) == []
    assert carrying(ItemChoice(item), ItemChoice(item)) == ["item.repeated"]


def test_the_same_item_with_another_choice_is_another_item() -> None:
    tusk, hoof = ItemChoice("fiery-weapon", "Tusk"), ItemChoice("fiery-weapon", "Hoof")
    assert carrying(tusk, hoof) == []
    assert carrying(tusk, hoof, tusk) == ["item.repeated"]


def test_a_choice_is_the_same_in_capitals_and_with_spaces() -> None:
    assert carrying(ItemChoice("fiery-weapon", "Long Tusk"), ItemChoice("fiery-weapon", " LONG  tusk")) == [
        "item.repeated"
    ]


def test_a_choice_for_an_item_that_asks_for_none_makes_no_difference() -> None:
    assert carrying(ItemChoice("swarmsuit", "blue"), ItemChoice("swarmsuit", "red")) == ["item.repeated"]


def test_two_items_whose_choice_is_open_are_repeated_and_lack_it() -> None:
    assert carrying(ItemChoice("fiery-weapon"), ItemChoice("fiery-weapon")) == ["item.repeated", "item.choice_missing"]


def test_house_rules_may_allow_no_items_at_all() -> None:
    roster = warband(Member("boar", items=(HOLY,)), house_rules=HouseRules(max_items_per_member=0))
    assert only(roster).message == "Boar carries 1 item, but the house rules allow none."


def test_a_scroll_needs_a_caster() -> None:
    scroll = ItemChoice("spell-scroll-i", "heal")
    assert carrying(scroll) == ["item.not_usable"]
    assert codes(warband(Member("kobold-druid", items=(scroll,)))) == ["minion.missing"]


def test_an_upgrade_can_make_a_caster() -> None:
    caster = Card("mage", "Mage", 1, "LE", "Small", STATS, features=BOOK.cards[KOBOLD].features)
    book = BOOK.with_cards([caster])
    scroll = (ItemChoice("spell-scroll-i", "heal"),)
    assert codes(warband(Member("mage", items=scroll)), book) == ["item.not_usable"]
    assert codes(warband(Member("mage", items=scroll, upgrades=("hex",))), book) == []


@pytest.mark.parametrize(("creature", "usable"), [("mammoth", True), ("boar", False)])
def test_a_howdah_needs_something_large(creature: str, usable: bool) -> None:
    roster = warband(Member(creature, items=(ItemChoice("howdah"),)))
    assert codes(roster) == ([] if usable else ["item.not_usable"])
    assert is_legal(roster, BOOK)


# Collections and house rules.


def test_a_collection_that_does_not_name_a_creature_has_none_of_it() -> None:
    assert codes(warband("boar", "wolf", collection={"boar": 1})) == ["collection.exceeded"]
    assert only(warband("boar", collection={})).params["owned"] == 0


def test_every_member_beyond_the_collection_is_told() -> None:
    problems = check(warband("boar", "boar", "wolf", "boar", collection={"boar": 1, "wolf": 9}), BOOK)
    assert [(problem.code, problem.subject.id) for problem in problems] == [
        ("collection.exceeded", "m2"),
        ("collection.exceeded", "m4"),
    ]


def test_house_rules_that_say_nothing_restrict_nothing() -> None:
    roster = warband("boar", "cat-companion", Member("mammoth", items=(HOLY,) * 9), house_rules=HouseRules())
    assert codes(roster) == []


def test_homebrew_comes_from_no_source() -> None:
    problem = only(warband("wolf", house_rules=HouseRules(sources=("p2v-orc",))))
    assert problem.code == "source.not_allowed"
    assert problem.message == "Wolf is homebrew, but the house rules allow only p2v-orc."


# Cards that travel with the roster, and revisions.

HOMEBREW = Card("ash-cat--hb1", "Ash Cat", 1, "LE", "Tiny", STATS)


def test_a_rosters_own_cards_are_known_to_it() -> None:
    assert codes(warband("ash-cat--hb1", cards=(HOMEBREW,))) == []
    assert codes(warband("ash-cat--hb1")) == ["creature.unknown"]


def test_a_rosters_own_card_stands_before_the_rulebooks() -> None:
    dear = replace(BOOK.cards["boar"], level=5)
    assert points("boar", cards=(dear,)) == 32
    assert points("boar") == 18


def test_a_pinned_revision_is_used_where_it_is_kept() -> None:
    old = replace(BOOK.cards["boar"], level=1)
    book = replace(BOOK, cards={"boar": replace(BOOK.cards["boar"], revision=2)}, revisions={("boar", 1): old})
    pinned = warband(Member("boar", revision=1))
    assert (codes(pinned, book), verdict(pinned, book).points) == ([], 14)
    lost = warband(Member("boar", revision=3))
    assert (codes(lost, book), verdict(lost, book).points) == (["card.revision_unknown"], 18)
    assert is_legal(lost, book)


def test_a_card_without_stats_is_incomplete_and_legal() -> None:
    bare = Card("blob", "Blob", 1, "LE", "Tiny", Stats(None, 10, 10, 1, 1, 1, None, 1))
    problem = only(warband("blob"), BOOK.with_cards([bare]))
    assert problem.message == "Blob has no Fight or HP on its card."
    assert not problem.blocks


# Overrides.


def test_an_overridden_problem_is_shown_and_does_not_count() -> None:
    roster = warband("boar", points_limit=20, overrides=allowing("creature.over_half"))
    problem = only(roster)
    assert (problem.code, problem.overridden, problem.blocks) == ("creature.over_half", True, False)
    assert is_legal(roster, BOOK)


def test_an_override_that_names_a_member_is_for_that_member() -> None:
    roster = warband("archon", "archon", overrides=allowing("alignment.not_allowed", "m2"))
    assert [problem.overridden for problem in check(roster, BOOK)] == [False, True]
    assert not is_legal(roster, BOOK)


def test_an_override_that_names_nobody_is_for_everybody() -> None:
    roster = warband("archon", "archon", overrides=allowing("alignment.not_allowed"))
    assert [problem.overridden for problem in check(roster, BOOK)] == [True, True]
    assert is_legal(roster, BOOK)


def test_an_override_of_the_rosters_problem_names_no_member() -> None:
    over = warband("boar", "boar", "boar", points_limit=50)
    assert is_legal(replace(over, overrides=allowing("points.over_limit")), BOOK)
    assert not is_legal(replace(over, overrides=allowing("points.over_limit", "m1")), BOOK)


def test_overrides_of_other_problems_change_nothing() -> None:
    roster = warband("archon", overrides=(Override("moon.full"), Override("creature.banned")))
    assert [problem.overridden for problem in check(roster, BOOK)] == [False]


def test_an_empty_warband_has_only_that_to_mend() -> None:
    assert codes(Roster(points_limit=200, alignment="LE")) == ["roster.empty"]
