"""Numbers that tell namesakes of a warband apart, given at joining and never to another."""

from rules.careers import begin, play
from rules.careers.events import MemberChanged, MemberDismissed, MemberJoined
from rules.careers.state import numbered_creatures, state_document, state_from_document
from rules.roster import Member
from tests.rules.warbands import BOOK


def kobold(key: str, name: str = "") -> Member:
    return Member("kobold-warrior", key, name)


def names(state):
    return {career.id: career.name for career in state.members}


def test_members_of_one_creature_carry_numbers_and_the_only_one_of_its_creature_none():
    state = begin([kobold("m1"), Member("boar", "m2"), kobold("m3")], BOOK)
    assert names(state) == {"m1": "Kobold Warrior 1", "m2": "Boar", "m3": "Kobold Warrior 2"}


def test_a_number_is_never_given_anew_after_a_dismissal():
    state = begin([kobold("m1"), kobold("m2")], BOOK)
    state = play(state, [MemberDismissed(id="e1", member="m1"), MemberJoined(id="e2", member=kobold("m3"))], BOOK).state
    assert names(state) == {"m1": "Kobold Warrior 1", "m2": "Kobold Warrior 2", "m3": "Kobold Warrior 3"}


def test_a_member_that_is_given_a_name_leaves_the_numbers_of_the_others():
    state = begin([kobold("m1"), kobold("m2")], BOOK)
    state = play(state, [MemberChanged(id="e1", member=kobold("m1", "Snik"))], BOOK).state
    assert names(state) == {"m1": "Snik", "m2": "Kobold Warrior 2"}


def test_members_keep_their_numbers_when_the_joining_of_a_namesake_is_undone():
    state = begin([kobold("m1"), Member("boar", "m2")], BOOK).with_undone(["Kobold Warrior", "Kobold Warrior", "Boar"])
    assert names(state) == {"m1": "Kobold Warrior", "m2": "Boar"}
    state = play(state, [MemberJoined(id="e2", member=kobold("m3"))], BOOK).state.with_undone(["Kobold Warrior"])
    state = play(state, [MemberJoined(id="e3", member=kobold("m4"))], BOOK).state
    assert names(state) == {
        "m1": "Kobold Warrior 1",
        "m2": "Boar",
        "m3": "Kobold Warrior 4",
        "m4": "Kobold Warrior 6",
    }
    assert numbered_creatures(state)["m4"] == "Kobold Warrior 6"
    assert state_from_document(state_document(state)) == state
    assert "undone" not in state_document(begin([kobold("m1")], BOOK))


def test_a_named_member_still_has_the_number_with_which_it_joined():
    state = begin([kobold("m1"), kobold("m2", "Snik"), Member("boar", "m3", "Tusk")], BOOK)
    assert numbered_creatures(state) == {"m1": "Kobold Warrior 1", "m2": "Kobold Warrior 2"}


def test_equal_names_are_told_apart_too():
    state = begin([kobold("m1", "Pip"), Member("boar", "m2", "Pip"), kobold("m3")], BOOK)
    assert names(state) == {"m1": "Pip 1", "m2": "Pip 2", "m3": "Kobold Warrior 2"}


def test_no_document_has_the_numbers_and_a_stored_state_derives_them():
    state = begin([kobold("m1"), kobold("m2")], BOOK)
    document = state_document(state)
    assert all("number" not in member for member in document["members"])
    assert names(state_from_document(document)) == names(state)
