"""The top of a roster sheet: the sign, the name, what the warband is, its points, and its link as a code."""

from __future__ import annotations

from collections.abc import Iterator

from printing.document import Box, Document
from printing.faces import BOLD, DISPLAY, SIGNS, TEXT
from printing.looks import Look
from printing.qr import draw_qr
from printing.text import Line, Run, Style, harmless, line, lines
from rules.sheets import RosterSheet
from rules.text import counted

NAMELESS = "A warband without a name"
_CODE = 58.0
_SIGN = 44.0


def name_of(sheet: RosterSheet) -> str:
    """Return what a warband is called; one whose name nobody would see has none."""
    return sheet.name if harmless(sheet.name).strip() else NAMELESS


class Head:
    """The head of a sheet as wide as its page; its ``height`` is known before it is drawn."""

    def __init__(self, sheet: RosterSheet, look: Look, width: float, link: str) -> None:
        self.sheet, self.look, self.width, self.link = sheet, look, width, link
        self.hue = look.palette.hue(sheet.alignment.code if sheet.alignment else "")
        self.start = _SIGN + 10 if sheet.alignment else 0.0
        self.points = self._points()
        self.end = width - (_CODE + 6 if link else 0)
        room = self.end - max(one.width for one in self.points) - 14 - self.start
        self.name = self._name(room)
        self.words = lines([*self._words()], room)
        self.name_leading = self.name[0].size * 1.12
        self.words_leading = look.size * 1.3
        text = len(self.name) * self.name_leading + len(self.words) * self.words_leading + 2
        self.inner = max(text, _CODE if link else 0, _SIGN)
        self.height = self.inner + 12

    def draw(self, document: Document, left: float, top: float) -> None:
        """Draw it with its left upper corner there."""
        sheet = self.sheet
        document.bookmark(name_of(sheet), "warband", top)
        with document.within(Box(left, top, left + self.width, top + self.height)):
            if sheet.alignment:
                self._draw_sign(document, left, top, sheet.alignment.sign)
            y = top
            for one in self.name:
                document.text(one, left + self.start, y + self.name_leading * 0.78)
                y += self.name_leading
            y += 2
            for one in self.words:
                document.text(one, left + self.start, y + self.words_leading * 0.75)
                y += self.words_leading
            large, *small = self.points
            right = left + self.end
            document.text(large, right - large.width, top + 24)
            for place, one in enumerate(small):
                document.text(one, right - one.width, top + 37.5 + place * 11)
            if self.link:
                code = Box(right + 6, top - 2, right + 6 + _CODE, top - 2 + _CODE)
                draw_qr(document, self.link, code, document.palette.ink)
            y = top + self.inner + 3
            document.rule(left, y, left + self.width, self.hue.ink, 1.6)
            document.rule(left, y + 2.2, left + self.width, self.hue.ink, 0.4)

    def _draw_sign(self, document: Document, left: float, top: float, sign: str) -> None:
        box = Box(left, top, left + _SIGN, top + _SIGN)
        document.box(box, fill=self.hue.band, stroke=None if self.hue.band else self.hue.ink, weight=1, round_by=3)
        one = line(Run(sign, Style(SIGNS, _SIGN * 0.72, self.hue.on)))
        document.text(one, left + (_SIGN - one.width) / 2, top + _SIGN * 0.76)

    def _name(self, room: float) -> list[Line]:
        """The name on one line, as large as that allows; a long one on several."""
        styles = [Style(DISPLAY, size, self.look.palette.ink) for size in (26, 22, 19, 16)]
        ways = [lines([Run(name_of(self.sheet), style)], room) for style in styles]
        return next((way for way in ways if len(way) == 1), ways[-1])

    def _words(self) -> Iterator[Run]:
        sheet, look = self.sheet, self.look
        plain = look.style(TEXT, 1, look.palette.soft)
        if sheet.alignment:
            yield Run(sheet.alignment.name, look.style(BOLD, 1, self.hue.ink))
            yield Run(" · ", plain)
        yield Run(f"{sheet.mode} · {counted(sheet.bodies, 'member')}", plain)
        errors, warnings = len(sheet.errors), len(sheet.warnings)
        yield Run("\n", plain)
        if sheet.legal:
            yield Run("✓ Legal", look.style(BOLD, 1, look.palette.good))
        else:
            yield Run(f"✗ Not legal: {counted(errors, 'problem')}", look.style(BOLD, 1, look.palette.bad))
        if warnings:
            yield Run(f", {counted(warnings, 'warning')}", plain)
        if sheet.overrides:
            yield Run(f", {counted(len(sheet.overrides), 'override')}", plain)

    def _points(self) -> list[Line]:
        sheet, look = self.sheet, self.look
        small = look.style(TEXT, 1, look.palette.soft)
        points = [line(Run(str(sheet.points), Style(DISPLAY, 28, look.palette.ink)))]
        if sheet.limit is None:
            return [*points, line(Run("point" if sheet.points == 1 else "points", small))]
        points.append(line(Run(f"of {sheet.limit} points", small)))
        if sheet.over:
            return [*points, line(Run(f"{sheet.over} over", look.style(BOLD, 1, look.palette.bad)))]
        return [*points, line(Run(f"{sheet.left} left", small))]
