"""Equal members as one group."""

from collections.abc import Callable
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from rules.building.draft import Draft, Secret
from rules.building.groups import without_id
from rules.roster import ItemChoice, Member, Override, Roster
from rules.sheets.members import MemberGroup, member_groups
from tests.rows import every_row
from tests.rules.building.drafts import draft
from tests.rules.laid_out import roster_sheet
from tests.rules.rosters import rosters
from tests.rules.warbands import BOOK

KOBOLD = Member("kobold-warrior")
ARMED = replace(KOBOLD, upgrades=("sling", "lance"), items=(ItemChoice("holy-water"),), hero_points=1)

few_kinds = st.builds(
    Member,
    creature=st.sampled_from(["kobold-warrior", "boar"]),
    name=st.sampled_from(["", "", "Snik"]),
    upgrades=st.sampled_from([(), ("sling", "lance"), ("lance", "sling")]),
    items=st.sampled_from([(), (ItemChoice("holy-water"),)]),
    hero_points=st.integers(0, 1),
    minion_of=st.sampled_from([None, None, "m1"]),
)
"""Members of which many are equal."""
alike = st.lists(few_kinds, max_size=9).map(lambda members: Roster(tuple(members), points_limit=200))


def groups_of(warband: Draft) -> tuple[MemberGroup, ...]:
    return member_groups(roster_sheet(warband, BOOK))


def ids(warband: Draft) -> list[tuple[str, ...]]:
    return [group.ids for group in groups_of(warband)]


@given(rosters | alike)
def test_every_member_is_in_one_group_in_the_order_of_the_first_members(roster: Roster) -> None:
    groups = groups_of(Draft(roster))
    order = {member.id: place for place, member in enumerate(roster.members)}
    assert sorted(id_ for group in groups for id_ in group.ids) == sorted(order)
    assert [order[group.ids[0]] for group in groups] == sorted(order[group.ids[0]] for group in groups)
    assert all(list(group.ids) == sorted(group.ids, key=order.__getitem__) for group in groups)
    assert sum(group.points for group in groups) == roster_sheet(Draft(roster), BOOK).points


@given(rosters | alike)
def test_members_of_a_group_are_equal_but_for_their_ids_and_have_no_name(roster: Roster) -> None:
    members = {member.id: member for member in roster.members}
    leaders = {member.minion_of for member in roster.members}
    for group in groups_of(Draft(roster)):
        if group.number > 1:
            assert len({without_id(members[id_]) for id_ in group.ids}) == 1
            assert not any(members[id_].name or id_ in leaders for id_ in group.ids)
            assert len({(member.points, member.is_free, member.notes) for member in group.members}) == 1


@given(rosters | alike)
def test_two_groups_never_hold_equal_members(roster: Roster) -> None:
    sheet = roster_sheet(Draft(roster), BOOK)
    leaders = {member.minion_of for member in roster.members}
    agreed = {override.member: override for override in roster.overrides}
    facts = [
        (without_id(first.enlisted), first.is_free, first.id in agreed)
        for first in (group.first for group in member_groups(sheet))
        if not first.own_name and first.id not in leaders and first.id not in agreed
    ]
    assert len(set(facts)) == len(facts)


def test_a_group_stands_where_its_first_member_stands() -> None:
    groups = groups_of(draft(KOBOLD, "boar", KOBOLD, "wolf", "boar", KOBOLD))
    assert [(group.called, group.ids, group.points) for group in groups] == [
        ("3 × Kobold Warrior", ("m1", "m3", "m6"), 27),
        ("2 × Boar", ("m2", "m5"), 36),
        ("Wolf", ("m4",), 12),
    ]


def test_the_order_in_which_upgrades_were_bought_does_not_matter() -> None:
    assert ids(draft(ARMED, replace(ARMED, upgrades=("lance", "sling")))) == [("m1", "m2")]


