"""The places of dice in a journal of scenarios: which ones are next, and which entry is the first wrong one."""

from dataclasses import replace
from typing import Any

from rules.campaigns.dice_journal import dice_fault
from rules.campaigns.events import CampaignEvent, event_document, event_from_document
from rules.campaigns.events.campaign import SeedCommitted
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.scenarios import (
    DiceRolled,
    ScenarioCanceled,
    ScenarioCommitted,
    ScenarioOpened,
    ScenarioPlanned,
    ScenarioReported,
    WarbandFielded,
    WarbandWithdrawn,
)
from rules.campaigns.fallen_dice import DiceSeries
from rules.campaigns.files import FiledSeed
from rules.campaigns.journal import NumberedEvent, seed_commitment
from rules.campaigns.receipts import audit_dice, roll_receipt, server_rolls
from rules.campaigns.scenarios import Elimination, RollRecord, ScenarioPlan, ScenarioReport
from rules.campaigns.settings import CampaignSettings
from rules.dice import Place, SeededRoller
from tests.rows import every_row
from tests.rules.campaigns.receipts import REVEALED, REVEALING, SEED, campaign

BEFORE = 3
"""The entries with which each campaign of these tests begins: the next one is entry 4."""


def begun(scenario: int, *members: str, eliminated: tuple[str, ...] = ()) -> tuple[CampaignEvent, ...]:
    """Return four entries: a scenario is planned, opened, fielded and reported."""
    report = ScenarioReport(eliminated=tuple(Elimination(1, member) for member in eliminated))
    return (
        ScenarioPlanned(scenario, ScenarioPlan(warbands=(1,))),
        ScenarioOpened(scenario, CampaignSettings()),
        WarbandFielded(scenario, 1, members, (), 10, ""),
        ScenarioReported(scenario, report),
    )


def faces(place: Place, purpose: str = "advance", seed: bytes = SEED) -> tuple[int, ...]:
    return SeededRoller(seed).roll(3 if purpose == "advance" else 1, 6, reason="", place=place).faces


def roll(nth: int, *, member: str = "m1", purpose: Any = "advance", fell: int | None = None, **more: Any) -> Any:
    """Return a roll of the server at a place of the member's series."""
    place = (f"w1.{member}", purpose, nth)
    rolled = RollRecord(1, member, purpose, faces(place, purpose), "seeded", 1, 1, place, fell)
    return replace(rolled, **more)


def earlier(scenario: int, **more: Any) -> RollRecord:
    """Return a roll as in journals from before there were series."""
    place = DiceSeries(1, "m1", "advance").scenario_place(scenario, 1)
    return RollRecord(1, "m1", "advance", faces(place), "seeded", 1, 1, **more)


def dice(scenario: int, *rolls: RollRecord) -> DiceRolled:
    return DiceRolled(scenario, rolls)


ENTERED = RollRecord(1, "m1", "advance", (6, 6, 6), "entered")
FIRST = (*begun(1, "m1"), dice(1, roll(1)))
"""A scenario in which a member rolled, in entry 8."""
CANCELED = (*FIRST, ScenarioCanceled(1, "rain"), *begun(2, "m1"))
APPLIED = (*FIRST, ScenarioCommitted(1, 1), *begun(2, "m1"))
WITHDRAWN = (*FIRST, WarbandWithdrawn(1, 1), *begun(2, "m1"))
UNDONE = (*FIRST, ScenarioCommitted(1, 1), EntryVoided(9, "typo"), *begun(2, "m1"))


def fault(*events: CampaignEvent) -> int | None:
    """Return the first wrong entry of a campaign, counted from 1 without those with which it began."""
    file = campaign(*events, REVEALING, **REVEALED)
    audit = audit_dice(file)
    places = [fault.entry for fault in audit.faults if fault.code == "dice.wrong"]
    assert all(receipt.verification == "right" for receipt in audit.receipts) or places
    return places[0] - BEFORE if places and places[0] else None


@every_row(
    ("events", "wrong"),
    [
        (FIRST, None),
        ((*begun(1, "m1"), dice(1, roll(2))), 5),
        ((*begun(1, "m1"), dice(1, roll(1), roll(2, number=2))), None),
        ((*begun(1, "m1", "m2"), dice(1, roll(1), roll(1, member="m2"))), None),
        ((*begun(1, "m1"), dice(1, roll(1), roll(1, number=2))), 5),
        ((*FIRST, dice(1, roll(2))), 6),
        ((*APPLIED, dice(2, roll(2))), None),
        ((*APPLIED, dice(2, roll(1, fell=8))), 11),
        ((*CANCELED, dice(2, roll(1, fell=8))), None),
        ((*CANCELED, dice(2, roll(2))), 11),
        ((*CANCELED, dice(2, roll(1))), 11),
        ((*CANCELED, dice(2, roll(1, fell=7))), 11),
        ((*CANCELED, dice(2, roll(1, fell=8, epoch=2))), 11),
        ((*CANCELED, dice(2, ENTERED)), 11),
        ((*APPLIED, dice(2, ENTERED)), None),
        ((*CANCELED, dice(2, earlier(2))), 11),
        ((*WITHDRAWN, dice(2, roll(1, fell=8))), None),
        ((*WITHDRAWN, dice(2, roll(1, fell=8)), WarbandFielded(1, 1, ("m1",), (), 10, "")), 12),
        ((*WITHDRAWN, dice(2, roll(1, fell=8)), WarbandFielded(1, 1, ("m2",), (), 10, "")), None),
        ((*UNDONE, dice(2, roll(1, fell=8))), None),
        ((*UNDONE, dice(2, roll(1, fell=8)), ScenarioCommitted(1, 1)), 13),
        ((*UNDONE, dice(2, roll(1, fell=8)), EntryVoided(10, "right after all")), 13),
        ((*UNDONE, dice(1, roll(2, number=2)), dice(2, roll(1, fell=8), roll(2, number=2, fell=15))), None),
        ((*FIRST, EntryVoided(8, "typo"), dice(1, roll(1, fell=8))), None),
        ((*FIRST, EntryVoided(8, "typo"), dice(1, roll(2))), 7),
        ((*APPLIED, EntryVoided(8, "typo"), dice(2, roll(1, fell=8)), EntryVoided(14, "right after all")), 13),
        ((*APPLIED, EntryVoided(8, "typo"), dice(2, roll(1, fell=8)), dice(1, roll(2))), None),
        (
            (
                *FIRST,
                EntryCorrected(8, dice(1, ENTERED), "typo"),
                ScenarioCommitted(1, 1),
                *begun(2, "m1"),
                dice(2, roll(2)),
            ),
            None,
        ),
        ((*FIRST, EntryCorrected(8, dice(1, roll(2)), "typo")), 6),
        (
            (*begun(1, "m1"), dice(1, ENTERED), dice(1, replace(ENTERED, faces=(1, 1, 1))), ScenarioCommitted(1, 1)),
            None,
        ),
        ((*FIRST, dice(1, ENTERED)), 6),
    ],
)
def test_the_first_entry_whose_dice_are_wrong(events, wrong):
    assert fault(*events) == wrong


