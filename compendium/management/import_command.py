"""What the commands that import a file share: source, licence, dry run, and the summary."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from django.core.management.base import CommandParser

from common.commands import DONE, SOMETHING_WRONG
from common.refusal import Refusal
from compendium.management.document_command import DocumentCommand, Read
from compendium.services.imports import MAX_LICENSE, OUTCOMES, ImportedFile, ImportSummary, source_key
from rules.errors import DocumentError


class ImportCommand(DocumentCommand):
    """A command that writes what a file holds to a source; the exit status is 1 where something was rejected."""

    noun = "file"

    def add_arguments(self, parser: CommandParser) -> None:
        """Add source, licence and dry run."""
        super().add_arguments(parser)
        parser.add_argument("--source", required=True, help="key of the source that it comes in under")
        parser.add_argument("--license", default="", help="licence, such as ORC or OGL; else what the file says")
        parser.add_argument("--dry-run", action="store_true", help="say what would come in, and change nothing")

    def run_import(
        self,
        options: dict[str, Any],
        read: Callable[[bytes, str], Read],
        write: Callable[[Read, ImportedFile], ImportSummary],
        *,
        style: str = "",
    ) -> NoReturn:
        """Read the file, write what it holds, and end with the summary; ``read`` gets the licence too."""
        as_json, license = options["json"], options["license"].strip()
        if len(license) > MAX_LICENSE or not license.isprintable():
            self.fail("license.invalid", "", f"A licence has at most {MAX_LICENSE} letters.", as_json=as_json)
        self._check_source(options)
        data = self.read_file(options["file"], as_json=as_json)
        try:
            found = read(data, license)
        except DocumentError as fault:
            self.fail(fault.code, fault.path, fault.message, as_json=as_json)
        summary = write(found, ImportedFile.of(options["file"].rpartition("/")[2], data, style=style))
        if as_json:
            self.print_json(summary.document())
        else:
            self._tell(summary, dry_run=options["dry_run"])
        raise SystemExit(SOMETHING_WRONG if summary.rejected else DONE)

    def _check_source(self, options: dict[str, Any]) -> None:
        try:
            source_key(options["source"])
        except Refusal as refusal:
            self.fail("source.refused", "", refusal.message, as_json=options["json"])

    def _tell(self, summary: ImportSummary, *, dry_run: bool) -> None:
        counts = [f"{summary.count(outcome)} {outcome}" for outcome in OUTCOMES]
        note = " (dry run: nothing was changed)" if dry_run else ""
        self.stdout.write(f"{len(summary.cards)} read, {', '.join(counts)}{note}.")
        for card in (*summary.rejected, *summary.warnings):
            where = f"({card.key})" if card.key else "was rejected"
            self.stdout.write(f"  {card.name or 'A card without a name'} {where}")
            self.stdout.writelines(f"    {doubt.message}\n" for doubt in card.doubts)