@every_row(
    "part",
    [
        lambda member: replace(member, name="Snik"),
        lambda member: replace(member, creature="boar"),
        lambda member: replace(member, upgrades=("sling",)),
        lambda member: replace(member, upgrades=("sling", "lance", "lance")),
        lambda member: replace(member, items=()),
        lambda member: replace(member, items=(ItemChoice("holy-water", "any"),)),
        lambda member: replace(member, positioning=("false-object",)),
        lambda member: replace(member, hero_points=2),
        lambda member: replace(member, revision=1),
        lambda member: replace(member, minion_of="m9"),
    ],
)
def test_whatever_tells_members_apart_parts_them(part: Callable[[Member], Member]) -> None:
    assert ids(draft(ARMED, part(ARMED), ARMED)) == [("m1", "m3"), ("m2",)]


def test_two_of_one_name_stand_by_themselves() -> None:
    snik = replace(KOBOLD, name="Snik")
    assert ids(draft(snik, snik)) == [("m1",), ("m2",)]


def test_notes_secrets_and_agreements_part_members() -> None:
    start = draft(*[replace(KOBOLD, positioning=("false-object",))] * 3)
    assert ids(start) == [("m1", "m2", "m3")]
    assert ids(replace(start, member_notes={"m2": "bites"})) == [("m1", "m3"), ("m2",)]
    assert ids(replace(start, member_notes=dict.fromkeys(("m1", "m2", "m3"), "bites"))) == [("m1", "m2", "m3")]
    hidden = replace(start, secrets=(Secret("m3", "false-object", "the well"),))
    assert ids(hidden) == [("m1", "m2"), ("m3",)]
    agreed = replace(start.roster, overrides=(Override("creature.banned", "a friend", "m1"),))
    assert ids(replace(start, roster=agreed)) == [("m1",), ("m2", "m3")]


def test_others_do_not_learn_from_a_group_that_secrets_differ() -> None:
    start = draft(*[replace(KOBOLD, positioning=("false-object",))] * 2)
    hidden = replace(start, secrets=(Secret("m2", "false-object", "the well"),))
    assert ids(hidden.shared) == [("m1", "m2")]


def test_a_commander_stands_by_itself_and_its_equal_minions_together() -> None:
    cat = Member("cat-companion", minion_of="m1")
    start = draft("kobold-druid", cat, cat, "kobold-druid", "kobold-druid")
    # The second cat is one more than the druid brings: it costs points.
    assert ids(start) == [("m1",), ("m2",), ("m3",), ("m4", "m5")]
    assert ids(draft("pack-leader", *[Member("wolf", minion_of="m1")] * 2)) == [("m1",), ("m2", "m3")]


def test_careers_part_members() -> None:
    sheet = roster_sheet(draft(KOBOLD, KOBOLD, KOBOLD), BOOK)
    first, second, third = sheet.members
    told = replace(sheet, members=(first, replace(second, career=("Fight 4 = 3 + 1",)), third))
    assert [group.ids for group in member_groups(told)] == [("m1", "m3"), ("m2",)]
    assert first.card
    own = replace(sheet, members=(first, replace(second, card=replace(first.card, emblem="own")), third))
    assert [group.ids for group in member_groups(own)] == [("m1", "m3"), ("m2",)]
    untold = replace(sheet, members=(first, second, replace(third, career_state="one advance")))
    assert [group.ids for group in member_groups(untold)] == [("m1", "m2"), ("m3",)]


def test_a_problem_of_a_group_is_told_once_with_those_who_have_it() -> None:
    owned = draft(KOBOLD, KOBOLD, KOBOLD, collection={"kobold-warrior": 1})
    (group,) = groups_of(owned)
    assert [(problem.line.code, problem.line.member, problem.members) for problem in group.problems] == [
        ("collection.exceeded", "m2", ("m2", "m3"))
    ]
    burdened = draft(*[replace(KOBOLD, items=(ItemChoice("holy-water"),))] * 2)
    (group,) = groups_of(burdened)
    assert [(problem.line.code, problem.members) for problem in group.problems] == [
        ("item.level_too_high", ("m1", "m2"))
    ]
