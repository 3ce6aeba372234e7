"""Work an adventure's states out from the command line."""

from collections.abc import Mapping
from typing import Any

from common.commands import DONE, SOMETHING_WRONG
from compendium.management.document_command import DocumentCommand
from rules.adventures.documents import MAX_BYTES, adventure_from_json, adventure_replay
from rules.adventures.receipts import adventure_receipts
from rules.adventures.views import adventure_replay_document
from rules.campaigns.receipts import Verification, count_verifications
from rules.combat.log import LogReplay


class Command(DocumentCommand):
    """Print the states of an adventure; the exit status is 1 if an entry of its log cannot be played."""

    noun = "adventure document"
    max_bytes = MAX_BYTES
    help = (
        "Computes the states in an adventure document (muster-adventure/1): the state after each entry that counts "
        "and what happened, including secrets. It stores nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        document = self.read_document(options, adventure_from_json)
        replayed = adventure_replay(document)
        dice = {} if replayed.fault else count_verifications(adventure_receipts(document))
        if options["json"]:
            self.print_json({**adventure_replay_document(replayed), "dice": dice})
        else:
            self._print_notes(replayed)
            self._print_dice(dice)
        raise SystemExit(SOMETHING_WRONG if replayed.fault else DONE)

    def _print_dice(self, dice: Mapping[Verification, int]) -> None:
        if any(dice.values()):
            counts = ", ".join(f"{count} {word}" for word, count in dice.items() if count)
            self.stdout.write(f"Dice of the site: {counts}.")

    def _print_notes(self, replayed: LogReplay) -> None:
        for number, state in replayed.states:
            for note in state.notes:
                name = f"{state.participant(note.participant).name}: " if note.participant else ""
                self.stdout.write(f"[{number}] {name}{note.text}")
        last = replayed.last
        for sentence in last.adventure.kind.summary(last):
            self.stdout.write(sentence)
        if replayed.fault:
            self.stdout.write(f"  [{replayed.fault.path}] {replayed.fault.message}")
