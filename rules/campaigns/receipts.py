"""Receipts of the server's dice: the inputs of each roll, and whether they give the same result.

A roll's place is its member, its purpose and a number. Dice that fell and were undone are the next ones of their
member, so that undoing and playing again gives the same dice. docs/dice.md explains how to compute a roll by hand.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeVar

from rules.campaigns.allowances import allowance_fault, allowance_series
from rules.campaigns.dice_journal import dice_fault, placed_dice
from rules.campaigns.events.corrections import EntryCorrected
from rules.campaigns.events.scenarios import DiceRolled
from rules.campaigns.events.warbands import AllowanceRolled
from rules.campaigns.files import CampaignFile, FiledSeed, FileFault, file_faults
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.scenarios import RollRecord
from rules.campaigns.state.scenarios import ScenarioState
from rules.dice import Place, SeededRoller

SIDES = 6
"""Every roll of an aftermath is made with d6."""

Verification = Literal["right", "different", "unverifiable"]
SeedT = TypeVar("SeedT", bound=FiledSeed)


@dataclass(frozen=True, slots=True)
class ServerRoll:
    """A roll of the server, its scenario (None for an allowance), its entry, and that in which its dice fell."""

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
            return allowance_series(roll.warband, roll.member).place(roll.number)
        return placed_dice(self.scenario, roll).place

    @property
    def verification(self) -> Verification:
        """Whether the roll matches its seed and place."""
        return verify_faces(self.epoch, self.computed, self.roll.faces)


def server_rolls(events: Iterable[NumberedEvent]) -> Iterator[ServerRoll]:
    """Yield every roll of the server, including those of voided and corrected entries."""
    for event in events:
        rolled, entry = event.event, event.number
        if isinstance(event.event, EntryCorrected):
            # A correction repeats the other rolls of its entry.
            rolled, entry = event.event.replacement, event.event.entry
        if isinstance(rolled, AllowanceRolled) and rolled.origin == "seeded":
            yield ServerRoll(event.number, None, rolled.roll, rolled.fell or entry)
        elif isinstance(rolled, DiceRolled):
            for roll in rolled.rolls:
                if roll.origin == "seeded":
                    yield ServerRoll(event.number, rolled.scenario, roll, roll.fell or entry)


def roll_receipt(rolled: ServerRoll, epochs: Iterable[FiledSeed]) -> RollReceipt:
    """Return the receipt of a roll; ``epochs`` are all seed epochs of its campaign."""
    roll = rolled.roll
    receipt = RollReceipt(rolled.entry, rolled.scenario, roll, None, None)
    epoch, computed = seed_and_faces(epochs, rolled.fell, roll.epoch, receipt.place, roll.faces, SIDES)
    return replace(receipt, epoch=epoch, computed=computed)


def seed_and_faces(
    seeds: Iterable[SeedT], entry: int, epoch: int | None, place: Place, faces: tuple[int, ...], sides: int
) -> tuple[SeedT | None, tuple[int, ...] | None]:
    """Return the seed of dice that fell in an entry, None if another one was in force, and the faces that it gives."""
    # The epoch in force is the last one that was promised before the roll. Whoever could choose among several would
    # choose the better dice.
    before = [seed for seed in seeds if seed.from_entry < entry]
    seed = max(before, key=lambda seed: (seed.from_entry, seed.epoch), default=None)
    if seed is None or seed.epoch != epoch or not seed.keeps_its_word:
        return None, None
    roller = SeededRoller(seed.seed) if seed.seed else None
    return seed, roller.roll(max(len(faces), 1), sides, reason="a receipt", place=place).faces if roller else None


def verify_faces(seed: FiledSeed | None, computed: tuple[int, ...] | None, faces: tuple[int, ...]) -> Verification:
    """Return whether faces are those that their seed gives; ``computed`` is None while that is secret."""
    if seed is not None and computed is None:
        return "unverifiable"
    return "right" if seed is not None and computed == faces else "different"


class VerifiedDice(Protocol):
    """The receipt of dice, of a campaign or of an adventure."""

    @property
    def verification(self) -> Verification:
        """Whether the dice match their seed and place."""


def count_verifications(receipts: Iterable[VerifiedDice]) -> Mapping[Verification, int]:
    """Return the number of receipts with each verification."""
    counts: dict[Verification, int] = {"right": 0, "different": 0, "unverifiable": 0}
    for receipt in receipts:
        counts[receipt.verification] += 1
    return counts


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
        return count_verifications(self.receipts)


def dice_faults(
    events: Sequence[NumberedEvent], scenarios: Iterable[ScenarioState] = ()
) -> Iterator[tuple[str, str, int]]:
    """Yield what is wrong with the places of dice in a journal: the code, a sentence and the entry of the first fault.

    At most two: the first fault of allowances, and the first of scenarios.
    """
    for code, fault in (("allowance.wrong", allowance_fault(events, scenarios)), ("dice.wrong", dice_fault(events))):
        if fault:
            yield code, fault[1], fault[0]


def audit_dice(file: CampaignFile) -> DiceAudit:
    """Recompute every roll of the server from a campaign file alone."""
    faults = list(file_faults(file))
    faults += (FileFault(*fault) for fault in dice_faults(file.events))
    return DiceAudit(tuple(roll_receipt(roll, file.seeds) for roll in server_rolls(file.events)), tuple(faults))
