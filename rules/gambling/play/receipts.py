"""Receipts of the dice that the site rolled at a table: whether each is what its seed and place give.

docs/dice.md tells how a roll is computed by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.campaigns.journal import seed_commitment
from rules.campaigns.receipts import Verification
from rules.combat.log import LogEntry
from rules.dice import SeededRoller
from rules.gambling.game import TableGame
from rules.gambling.play.events import CheatTried, RoundPlayed
from rules.gambling.play.fold import HOUSE, TableRoll, check_rolls_of, rolls_of


@dataclass(frozen=True, slots=True)
class TableReceipt:
    """Dice that the site rolled, by the number of their entry. ``computed`` is None while the seed is not known."""

    entry: int
    roll: TableRoll
    faces: tuple[int, ...]
    computed: tuple[int, ...] | None = None

    @property
    def verification(self) -> Verification:
        """Whether the dice are what their seed and place give."""
        if self.computed is None:
            return "unverifiable"
        return "right" if self.computed == self.faces else "different"


def table_receipts(
    game: TableGame, entries: Sequence[LogEntry], commitment: str, seed: bytes | None
) -> Iterator[TableReceipt]:
    """Yield a receipt for each roll of the site, those that were undone too.

    ``seed`` is None while it is secret. One that is not the seed that was promised gives no faces.
    """
    is_promised = seed is not None and seed_commitment(seed) == commitment
    roller = SeededRoller(seed) if seed is not None and is_promised else None
    for entry, roll, faces in table_dice(game, entries):
        if seed is None:
            yield TableReceipt(entry, roll, faces)
        elif roller is None:
            yield TableReceipt(entry, roll, faces, ())
        else:
            rolled = roller.roll(roll.dice.count, roll.dice.sides, reason="a receipt", place=roll.place)
            yield TableReceipt(entry, roll, faces, rolled.faces)


def table_dice(game: TableGame, entries: Sequence[LogEntry]) -> Iterator[tuple[int, TableRoll, tuple[int, ...]]]:
    """Yield each roll of the site with the number of its entry and its faces."""
    for entry in entries:
        event = entry.event
        if isinstance(event, RoundPlayed) and event.origin == "seeded":
            for whose, shown in (*((bet.player, bet.faces) for bet in event.bets), (HOUSE, event.house_faces)):
                for roll in rolls_of(game, entry.number, whose):
                    faces, shown = shown[: roll.dice.count], shown[roll.dice.count :]
                    yield entry.number, roll, faces
        elif isinstance(event, CheatTried) and event.origin == "seeded":
            pair = (event.face, event.opposing_face)
            for roll, face in zip(check_rolls_of(entry.number), pair, strict=True):
                yield entry.number, roll, (face,)
