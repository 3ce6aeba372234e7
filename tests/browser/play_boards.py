"""A battle's board on a page."""

from typing import Any

from rules.tables.areas import Square


def tap_square(page: Any, square: Square) -> None:
    """Tap the middle of a square of the board."""
    x, y = page.evaluate(
        """([x, y]) => {
        const figure = document.querySelector("#play-board > svg"), side = Number(figure.dataset.square);
        const point = new DOMPoint((x + 0.5) * side, (y + 0.5) * side).matrixTransform(figure.getScreenCTM());
        return [point.x, point.y];
        }""",
        square,
    )
    page.touchscreen.tap(x, y)
