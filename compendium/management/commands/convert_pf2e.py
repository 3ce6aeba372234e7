"""Convert PF2e creatures into cards, without keeping anything."""

from collections.abc import Iterable
from contextlib import closing
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandParser

from common.commands import DONE, SOMETHING_WRONG
from compendium.importing.pf2e.candidates import UNREAD, creature_candidates
from compendium.importing.pf2e.files import MAX_FILE, creatures_in_file
from compendium.importing.spool import CandidateSpool
from compendium.management.document_command import FileCommand, JsonSpool, add_style_argument, write_document
from rules.card_reading.values import Candidate
from rules.cards.documents import card_document
from rules.cards.model import Card
from rules.conversion.steps import STYLES
from rules.errors import DocumentError
from rules.text import counted


class Command(FileCommand):
    """Print a draft card for each creature of a file, with the steps; the exit status is 1 if one was rejected."""

    help = "Converts PF2e creatures to card documents (muster-card/1) and lists the steps. It saves nothing."
    noun = "file of PF2e creatures (JSON of Foundry VTT or Pf2eTools, one stat block as text, or a zip of such files)"
    max_bytes = MAX_FILE

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_style_argument(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, convert, print; prints nothing before the whole file was read."""
        as_json, style = options["json"], STYLES[options["style"]]
        with self.open_path(options) as path, CandidateSpool[Card]() as spool:
            try:
                spool.fill(creature_candidates(creatures_in_file(path), style), lambda number: None)
            except DocumentError as fault:
                self.fail(fault.code, fault.path, fault.message, as_json=as_json)
            if as_json:
                self._print_documents(spool)
            else:
                for candidate in spool:
                    self._tell(candidate)
            raise SystemExit(SOMETHING_WRONG if None in spool.names else DONE)

    def _print_documents(self, candidates: Iterable[Candidate[Card]]) -> None:
        with closing(JsonSpool()) as cards, closing(JsonSpool()) as rejected:
            for candidate in candidates:
                if candidate.value:
                    cards.append(_document(candidate.value, candidate))
                else:
                    rejected.append({"name": candidate.name, "problems": [asdict(doubt) for doubt in candidate.doubts]})
            write_document(self.plain_output, {"cards": cards, "rejected": rejected})

    def _tell(self, candidate: Candidate[Card]) -> None:
        card = candidate.value
        if card is None:
            self.stdout.write(f"Rejected: {candidate.name}")
        else:
            self.stdout.write(f"{card.name} · {counted(card.points, 'point')} · level {card.level} · {card.license}")
        for doubt in candidate.doubts:
            head = "" if card is None or doubt.code == UNREAD else f"Decide {doubt.field}: "
            self.stdout.write(f"  {head}{doubt.message}")


def _document(card: Card, candidate: Candidate[Card]) -> dict[str, Any]:
    document = {**card_document(card), "steps": list(candidate.steps)}
    if candidate.unread:
        document["unread"] = [asdict(line) for line in candidate.unread]
    return document
