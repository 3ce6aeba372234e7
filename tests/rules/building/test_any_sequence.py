"""Whatever a player does in whatever order: the draft that comes out is sound, and the same however one got there."""

import json
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.building.changes import Change, ChangeSet
from rules.building.draft import MAX_NOTES, Draft, draft_document, draft_from_document, next_member_number
from rules.building.enlisting import ItemGift, MemberDismiss, MembersEnlist
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
from rules.building.fixes import FixTake, problem_place
from rules.building.groups import MEMBER, GroupChange
from rules.building.members import (
    MemberAdd,
    MemberBuy,
    MemberCreature,
    MemberDuplicate,
    MemberMove,
    MemberNotes,
    MemberRemove,
    MemberRename,
    MemberRevision,
    MinionAdd,
)
from rules.building.warband import (
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
from rules.documents.records import declared_parts
from rules.errors import ChangeRefused
from rules.legality.verdict import CODES, verdict
from rules.lengths import MAX_NAME
from rules.roster import HouseRules, Member, Roster, roster_document, roster_from_document
from rules.roster.commands import minion_groups
from rules.tables.play_modes import ROSTER_KEYS
from tests.examples import tried
from tests.rules.building.drafts import BIG_BOOK, draft
from tests.rules.legal import check
from tests.rules.rosters import rosters
from tests.rules.warbands import DRUID

members = st.sampled_from([f"m{number}" for number in range(1, 12)])
creatures = st.sampled_from([*BIG_BOOK.cards, "drgon", "Boar"])
item_keys = st.sampled_from(["holy-water", "fiery-weapon", "howdah", "wine", "spell-scroll-i"])
upgrades = st.sampled_from(["sling", "lance", "net", "hex", "wings"])
positioning = st.sampled_from([*BIG_BOOK.positioning, "ambush"])
small = st.integers(-1, 4)
bought = st.booleans()
lines = st.sampled_from(["", "Snik", "  two\nlines ", "\x00\ud800", "x" * MAX_NAME, "x" * (MAX_NAME + 1)])
texts = st.sampled_from(["", "bites\r\nhard", "\x07", "x" * MAX_NOTES, "x" * (MAX_NOTES + 1)])
codes = st.sampled_from([*CODES, "no.such.code"])
maybe = st.none() | members
house_rules = st.none() | st.builds(
    HouseRules,
    sources=st.none() | st.lists(st.sampled_from(["p2v-orc", "p2v-ogl", ""]), max_size=2).map(tuple),
    banned=st.lists(creatures, max_size=2).map(tuple),
    max_items_per_member=st.none() | small,
)

KINDS: dict[type[Change], st.SearchStrategy[Change]] = {
    WarbandRename: st.builds(WarbandRename, lines),
    PlayModeChoose: st.builds(PlayModeChoose, st.sampled_from([*ROSTER_KEYS, "3d"])),
    LimitSet: st.builds(LimitSet, st.none() | st.sampled_from([0, 30, 150, 200, 100_001])),
    AlignmentChoose: st.builds(AlignmentChoose, st.sampled_from([None, "LE", "TN", "XX"])),
    WarbandNotes: st.builds(WarbandNotes, texts),
    HouseRulesSet: st.builds(HouseRulesSet, house_rules),
    SourceAllow: st.builds(SourceAllow, st.sampled_from(["p2v-ogl", "", "\x00"])),
    BanLift: st.builds(BanLift, creatures),
    CollectionSet: st.builds(
        CollectionSet, st.none() | st.lists(st.tuples(creatures, st.integers(-1, 2)), max_size=3).map(tuple)
    ),
    OverrideAdd: st.builds(OverrideAdd, codes, lines, maybe),
    OverrideRemove: st.builds(OverrideRemove, codes, maybe),
    MemberAdd: st.builds(MemberAdd, creatures, st.just(1) | st.integers(-1, 13)),
    MembersEnlist: st.builds(MembersEnlist, rosters.map(lambda roster: roster.members)),
    MemberDuplicate: st.builds(MemberDuplicate, members),
    MemberRemove: st.builds(MemberRemove, members),
    MemberDismiss: st.builds(
        MemberDismiss, members, st.lists(st.builds(ItemGift, members, small, members), max_size=2).map(tuple)
    ),
    MemberMove: st.builds(MemberMove, members, maybe),
    MemberRename: st.builds(MemberRename, members, lines),
    MemberNotes: st.builds(MemberNotes, members, texts),
    MemberCreature: st.builds(MemberCreature, members, creatures),
    MemberRevision: st.builds(MemberRevision, members, st.none() | small),
    MemberBuy: st.builds(MemberBuy, members),
    MinionAdd: st.builds(MinionAdd, members, creatures),
    HeroPointsSet: st.builds(HeroPointsSet, members, small),
    UpgradeSet: st.builds(UpgradeSet, members, upgrades, bought),
    PositioningSet: st.builds(PositioningSet, members, positioning, bought),
    RepeatsRemove: st.builds(RepeatsRemove, members, upgrades | positioning),
    ExtrasGiveUp: st.builds(ExtrasGiveUp, members, small),
    ItemAdd: st.builds(ItemAdd, members, item_keys, st.none() | lines),
    ItemRemove: st.builds(ItemRemove, members, small),
    ItemChoose: st.builds(ItemChoose, members, small, lines),
    ItemReplace: st.builds(ItemReplace, members, small, item_keys),
    SecretChoose: st.builds(SecretChoose, members, positioning, lines),
    SecretReveal: st.builds(SecretReveal, members, positioning, bought),
    FixTake: st.builds(FixTake, codes, maybe, st.none() | item_keys, st.integers(-1, 2)),
}
changes = st.one_of(list(KINDS.values()))
of_groups = st.builds(
    GroupChange,
    st.lists(members, max_size=3).map(tuple),
    st.one_of([strategy for kind, strategy in KINDS.items() if MEMBER in declared_parts(kind)]),
)
several = st.lists(changes | of_groups, max_size=3).map(lambda parts: ChangeSet(tuple(parts), "Did several things"))
steps = st.lists(changes | of_groups | several | st.integers(0, 9), max_size=12)
starts = (
    st.just(draft()) | st.builds(Draft, rosters) | rosters.map(lambda roster: Draft(replace(roster, cards=(DRUID,))))
)

Step = Change | int
"""A change, or the first fix of one of the problems that there are."""


def made(start: Draft, step: Step) -> tuple[Draft, str]:
    """Return the draft after a step, and what the step did in words: nothing when it is refused."""
    change = step if isinstance(step, Change) else _fix(start, step)
    if change is None:
        return start, ""
    try:
        return change.apply(start, BIG_BOOK), change.describe(start, BIG_BOOK)
    except ChangeRefused as refused:
        return start, f"“{refused.message}”"


def _fix(start: Draft, number: int) -> FixTake | None:
    problems = check(start.roster, BIG_BOOK)
    return FixTake(*problem_place(problems[number % len(problems)]), 0) if problems else None


def folded(start: Draft, steps: Sequence[Step]) -> Draft:
    for step in steps:
        start, _ = made(start, step)
    return start


def stored(warband: Draft) -> Draft:
    """Return the draft as it comes back from where it is stored."""
    return draft_from_document(json.loads(json.dumps(draft_document(warband))))


def test_every_kind_of_change_is_among_the_steps() -> None:
    assert {*KINDS, ChangeSet, GroupChange} == set(Change.by_kind.values())


@settings(max_examples=tried(60))
@given(starts, steps)
def test_any_steps_end_at_what_is_built_at_once(start: Draft, steps: list[Step]) -> None:
    end = folded(start, steps).roster
    at_once = Roster(
        members=tuple(Member(**{name: getattr(member, name) for name in Member.__slots__}) for member in end.members),
        name=end.name,
        play_mode=end.play_mode,
        points_limit=end.points_limit,
        alignment=end.alignment,
        collection=None if end.collection is None else dict(end.collection),
        house_rules=end.house_rules,
        overrides=end.overrides,
        cards=end.cards,
    )
    assert at_once == end
    exported = roster_from_document(json.loads(json.dumps(roster_document(end, references=True))))
    assert exported == end
    assert verdict(at_once, BIG_BOOK) == verdict(exported, BIG_BOOK) == verdict(end, BIG_BOOK)


@settings(max_examples=tried(60))
@given(starts, steps)
def test_it_does_not_matter_where_one_stops_and_goes_on(start: Draft, steps: list[Step]) -> None:
    end = folded(start, steps)
    for split in range(len(steps) + 1):
        before = stored(folded(start, steps[:split]))
        assert folded(before, steps[split:]) == end


@settings(max_examples=tried(60))
@given(starts, steps)
def test_every_draft_on_the_way_is_sound(start: Draft, steps: list[Step]) -> None:
    for step in steps:
        after, words = made(start, step)
        ids = [member.id for member in after.roster.members]
        assert len(set(ids)) == len(ids)
        assert [member.index for member in verdict(after.roster, BIG_BOOK).members] == list(range(len(ids)))
        assert set(after.member_notes) <= set(ids)
        assert all(after.member_notes.values())
        disguises = {(member.id, key) for member in after.roster.members for key in member.positioning}
        assert {(secret.member, secret.positioning) for secret in after.secrets} <= disguises
        assert all(secret.revealed for secret in after.shared.secrets)
        assert "None" not in words
        assert words.isprintable()
        start = after


@settings(max_examples=tried(40))
@given(starts, st.lists(changes, max_size=6), members, maybe)
def test_a_move_keeps_everybody_and_puts_minions_behind_their_commanders(
    start: Draft, steps: list[Step], member: str, to: str | None
) -> None:
    before = folded(start, steps)
    after, _ = made(before, MemberMove(member, to))
    assert sorted(map(repr, after.roster.members)) == sorted(map(repr, before.roster.members))
    if after != before:
        assert [member for group in minion_groups(after.roster.members) for member in group.members] == list(
            after.roster.members
        )


@settings(max_examples=tried(60))
@given(starts, steps)
def test_an_id_that_was_given_is_never_given_again(start: Draft, steps: list[Step]) -> None:
    counter, given = next_member_number(start), {member.id for member in start.roster.members}
    for step in steps:
        change = step if isinstance(step, Change) else _fix(start, step)
        before = {member.id for member in start.roster.members}
        try:
            start = change.apply(start, BIG_BOOK, counter) if change else start
        except ChangeRefused:
            continue
        new = {member.id for member in start.roster.members} - before
        assert not new & given
        counter, given = next_member_number(start, counter), given | new
