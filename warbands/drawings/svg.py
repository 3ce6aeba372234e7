"""The few shapes of SVG that the drawings need. Everything is escaped by the XML writer."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, tostring

from django.utils.safestring import SafeString

SQUARE = 10
"""Units of the drawing in one square of the board."""


class Drawing:
    """An SVG in squares: ``width`` by ``height`` with a ``margin`` around, all in squares.

    ``key`` is unique on the page. ``unit`` is how much larger than usual words are written. A drawing without a
    ``title`` only decorates words that stand beside it.
    """

    def __init__(
        self,
        *,
        key: str,
        css: str,
        width: float,
        height: float,
        margin: float,
        unit: float = 1,
        title: str = "",
        about: str = "",
    ) -> None:
        self.unit = unit
        box = [-margin, -margin, width + 2 * margin, height + 2 * margin]
        self.root = Element(
            "svg", {"viewBox": " ".join(map(svg_number, box)), "class": f"drawing {css}", "font-size": svg_number(unit)}
        )
        if not title:
            self.root.set("aria-hidden", "true")
            return
        self.root.set("role", "img")
        self.root.set("aria-labelledby", f"{key}-title")
        self.root.set("aria-describedby", f"{key}-about")
        SubElement(self.root, "title", {"id": f"{key}-title"}).text = title
        SubElement(self.root, "desc", {"id": f"{key}-about"}).text = about

    def rectangle(self, css: str, x: float, y: float, width: float, height: float, *, alignment: str = "") -> None:
        """Draw a rectangle from its top left corner; the code of an ``alignment`` brings the tokens of its hue."""
        attributes = {
            "class": css,
            "x": svg_number(x),
            "y": svg_number(y),
            "width": svg_number(width),
            "height": svg_number(height),
        }
        if alignment:
            attributes["data-al"] = alignment
        SubElement(self.root, "rect", attributes)

    def line(self, css: str, x1: float, y1: float, x2: float, y2: float) -> None:
        """Draw a line."""
        self.path(css, f"M{svg_number(x1)} {svg_number(y1)}L{svg_number(x2)} {svg_number(y2)}")

    def path(self, css: str, steps: str) -> None:
        """Draw a path; ``steps`` are made with ``number``."""
        SubElement(self.root, "path", {"class": css, "d": steps})

    def circle(self, css: str, x: float, y: float, radius: float) -> None:
        """Draw a circle around a point."""
        SubElement(
            self.root, "circle", {"class": css, "cx": svg_number(x), "cy": svg_number(y), "r": svg_number(radius)}
        )

    def text(self, css: str, x: float, y: float, words: str) -> None:
        """Write words around a point."""
        SubElement(self.root, "text", {"class": css, "x": svg_number(x), "y": svg_number(y)}).text = words

    def grid(self, width: int, height: int, step: int = 1, css: str = "grid") -> None:
        """Draw the lines between squares, every ``step`` of them."""
        across = [f"M{svg_number(x)} 0V{svg_number(height)}" for x in range(step, width, step)]
        down = [f"M0 {svg_number(y)}H{svg_number(width)}" for y in range(step, height, step)]
        self.path(css, "".join(across + down))

    def markup(self) -> SafeString:
        """Return the drawing as it stands in a page."""
        return SafeString(tostring(self.root, encoding="unicode"))


def svg_number(squares: float) -> str:
    """Return a length in squares as the drawing writes it."""
    return f"{squares * SQUARE:.2f}".rstrip("0").rstrip(".")
