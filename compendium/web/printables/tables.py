"""Prints from the rules: cards of items, conditions and objectives, cards to fill in, whole table aids."""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest

from common.web.address import Address
from compendium.entries import item_from_row
from compendium.filters import ItemFilter
from compendium.models import Item
from compendium.web.printables.jobs import MOST, Draw, Printable, PrintChoice, PrintJob, cards_of, ticked
from printing.aids.boards import diagrams, draw_deployment
from printing.aids.deployments import draw_deployments
from printing.aids.grounds import draw_tile
from printing.aids.reference import WIDTH, draw_reference, draw_token, draw_tokens, tokens
from printing.aids.tiles import draw_tiles
from printing.canvas import INCH, Canvas, PageSize, paper_size
from printing.cards import creatures, entries
from printing.cards.entries import item_card
from printing.cards.frame import ContentBuilder
from rules import items
from rules.tables.boards import DEPLOYMENTS as ALL_DEPLOYMENTS
from rules.tables.objectives import OBJECTIVES, SPECIAL_OBJECTIVES
from rules.tables.tiles import TILES
from rules.text import capped_number, slug, with_minus

NOTHING = "Nothing is selected. Tick the cards that you want to print."
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
    typed = capped_number(text, _MOST_BLANK)
    number = _SHEET if typed is None else max(typed, 1)
    note = f"You can print 1 to {_MOST_BLANK} cards at once, so this prints {number}."
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
    "The effect of each condition and status, in large type, and how it ends.",
    entries.ROWS,
    entries.condition,
)
OBJECTIVE_CARDS = _table(
    "objectives",
    "Objective cards",
    "The standard objectives, each with its d6 roll and a line to note who claimed it.",
    OBJECTIVES,
    entries.objective,
)
SPECIAL_OBJECTIVE_CARDS = _table(
    "special-objectives",
    "Special objectives",
    "The objectives that change a battle, each with its conditions and benefits.",
    SPECIAL_OBJECTIVES,
    entries.special,
)
BLANK_CARDS = Printable(
    "blank",
    "Blank cards",
    "Blank cards to fill in by hand: your own creatures, or anything else that you need.",
    _blank,
    lambda: cards_of([creatures.blank()], "Blank cards"),
    choice="compendium/printables/blank.html",
)


NAME = "Item cards"
FILTERS = ("kind", "level_from", "level_to")
"""The filters of items that are known here, by their names in addresses."""


class PrintedItemFilter(ItemFilter):
    """Items by the choices here."""

    cost = choice = source = None  # type: ignore[assignment] # takes the filters out


def items_job(request: HttpRequest) -> PrintJob:
    """Return the cards of the items that the filters find and that are ticked. Two queries."""
    asked = Address(
        request.path, tuple((name, value) for name in FILTERS for value in request.GET.getlist(name) if value.strip())
    )
    filters = PrintedItemFilter(asked.query, queryset=Item.objects.select_related("source"))
    shown: dict[str, Any] = {"form": filters.form}
    if not filters.form.is_valid():
        return PrintJob(refusal="Nothing was printed, because Muster cannot read a filter.", shown=shown)
    rows = list(filters.qs[: MOST + 1])
    choices = [PrintChoice(row.key, row.name, f"level {with_minus(str(row.level))}") for row in rows]
    chosen = ticked(request, choices, urlencode(asked.pairs))
    shown["ticked"] = chosen
    pairs = (*asked.pairs, *chosen.pairs)
    if len(rows) > MOST:
        return PrintJob(
            refusal=f"One file can have {MOST} cards. Choose a kind or level.", pairs=asked.pairs, shown=shown
        )
    if not rows:
        return PrintJob(refusal="No item matches. Choose another kind or level.", pairs=pairs, shown=shown)
    settings = [item_card(item_from_row(row)) for row in rows if row.key in chosen.keys]
    return PrintJob(
        draw=cards_of(settings, NAME) if settings else None,
        refusal=NOTHING,
        pairs=pairs,
        name="items",
        notes=chosen.notes,
        shown=shown,
    )


def _sample() -> Draw:
    return cards_of([item_card(items.find_item("alchemists-fire-minor"))], NAME)


ITEM_CARDS = Printable(
    "items",
    NAME,
    "Items for creatures: the effect, boxes for the uses, and room for the carrier's choices.",
    items_job,
    _sample,
    choice="compendium/printables/items.html",
)


_APART = 8.0  # between the tokens of their sample
_TILE = next(tile for tile in TILES if tile.walls)
_DIAGRAM = next(diagrams(ALL_DEPLOYMENTS[0]))
_BOARD_WIDTH = 180.0


def _aid(
    key: str,
    name: str,
    sentence: str,
    draw: Callable[[Canvas], None],
    sample: Callable[[Canvas], None],
    size: PageSize,
    *,
    landscape: bool = False,
) -> Printable:
    whole = _without_options(draw)
    return Printable(
        key,
        name,
        sentence,
        lambda request: PrintJob(whole, name=key),
        lambda: _without_options(sample),
        ticks=("low_ink",),
        choice="",
        landscape=landscape,
        sample_size=size,
    )


def _without_options(draw: Callable[[Canvas], None]) -> Draw:
    return lambda canvas, options: draw(canvas)


def _tokens(canvas: Canvas) -> None:
    canvas.start_page()
    for place, token in enumerate(islice(tokens(), 6)):
        row, column = divmod(place, 2)
        draw_token(canvas, token, _APART + column * (WIDTH + _APART), _APART + row * (WIDTH + _APART))


def _tile(canvas: Canvas) -> None:
    canvas.start_page()
    draw_tile(canvas, _TILE, 0, 0)


def _board(canvas: Canvas) -> None:
    canvas.start_page()
    draw_deployment(canvas, _DIAGRAM, 0, 0, canvas.width / _DIAGRAM.board.width)


REFERENCE_SHEET = _aid(
    "reference-sheet",
    "Reference sheet",
    "Actions, conditions, terrain and the turn on one page.",
    draw_reference,
    draw_reference,
    paper_size("a4", landscape=True),
    landscape=True,
)
CONDITION_TOKENS = _aid(
    "condition-tokens",
    "Condition tokens",
    "Round tokens to put next to a figure, for every condition and anything else that you mark.",
    draw_tokens,
    _tokens,
    PageSize(2 * WIDTH + 3 * _APART, 3 * WIDTH + 4 * _APART),
)
TERRAIN_TILES = _aid(
    "terrain-tiles",
    "Terrain tiles",
    "Terrain to cut out, one inch per square: loose pieces, ready-made tiles and markers.",
    draw_tiles,
    _tile,
    PageSize(len(_TILE.grid[0]) * INCH, len(_TILE.grid) * INCH),
)
DEPLOYMENTS = _aid(
    "deployments",
    "Deployments",
    "Every deployment on each of its boards, with a description of its zones.",
    draw_deployments,
    _board,
    PageSize(_BOARD_WIDTH, _BOARD_WIDTH * _DIAGRAM.board.height / _DIAGRAM.board.width),
)
