"""Receipts of the dice that the site rolled in an adventure: whether each is what its seed and place give.

docs/dice.md tells how a roll is computed by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.campaigns.files import FiledSeed
from rules.campaigns.receipts import Verification
from rules.dice import SeededRoller
from rules.subsystems.documents import AdventureDocument
from rules.subsystems.fold import written_states
from rules.subsystems.scales import FACES
from rules.subsystems.state import CheckResult


@dataclass(frozen=True, slots=True)
class AdventureReceipt:
    """A check that the site rolled, by the number of its entry, with everything that its die was computed from.

    ``seed`` is None where no such seed epoch was in force; ``computed`` is the face that comes out again, None while
    the seed is not known.
    """

    entry: int
    check: CheckResult
    seed: FiledSeed | None = None
    computed: int | None = None

    @property
    def verification(self) -> Verification:
        """Whether the die is what its seed and place give."""
        if self.seed is None:
            return "different"
        if self.computed is None:
            return "unverifiable"
        return "right" if self.computed == self.check.face else "different"


def adventure_receipts(found: AdventureDocument) -> Iterator[AdventureReceipt]:
    """Yield a receipt for each check that the site rolled, those that were undone too."""
    for entry, state in written_states(found.adventure, found.entries):
        if state.check is not None and state.check.origin == "seeded":
            yield check_receipt(entry.number, state.check, found.seeds)


def check_receipt(entry: int, check: CheckResult, seeds: Iterable[FiledSeed]) -> AdventureReceipt:
    """Return the receipt of a check that the site rolled; ``seeds`` are all seed epochs of its adventure."""
    # As in a campaign: the epoch in force is the last one that was promised before the roll.
    before = [one for one in seeds if one.from_entry < entry]
    seed = max(before, key=lambda one: (one.from_entry, one.epoch), default=None)
    if seed is None or seed.epoch != check.epoch or not seed.keeps_its_word:
        return AdventureReceipt(entry, check)
    if seed.seed is None:
        return AdventureReceipt(entry, check, seed)
    rolled = SeededRoller(seed.seed).roll(1, FACES, reason=check.attempt.action, place=check.place)
    return AdventureReceipt(entry, check, seed, rolled.faces[0])


def count_verifications(receipts: Iterable[AdventureReceipt]) -> Mapping[Verification, int]:
    """Return how many receipts there are of each verification."""
    found: dict[Verification, int] = {"right": 0, "different": 0, "unverifiable": 0}
    for one in receipts:
        found[one.verification] += 1
    return found
