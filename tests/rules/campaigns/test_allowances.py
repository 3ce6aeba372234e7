"""Allowances of latecomers: what is left, which dice are next, and what is wrong with a journal."""

from dataclasses import replace
from typing import Any

import pytest

from rules.campaigns.allowances import Allowance, AllowanceJournal, allowance_fault, allowance_series
from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.warbands import AllowanceGiven, AllowanceRolled
from rules.campaigns.files import FiledSeed
from rules.campaigns.journal import NumberedEvent, seed_commitment
from rules.campaigns.receipts import roll_receipt, server_rolls
from rules.campaigns.sentences import JournalNames, dice_words
from rules.careers.aftermath import granted_roll
from rules.careers.events import AdvanceGranted
from rules.dice import SeededRoller
from tests.rows import every_row

SEED = b"an example, not a secret"
GIVEN = AllowanceGiven(3, 2, 40, 4, 3, "joins late")


def rolled(number: int = 1, **more: Any) -> AllowanceRolled:
    return replace(AllowanceRolled(3, 2, "m1", number, (1, 2, 3), "seeded", 1), **more)


def entries(*events: CampaignEvent) -> list[NumberedEvent]:
    return [NumberedEvent(number, event) for number, event in enumerate(events, start=1)]


def undo(entry: int) -> EntryVoided:
    return EntryVoided(entry, "a slip")


@every_row(
    ("members", "left", "of_first"),
    [
        ((), 4, 3),
        (("m1",), 3, 2),
        (("m1", "m1", "m1"), 1, 0),
        (("m1", "m2", "m2"), 1, 1),
        (("m1", "m2", "m2", "m2"), 0, 0),
        (("m9", "m9", "m9"), 1, 1),
    ],
)
def test_what_is_left(members, left, of_first):
    allowance = Allowance(0, 4, 3, members)
    assert (allowance.left(["m1", "m2"]), allowance.left_of("m1")) == (left, of_first)


def test_members_that_have_all_they_can_leave_the_rest():
    assert Allowance(0, 10, 2, ("m1",)).left(["m1", "m2"]) == 3


@every_row(
    ("events", "number"),
    [
        ((), 1),
        ((rolled(),), 2),
        ((rolled(), undo(2)), 1),
        ((rolled(), rolled(2), undo(2)), 1),
        ((rolled(), rolled(2), undo(3)), 2),
        ((rolled(), rolled(2), undo(3), undo(2)), 1),
        ((rolled(), undo(2), undo(3)), 2),
        ((rolled(), rolled(member="m2")), 2),
    ],
)
def test_the_next_dice_of_a_member(events, number):
    journal = AllowanceJournal()
    assert not any(journal.read(entry) for entry in entries(GIVEN, *events))
    assert journal.next_number(3, "m1") == number


@every_row(
    ("events", "fault"),
    [
        ((GIVEN, rolled(), undo(2), rolled(fell=2)), None),
        ((GIVEN, undo(1), GIVEN), None),
        ((GIVEN, rolled(origin="entered", epoch=None), undo(2), rolled(faces=(6, 6, 6))), None),
        ((GIVEN, GIVEN), 2),
        ((rolled(),), 1),
        ((GIVEN, rolled(), undo(1)), 3),
        ((GIVEN, rolled(2)), 2),
        ((GIVEN, rolled(), rolled()), 3),
        ((GIVEN, rolled(), undo(2), rolled(2)), 4),
        ((GIVEN, rolled(), undo(2), rolled()), 4),
        ((GIVEN, rolled(), undo(2), rolled(faces=(6, 6, 6), fell=2)), 4),
        ((GIVEN, rolled(), undo(2), rolled(epoch=2, fell=2)), 4),
        ((GIVEN, rolled(), undo(2), rolled(origin="entered", epoch=None)), 4),
        ((GIVEN, rolled(), undo(2), rolled(fell=2), undo(3)), 5),
        ((GIVEN, rolled(faces=(1, 2))), 2),
        ((GIVEN, rolled(faces=(1, 2, 7))), 2),
        ((GIVEN, *(rolled(number) for number in (1, 2, 3, 4))), 5),
        ((GIVEN, *(rolled(member=member) for member in ("m1", "m2", "m3", "m4", "m5"))), 6),
        ((GIVEN, rolled(), EntryCorrected(2, rolled(faces=(6, 6, 6)), "a slip")), 3),
        ((EntryCorrected(1, GIVEN, "a slip"),), 1),
    ],
)
def test_the_first_entry_that_is_wrong(events, fault):
    first_fault = allowance_fault(entries(*events))
    assert (first_fault[0] if first_fault else None) == fault


@pytest.mark.parametrize(("faces", "gave"), [((1, 2, 3), "Armor +1"), ((1, 1, 1, 4, 5, 6), "Fight +1")])
def test_a_granted_advance_is_a_roll_with_its_rerolls(faces, gave):
    roll = granted_roll(AdvanceGranted(member="m1", faces=faces))
    assert (roll.faces, roll.rerolls) == (faces[:3], (faces[3:],) if faces[3:] else ())
    (die,) = dice_words(rolled(faces=faces), JournalNames())
    assert (die.faces, die.gave) == (faces, gave)


def test_dice_that_fell_under_an_earlier_seed_stay_proven():
    place = allowance_series(3, "m1").place(1)
    assert place == ("w3.m1", "allowance", 1)
    faces = SeededRoller(SEED).roll(3, 6, reason="An advance", place=place).faces
    later = b"another seed"
    seeds = [FiledSeed(1, 1, seed_commitment(SEED), SEED), FiledSeed(2, 5, seed_commitment(later), later)]
    events = [NumberedEvent(3, rolled(faces=faces)), NumberedEvent(7, rolled(faces=faces, fell=3))]
    receipts = [roll_receipt(roll, seeds) for roll in server_rolls(events)]
    assert [(receipt.verification, receipt.scenario, receipt.place) for receipt in receipts] == [
        ("right", None, place)
    ] * 2
    (forged,) = (roll_receipt(roll, seeds) for roll in server_rolls([NumberedEvent(7, rolled(faces=faces))]))
    assert forged.verification == "different"
