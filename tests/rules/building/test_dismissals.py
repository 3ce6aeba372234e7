"""Dismissing a member: its minions go with it, and its items go where they are given."""

import pytest

from rules.building.enlisting import ItemGift, MemberDismiss, possible_carriers
from rules.errors import ChangeRefused
from rules.roster import Member
from rules.roster.model import ItemChoice
from tests.rules.building.drafts import BIG_BOOK, draft

WATER = ItemChoice("holy-water")
DRAFT = draft(
    Member("kobold-warrior", "m1", name="Snik", items=(WATER, WATER)),
    Member("kobold-warrior", "m2", minion_of="m1", items=(WATER,)),
    Member("boar", "m3", name="Old Boar"),
)


def test_a_dismissed_member_takes_its_minions_and_its_items_along():
    after = MemberDismiss("m1").apply(DRAFT, BIG_BOOK)
    assert [(member.id, member.items) for member in after.roster.members] == [("m3", ())]


def test_items_go_to_whom_they_are_given():
    change = MemberDismiss("m1", (ItemGift("m1", 1, "m3"), ItemGift("m2", 0, "m3")))
    assert change.apply(DRAFT, BIG_BOOK).roster.members[0].items == (WATER, WATER)
    assert "gave 2 × Holy Water to Old Boar" in change.describe(DRAFT, BIG_BOOK)


@pytest.mark.parametrize(
    ("gifts", "message"),
    [
        ((ItemGift("m1", 5, "m3"),), "No one who leaves carries that item"),
        ((ItemGift("m3", 0, "m3"),), "No one who leaves carries that item"),
        ((ItemGift("m1", 0, "m2"),), "a member that stays"),
        ((ItemGift("m1", 0, "m9"),), "no longer in the warband"),
        ((ItemGift("m1", 0, "m3"), ItemGift("m1", 0, "m3")), "only once"),
    ],
)
def test_what_cannot_be_handed_on_is_refused(gifts: tuple[ItemGift, ...], message: str):
    with pytest.raises(ChangeRefused, match=message):
        MemberDismiss("m1", gifts).apply(DRAFT, BIG_BOOK)


def test_items_are_offered_to_those_who_stay_and_may_carry_them():
    offered = possible_carriers(WATER, frozenset({"m1", "m2"}), DRAFT, BIG_BOOK)
    assert [offer.id for offer in offered] == ["m3"]
    assert possible_carriers(WATER, frozenset({"m3"}), DRAFT, BIG_BOOK) == ()  # kobolds are below level 1
    assert possible_carriers(ItemChoice("no-such-item"), frozenset(), DRAFT, BIG_BOOK) == ()
