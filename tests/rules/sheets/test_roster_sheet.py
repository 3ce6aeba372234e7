"""The warband's sheet as a whole: head, house rules, what the table agreed on, problems."""

from dataclasses import replace
from typing import Any

import pytest

from rules.building.draft import Draft
from rules.cards.model import Feature
from rules.legality.resolved import Rulebook
from rules.legality.verdict import RULES
from rules.roster import HouseRules, ItemChoice, Member, Override, Roster
from rules.sheets.model import OverrideLine, RosterSheet
from tests.rows import every_row
from tests.rules.laid_out import roster_sheet
from tests.rules.warbands import BOAR, BOOK, warband


def shown(*members: Member | str, **fields: Any) -> RosterSheet:
    return roster_sheet(Draft(warband(*members, **fields)), BOOK)


def test_the_head_has_name_mode_alignment_points_and_what_is_left():
    sheet = shown("boar", "kobold-warrior", name="Ash Company")
    assert (sheet.name, sheet.mode) == ("Ash Company", "Balanced, Limited Play")
    assert (sheet.alignment.code if sheet.alignment else "", sheet.limits_alignment) == ("LE", True)
    assert (sheet.points, sheet.limit, sheet.left, sheet.bodies) == (27, 200, 173, 2)
    assert (sheet.legal, sheet.errors, sheet.warnings, sheet.problems) == (True, (), (), ())


def test_points_over_the_limit_leave_less_than_nothing():
    sheet = shown("boar", "boar", "boar", points_limit=50)
    assert (sheet.left, sheet.legal) == (-4, False)
    assert [(line.code, line.kind, line.member, line.key) for line in sheet.problems] == [
        ("points.over_limit", "roster", None, None)
    ]


@pytest.mark.parametrize(
    ("members", "limit", "fullness", "over"),
    [(0, 200, 0, 0), (1, 200, 9, 0), (2, 36, 100, 0), (3, 50, 100, 4), (1, 0, None, 18)],
)
def test_how_full_the_warband_is_goes_up_to_its_limit(members, limit, fullness, over):
    sheet = shown(*["boar"] * members, points_limit=limit)
    assert (sheet.fullness, sheet.over) == (fullness, over)


def test_narrative_play_has_no_limit_and_nothing_left_of_it():
    sheet = shown("boar", play_mode="narrative", points_limit=10, alignment=None)
    assert (sheet.points, sheet.limit, sheet.left, sheet.legal) == (18, None, None, True)
    assert (sheet.alignment, sheet.limits_alignment) == (None, False)


def test_an_alignment_that_does_not_count_is_shown_all_the_same():
    sheet = shown("archon", play_mode="unlimited")
    assert (sheet.alignment.name if sheet.alignment else "", sheet.limits_alignment) == ("Lawful Evil", False)
    assert sheet.legal


def test_notes_of_the_warband_and_of_its_members_are_shown():
    sheet = roster_sheet(Draft(warband("boar", "boar"), notes="Paint them.", member_notes={"m2": "The big one."}), BOOK)
    assert sheet.notes == "Paint them."
    assert [member.notes for member in sheet.members] == ["", "The big one."]


def test_a_warband_without_members_says_so():
    sheet = shown()
    assert (sheet.bodies, sheet.points, [line.code for line in sheet.errors]) == (0, 0, ["roster.empty"])


def test_errors_and_warnings_are_those_of_the_members_too_but_for_what_was_agreed():
    sheet = shown(
        Member("boar", items=(ItemChoice("fiery-weapon"),), hero_points=4),
        "archon",
        "drgon",
        overrides=(Override("creature.unknown", "ours"),),
    )
    assert [(line.member, line.code) for line in sheet.errors] == [
        ("m1", "hero_points.too_many"),
        ("m2", "alignment.not_allowed"),
    ]
    assert [(line.member, line.code) for line in sheet.warnings] == [("m1", "item.choice_missing")]


def test_a_warning_that_the_table_agreed_to_is_none():
    careless = Member("boar", items=(ItemChoice("fiery-weapon"),))
    sheet = shown(careless, overrides=(Override("item.choice_missing", "any tusk"),))
    assert (sheet.warnings, sheet.legal) == ((), True)
    assert [(line.overridden, line.reason) for line in sheet.members[0].problems] == [(True, "any tusk")]


def test_a_negative_level_in_a_problem_has_the_sign_that_cards_print():
    sheet = shown(Member("kobold-warrior", items=(ItemChoice("holy-water"),)), Member("archon", name="Unit -3"))
    (level,), (alignment,) = (member.problems for member in sheet.members)
    assert "is level −1" in level.message
    assert alignment.message.startswith("Unit −3 (Archon) is")
    assert alignment.fix.startswith("Remove Unit −3 (Archon)")


# House rules.


