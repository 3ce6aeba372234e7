"""Printing the cards of creatures: of those that an address names, else of those that the visitor has selected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from django.http import HttpRequest, QueryDict
from django.urls import reverse

from accounts.models import Owner
from common.web.address import Address, is_key
from compendium.builtin import built_in_cards
from compendium.models import CardRevision, Creature
from compendium.selectors import creatures as selectors
from compendium.selectors.creature_list import CreatureName, creatures_by_id, distinct_names
from compendium.selectors.creatures import creature_tactics, printed_sources
from compendium.web import selection
from compendium.web.creatures import viewer_of
from compendium.web.printables.jobs import MOST, Draw, Pairs, Printable, PrintJob, cards_of, unknown_note
from compendium.web.printing import CARDS, PrintOptions, check_text
from compendium.web.selection import COPIES, LIMIT
from printing.canvas import Canvas
from printing.cards.creatures import creature
from printing.cards.frame import ContentBuilder

NAME = "Creature cards"
_NOBODY = "No creature is selected. Tick creatures in the list to print their cards."
_NOBODY_NAMED = "There is no creature to print here."
_TOO_MANY_NAMED = f"{LIMIT} creatures can be printed at once: the others were left out."


@dataclass(frozen=True, slots=True)
class CreatureCopies:
    """A creature to print with its number of cards; ``without`` is the address without it."""

    key: str
    name: str
    copies: int
    without: str = ""


def creatures_job(request: HttpRequest) -> PrintJob:
    """Return the cards that an address names, else those of the selection. At most two queries."""
    if "creature" in request.GET:
        return _named(request.GET, viewer_of(request, request.GET.getlist("creature")))
    return selected_job(selection.read_selection(request))


def selected_job(chosen: selection.Copies) -> PrintJob:
    """Return the cards of a selection. Two queries, none for an empty one."""
    return _job(
        {creature_name.key: chosen[creature_name.number] for creature_name in creatures_by_id(chosen)}, refusal=_NOBODY
    )


def copies_read(query: QueryDict) -> dict[str, int]:
    """Return how many copies of which creature a form or an address asks for; one where it does not say.

    What cannot be a key is left out, and so are creatures after the first 120.
    """
    keys, numbers = query.getlist("creature"), query.getlist("copies")
    found: dict[str, int] = {}
    for key, number in zip_longest(keys, numbers[: len(keys)], fillvalue="1"):
        if is_key(key) and (key in found or len(found) < LIMIT):
            found[key] = min(found.get(key, 0) + _copies(number), COPIES)
    return found


def print_url(pairs: Pairs) -> str:
    """Return the address of the page that prints the creatures that the pairs name."""
    return str(Address(reverse("compendium:print", args=["creatures"]), pairs))


def _copies(text: str) -> int:
    return min(max(int(text[:3]), 1), COPIES) if text.isascii() and text.isdigit() else 1


def _named(query: QueryDict, viewer: Owner | None) -> PrintJob:
    copies = copies_read(query)
    done = _job(copies, viewer, refusal=_NOBODY_NAMED)
    lines: Sequence[CreatureCopies] = done.shown["lines"]
    known = {line.key for line in lines}
    asked = dict.fromkeys(filter(None, query.getlist("creature")))
    notes = unknown_note(key for key in asked if key not in known and (key in copies or not is_key(key)))
    if any(is_key(key) and key not in copies for key in asked):
        notes = (*notes, _TOO_MANY_NAMED)
    linked = [replace(line, without=_without(line, lines)) for line in lines]
    return replace(done, pairs=_pairs(lines), notes=notes, shown={**done.shown, "named": True, "lines": linked})


def _job(copies: Mapping[str, int], viewer: Owner | None = None, *, refusal: str) -> PrintJob:
    """Return the cards of creatures, by their keys. One query, a second for imported ones, none without keys."""
    found = [(one, one.current) for one in selectors.creatures_get(copies, viewer) if one.current is not None]
    names = distinct_names(
        [CreatureName(one.pk, one.key, one.name, one.source.name, one.alignment, one.license) for one, _ in found]
    )
    lines = [CreatureCopies(one.key, name, copies[one.key]) for (one, _), name in zip(found, names, strict=True)]
    total = sum(line.copies for line in lines)
    shown = {"lines": lines, "total": total, "most_copies": COPIES, "named": False}
    if not lines:
        return PrintJob(refusal=refusal, shown={**shown, "nothing": True})
    if total > MOST:
        return PrintJob(
            refusal=f"One file can hold {MOST} cards, and these are {total}: print fewer copies.", shown=shown
        )
    sources = printed_sources(one for one, _ in found)
    single = len(lines) == 1

    def draw(canvas: Canvas, options: PrintOptions) -> None:
        sheets = ((selectors.creature_sheet(current, one), copies[one.key]) for one, current in found)
        check_text(sheets, "Print fewer copies, or fewer creatures.")
        cards = [(_card(one, current, sources[one.key], options), copies[one.key]) for one, current in found]
        _cards(cards, names[0] if single else NAME)(canvas, options)

    return PrintJob(draw, name=lines[0].key if single else "cards", shown=shown)


def _card(one: Creature, current: CardRevision, source: str, options: PrintOptions) -> ContentBuilder:
    tactics = creature_tactics(one, current) if options.gambits else None
    return creature(selectors.creature_sheet(current, one), source, tactics.sheet if tactics else None)


def _cards(cards: Sequence[tuple[ContentBuilder, int]], title: str) -> Draw:
    return cards_of([copy for card, copies in cards for copy in [card] * copies], title)


def _pairs(lines: Sequence[CreatureCopies]) -> Pairs:
    if all(line.copies == 1 for line in lines):
        return tuple(("creature", line.key) for line in lines)
    return tuple(pair for line in lines for pair in (("creature", line.key), ("copies", str(line.copies))))


def _without(line: CreatureCopies, lines: Sequence[CreatureCopies]) -> str:
    rest = [creature_copies for creature_copies in lines if creature_copies != line]
    return print_url(_pairs(rest)) if rest else ""


def _sample() -> Draw:
    return _cards([(creature(selectors.card_sheet(built_in_cards()[0])), 1)], NAME)


CREATURE_CARDS = Printable(
    "creatures",
    NAME,
    "The cards of the creatures that you have selected, as many of each as you field.",
    creatures_job,
    _sample,
    ticks=(*CARDS, "gambits"),
    choice="compendium/printables/creatures.html",
)
