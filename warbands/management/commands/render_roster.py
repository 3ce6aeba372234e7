"""Print a roster document from the command line."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser

from common.commands import DONE, SOMETHING_WRONG
from compendium.management.document_command import DocumentCommand
from compendium.selectors.creatures import printed_sources_of
from printing.canvas import paper_size
from printing.cards.sheets import card_size, draw_warband_cards
from printing.pdf import PdfCanvas
from printing.roster import draw_roster
from rules.building.draft import Draft
from rules.roster import roster_from_json
from rules.sheets.members import member_groups
from rules.sheets.model import RosterSheet
from rules.text import counted
from warbands.selectors.legality import sheet_of

FOR_ONE_KIND = {"landscape": "sheet", "items": "cards", "backs": "cards", "bleed": "cards"}


class Command(DocumentCommand):
    """Write a roster's sheet or its cards as a PDF.

    The exit status is 0 for a legal roster and 1 for any other, which is printed too; its sheet lists the faults. With
    2, no file is written, and an existing one does not change.
    """

    noun = "roster document"
    help = (
        "Prints a roster document (muster-roster/1) as a PDF: the roster sheet, or a card for each member. It "
        "prints illegal rosters too: the sheet lists the problems, and the exit status is 1."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--output", required=True, metavar="OUT.pdf", help="the file to write; an existing one is replaced"
        )
        parser.add_argument(
            "--kind", choices=("sheet", "cards"), default="sheet", help="what to print (default: sheet)"
        )
        parser.add_argument(
            "--paper",
            choices=("a4", "letter", "card"),
            default="a4",
            help="the paper (a4); “card” prints one card per page, for a print shop",
        )
        parser.add_argument("--low-ink", action="store_true", help="black on white paper")
        parser.add_argument("--landscape", action="store_true", help="sheets: landscape pages with three columns")
        parser.add_argument("--items", action="store_true", help="cards: also one for each item that a member carries")
        parser.add_argument("--backs", action="store_true", help="cards: backs, to print on both sides")
        parser.add_argument("--bleed", action="store_true", help="cards: color beyond the cut (bleed)")

    def handle(self, *args: Any, **options: Any) -> None:
        kind, as_json = options["kind"], options["json"]
        for fault in _off(options):
            self.fail("call.arguments", "", fault, as_json=as_json)
        sheet = sheet_of(Draft(self.read_document(options, roster_from_json)))
        if kind == "cards" and not sheet.members:
            self.fail("roster.empty", "members", "The roster has no members, so there are no cards.", as_json=as_json)
        document = _drawn(sheet, options)
        pdf = document.pdf()
        beside = None if options["file"] == "-" else options["file"]
        self.write_file(options["output"], pdf, read_from=beside, as_json=as_json)
        if as_json:
            self.print_json(
                {
                    "output": options["output"],
                    "kind": kind,
                    "pages": document.page,
                    "bytes": len(pdf),
                    "legal": sheet.legal,
                }
            )
        else:
            warning = "" if sheet.legal else " The roster is not legal: check_roster says why."
            self.stdout.write(f"{options['output']}: {counted(document.page, 'page')}.{warning}")
        raise SystemExit(DONE if sheet.legal else SOMETHING_WRONG)


def _off(options: dict[str, Any]) -> Iterator[str]:
    """Yield the options that cannot be combined."""
    for name, kind in FOR_ONE_KIND.items():
        if options[name] and options["kind"] != kind:
            yield f"“--{name}” is for “--kind {kind}”."
    if options["paper"] == "card" and options["kind"] != "cards":
        yield "“--paper card” is for “--kind cards”."


def _drawn(sheet: RosterSheet, options: dict[str, Any]) -> PdfCanvas:
    low_ink, groups = options["low_ink"], member_groups(sheet)
    sources = printed_sources_of(member.card for member in sheet.members if member.card)
    if options["kind"] == "sheet":
        document = PdfCanvas(paper_size(options["paper"], landscape=options["landscape"]), low_ink=low_ink)
        draw_roster(document, sheet, sources=sources)
    else:
        backs, bleed = options["backs"], options["bleed"]
        document = PdfCanvas(card_size(options["paper"], bleed=bleed), low_ink=low_ink)
        draw_warband_cards(document, sheet, groups, sources, items=options["items"], backs=backs, bleed=bleed)
    return document
