"""Compute the dice of an exported campaign again from the command line."""

from collections.abc import Mapping
from typing import Any

from campaigns.management.files import CampaignFileCommand, fault_document
from common.commands import DONE, SOMETHING_WRONG
from rules.adventures.receipts import AdventureAudit, NumberedReceipt, audit_adventures
from rules.campaigns.files import CampaignFile
from rules.campaigns.fresh_dice import fresh_dice
from rules.campaigns.receipts import DiceAudit, RollReceipt, Verification, audit_dice
from rules.text import counted


class Command(CampaignFileCommand):
    """Verify every server roll in a campaign file; exit status 1 if one differs or cannot be verified."""

    help = (
        "Recomputes every roll by Muster in a campaign file (muster-campaign/1) and compares it with the journal. "
        "It needs only the file, which has the seed once the campaign is closed."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        file = self.read_campaign(options)
        audit, adventures = audit_dice(file), audit_adventures(file)
        fresh = list(fresh_dice(file.events, file.battles))
        if options["json"]:
            self.print_json(_document(file, audit, adventures, fresh))
        else:
            self._tell(audit, adventures, fresh)
        raise SystemExit(DONE if audit.is_right and adventures.is_right else SOMETHING_WRONG)

    def _tell(self, audit: DiceAudit, adventures: AdventureAudit, fresh: list[str]) -> None:
        lines = [f"{counted(len(audit.receipts), 'roll')} of Muster: {_counts(audit.count())}"]
        lines += (f"  [{fault.code}] {fault.message}" for fault in audit.faults)
        lines += (f"  {_sentence(receipt)}" for receipt in audit.receipts if receipt.verification != "right")
        if adventures.receipts:
            rolls = f"{counted(len(adventures.receipts), 'roll')} of Muster in adventures"
            lines.append(f"{rolls}: {_counts(adventures.count())} until their adventure is closed")
        lines += (f"  [{fault.code}] {fault.message}" for fault in adventures.faults)
        differing = (receipt for receipt in adventures.receipts if receipt.receipt.verification == "different")
        lines += (f"  {_receipt_sentence(receipt)}" for receipt in differing)
        self.stdout.write("\n".join([*lines, *fresh]))


def _counts(counts: Mapping[Verification, int]) -> str:
    return ", ".join(
        f"{count} {'cannot be verified' if word == 'unverifiable' else word}" for word, count in counts.items()
    )


def _sentence(receipt: RollReceipt) -> str:
    """Return the fault of a roll as a sentence."""
    rolled = f"Entry {receipt.entry}, {'/'.join(map(str, receipt.place))}, {list(receipt.roll.faces)}"
    if receipt.epoch is None:
        return f"{rolled}: no seed was promised for it under epoch {receipt.roll.epoch}."
    if receipt.computed is None:
        return f"{rolled}: the seed of epoch {receipt.epoch.epoch} is not known, so it cannot be verified."
    return f"{rolled}: its seed gives {list(receipt.computed)}."


def _receipt_sentence(numbered_receipt: NumberedReceipt) -> str:
    """Return the fault of an adventure's die as a sentence."""
    receipt, place = numbered_receipt.receipt, "/".join(map(str, numbered_receipt.receipt.dice.place))
    rolled = f"Adventure {numbered_receipt.adventure}, entry {receipt.entry}, {place}, {_faces(receipt.dice.faces)}"
    if receipt.seed is None:
        return f"{rolled}: no seed was promised for it."
    return f"{rolled}: its seed gives {_faces(receipt.computed or ())}."


def _faces(faces: tuple[int, ...]) -> int | list[int]:
    """Return the single face of a check, or the faces of several dice."""
    return faces[0] if len(faces) == 1 else list(faces)


def _adventures_document(audit: AdventureAudit) -> dict[str, Any]:
    return {
        "rolls": dict(audit.count()),
        "problems": [
            {
                "adventure": receipt.adventure,
                "entry": receipt.receipt.entry,
                "place": list(receipt.receipt.dice.place),
                "face": _faces(receipt.receipt.dice.faces),
                "computed": None if receipt.receipt.computed is None else _faces(receipt.receipt.computed),
                "verification": receipt.receipt.verification,
            }
            for receipt in audit.receipts
            if receipt.receipt.verification != "right"
        ],
        "faults": [fault_document(fault) for fault in audit.faults],
    }


def _document(file: CampaignFile, audit: DiceAudit, adventures: AdventureAudit, fresh: list[str]) -> dict[str, Any]:
    return {
        "id": file.key,
        "entries": len(file.journal),
        "right": audit.is_right and adventures.is_right,
        "rolls": dict(audit.count()),
        "epochs": [
            {"epoch": seed.epoch, "commitment": seed.commitment, "seed_known": seed.seed is not None}
            for seed in file.seeds
        ],
        "problems": [
            {
                "entry": receipt.entry,
                "place": list(receipt.place),
                "faces": list(receipt.roll.faces),
                "computed": None if receipt.computed is None else list(receipt.computed),
                "verification": receipt.verification,
                "message": _sentence(receipt),
            }
            for receipt in audit.receipts
            if receipt.verification != "right"
        ],
        "faults": [fault_document(fault) for fault in audit.faults],
        "fresh": fresh,
        **({"adventures": _adventures_document(adventures)} if file.adventures or adventures.faults else {}),
    }
