"""Adventures in campaign files: whether they are those of the journal, and their dice computed again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.adventures.documents import AdventureDocument, adventure_from_document
from rules.adventures.receipts import AdventureReceipt, adventure_receipts
from rules.adventures.seals import beginning_seal, entry_seal
from rules.campaigns.files import CampaignFile, FiledAdventure, FileFault
from rules.campaigns.fold import fold_campaign
from rules.campaigns.state.adventures import SealedAdventure
from rules.errors import ChangeRefused, RulesError

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
    """Return an adventure of a file; raise ``RulesError`` where it is not the one that the journal has sealed."""
    document = {"seeds": [], "log": [], **filed.document}
    read = adventure_from_document(document)
    setup = {name: value for name, value in document.items() if name not in _NOT_SEALED}
    log, seals = document["log"], [beginning_seal(filed.seal_key, setup)]
    for one in log:
        side = one.get("side") or ""
        seals.append(entry_seal(filed.seal_key, seals[-1], one["number"], one["step"], side, one["event"]))
    if len(log) != sealed.entries or any(seals[number] != seal for number, seal in sealed.seals):
        raise RulesError(f"Adventure {sealed.number} is not the one that the journal has sealed.")
    return OpenedAdventure(filed, setup, tuple(one["event"] for one in log), tuple(seals), read)


@dataclass(frozen=True, slots=True)
class NumberedReceipt:
    """The receipt of a die in an adventure of a campaign, by the number of the adventure."""

    adventure: int
    receipt: AdventureReceipt


@dataclass(frozen=True, slots=True)
class AdventureAudit:
    """What came of computing the dice of a file's adventures again."""

    receipts: tuple[NumberedReceipt, ...]
    faults: tuple[FileFault, ...]

    @property
    def is_right(self) -> bool:
        """Whether every adventure is the sealed one and every die of the server is proven."""
        return not self.faults and all(receipt.receipt.verification == "right" for receipt in self.receipts)


def audit_adventures(file: CampaignFile) -> AdventureAudit:
    """Compute every die of the server in a file's adventures again, of steps that were taken back too."""
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
    """Return the receipts of an adventure; no seed counts that differs from what the journal has promised."""
    promised = dict(sealed.commitments)
    return [
        replace(receipt, seed=None)
        if receipt.seed and promised.get(receipt.seed.epoch, receipt.seed.commitment) != receipt.seed.commitment
        else receipt
        for receipt in adventure_receipts(opened.read)
    ]
