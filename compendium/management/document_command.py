"""The shared parts of commands that read a document from a file, import files, or convert creatures."""

import json
import sys
import tempfile
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TextIO, TypeVar, cast

from django.core.management.base import CommandParser

from common.commands import DONE, SOMETHING_WRONG, JsonCommand
from common.refusal import Refusal
from compendium.services.imports import MAX_LICENSE, OUTCOMES, ImportedCard, ImportedFile, ImportListener, source_key
from compendium.services.uploads import FileKind
from rules.conversion.steps import RULEBOOK, STYLES
from rules.documents.reading import MAX_BYTES
from rules.errors import DocumentError

_IN_MEMORY = 2**20


class JsonSpool:
    """A list of documents; a large one is on the disk."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY, "w+", encoding="utf-8", newline="\n")  # noqa: SIM115 - goes with the spool
        self._count = 0

    def close(self) -> None:
        """Let the file go."""
        self._file.close()

    def __len__(self) -> int:
        return self._count

    def append(self, document: Mapping[str, Any]) -> None:
        """Add a document at the end."""
        json.dump(document, self._file, ensure_ascii=False)
        self._file.write("\n")
        self._count += 1

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Yield the documents; none may be added during this."""
        self._file.seek(0)
        for line in self._file:
            document: dict[str, Any] = json.loads(line)
            yield document


def write_document(out: TextIO, members: Mapping[str, object]) -> None:
    """Write a JSON object, some of whose values may be spools, as ``json.dumps`` with an indent of 2 would."""
    for number, (name, value) in enumerate(members.items()):
        out.write(("{" if number == 0 else ",") + f"\n  {json.dumps(name)}: ")
        if isinstance(value, JsonSpool) and len(value):
            for place, document in enumerate(value):
                out.write("[\n" if place == 0 else ",\n")
                out.write(textwrap.indent(json.dumps(document, ensure_ascii=False, indent=2), "    "))
            out.write("\n  ]")
        else:
            out.write("[]" if isinstance(value, JsonSpool) else json.dumps(value, ensure_ascii=False, indent=2))
    out.write("\n}\n")


Read = TypeVar("Read")


class DocumentCommand(JsonCommand):
    """A command that reads a document from a file. ``noun`` names the document, ``max_bytes`` is the largest size."""

    noun = "document"
    max_bytes = MAX_BYTES

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("file", help=f"the {self.noun}, or - for standard input")

    def read_document(self, options: dict[str, Any], read: Callable[[bytes], Read]) -> Read:
        """Return the document of the file; exit with status 2 if there is none."""
        data = self.read_file(options["file"], as_json=options["json"])
        try:
            return read(data)
        except DocumentError as fault:
            self.fail(fault.code, fault.path, fault.message, as_json=options["json"])

    def read_file(self, name: str, *, as_json: bool) -> bytes:
        """Return the bytes of a file, at most one more than allowed; exit with status 2 if there are none."""
        try:
            if name == "-":
                return sys.stdin.buffer.read(self.max_bytes + 1)
            with Path(name).open("rb") as file:
                return file.read(self.max_bytes + 1)
        except (OSError, ValueError) as fault:
            reason = getattr(fault, "strerror", None) or str(fault)
            self.fail("file.unreadable", "", f"{name} could not be read: {reason}.", as_json=as_json)


class FileCommand(DocumentCommand):
    """A command that reads a file too large for memory."""

    @property
    def plain_output(self) -> TextIO:
        """Standard output, to which lines are written unchanged."""
        return cast("TextIO", self.stdout._out)

    @contextmanager
    def open_path(self, options: dict[str, Any]) -> Iterator[Path]:
        """Return the path of the file, with standard input copied to the disk; exit with status 2 if there is none."""
        name, as_json = options["file"], options["json"]
        if name != "-":
            try:
                with Path(name).open("rb"):
                    path = Path(name)
            except (OSError, ValueError) as fault:
                reason = getattr(fault, "strerror", None) or str(fault)
                self.fail("file.unreadable", "", f"{name} could not be read: {reason}.", as_json=as_json)
            yield path
            return
        with tempfile.NamedTemporaryFile() as given:
            left = self.max_bytes + 1
            while left > 0 and (piece := sys.stdin.buffer.read(min(left, 2**20))):
                given.write(piece)
                left -= len(piece)
            given.flush()
            yield Path(given.name)


class CommandSummary(ImportListener):
    """Counts the results of the cards, and collects the messages about rejected ones and warnings."""

    def __init__(self, rejected: JsonSpool, warnings: JsonSpool) -> None:
        self.counts: Counter[str] = Counter()
        self.rejected, self.warnings = rejected, warnings

    def write_cards(self, cards: Sequence[ImportedCard]) -> None:
        """Count the cards."""
        self.counts.update(card.outcome for card in cards)
        for card in cards:
            if card.outcome == "rejected":
                self.rejected.append(card.document())
            elif card.doubts:
                self.warnings.append(card.document())


class ImportCommand(FileCommand):
    """A command that writes the contents of a file to a source; the exit status is 1 if something was rejected."""

    kind: FileKind

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--source", required=True, help="key of the source for the new entries")
        parser.add_argument("--license", default="", help="license, such as ORC or OGL (default: as in the file)")
        parser.add_argument("--dry-run", action="store_true", help="show what would be imported, and change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the file, write its contents, and end with the summary."""
        as_json, license = options["json"], options["license"].strip()
        style = options.get("style", "")
        if len(license) > MAX_LICENSE or not license.isprintable():
            self.fail("license.invalid", "", f"A license has at most {MAX_LICENSE} letters.", as_json=as_json)
        try:
            source_key(options["source"])
        except Refusal as refusal:
            self.fail("source.refused", "", refusal.message, as_json=as_json)
        with self.open_path(options) as path, closing(JsonSpool()) as rejected, closing(JsonSpool()) as warnings:
            summary = CommandSummary(rejected, warnings)
            try:
                file = ImportedFile.of_path(options["file"].rpartition("/")[2], path, style=style)
                importer = self.kind.importer(options["source"], file)
                importer.run(self.kind.read(path, license, style), summary, dry_run=options["dry_run"])
            except DocumentError as fault:
                self.fail(fault.code, fault.path, fault.message, as_json=as_json)
            self._tell(summary, as_json=as_json, dry_run=options["dry_run"])
            raise SystemExit(SOMETHING_WRONG if summary.rejected else DONE)

    def _tell(self, summary: CommandSummary, *, as_json: bool, dry_run: bool) -> None:
        read = summary.counts.total()
        if as_json:
            members: dict[str, object] = {"read": read}
            members |= {outcome: summary.counts[outcome] for outcome in OUTCOMES[:3]}
            members |= {"rejected": summary.rejected, "warnings": summary.warnings}
            write_document(self.plain_output, members)
            return
        counted = [f"{summary.counts[outcome]} {outcome}" for outcome in OUTCOMES]
        note = " (dry run: nothing was changed)" if dry_run else ""
        self.stdout.write(f"{read} read, {', '.join(counted)}{note}.")
        for card in (*summary.rejected, *summary.warnings):
            where = f"({card['key']})" if "key" in card else "was rejected"
            self.stdout.write(f"  {card['name'] or 'A card without a name'} {where}")
            self.stdout.writelines(f"    {problem['message']}\n" for problem in card["problems"])


def add_style_argument(parser: CommandParser) -> None:
    """Add ``--style``."""
    parser.add_argument(
        "--style",
        choices=sorted(STYLES),
        default=RULEBOOK.name,
        help="rulebook: as the appendix says (the default); author: as the game's author converts",
    )
