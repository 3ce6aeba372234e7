"""The shared parts of Muster's commands: ``--json``, exit statuses, and errors as one document."""

import json
import secrets
import sys
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError

DONE, SOMETHING_WRONG, NOT_READ = 0, 1, 2


class JsonCommand(BaseCommand):
    """A command with ``--json``: one document on standard output and nothing else there.

    Exit status 0: done; 1: read, and something in it is wrong; 2: it could not be read or the call is off.
    """

    # They took as long as all the rest; migrate and check run them, without which no site begins.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ``--json``."""
        parser.add_argument("--json", action="store_true", help="print one JSON document and nothing else")

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return a parser whose errors have Muster's exit status and, with ``--json``, Muster's form."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        if getattr(self, "_called_from_command_line", False):
            as_json = "--json" in sys.argv

            def complain(message: str) -> NoReturn:
                if not as_json:
                    parser.print_usage(sys.stderr)
                self.fail("call.arguments", "", f"{message[:1].upper()}{message[1:]}.", as_json=as_json)

            parser.error = complain  # type: ignore[method-assign] # argparse offers no other way to change the status
        return parser

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; a database that cannot be used ends it with exit status 2."""
        try:
            return super().execute(*args, **options)
        except DatabaseError as fault:
            self.fail(
                "database.not_ready",
                "",
                f"The database cannot be used ({fault}). DATABASE_URL names it; “manage.py migrate” creates its "
                "tables.",
                as_json=options["json"],
            )

    def print_json(self, document: object) -> None:
        """Print the one JSON document."""
        self.stdout.write(json.dumps(document, ensure_ascii=False, indent=2))

    def write_file(self, name: str, data: bytes, *, read_from: str | None = None, as_json: bool) -> None:
        """Replace a whole file at once; exit with status 2 if that fails, or if it is the input file."""
        beside: Path | None = None
        try:
            target = Path(name).resolve()
            if target.exists() and not target.is_file():
                self._fail_to_write(name, "it exists and is not a file", as_json=as_json)
            if read_from is not None and target.exists() and target.samefile(read_from):
                self._fail_to_write(name, "it is the file that was read", as_json=as_json)
            if not target.parent.is_dir():
                self._fail_to_write(name, f"there is no folder {target.parent}", as_json=as_json)
            beside = target.parent / f".{secrets.token_hex(8)}.part"
            with beside.open("xb") as file:
                file.write(data)
            beside.replace(target)
        except (OSError, ValueError) as fault:
            if beside:
                beside.unlink(missing_ok=True)
            self._fail_to_write(name, getattr(fault, "strerror", None) or str(fault), as_json=as_json)

    def _fail_to_write(self, name: str, reason: str, *, as_json: bool) -> NoReturn:
        self.fail("file.unwritable", "", f"“{name}” could not be written: {reason}.", as_json=as_json)

    def fail(self, code: str, path: str, message: str, *, as_json: bool) -> NoReturn:
        """Exit with status 2 and an explanation."""
        if as_json:
            self.print_json({"error": {"code": code, "path": path, "message": message}})
        else:
            self.stderr.write(f"{path}: {message}" if path else message)
        raise SystemExit(NOT_READ)