LOST = (*begun(1, "m1", eliminated=("m1",)), dice(1, roll(1, purpose="elimination")))


@every_row(
    ("events", "wrong"),
    [
        ((*LOST, ScenarioReported(1, ScenarioReport())), None),
        (
            (
                *(*LOST, ScenarioReported(1, ScenarioReport()), ScenarioCommitted(1, 1)),
                *(*begun(2, "m1", eliminated=("m1",)), dice(2, roll(1, purpose="elimination", fell=8))),
            ),
            None,
        ),
        (
            (
                *LOST,
                ScenarioCommitted(1, 1),
                *begun(2, "m1", eliminated=("m1",)),
                dice(2, roll(2, purpose="elimination")),
            ),
            None,
        ),
        ((*LOST, dice(1, roll(1, purpose="injury"))), None),
        ((*LOST, dice(1, roll(2, purpose="injury"))), 6),
    ],
)
def test_dice_that_a_report_no_longer_asks_for_come_again(events, wrong):
    assert fault(*events) == wrong


OLD = (*begun(1, "m1"), dice(1, earlier(1)))
OLD_CANCELED = (*OLD, ScenarioCanceled(1, "rain"), *begun(2, "m1"))
OLD_AGAIN = earlier(1, place=("s1", "w1.m1", "advance", 1), fell=8)


@every_row(
    ("events", "wrong"),
    [
        # A journal from before is right as it is.
        ((*OLD_CANCELED, dice(2, earlier(2))), None),
        ((*OLD, EntryVoided(8, "typo"), dice(1, earlier(1))), None),
        ((*OLD_CANCELED, dice(2, ENTERED)), None),
        # From the first roll of a series on, its dice are the first ones to fall again.
        ((*OLD_CANCELED, dice(2, OLD_AGAIN)), None),
        ((*OLD_CANCELED, dice(2, roll(1))), 11),
        ((*OLD_CANCELED, dice(2, replace(OLD_AGAIN, fell=None))), 11),
        ((*OLD_CANCELED, dice(2, OLD_AGAIN), dice(2, roll(1, number=2))), None),
        ((*OLD, ScenarioCommitted(1, 1), *begun(2, "m1"), dice(2, roll(1))), None),
        ((*OLD, ScenarioCommitted(1, 1), *begun(2, "m1"), dice(2, roll(1)), *begun(3, "m1"), dice(3, earlier(3))), 16),
        ((*OLD, EntryVoided(8, "typo"), dice(1, OLD_AGAIN)), None),
    ],
)
def test_journals_from_before_there_were_series(events, wrong):
    assert fault(*events) == wrong


def test_dice_of_an_earlier_epoch_stay_proven_after_a_move_and_a_correction():
    later = b"another seed"
    seeds = [FiledSeed(1, 1, seed_commitment(SEED), SEED), FiledSeed(2, 9, seed_commitment(later), later)]
    events = [
        NumberedEvent(8, dice(1, roll(1))),
        NumberedEvent(9, SeedCommitted(2, seed_commitment(later))),
        NumberedEvent(10, EntryCorrected(8, dice(1, roll(1)), "another roll of the entry")),
        NumberedEvent(11, dice(2, roll(1, fell=8))),
        NumberedEvent(12, dice(2, roll(1))),
    ]
    receipts = [roll_receipt(rolled, seeds) for rolled in server_rolls(events)]
    assert [receipt.verification for receipt in receipts] == ["right", "right", "right", "different"]
    assert {receipt.place for receipt in receipts} == {("w1.m1", "advance", 1)}


def test_a_roll_says_its_place_only_where_it_has_one():
    document = event_document(dice(1, earlier(1)))
    assert set(document["rolls"][0]) == {"warband", "member", "purpose", "faces", "origin", "epoch"}
    document = event_document(dice(1, roll(1, fell=8)))
    assert document["rolls"][0]["place"] == ["w1.m1", "advance", 1]
    assert event_from_document(document) == dice(1, roll(1, fell=8))
    assert dice_fault([]) is None
