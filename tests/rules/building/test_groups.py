"""One change of several equal members."""

from dataclasses import replace

import pytest

from rules.building.changes import Change, ChangeSet, change_document, change_fields, change_from_document
from rules.building.draft import Secret
from rules.building.extras import (
    ExtrasGiveUp,
    HeroPointsSet,
    ItemAdd,
    ItemChoose,
    ItemRemove,
    ItemReplace,
    PositioningSet,
    SecretChoose,
    UpgradeSet,
)
from rules.building.fixes import FixTake
from rules.building.groups import GroupChange, group_change_from_fields, group_fields
from rules.building.members import (
    MemberAdd,
    MemberCreature,
    MemberDuplicate,
    MemberMove,
    MemberNotes,
    MemberRemove,
    MemberRename,
    MemberRevision,
    MinionAdd,
)
from rules.building.warband import OverrideAdd, OverrideRemove
from rules.errors import ChangeRefused, DocumentError, RulesError
from rules.roster import ItemChoice, Member
from tests.rows import every_row
from tests.rules.building.drafts import BIG_BOOK, after, codes, draft, refused, shape
from tests.rules.legal import check

KOBOLD = Member("kobold-warrior", revision=1)
THREE = draft(KOBOLD, "boar", KOBOLD, KOBOLD)
IDS = ("m1", "m3", "m4")


def all_of(change: Change) -> GroupChange:
    return GroupChange(IDS, change)


@every_row(
    ("each", "words"),
    [
        (HeroPointsSet("m1", 2), "Gave 3 × Kobold Warrior 2 hero points"),
        (UpgradeSet("m1", "sling", bought=True), "Bought Sling for 3 × Kobold Warrior"),
        (PositioningSet("m1", "false-object", bought=True), "Bought False Object for 3 × Kobold Warrior"),
        (ItemAdd("m1", "holy-water"), "Bought Holy Water for 3 × Kobold Warrior"),
        (MemberNotes("m1", "bites"), "Edited the notes on 3 × Kobold Warrior"),
        (MemberRename("m1", "Snik"), "Named 3 × Kobold Warrior “Snik”"),
        (MemberCreature("m1", "wolf"), "Replaced 3 × Kobold Warrior with Wolf"),
        (MemberRevision("m1", None), "Switched 3 × Kobold Warrior to the current revision"),
        (MemberRemove("m1"), "Removed 3 × Kobold Warrior"),
    ],
)
def test_a_change_of_a_group_is_the_change_of_each_of_them(each: Change, words: str) -> None:
    change = all_of(each)
    one_by_one = [replace(each, member=member) for member in IDS]  # type: ignore[call-arg]  # all of them have one
    assert after(THREE, change) == after(THREE, *one_by_one)
    assert change.describe(THREE, BIG_BOOK) == words
    assert change_from_document(change_document(change)) == change


def test_items_are_changed_by_their_place() -> None:
    armed = after(THREE, all_of(ItemAdd("m1", "fiery-weapon")), all_of(ItemAdd("m1", "holy-water")))
    chosen = after(armed, all_of(ItemChoose("m1", 0, "Spear")), all_of(ItemReplace("m1", 1, "howdah")))
    carried = (ItemChoice("fiery-weapon", "Spear"), ItemChoice("howdah"))
    assert [member.items for member in chosen.roster.members] == [carried, (), carried, carried]
    assert {member.items for member in after(chosen, all_of(ItemRemove("m1", 0))).roster.members} == {(), carried[1:]}


def test_copies_and_minions_stand_behind_their_members_with_ids_of_their_own() -> None:
    copied = GroupChange(("m1", "m2"), MemberDuplicate("m1")).apply(draft(KOBOLD, KOBOLD), BIG_BOOK, 7)
    assert shape(copied) == [(name, "kobold-warrior", None) for name in ("m1", "m7", "m2", "m8")]
    druids = GroupChange(("m1", "m2"), MinionAdd("m1", "cat-companion"))
    assert shape(after(draft("kobold-druid", "kobold-druid"), druids)) == [
        ("m1", "kobold-druid", None),
        ("m3", "cat-companion", "m1"),
        ("m2", "kobold-druid", None),
        ("m4", "cat-companion", "m2"),
    ]


def test_a_fix_mends_the_problem_of_all() -> None:
    burdened = draft(*[replace(KOBOLD, items=(ItemChoice("holy-water"),))] * 2)
    fix = GroupChange(("m1", "m2"), FixTake("item.level_too_high", "m1", "holy-water", 0))
    assert codes(burdened) == ["item.level_too_high"] * 2
    assert codes(after(burdened, fix)) == []
    assert fix.describe(burdened, BIG_BOOK) == "Removed Holy Water from Kobold Warrior (2 members)"


