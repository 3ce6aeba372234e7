"""Answer questions about a board from the command line."""

from typing import Any

from compendium.management.document_command import DocumentCommand
from rules.board.documents import MAX_BYTES, answers_document, board_from_json


class Command(DocumentCommand):
    """Print what holds on a board: distance, sight, effect, cover, flanking, moves and areas."""

    noun = "board with questions"
    max_bytes = MAX_BYTES
    help = (
        "Answers the questions in a document (muster-board/1) about the board in it: distances, lines of sight and "
        "effect, cover, flanking, moves and areas. It stores nothing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        answers = answers_document(self.read_document(options, board_from_json))
        if options["json"]:
            self.print_json(answers)
        else:
            for number, answer in enumerate(answers["answers"], start=1):
                said = "; ".join(f"{name}: {_described(value)}" for name, value in answer.items())
                self.stdout.write(f"{number}. {said}")


def _described(value: Any) -> str:
    """Return a part of an answer for a reader in a terminal."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(" ".join(map(str, item)) if isinstance(item, list) else str(item) for item in value) or "none"
    return "out of sight" if value is None else str(value)
