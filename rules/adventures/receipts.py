"""Receipts of the dice that the site rolled in an adventure: whether each is what its seed and place give.

docs/dice.md tells how a roll is computed by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.adventures.documents import AdventureDocument
from rules.adventures.fold import written_states
from rules.adventures.scales import FACES
from rules.adventures.state import CheckResult, RecordedDice
from rules.campaigns.files import FiledSeed
from rules.campaigns.receipts import Verification
from rules.dice import SeededRoller


@dataclass(frozen=True, slots=True)
class AdventureReceipt:
    """Dice that the site rolled, by the number of their entry, with everything that they were computed from.

    ``seed`` is None where no such seed epoch was in force; ``computed`` are the faces that come out again, None while
    the seed is not known.
    """

    entry: int
    dice: RecordedDice
    seed: FiledSeed | None = None
    computed: tuple[int, ...] | None = None

    @property
    def verification(self) -> Verification:
        """Whether the die is what its seed and place give."""
        if self.seed is None:
            return "different"
        if self.computed is None:
            return "unverifiable"
        return "right" if self.computed == self.dice.faces else "different"


def adventure_receipts(found: AdventureDocument) -> Iterator[AdventureReceipt]:
    """Yield a receipt for each roll of the site, those that were undone too."""
    for entry, state in written_states(found.adventure, found.entries):
        if state.check is not None and state.check.origin == "seeded":
            yield dice_receipt(entry.number, check_dice(state.check), found.seeds)
        for dice in state.dice:
            if dice.origin == "seeded":
                yield dice_receipt(entry.number, dice, found.seeds)


def check_dice(check: CheckResult) -> RecordedDice:
    """Return the die of a check that has one."""
    faces = () if check.face is None else (check.face,)
    return RecordedDice(check.attempt.action, check.place, FACES, faces, check.origin or "entered", check.epoch)


def dice_receipt(entry: int, dice: RecordedDice, seeds: Iterable[FiledSeed]) -> AdventureReceipt:
    """Return the receipt of dice that the site rolled; ``seeds`` are all seed epochs of their adventure."""
    # As in a campaign: the epoch in force is the last one that was promised before the roll.
    before = [seed for seed in seeds if seed.from_entry < entry]
    seed = max(before, key=lambda seed: (seed.from_entry, seed.epoch), default=None)
    if seed is None or seed.epoch != dice.epoch or not seed.keeps_its_word:
        return AdventureReceipt(entry, dice)
    if seed.seed is None:
        return AdventureReceipt(entry, dice, seed)
    roller = SeededRoller(seed.seed)
    rolled = roller.roll(max(len(dice.faces), 1), dice.sides, reason=dice.reason, place=dice.place)
    return AdventureReceipt(entry, dice, seed, rolled.faces)


def count_verifications(receipts: Iterable[AdventureReceipt]) -> Mapping[Verification, int]:
    """Return how many receipts there are of each verification."""
    found: dict[Verification, int] = {"right": 0, "different": 0, "unverifiable": 0}
    for receipt in receipts:
        found[receipt.verification] += 1
    return found