def test_a_fix_that_mends_the_problem_of_all_at_once_is_made_once() -> None:
    few = draft(KOBOLD, KOBOLD, KOBOLD, collection={"kobold-warrior": 1})
    problems = check(few.roster, BIG_BOOK)
    assert [(problem.code, problem.subject.id) for problem in problems] == [
        ("collection.exceeded", "m2"),
        ("collection.exceeded", "m3"),
    ]
    both = ("m2", "m3")
    for number, left in ((0, ["m1"]), (1, ["m1", "m2", "m3"])):
        mended = after(few, GroupChange(both, FixTake("collection.exceeded", "m2", None, number)))
        assert (codes(mended), [member.id for member in mended.roster.members]) == ([], left)


def test_the_table_agrees_on_all_of_them() -> None:
    agreed = after(THREE, all_of(OverrideAdd("creature.banned", "old friends", "m1")))
    assert [(override.code, override.member) for override in agreed.roster.overrides] == [
        ("creature.banned", member_id) for member_id in IDS
    ]
    assert after(agreed, all_of(OverrideRemove("creature.banned", "m1"))) == THREE


def test_secrets_are_written_down_for_all_of_them() -> None:
    hidden = all_of(PositioningSet("m1", "false-object", bought=True))
    kept = after(THREE, hidden, all_of(SecretChoose("m1", "false-object", "the well")))
    assert kept.secrets == tuple(Secret(member_id, "false-object", "the well") for member_id in IDS)


def test_a_change_that_one_of_them_cannot_make_is_made_for_none() -> None:
    assert refused(THREE, all_of(UpgradeSet("m1", "tusk", bought=True))) == "The card has no upgrade “tusk”."
    assert (
        refused(THREE, GroupChange(("m1", "m9"), HeroPointsSet("m1", 1)))
        == "This creature is no longer in the warband."
    )


def test_members_that_are_no_longer_equal_are_not_changed_as_one() -> None:
    parted = after(THREE, HeroPointsSet("m3", 1))
    assert refused(parted, all_of(ExtrasGiveUp("m1", 1))) == "These creatures are no longer equal. Reload the page."
    named = after(THREE, MemberRename("m4", "Snik"))
    assert "no longer equal" in refused(named, all_of(HeroPointsSet("m1", 1)))


@every_row("each", [MemberAdd("boar"), ChangeSet((), "Nothing"), GroupChange(IDS, MemberRemove("m1"))])
def test_only_the_change_of_a_member_is_made_for_a_group(each: Change) -> None:
    with pytest.raises(RulesError):
        all_of(each)
    document = change_document(all_of(MemberRemove("m1"))) | {"each": change_document(each)}
    with pytest.raises(DocumentError) as fault:
        change_from_document(document)
    assert fault.value.path == "each.change"


def test_a_group_of_nobody_changes_nothing() -> None:
    nobody = GroupChange((), MemberRemove("m1"))
    assert after(THREE, nobody) == THREE
    assert nobody.describe(THREE, BIG_BOOK) == "Nothing"


@every_row(
    ("members", "before", "order"),
    [
        (IDS, None, "m2 m1 m3 m4"),
        (IDS, "m2", "m1 m3 m4 m2"),
        (("m2",), "m1", "m2 m1 m3 m4"),
    ],
)
def test_a_group_moves_as_one_past_whole_rows(members: tuple[str, ...], before: str | None, order: str) -> None:
    moved = after(THREE, GroupChange(members, MemberMove(members[0], before)))
    assert " ".join(member.id for member in moved.roster.members) == order


def test_a_form_names_the_members_of_a_group_beside_the_change_of_one() -> None:
    each = UpgradeSet("m1", "sling", bought=True)
    assert group_change_from_fields(change_fields(each) | group_fields(IDS)) == all_of(each)
    assert group_change_from_fields(change_fields(each) | group_fields(("m1",))) == each
    assert group_change_from_fields(change_fields(MemberAdd("boar"))) == MemberAdd("boar")
    for fields in (
        change_fields(MemberAdd("boar")) | group_fields(IDS),
        change_fields(each) | {"group": "[[]]"},
        change_fields(each) | {"group": "x" * 9_999},
    ):
        with pytest.raises(ChangeRefused):
            group_change_from_fields(fields)
