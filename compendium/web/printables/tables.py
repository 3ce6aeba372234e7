"""Printing what the rules have a table of: cards of conditions and objectives, and cards to fill in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest

from compendium.web.printables.jobs import Draw, Printable, PrintChoice, PrintJob, cards_of, ticked
from printing.cards import creatures, entries
from printing.cards.frame import ContentBuilder
from rules.tables.objectives import OBJECTIVES
from rules.tables.special_objectives import SPECIAL_OBJECTIVES
from rules.text import slug

NOTHING = "Nothing is selected. Tick what you want to print."
_SHEET = 9
_MOST_BLANK = 90


def _table(
    key: str, name: str, sentence: str, rows: Iterable[Any], build: Callable[[Any], ContentBuilder]
) -> Printable:
    """Return the printable of a table's rows, of which each has a card."""
    by_key = {slug(row.name): row for row in rows}
    choices = tuple(PrintChoice(row_key, row.name[:1].upper() + row.name[1:]) for row_key, row in by_key.items())

    def read(request: HttpRequest) -> PrintJob:
        chosen = ticked(request, choices)
        settings = [build(row) for row_key, row in by_key.items() if row_key in chosen.keys]
        return PrintJob(
            draw=cards_of(settings, name) if settings else None,
            refusal=NOTHING,
            pairs=chosen.pairs,
            name=key,
            notes=chosen.notes,
            shown={"ticked": chosen},
        )

    def sample() -> Draw:
        return cards_of([build(next(iter(by_key.values())))], name)

    return Printable(key, name, sentence, read, sample)


def _blank(request: HttpRequest) -> PrintJob:
    text = request.GET.get("number", str(_SHEET))
    is_number = text.isascii() and text.isdigit()
    number = min(max(int(text[:4]), 1), _MOST_BLANK) if is_number else _SHEET
    note = f"From 1 to {_MOST_BLANK} cards can be printed at once; {number} are printed."
    return PrintJob(
        draw=cards_of([creatures.blank()] * number, "Blank cards"),
        pairs=(("number", str(number)),) if number != _SHEET else (),
        name="blank-cards",
        notes=() if text == str(number) else (note,),
        shown={"number": number, "most": _MOST_BLANK},
    )


CONDITION_CARDS = _table(
    "conditions",
    "Condition cards",
    "What each condition and status changes, in large type, and how it ends.",
    entries.ROWS,
    entries.condition,
)
OBJECTIVE_CARDS = _table(
    "objectives",
    "Objective cards",
    "The standard objectives, each with its d6 roll and a line for who claimed it.",
    OBJECTIVES,
    entries.objective,
)
SPECIAL_OBJECTIVE_CARDS = _table(
    "special-objectives",
    "Special objectives",
    "The objectives that change a battle, each with what it asks and gives.",
    SPECIAL_OBJECTIVES,
    entries.special,
)
BLANK_CARDS = Printable(
    "blank",
    "Blank cards",
    "To fill in by hand: creatures of your own, or anything else the table needs.",
    _blank,
    lambda: cards_of([creatures.blank()], "Blank cards"),
    choice="compendium/printables/blank.html",
)
