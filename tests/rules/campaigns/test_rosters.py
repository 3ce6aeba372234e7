"""Edits of a roster: what they say, what they refuse, and that they can be done to another roster."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.campaigns.rosters import MemberEdit, RosterEdit, roster_edit, same_members
from rules.errors import ChangeRefused
from rules.roster.model import ItemChoice, Member, Roster

HOLY, FIERY = ItemChoice("holy-water"), ItemChoice("fiery-weapon", "Tusk")
SNIK = Member("kobold-warrior", "m1", name="Snik", upgrades=("sling",), items=(HOLY, HOLY), revision=1)
BOAR = Member("boar", "m2")

members = st.builds(
    lambda upgrades, items, name: replace(SNIK, upgrades=tuple(upgrades), items=tuple(items), name=name),
    st.lists(st.sampled_from(("sling", "spear")), max_size=3),
    st.lists(st.sampled_from((HOLY, FIERY)), max_size=4),
    st.sampled_from(("Snik", "Snak", "")),
)


def test_an_edit_says_what_was_added_and_removed():
    changed = replace(SNIK, name="Snak", upgrades=(), items=(HOLY, FIERY))
    edit = roster_edit(Roster((SNIK, BOAR), name="Ash"), Roster((changed, Member("boar", "m3")), name="Snow"))
    assert edit == RosterEdit(
        joined=(Member("boar", "m3"),),
        dismissed=("m2",),
        changed=(MemberEdit("m1", "Snak", upgrades_removed=("sling",), items_added=(FIERY,), items_removed=(HOLY,)),),
        name="Snow",
    )


def test_the_order_of_members_and_items_is_no_change():
    before = Roster((replace(SNIK, items=(HOLY, FIERY)), BOAR))
    assert roster_edit(before, Roster((BOAR, replace(SNIK, items=(FIERY, HOLY))))) == RosterEdit()


@given(members, members)
def test_an_edit_leads_from_one_member_to_the_other(before, after):
    edit = roster_edit(Roster((before,)), Roster((after,)))
    member = edit.changed[0].apply(before) if edit.changed else before
    assert same_members([member], [after])


def test_what_a_member_does_not_have_cannot_be_taken_from_it():
    assert MemberEdit("m1", items_removed=(FIERY,), upgrades_removed=("spear",)).apply(SNIK) == SNIK


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"creature": "boar"}, "keeps its creature"),
        ({"revision": None}, "new revision"),
        ({"revision": 2}, "new revision"),
        ({"minion_of": "m2"}, "keeps its commander"),
        ({"hero_points": 1}, "you buy hero points"),
    ],
)
def test_what_no_one_may_do_within_a_campaign_is_refused(change, message):
    with pytest.raises(ChangeRefused, match=message):
        roster_edit(Roster((SNIK, BOAR)), Roster((replace(SNIK, **change), BOAR)))
