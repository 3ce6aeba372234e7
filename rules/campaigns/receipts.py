"""Receipts of the server's dice: the inputs of each roll, and whether they give the same result.

A roll's place is its scenario, its member, its purpose and a number, and never a counter: voiding a scenario and
playing it again gives the same dice. An advance of an allowance belongs to no scenario. docs/dice.md explains how to
compute a roll by hand.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.campaigns.allowances import allowance_fault
from rules.campaigns.careers import scenario_id
from rules.campaigns.events.allowances import AllowanceRolled
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.events.scenarios import DiceRolled
from rules.campaigns.files import CampaignFile, FiledSeed, FileFault, file_faults
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.scenarios import RollRecord
from rules.careers.events import RollKind
from rules.dice import Place, SeededRoller

SIDES = 6
"""Every roll of an aftermath is made with d6."""

Verification = Literal["right", "different", "unverifiable"]


def roll_place(scenario: int, warband: int, member: str, purpose: RollKind, number: int) -> Place:
    """Return the place of a roll, from which the server computes its die: ``("s3", "w1.m5", "injury", 1)``."""
    return (scenario_id(scenario), f"w{warband}.{member}", purpose, number)


def allowance_place(warband: int, member: str, number: int) -> Place:
    """Return the place of an advance of an allowance: ``("w3.m5", "allowance", 1)``."""
    return (f"w{warband}.{member}", "allowance", number)


@dataclass(frozen=True, slots=True)
class ServerRoll:
    """A roll of the server, its scenario (None for an allowance), its entry, and that in which its dice fell first."""

    entry: int
    scenario: int | None
    roll: RollRecord
    fell: int


@dataclass(frozen=True, slots=True)
class RollReceipt:
    """A roll of the server with all its inputs.

    ``entry`` is the number of its entry, ``scenario`` None for an advance of an allowance. ``epoch`` is None if the
    journal has no such seed epoch, or another one was in force. ``computed`` are the recomputed faces, None while the
    seed is secret.
    """

    entry: int
    scenario: int | None
    roll: RollRecord
    epoch: FiledSeed | None
    computed: tuple[int, ...] | None

    @property
    def place(self) -> Place:
        """The place of the roll."""
        roll = self.roll
        if self.scenario is None:
            return allowance_place(roll.warband, roll.member, roll.number)
        return roll_place(self.scenario, roll.warband, roll.member, roll.purpose, roll.number)

    @property
    def verification(self) -> Verification:
        """Whether the roll matches its seed and place."""
        if self.epoch is None:
            return "different"
        if self.computed is None:
            return "unverifiable"
        return "right" if self.computed == self.roll.faces else "different"


def server_rolls(events: Iterable[NumberedEvent]) -> Iterator[ServerRoll]:
    """Yield every roll of the server, including those of voided and corrected entries."""
    for event in events:
        rolled = event.event.replacement if isinstance(event.event, EntryCorrected) else event.event
        if isinstance(rolled, AllowanceRolled) and rolled.origin == "seeded":
            yield ServerRoll(event.number, None, rolled.roll, rolled.fell or event.number)
        elif isinstance(rolled, DiceRolled):
            for roll in rolled.rolls:
                if roll.origin == "seeded":
                    yield ServerRoll(event.number, rolled.scenario, roll, event.number)


def roll_receipt(rolled: ServerRoll, epochs: Iterable[FiledSeed]) -> RollReceipt:
    """Return the receipt of a roll; ``epochs`` are all seed epochs of its campaign."""
    # The epoch in force is the last one that was promised before the roll. Whoever could choose among several would
    # choose the better dice.
    roll = rolled.roll
    before = [epoch for epoch in epochs if epoch.from_entry < rolled.fell]
    epoch = max(before, key=lambda seed: seed.from_entry, default=None)
    if epoch is None or epoch.epoch != roll.epoch or not epoch.keeps_its_word:
        return RollReceipt(rolled.entry, rolled.scenario, roll, None, None)
    receipt = RollReceipt(rolled.entry, rolled.scenario, roll, epoch, None)
    if epoch.seed is None:
        return receipt
    again = SeededRoller(epoch.seed).roll(max(len(roll.faces), 1), SIDES, reason=roll.purpose, place=receipt.place)
    return replace(receipt, computed=again.faces)


@dataclass(frozen=True, slots=True)
class DiceAudit:
    """The result of recomputing every roll of a campaign."""

    receipts: tuple[RollReceipt, ...]
    faults: tuple[FileFault, ...]

    @property
    def is_right(self) -> bool:
        """Whether the journal is complete and every roll of the server is proven."""
        return not self.faults and all(receipt.verification == "right" for receipt in self.receipts)

    def count(self) -> Mapping[Verification, int]:
        """Return the number of rolls with each verification."""
        counts: dict[Verification, int] = {"right": 0, "different": 0, "unverifiable": 0}
        for receipt in self.receipts:
            counts[receipt.verification] += 1
        return counts


def audit_dice(file: CampaignFile) -> DiceAudit:
    """Recompute every roll of the server from a campaign file alone."""
    faults = list(file_faults(file))
    if fault := allowance_fault(file.events):
        faults.append(FileFault("allowance.wrong", fault[1], fault[0]))
    return DiceAudit(tuple(roll_receipt(roll, file.seeds) for roll in server_rolls(file.events)), tuple(faults))
