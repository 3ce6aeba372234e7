"""The proof of an adventure: receipts of the site's dice, seals, and both in campaign files.

docs/dice.md explains how to compute a roll by hand. Seals prove a log without revealing it, so that a campaign's
journal can show them openly. The seal of an entry is the SHA-256, in hexadecimal digits, of a JSON object in canonical
form: its members ``event``, ``key``, ``number``, ``previous``, ``side`` and ``step`` sorted by name at every depth, no
spaces, in UTF-8. ``previous`` is the previous seal, ``key`` the adventure's secret in hexadecimal digits, without which
no one can test guesses. The seal of the start covers ``key`` and ``setup``, the document without a log.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.adventures.documents import AdventureDocument, FiledAdventureSeed, adventure_from_document
from rules.adventures.fields import FACES
from rules.adventures.fold import written_states
from rules.adventures.state import CheckResult, RecordedDice
from rules.campaigns.files import CampaignFile, FiledAdventure, FileFault
from rules.campaigns.fold import fold_campaign
from rules.campaigns.receipts import Verification, count_verifications, seed_and_faces, verify_faces
from rules.campaigns.state.basics import SealedAdventure
from rules.errors import ChangeRefused, RulesError


@dataclass(frozen=True, slots=True)
class AdventureReceipt:
    """Dice that the site rolled, by the number of their entry, with all their inputs.

    ``seed`` is None if no such seed epoch was in force; ``computed`` are the recomputed faces, None while the seed is
    secret.
    """

    entry: int
    dice: RecordedDice
    seed: FiledAdventureSeed | None = None
    computed: tuple[int, ...] | None = None

    @property
    def commitment(self) -> str:
        """The published hash of the seed, "" if no such seed epoch was in force."""
        return self.seed.commitment if self.seed else ""

    @property
    def seed_digits(self) -> str | None:
        """The seed in hexadecimal digits, None while it is secret."""
        return self.seed.seed.hex() if self.seed and self.seed.seed else None

    @property
    def verification(self) -> Verification:
        """Whether the die matches its seed and place."""
        return verify_faces(self.seed, self.computed, self.dice.faces)


def adventure_receipts(document: AdventureDocument) -> Iterator[AdventureReceipt]:
    """Yield a receipt for each roll of the site, those that were undone too."""
    for entry, state in written_states(document.adventure, document.entries):
        if state.check is not None and state.check.origin == "seeded":
            yield dice_receipt(entry.number, check_dice(state.check), document.seeds)
        for dice in state.dice:
            if dice.origin == "seeded":
                yield dice_receipt(entry.number, dice, document.seeds)


def check_dice(check: CheckResult) -> RecordedDice:
    """Return the die of a check that has one."""
    faces = () if check.face is None else (check.face,)
    return RecordedDice(check.attempt.action, check.place, FACES, faces, check.origin or "entered", check.epoch)


def dice_receipt(entry: int, dice: RecordedDice, seeds: Iterable[FiledAdventureSeed]) -> AdventureReceipt:
    """Return the receipt of dice that the site rolled; ``seeds`` are all seed epochs of their adventure."""
    seed, computed = seed_and_faces(seeds, entry, dice.epoch, dice.place, dice.faces, dice.sides)
    return AdventureReceipt(entry, dice, seed, computed)


SEAL_KEY_BYTES = 32


def beginning_seal(key: bytes, setup: Mapping[str, Any]) -> str:
    """Return the seal of an adventure's start."""
    return _sealed({"key": key.hex(), "setup": setup})


def entry_seal(key: bytes, previous: str, number: int, step: int, side: str, event: Mapping[str, Any]) -> str:
    """Return the seal of an entry that follows the one with the seal ``previous``."""
    entry = {"previous": previous, "number": number, "step": step, "side": side, "event": event}
    return _sealed({"key": key.hex(), **entry})


def _sealed(document: Mapping[str, Any]) -> str:
    canonical = json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(canonical.encode()).hexdigest()


_NOT_SEALED = ("seeds", "log")


@dataclass(frozen=True)
class OpenedAdventure:
    """An adventure of a file that fits its journal: its set-up, its entries with their seals, and all of it read.

    ``seals`` begins with that of the set-up.
    """

    filed: FiledAdventure
    setup: Mapping[str, Any]
    events: tuple[Mapping[str, Any], ...]
    seals: tuple[str, ...]
    read: AdventureDocument


def open_filed(filed: FiledAdventure, sealed: SealedAdventure) -> OpenedAdventure:
    """Return an adventure of a file; raise ``RulesError`` if it does not match the journal's seals."""
    document = {"seeds": [], "log": [], **filed.document}
    read = adventure_from_document(document)
    setup = {name: value for name, value in document.items() if name not in _NOT_SEALED}
    log, seals = document["log"], [beginning_seal(filed.seal_key, setup)]
    for entry in log:
        side = entry.get("side") or ""
        seals.append(entry_seal(filed.seal_key, seals[-1], entry["number"], entry["step"], side, entry["event"]))
    if len(log) != sealed.entries or any(seals[number] != seal for number, seal in sealed.seals):
        raise RulesError(f"Adventure {sealed.number} is not the one that the journal has sealed.")
    return OpenedAdventure(filed, setup, tuple(entry["event"] for entry in log), tuple(seals), read)


@dataclass(frozen=True, slots=True)
class NumberedReceipt:
    """The receipt of a die in an adventure of a campaign, by the number of the adventure."""

    adventure: int
    receipt: AdventureReceipt


@dataclass(frozen=True, slots=True)
class AdventureAudit:
    """The result of recomputing the dice of a file's adventures."""

    receipts: tuple[NumberedReceipt, ...]
    faults: tuple[FileFault, ...]

    @property
    def is_right(self) -> bool:
        """Whether every adventure is the sealed one and every die of the server is proven."""
        return not self.faults and all(receipt.receipt.verification == "right" for receipt in self.receipts)

    def count(self) -> Mapping[Verification, int]:
        """Return the number of dice with each verification."""
        return count_verifications(numbered_receipt.receipt for numbered_receipt in self.receipts)


def audit_adventures(file: CampaignFile) -> AdventureAudit:
    """Recompute every die of the server in a file's adventures, including those of undone steps."""
    receipts: list[NumberedReceipt] = []
    faults: list[FileFault] = []
    filed = {adventure.number: adventure for adventure in file.adventures}
    for number, sealed in fold_campaign(file.events).adventures.items():
        if number not in filed:
            faults.append(FileFault("adventures.missing", f"The file has no adventure {number}."))
            continue
        try:
            opened = open_filed(filed[number], sealed)
            receipts += (NumberedReceipt(number, receipt) for receipt in _receipts(opened, sealed))
        except (RulesError, ChangeRefused) as fault:
            faults.append(FileFault("adventures.differs", str(fault)))
    return AdventureAudit(tuple(receipts), tuple(faults))


def _receipts(opened: OpenedAdventure, sealed: SealedAdventure) -> list[AdventureReceipt]:
    """Return the receipts of an adventure; ignores seeds that do not match the journal's hashes."""
    promised = dict(sealed.commitments)
    return [
        replace(receipt, seed=None)
        if receipt.seed and promised.get(receipt.seed.epoch, receipt.seed.commitment) != receipt.seed.commitment
        else receipt
        for receipt in adventure_receipts(opened.read)
    ]
