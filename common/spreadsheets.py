"""Spreadsheets: cells that no program reads as formulas, and tables as CSV and as a workbook."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import xlsxwriter

SheetCell = str | int | float | None
SheetRow = Sequence[SheetCell]

_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
_NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\']")
_LONGEST_TITLE = 31


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of a workbook: its title, and its rows, of which the first has the headings."""

    title: str
    rows: Sequence[SheetRow]


def escaped_cell(text: str) -> str:
    """Return a text that no spreadsheet reads as a formula: an apostrophe goes before text that looks like one."""
    return f"'{text}" if _FORMULA.match(text) and not re.fullmatch(r"-?\d+", text) else text


def unescaped_cell(text: str) -> str:
    """Return a text without the apostrophe of ``escaped_cell``."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def csv_file(rows: Iterable[SheetRow]) -> bytes:
    """Return rows as CSV in UTF-8, with the mark by which spreadsheets know it."""
    lines = io.StringIO()
    csv.writer(lines).writerows([_escaped(cell) for cell in row] for row in rows)
    return lines.getvalue().encode("utf-8-sig")


def workbook_file(sheets: Iterable[Sheet]) -> bytes:
    """Return sheets as a workbook (.xlsx); their titles are cut and numbered as workbooks need it."""
    data, titles = io.BytesIO(), set[str]()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(data, options) as book:
        heading = book.add_format({"bold": True, "bottom": 1})
        for sheet in sheets:
            page = book.add_worksheet(_title(sheet.title, titles))
            for number, row in enumerate(sheet.rows):
                page.write_row(number, 0, [_escaped(cell) for cell in row], None if number else heading)
            page.freeze_panes(1, 0)
            page.autofit(300)
    return data.getvalue()


def _escaped(cell: SheetCell) -> SheetCell:
    return escaped_cell(cell) if isinstance(cell, str) else cell


def _title(title: str, taken: set[str]) -> str:
    """Return a title that a workbook takes and no other sheet of it has."""
    plain = _NOT_IN_TITLES.sub(" ", title).strip()[:_LONGEST_TITLE] or "Sheet"
    chosen, number = plain, 1
    while chosen.casefold() in taken or chosen.casefold() == "history":
        number += 1
        chosen = f"{plain[: _LONGEST_TITLE - 4]} {number}"
    taken.add(chosen.casefold())
    return chosen
