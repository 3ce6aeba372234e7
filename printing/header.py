"""The header of a roster sheet: alignment sign, name, play mode, points, and the link as a QR code."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import segno

from printing.canvas import Box, Canvas
from printing.colors import Color
from printing.styles import TextStyles
from printing.text import BOLD, DISPLAY, SIGNS, TEXT, Run, Style, TextLine, harmless, line, lines
from rules.sheets import RosterSheet
from rules.text import counted

QUIET = 4
"""Empty squares on every side, as readers want them."""


def draw_qr(canvas: Canvas, link: str, box: Box, ink: Color) -> None:
    """Draw the code of a link into a square, quiet zone included; clicking it opens the link."""
    canvas.squares(box, _rows(link), ink)
    canvas.link(box, link)


@lru_cache(maxsize=64)
def _rows(link: str) -> tuple[bytes, ...]:
    return tuple(map(bytes, segno.make(link, error="m", micro=False).matrix_iter(border=QUIET)))


NAMELESS = "A warband without a name"
_CODE = 58.0
_SIGN = 44.0


def sheet_name(sheet: RosterSheet) -> str:
    """Return a warband's name, or a placeholder if it would print as blank."""
    return sheet.name if harmless(sheet.name).strip() else NAMELESS


class SheetHeader:
    """The header of a sheet; its ``height`` is known before it is drawn."""

    def __init__(self, sheet: RosterSheet, styles: TextStyles, width: float, link: str) -> None:
        self.sheet, self.styles, self.width, self.link = sheet, styles, width, link
        self.hue = styles.palette.hue(sheet.alignment.code if sheet.alignment else "")
        self.start = _SIGN + 10 if sheet.alignment else 0.0
        self.points = self._points()
        self.end = width - (_CODE + 6 if link else 0)
        room = self.end - max(point.width for point in self.points) - 14 - self.start
        self.name = self._name(room)
        self.words = lines([*self._runs()], room)
        self.name_leading = self.name[0].size * 1.12
        self.words_leading = styles.size * 1.3
        text = len(self.name) * self.name_leading + len(self.words) * self.words_leading + 2
        self.inner = max(text, _CODE if link else 0, _SIGN)
        self.height = self.inner + 12

    def draw(self, canvas: Canvas, left: float, top: float) -> None:
        """Draw it with its left upper corner there."""
        sheet = self.sheet
        canvas.bookmark(sheet_name(sheet), "warband", top)
        with canvas.within(Box(left, top, left + self.width, top + self.height)):
            if sheet.alignment:
                self._draw_sign(canvas, left, top, sheet.alignment.sign)
            y = top
            for text_line in self.name:
                canvas.text(text_line, left + self.start, y + self.name_leading * 0.78)
                y += self.name_leading
            y += 2
            for word in self.words:
                canvas.text(word, left + self.start, y + self.words_leading * 0.75)
                y += self.words_leading
            large, *small = self.points
            right = left + self.end
            canvas.text(large, right - large.width, top + 24)
            for place, text_line in enumerate(small):
                canvas.text(text_line, right - text_line.width, top + 37.5 + place * 11)
            if self.link:
                code = Box(right + 6, top - 2, right + 6 + _CODE, top - 2 + _CODE)
                draw_qr(canvas, self.link, code, canvas.palette.ink)
            y = top + self.inner + 3
            canvas.rule(left, y, left + self.width, self.hue.ink, 1.6)
            canvas.rule(left, y + 2.2, left + self.width, self.hue.ink, 0.4)

    def _draw_sign(self, canvas: Canvas, left: float, top: float, sign: str) -> None:
        box = Box(left, top, left + _SIGN, top + _SIGN)
        canvas.box(box, fill=self.hue.band, stroke=None if self.hue.band else self.hue.ink, weight=1, round_by=3)
        text_line = line(Run(sign, Style(SIGNS, _SIGN * 0.72, self.hue.on)))
        canvas.text(text_line, left + (_SIGN - text_line.width) / 2, top + _SIGN * 0.76)

    def _name(self, room: float) -> list[TextLine]:
        """Return the name on one line, as large as fits; a long name on several."""
        styles = [Style(DISPLAY, size, self.styles.palette.ink) for size in (26, 22, 19, 16)]
        ways = [lines([Run(sheet_name(self.sheet), style)], room) for style in styles]
        return next((way for way in ways if len(way) == 1), ways[-1])

    def _runs(self) -> Iterator[Run]:
        sheet, styles = self.sheet, self.styles
        plain = styles.style(TEXT, 1, styles.palette.soft)
        if sheet.alignment:
            yield Run(sheet.alignment.name, styles.style(BOLD, 1, self.hue.ink))
            yield Run(" · ", plain)
        yield Run(f"{sheet.mode} · {counted(sheet.bodies, 'member')}", plain)
        errors, warnings = len(sheet.errors), len(sheet.warnings)
        yield Run("\n", plain)
        if sheet.legal:
            yield Run("✓ Legal", styles.style(BOLD, 1, styles.palette.good))
        else:
            yield Run(f"✗ Not legal: {counted(errors, 'problem')}", styles.style(BOLD, 1, styles.palette.bad))
        if warnings:
            yield Run(f", {counted(warnings, 'warning')}", plain)
        if sheet.overrides:
            yield Run(f", {len(sheet.overrides)} agreed at the table", plain)

    def _points(self) -> list[TextLine]:
        sheet, styles = self.sheet, self.styles
        small = styles.style(TEXT, 1, styles.palette.soft)
        points = [line(Run(str(sheet.points), Style(DISPLAY, 28, styles.palette.ink)))]
        if sheet.limit is None:
            return [*points, line(Run("point" if sheet.points == 1 else "points", small))]
        points.append(line(Run(f"of {counted(sheet.limit, 'point')}", small)))
        if sheet.over:
            return [*points, line(Run(f"{sheet.over} over", styles.style(BOLD, 1, styles.palette.bad)))]
        return [*points, line(Run(f"{sheet.left} left", small))]
