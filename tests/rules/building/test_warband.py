"""Changes of the warband as a whole: name, mode, limits, notes, house rules and what the table agreed on."""

from dataclasses import replace

import pytest

from rules.building.changes import ChangeSet
from rules.building.draft import MAX_LIMIT, MAX_NOTES, MAX_REASON
from rules.building.members import MemberAdd, MemberRemove
from rules.building.warband import (
    MAX_OVERRIDES,
    USUAL_LIMIT,
    AlignmentChoose,
    BanLift,
    CollectionSet,
    HouseRulesSet,
    LimitSet,
    OverrideAdd,
    OverrideRemove,
    PlayModeChoose,
    SourceAllow,
    WarbandNotes,
    WarbandRename,
)
from rules.lengths import MAX_NAME
from rules.roster import HouseRules, Override
from tests.rows import every_row
from tests.rules.building.drafts import BIG_BOOK, after, draft, refused, words

START = draft("boar", "wolf")


def test_a_warband_is_called_something_of_80_characters_at_most() -> None:
    assert after(START, WarbandRename(" Ember\r\nGuard ")).roster.name == "Ember Guard"
    assert words(START, WarbandRename(" Ember\0\r\nGuard ")) == "Renamed the warband “Ember Guard”"
    assert after(START, WarbandRename("x" * MAX_NAME)).roster.name == "x" * MAX_NAME
    assert (
        refused(START, WarbandRename("x" * 81))
        == "A name can have at most 80 characters; this one has 81. Nothing was changed."
    )
    assert refused(START, WarbandRename(" \n\0 ")) == "A warband needs a name."


def test_notes_have_2000_characters_at_most() -> None:
    assert after(START, WarbandNotes("one\r\ntwo \r\n")).notes == "one\ntwo"
    assert after(START, WarbandNotes("x" * MAX_NOTES)).notes == "x" * MAX_NOTES
    assert refused(START, WarbandNotes("x" * 2_001)).startswith(
        "Notes can have at most 2,000 characters; these have 2,001."
    )
    assert words(START, WarbandNotes("one")) == "Edited the warband’s notes"


@every_row(
    ("mode", "limit", "then"),
    [
        ("narrative", 150, 150),
        ("narrative", None, None),
        ("unlimited", None, USUAL_LIMIT),
        ("limited", None, USUAL_LIMIT),
        ("random_box", None, 200),
        ("campaign", None, USUAL_LIMIT),
        ("random_box", 150, 150),
    ],
)
def test_a_mode_that_needs_a_limit_sets_one_where_there_is_none(mode: str, limit: int | None, then: int) -> None:
    start = draft("boar", play_mode="narrative", points_limit=limit)
    chosen = after(start, PlayModeChoose(mode)).roster
    assert (chosen.play_mode, chosen.points_limit) == (mode, then)


def test_an_unknown_mode_or_alignment_is_refused() -> None:
    assert refused(START, PlayModeChoose("3d")) == "There is no play mode “3d”."
    assert refused(START, AlignmentChoose("XX")) == "There is no alignment “XX”."
    assert words(START, PlayModeChoose("campaign")) == "Chose Campaign Play"


def test_an_alignment_is_chosen_and_taken_back() -> None:
    assert after(START, AlignmentChoose("CG")).roster.alignment == "CG"
    assert after(START, AlignmentChoose(None)).roster.alignment is None
    assert words(START, AlignmentChoose("CG")) == "Chose Chaotic Good"
    assert words(START, AlignmentChoose(None)) == "Chose no alignment"


def test_a_limit_is_set_within_bounds_and_taken_away_only_where_none_is_needed() -> None:
    for points in (1, 150, MAX_LIMIT):
        assert after(START, LimitSet(points)).roster.points_limit == points
    for points in (0, -5, MAX_LIMIT + 1):
        assert refused(START, LimitSet(points)) == "A points limit is a number from 1 to 100,000."
    assert refused(START, LimitSet(None)) == "This play mode needs a points limit."
    story = draft(play_mode="narrative")
    assert after(story, LimitSet(None)).roster.points_limit is None
    assert words(story, LimitSet(None)) == "Removed the points limit"
    assert words(START, LimitSet(150)) == "Set the limit to 150 points"


def test_house_rules_are_set_and_those_that_restrict_nothing_are_none() -> None:
    rules = HouseRules(("p2v-orc",), ("boar",), 2)
    agreed = after(START, HouseRulesSet(rules))
    assert agreed.roster.house_rules == rules
    assert words(START, HouseRulesSet(rules)) == "Changed the house rules"
    for nothing in (HouseRules(), None):
        assert after(agreed, HouseRulesSet(nothing)) == START


@every_row(
    ("rules", "message"),
    [
        (HouseRules(max_items_per_member=-1), "A house limit on items is a number from 0 to 50."),
        (HouseRules(max_items_per_member=51), "A house limit on items is a number from 0 to 50."),
        (HouseRules(sources=("x",) * 101), "House rules can name at most 100 sources; these name 101."),
        (HouseRules(banned=("x",) * 1_001), "House rules can name at most 1,000 banned creatures; these name 1,001."),
        (HouseRules(sources=("",)), "“” is not a key that Muster knows."),
        (HouseRules(banned=("a\nb",)), "“a b” is not a key that Muster knows."),
        (HouseRules(banned=("x" * 121,)), f"“{'x' * 80}” is not a key that Muster knows."),
    ],
)
def test_house_rules_that_no_document_can_hold_are_refused(rules: HouseRules, message: str) -> None:
    assert refused(START, HouseRulesSet(rules)) == message