@every_row(
    ("house_rules", "expected"),
    [
        (None, ()),
        (HouseRules(), ()),
        (HouseRules(max_items_per_member=2), ("At most 2 items each.",)),
        (HouseRules(max_items_per_member=1), ("At most 1 item each.",)),
        (HouseRules(max_items_per_member=0), ("No items.",)),
        (HouseRules(sources=("p2v-orc",)), ("Creatures only from Path 2 Victory (ORC).",)),
        (HouseRules(sources=("p2v-orc", "home")), ("Creatures only from Path 2 Victory (ORC) or home.",)),
        (HouseRules(sources=()), ("No creatures from any source.",)),
        (HouseRules(banned=("boar", "drgon", "wolf")), ("Banned: Boar, “drgon”, Wolf.",)),
        (
            HouseRules(sources=("home",), banned=("wolf",), max_items_per_member=3),
            ("At most 3 items each.", "Creatures only from home.", "Banned: Wolf."),
        ),
    ],
)
def test_house_rules_are_told_in_sentences(house_rules: HouseRules | None, expected: tuple[str, ...]):
    roster = warband("boar", house_rules=house_rules)
    sheet = roster_sheet(Draft(roster), replace(BOOK, sources={"p2v-orc": "Path 2 Victory (ORC)"}))
    assert sheet.house_rules == expected


@pytest.mark.parametrize(
    ("mode", "collection", "held"),
    [
        ("limited", {"boar": 1}, True),
        ("limited", {}, True),
        ("limited", None, False),
        ("narrative", {"boar": 1}, False),
    ],
)
def test_a_collection_holds_in_every_mode_but_narrative_play(mode: str, collection: dict[str, int] | None, held: bool):
    assert shown("boar", play_mode=mode, collection=collection).is_held_to_collection is held


# What the table agreed on.


def test_every_problem_has_a_few_words():
    labels = [rule.label for rule in RULES]
    assert len(set(labels)) == len(RULES)
    assert all(label and not label.endswith(".") for label in labels)


def test_an_override_tells_what_why_whose_and_whether_it_is_needed():
    sheet = shown(
        Member("archon", name="Lux"),
        "archon",
        overrides=(
            Override("alignment.not_allowed", "a guest", "m1"),
            Override("points.over_limit", "big table"),
            Override("creature.banned", "", "m2"),
            Override("creature.banned", "gone", "m9"),
            Override("weather.bad", "it rains"),
        ),
    )
    assert sheet.overrides == (
        OverrideLine("alignment.not_allowed", "a creature of another alignment", "a guest", "m1", "Lux", True),
        OverrideLine("points.over_limit", "more points than the limit", "big table", None, "the whole warband", False),
        OverrideLine("creature.banned", "a banned creature", "", "m2", "Archon", False),
        OverrideLine("creature.banned", "a banned creature", "gone", "m9", "“m9”", False),
        OverrideLine("weather.bad", "weather.bad", "it rains", None, "the whole warband", False),
    )
    lux, other = sheet.members
    assert [(line.overridden, line.reason) for line in lux.problems] == [(True, "a guest")]
    assert [(line.overridden, line.reason) for line in other.problems] == [(False, "")]
    assert not sheet.legal


def test_an_override_of_the_warband_covers_every_member_and_one_of_a_member_goes_first():
    sheet = shown(
        "archon",
        "archon",
        overrides=(Override("alignment.not_allowed", "all may"), Override("alignment.not_allowed", "a guest", "m2")),
    )
    assert [member.problems[0].reason for member in sheet.members] == ["all may", "a guest"]
    assert (sheet.legal, [override.met for override in sheet.overrides]) == (True, [True, True])


def test_of_two_overrides_of_one_problem_the_first_gives_the_reason():
    both = (Override("alignment.not_allowed", "a guest", "m1"), Override("alignment.not_allowed", "a spy", "m1"))
    sheet = shown("archon", overrides=both)
    assert sheet.members[0].problems[0].reason == "a guest"
    assert [(override.reason, override.met) for override in sheet.overrides] == [("a guest", True), ("a spy", True)]


def test_an_override_of_a_member_does_not_cover_a_problem_of_the_warband():
    sheet = shown("boar", "boar", points_limit=35, overrides=(Override("points.over_limit", "", "m1"),))
    assert [override.met for override in sheet.overrides] == [False]
    assert not sheet.problems[0].overridden


def test_the_same_values_give_the_same_sheet():
    draft = Draft(warband("boar", "kobold-warrior"))
    assert roster_sheet(draft, BOOK) == roster_sheet(draft, BOOK)
    assert hash(roster_sheet(draft, BOOK)) == hash(roster_sheet(draft, BOOK))


def test_a_rulebook_without_creatures_gives_a_sheet_of_keys():
    sheet = roster_sheet(Draft(Roster((Member("boar"),), points_limit=100)), Rulebook({}))
    assert [(member.called, member.known, member.points) for member in sheet.members] == [("“boar”", False, 0)]


def test_a_choice_in_words_of_its_own_is_agreed_at_the_table() -> None:
    card = replace(BOAR, features=(Feature("tusk", "Tusk", strike=True),))
    items = tuple(ItemChoice("fiery-weapon", choice) for choice in ("Tusk", "Hooves", None))
    roster = warband(Member("boar", items=(*items, ItemChoice("holy-water", "mine"))), cards=(card,))
    (member,) = roster_sheet(Draft(roster), BOOK).members
    assert [item.is_agreed for item in member.items] == [False, True, False, True]
