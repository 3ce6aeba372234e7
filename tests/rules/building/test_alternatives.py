"""Alternatives to a draft: changes of one member each, as legal as the draft, for as many points."""

from compendium.builtin import built_in_cards
from rules.building.alternatives import MOST_CREATURES_INSTEAD, alternatives, apply_changes
from rules.building.draft import Draft
from rules.building.members import MemberCreature, MemberRemove
from rules.legality.resolved import Rulebook
from rules.legality.verdict import verdict
from rules.roster import Member, Roster

CARDS = tuple(built_in_cards())
BOOK = Rulebook.of(*CARDS)


def draft_of_members(*creatures: str, limit: int = 80) -> Draft:
    members = tuple(Member(creature, id=f"m{number}") for number, creature in enumerate(creatures, start=1))
    return Draft(Roster(play_mode="unlimited", points_limit=limit, members=members))


def test_alternatives_are_legal_and_within_the_limit():
    draft = draft_of_members("boar", "kobold-warrior")
    offered = alternatives(draft, BOOK, CARDS, 100)
    for changes in offered:
        after = verdict(apply_changes(draft, changes, BOOK).roster, BOOK)
        assert after.legal
        assert after.points <= 80
    swaps = [changes[-1] for changes in offered if isinstance(changes[-1], MemberCreature)]
    assert len([swap for swap in swaps if swap.member == "m1"]) == MOST_CREATURES_INSTEAD
    assert {(MemberRemove("m1"),), (MemberRemove("m2"),)} <= set(offered)


def test_members_that_are_alike_have_one_alternative_and_a_last_member_stays():
    twice = alternatives(draft_of_members("boar", "boar"), BOOK, CARDS, 100)
    assert {change.member for changes in twice for change in changes} == {"m1"}
    alone = alternatives(draft_of_members("boar"), BOOK, CARDS, 100)
    assert (MemberRemove("m1"),) not in alone


def test_the_alternatives_of_all_members_come_in_turn():
    few = alternatives(draft_of_members("boar", "kobold-warrior"), BOOK, CARDS, 4)
    assert [changes[-1].member for changes in few] == ["m1", "m2", "m1", "m2"]
