"""How much one print may take: time of a processor, and text. A drawing ends where its time is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from printing.canvas import Canvas, PageSize
from printing.pdf import pdf_of
from printing.text import pace

CanvasDrawing = Callable[[Canvas], None]

TOO_LONG: Final = "This is too much to draw at once. Choose less of it, or shorten the texts of your own creatures."


def _go_on(page: int) -> None:
    """Let a drawing go on."""


@dataclass(frozen=True, slots=True)
class PrintBudget:
    """What one print may take: seconds of a processor, and characters; ``on_page`` is called before each page.

    ``is_last`` is True where nothing grants more.
    """

    seconds: float
    letters: int
    on_page: Callable[[int], None] = _go_on
    is_last: bool = False


WAITING: Final = PrintBudget(seconds=4.0, letters=1_000_000)
"""While a person waits: the hundred longest cards take a second, and have less than half of the text."""
BACKGROUND_SECONDS: Final = 90.0
BACKGROUND_LETTERS: Final = 4_000_000

_granted: ContextVar[PrintBudget | None] = ContextVar("_granted", default=None)


class DrawingTooLong(Exception):
    """A print takes more than its budget: ``sentence`` tells a person; ``can_wait`` where a larger budget may do."""

    def __init__(self, sentence: str = TOO_LONG, *, can_wait: bool = True) -> None:
        super().__init__(sentence)
        self.sentence, self.can_wait = sentence, can_wait


def budget_now() -> PrintBudget:
    """Return what a print may take that is made now."""
    return _granted.get() or WAITING


@contextmanager
def granted(budget: PrintBudget) -> Iterator[None]:
    """Grant a budget to what is printed meanwhile."""
    token = _granted.set(budget)
    try:
        yield
    finally:
        _granted.reset(token)


def background_budget(on_page: Callable[[int], None]) -> PrintBudget:
    """Return the budget of a print for which no one waits."""
    return PrintBudget(BACKGROUND_SECONDS, BACKGROUND_LETTERS, on_page, is_last=True)


def bounded(draw: CanvasDrawing) -> CanvasDrawing:
    """Return a drawing that raises ``DrawingTooLong`` where its time is over, in whatever number of parts it comes."""
    budget = budget_now()
    ends = time.thread_time() + budget.seconds

    def _stop_late() -> None:
        if time.thread_time() > ends:
            raise DrawingTooLong(can_wait=not budget.is_last)

    def _drawn(canvas: Canvas) -> None:
        def _before_page() -> None:
            _stop_late()
            budget.on_page(canvas.page + 1)

        canvas.before_page = _before_page
        with pace(_stop_late):
            draw(canvas)

    return _drawn


def bounded_pdf(draw: CanvasDrawing, size: PageSize, *, low_ink: bool = False) -> bytes:
    """Return a PDF; raise ``DrawingTooLong`` for one that takes more than the budget of now."""
    return pdf_of(bounded(draw), size, low_ink=low_ink)


def check_letters(letters: int, cure: str) -> None:
    """Raise ``DrawingTooLong`` for more characters than the budget of now has; ``cure`` says what to do instead."""
    budget = budget_now()
    if letters <= budget.letters:
        return
    sentence = f"This is {letters:,} characters of text; one file can hold at most {budget.letters:,}. {cure}"
    raise DrawingTooLong(sentence, can_wait=letters <= BACKGROUND_LETTERS and not budget.is_last)