def test_one_more_source_is_allowed_where_not_all_are() -> None:
    strict = draft(house_rules=HouseRules(sources=("p2v-orc",)))
    assert after(strict, SourceAllow("p2v-ogl")).roster.house_rules == HouseRules(sources=("p2v-orc", "p2v-ogl"))
    assert after(strict, SourceAllow("p2v-orc")) == strict
    assert after(START, SourceAllow("p2v-ogl")) == START
    assert words(strict, SourceAllow("p2v-ogl")) == "Allowed the source p2v-ogl"
    named = replace(BIG_BOOK, sources={"p2v-ogl": "Path 2 Victory (OGL)"})
    assert SourceAllow("p2v-ogl").describe(strict, named) == "Allowed the source Path 2 Victory (OGL)"
    for source in ("", "x" * 500, "a\0b"):
        assert "is not a key" in refused(strict, SourceAllow(source))


def test_a_ban_is_lifted() -> None:
    strict = draft("boar", house_rules=HouseRules(banned=("boar", "wolf")))
    assert after(strict, BanLift("boar")).roster.house_rules == HouseRules(banned=("wolf",))
    assert after(strict, BanLift("boar"), BanLift("wolf")) == draft("boar")
    assert after(strict, BanLift("drgon")) == strict
    assert after(START, BanLift("boar")) == START
    assert words(strict, BanLift("boar")) == "Lifted the ban on Boar"
    assert words(strict, BanLift("drgon")) == "Lifted the ban on drgon"


def test_a_collection_is_held_to_and_let_go() -> None:
    held = after(START, CollectionSet((("boar", 2), ("wolf", 0))))
    assert held.roster.collection == {"boar": 2, "wolf": 0}
    assert after(held, CollectionSet(None)) == START
    assert after(START, CollectionSet(())).roster.collection == {}
    assert words(START, CollectionSet(())) == "Limited the warband to my figures"
    assert words(START, CollectionSet(None)) == "Allowed figures that I do not own"


@pytest.mark.parametrize(
    ("owned", "message"),
    [
        ((("boar", -1),), "You can own 0 to 1,000,000 figures of a creature."),
        ((("boar", 1_000_001),), "You can own 0 to 1,000,000 figures of a creature."),
        ((("a\0b", 1),), "“a b” is not a key that Muster knows."),
        (
            tuple((f"c{number}", 1) for number in range(10_001)),
            "A collection can have at most 10,000 creatures; this has 10,001.",
        ),
    ],
    ids=["negative", "too-many-of-one", "no-key", "too-many"],
)
def test_a_collection_that_no_document_can_hold_is_refused(owned: tuple[tuple[str, int], ...], message: str) -> None:
    assert refused(START, CollectionSet(owned)) == message


def test_a_problem_is_agreed_on_with_a_reason() -> None:
    agreed = after(START, OverrideAdd("creature.over_half", " a \n boss ", "m1"), OverrideAdd("points.over_limit", "x"))
    assert agreed.roster.overrides == (
        Override("creature.over_half", "a boss", "m1"),
        Override("points.over_limit", "x"),
    )
    again = after(agreed, OverrideAdd("creature.over_half", "the king", "m1"))
    assert again.roster.overrides == (
        Override("points.over_limit", "x"),
        Override("creature.over_half", "the king", "m1"),
    )
    assert (
        words(START, OverrideAdd("creature.over_half", "x", "m1"))
        == "Agreed to allow “more than half of the points for one creature” for Boar"
    )
    assert words(START, OverrideAdd("points.over_limit", "x")) == "Agreed to allow “more points than the limit”"


def test_an_agreement_is_taken_back_and_goes_with_its_member() -> None:
    agreed = after(START, OverrideAdd("creature.over_half", "x", "m1"), OverrideAdd("creature.over_half", "x"))
    assert after(agreed, OverrideRemove("creature.over_half")).roster.overrides == (
        Override("creature.over_half", "x", "m1"),
    )
    assert after(agreed, OverrideRemove("creature.over_half", "m1"), OverrideRemove("creature.over_half")) == START
    assert after(agreed, MemberRemove("m1")).roster.overrides == (Override("creature.over_half", "x"),)
    assert (
        words(agreed, OverrideRemove("creature.over_half"))
        == "Withdrew the agreement on “more than half of the points for one creature”"
    )


def test_what_cannot_be_agreed_on_is_refused() -> None:
    assert refused(START, OverrideAdd("no.such.code", "x")) == "There is no problem “no.such.code”."
    assert refused(START, OverrideAdd("creature.banned", "x", "m9")) == "This creature is no longer in the warband."
    assert refused(START, OverrideAdd("creature.banned", " ")) == (
        "Say why the table allows it. Everyone who sees the warband sees the reason."
    )
    assert refused(START, OverrideAdd("creature.banned", "x" * (MAX_REASON + 1))).startswith(
        "A reason can have at most 200"
    )
    agreements = tuple(Override("creature.banned", "x", f"x{number}") for number in range(MAX_OVERRIDES))
    many = replace(START, roster=replace(START.roster, overrides=agreements))
    assert refused(many, OverrideAdd("creature.banned", "x")) == (
        "A warband can have at most 1,000 agreements. Withdraw some first."
    )
    after(many, OverrideRemove("creature.banned", "x1"), OverrideAdd("creature.banned", "x"))


def test_several_changes_are_made_as_one_or_not_at_all() -> None:
    both = ChangeSet((WarbandRename("Ember Guard"), MemberAdd("wolf")), "Made it ready")
    assert after(START, both) == after(START, WarbandRename("Ember Guard"), MemberAdd("wolf"))
    assert words(START, both) == "Made it ready"
    assert (both.creatures, both.items) == (("wolf",), ())
    assert refused(START, ChangeSet((WarbandRename("Ember Guard"), MemberAdd("drgon")), "x")).startswith(
        "The compendium has no creature"
    )
