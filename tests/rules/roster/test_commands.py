"""Commanders and their minions: who comes along with whom."""

from dataclasses import replace
from itertools import count

import pytest

from rules.cards.model import Card
from rules.roster import Member
from rules.roster.commands import (
    MinionGroup,
    chain_of_command,
    count_minions,
    enlist,
    free_minions,
    minion_group,
    minion_groups,
    missing_minions,
)
from tests.rules.warbands import BOOK, PACK_LEADER, STATS

CAT = Member("cat-companion", id="cat", minion_of="druid")
DRUID = Member("kobold-druid", id="druid")
TANGLED = (
    CAT,
    Member("boar", id="self", minion_of="self"),
    Member("chief", id="one", minion_of="two"),
    Member("shaman", id="two", minion_of="one"),
    Member("wolf", id="of-two", minion_of="two"),
    Member("wolf", id="lost", minion_of="gone"),
    DRUID,
)


def ids(group: MinionGroup) -> list[str]:
    return [member.id for member in group.members]


def test_groups_are_found_wherever_their_members_stand() -> None:
    assert list(map(ids, minion_groups(TANGLED))) == [
        ["self"],
        ["one"],
        ["two"],
        ["of-two"],
        ["lost"],
        ["druid", "cat"],
    ]
    assert ids(minion_group(TANGLED[2], TANGLED)) == ["one", "two", "of-two"]
    assert ids(minion_group(TANGLED[1], TANGLED)) == ["self"]


def test_only_minions_that_follow_are_grouped_with_their_commander() -> None:
    assert list(map(ids, minion_groups([DRUID, CAT], following={"cat"}))) == [["druid", "cat"]]
    assert list(map(ids, minion_groups([DRUID, CAT], following=()))) == [["druid"], ["cat"]]


def test_a_minion_of_a_minion_stands_behind_its_own_commander() -> None:
    chief = Member("chief", id="chief")
    druid, second = replace(DRUID, minion_of="chief"), Member("wolf", id="wolf", minion_of="chief")
    assert list(map(ids, minion_groups([chief, second, druid, CAT]))) == [["chief", "wolf", "druid", "cat"]]
    assert [member.id for member in chain_of_command(CAT, [CAT, druid, chief])] == ["chief", "druid", "cat"]


def test_a_chain_of_command_that_turns_back_ends() -> None:
    assert [member.id for member in chain_of_command(TANGLED[2], TANGLED)] == ["two", "one"]


@pytest.mark.parametrize(("most", "total"), [(100, 4), (2, 3)])
def test_a_creature_is_enlisted_with_its_minions(most: int, total: int) -> None:
    numbers = (f"m{number}" for number in count(1))
    new = enlist("pack-leader", numbers, lambda member: BOOK.card(member.creature), most=most)
    assert [(member.id, member.creature, member.minion_of) for member, _ in new] == [
        ("m1", "pack-leader", None),
        ("m2", "wolf", "m1"),
        ("m3", "wolf", "m1"),
        ("m4", "cat-companion", "m1"),
    ][:total]
    assert new[0][1] is PACK_LEADER


def test_nobody_brings_its_own_commander() -> None:
    cards = {
        key: Card(key, key.title(), 1, "LE", "Small", STATS, starts_with=(other,))
        for key, other in (("egg", "hen"), ("hen", "egg"))
    }
    numbers = (f"m{number}" for number in count(1))
    assert [member.creature for member, _ in enlist("egg", numbers, lambda member: cards[member.creature], most=9)] == [
        "egg",
        "hen",
    ]


def test_each_kind_of_minion_is_missed_by_its_number() -> None:
    present = count_minions([Member("wolf", minion_of="p"), Member("cat-companion", minion_of="other")])
    assert list(missing_minions("p", PACK_LEADER, present)) == [("wolf", 2, 1), ("cat-companion", 1, 1)]


def test_a_commander_brings_as_many_as_its_card_names_those_with_the_lower_ids() -> None:
    wolves = [Member("wolf", id=f"m{number}", minion_of="p") for number in (10, 9, 8)]
    members = [*wolves, Member("pack-leader", id="p")]
    assert free_minions(members, [BOOK.card(member.creature) for member in members]) == {"m8", "m9"}
