"""Printables, and requests for them, as values that one view draws as a page and as a file."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest

from common.web.address import fits_in_address, shown_text
from compendium.web.printing import CARDS, PrintOptions, Ticks
from printing.canvas import Canvas, PageSize, paper_size
from printing.cards.frame import ContentBuilder
from printing.cards.sheets import card_size, draw_cards
from rules.text import listed

CARD = card_size("card", bleed=False)
MOST = 300
"""Cards in one file."""

_FEW = 3

Draw = Callable[[Canvas, PrintOptions], None]
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PrintJob:
    """A request for a print.

    ``pairs`` are the parameters of the addresses of the page and the file, ``name`` is the file name, ``notes`` list
    the omissions. Without ``draw``, the ``refusal`` says why nothing can be printed. ``shown`` is the context of the
    page's template.
    """

    draw: Draw | None = None
    refusal: str = ""
    pairs: Pairs = ()
    name: str = "cards"
    notes: tuple[str, ...] = ()
    shown: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Printable:
    """Something to print: its key in addresses, its name, and a sentence that describes it.

    ``read`` reads the request; ``sample`` draws a sample page of ``sample_size``. ``ticks`` are its options, and
    ``choice`` is the template of further choices, if any.
    """

    key: str
    name: str
    sentence: str
    read: Callable[[HttpRequest], PrintJob]
    sample: Callable[[], Draw]
    ticks: Ticks = CARDS
    choice: str = "compendium/printables/choices.html"
    landscape: bool = False
    sample_size: PageSize = CARD

    def size(self, options: PrintOptions) -> PageSize:
        """Return the size of its pages."""
        if "backs" in self.ticks:
            return card_size(options.card_paper, bleed=options.bleed)
        return paper_size(options.paper, landscape=self.landscape)


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """One thing that can be ticked."""

    key: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class TickedChoices:
    """Choices, the keys of the ticked ones, and their parameters.

    ``of`` names the list to which the ticks belong: another list begins with everything ticked. Lists that are too long
    for an address cannot be ticked, and are printed completely.
    """

    choices: Sequence[PrintChoice]
    keys: frozenset[str]
    of: str = ""
    notes: tuple[str, ...] = ()

    @property
    def can_tick(self) -> bool:
        """Whether an address can name them."""
        return _fit(self.choices)

    @property
    def pairs(self) -> Pairs:
        """The parameters; none if everything is ticked."""
        if len(self.keys) == len(self.choices):
            return ()
        chosen = tuple(("which", choice.key) for choice in self.choices if choice.key in self.keys)
        return (("of", self.of), *chosen)


def ticked(request: HttpRequest, choices: Sequence[PrintChoice], of: str = "") -> TickedChoices:
    """Return the ticked choices of a request: all, unless it lists others of this very list."""
    known = {choice.key for choice in choices}
    asked = request.GET.getlist("which")
    says = request.GET["of"] == of if "of" in request.GET else bool(asked)
    button = request.GET.get("tick", "")
    if button == "none":
        return TickedChoices(choices, frozenset(), of)
    if not says or button == "all" or not _fit(choices):
        return TickedChoices(choices, frozenset(known), of)
    unknown = dict.fromkeys(key for key in asked if key not in known)
    return TickedChoices(choices, frozenset(known.intersection(asked)), of, unknown_note(unknown))


def unknown_note(keys: Iterable[str]) -> tuple[str, ...]:
    """Return a note about the unknown keys."""
    names = [f"“{shown_text(key, 40)}”" for key in keys]
    if not names:
        return ()
    rest = [f"{len(names) - _FEW} more"] if len(names) > _FEW else []
    they = "it was" if len(names) == 1 else "they were"
    return (f"Nothing here is called {listed([*names[:_FEW], *rest], 'or')}: {they} left out.",)


def cards_of(settings: Sequence[ContentBuilder], title: str) -> Draw:
    """Return the function that draws cards one after the other."""

    def draw(canvas: Canvas, options: PrintOptions) -> None:
        draw_cards(canvas, settings, title=title, backs=options.backs, bleed=options.bleed)

    return draw


def _fit(choices: Sequence[PrintChoice]) -> bool:
    return fits_in_address("which", [choice.key for choice in choices])
