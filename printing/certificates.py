"""Certificates of a season: a page for each champion and each holder of an award, to sign and to hang up."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from printing.canvas import Box, Canvas, Point, emblem_line
from printing.colors import Color, color, mixed
from printing.crests import HEIGHT, WIDTH, draw_crest
from printing.text import DISPLAY, DISPLAY_ITALIC, TEXT, Run, Style, TextLine, ellipsized, line, lines
from rules.campaigns.leagues.honors import SeasonHonor

_BRASS = color("#7a5a16")
_WHITE = color("#ffffff")
_MARGIN, _INSET, _CORNER = 28.0, 7.0, 16.0
_CREST = 148.0
_LEAVES = 9
_GHOST = 270.0
_GHOST_SHARE = 0.95  # of white
_SHORTER = 0.7  # of the room, for a deed of two lines
_SIGNED = 170.0  # the length of a line to sign


@dataclass(frozen=True, slots=True)
class SeasonCertificates:
    """What certificates say: the campaign, the day on which its season ended (``7 March 2026``), and the honors."""

    campaign: str
    day: str
    honors: Sequence[SeasonHonor]


def draw_certificates(canvas: Canvas, certificates: SeasonCertificates) -> None:
    """Draw a landscape page for each honor."""
    canvas.describe(certificates.campaign, "Certificates of a campaign of Path 2 Victory")
    for honor in certificates.honors:
        canvas.start_page()
        _draw_certificate(canvas, certificates, honor)


def _draw_certificate(canvas: Canvas, certificates: SeasonCertificates, honor: SeasonHonor) -> None:
    palette, middle = canvas.palette, canvas.width / 2
    hue = palette.hue(honor.crest.alignment if honor.crest else "")
    ink = _BRASS if honor.place == 1 else hue.ink
    room = canvas.width - 2 * (_MARGIN + _CORNER + 30)
    _draw_frame(canvas, ink)
    if honor.crest:
        # An emblem is text, which covers lines: there are none below it.
        ghost = emblem_line(honor.crest.emblem, _GHOST, mixed(ink, _WHITE, _GHOST_SHARE))
        canvas.picture(ghost, middle - ghost.width / 2, canvas.height * 0.62 + _GHOST * 0.45)
    y = _MARGIN + 52
    _centered(canvas, certificates.campaign, Style(DISPLAY_ITALIC, 20, palette.soft), y, room)
    y += 26
    if honor.crest:
        width = _CREST * WIDTH / HEIGHT
        draw_crest(canvas, honor.crest, Box(middle - width / 2, y, middle + width / 2, y + _CREST))
    if honor.place == 1:
        for side in (-1, 1):
            _draw_laurel(canvas, middle, y + _CREST * 0.5, side, ink)
    y += _CREST + 62
    _fitted(canvas, honor.title, (46, 40, 34), ink, y, room)
    y += 30
    _centered(canvas, "awarded to", Style(TEXT, 12, palette.soft), y, room)
    y += 46
    _fitted(canvas, honor.member or honor.warband_name, (34, 28, 22), palette.ink, y, room)
    if honor.member:
        y += 24
        _centered(canvas, f"of {honor.warband_name}", Style(DISPLAY, 17, palette.ink), y, room)
    if honor.deed:
        style = Style(DISPLAY_ITALIC, 16, palette.ink)
        deed = f"{honor.deed[0].upper()}{honor.deed[1:]}."
        y += 14
        whole = lines([Run(deed, style)], room)
        # Two lines of about the same length look better than a long and a short one.
        for words in whole if len(whole) == 1 else lines([Run(deed, style)], room * _SHORTER):
            y += 24
            _place(canvas, words, y)
    _draw_foot(canvas, certificates.day)


def _draw_frame(canvas: Canvas, ink: Color) -> None:
    """Draw two lines around the page that give way to a diamond at each corner."""
    outer = Box(0, 0, canvas.width, canvas.height).grown(-_MARGIN)
    inner = outer.grown(-_INSET)
    for box, weight in ((outer, 2.2), (inner, 0.6)):
        left, top, right, bottom = box
        canvas.stroke(((left + _CORNER, top), (right - _CORNER, top)), ink, weight)
        canvas.stroke(((left + _CORNER, bottom), (right - _CORNER, bottom)), ink, weight)
        canvas.stroke(((left, top + _CORNER), (left, bottom - _CORNER)), ink, weight)
        canvas.stroke(((right, top + _CORNER), (right, bottom - _CORNER)), ink, weight)
    for x in (outer.left + _INSET / 2, outer.right - _INSET / 2):
        for y in (outer.top + _INSET / 2, outer.bottom - _INSET / 2):
            canvas.shape(_diamond(x, y, 9), stroke=ink, weight=1.2)
            canvas.shape(_diamond(x, y, 4.5), fill=ink)


def _diamond(x: float, y: float, radius: float) -> Sequence[Point]:
    return ((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y))


def _draw_laurel(canvas: Canvas, middle: float, y: float, side: int, ink: Color) -> None:
    """Draw a branch of laurel that rises beside the crest; ``side`` is -1 at the left and 1 at the right."""
    radius = _CREST * 0.7
    angles = [pi * (0.32 - 0.57 * place / _LEAVES) for place in range(_LEAVES + 1)]
    stem = [(middle + side * cos(angle) * radius, y + sin(angle) * radius) for angle in angles]
    canvas.stroke(stem, ink, 1.1)
    for place, (angle, root) in enumerate(zip(angles, stem, strict=True)):
        size = 24 - place
        for turn in (0.5, -0.6):
            canvas.shape(_leaf(root, angle - pi / 2 + turn, side, size), fill=ink)


def _leaf(root: Point, direction: float, side: int, size: float) -> Sequence[Point]:
    """Return a leaf that grows from its root; the direction is that of the right side of the page."""
    along, across = (side * cos(direction), sin(direction)), (-side * sin(direction), cos(direction))
    outline = ((0, 0), (0.3, 0.17), (0.6, 0.17), (1, 0), (0.6, -0.17), (0.3, -0.17))
    return [
        (root[0] + size * (a * along[0] + b * across[0]), root[1] + size * (a * along[1] + b * across[1]))
        for a, b in outline
    ]


def _draw_foot(canvas: Canvas, day: str) -> None:
    """Draw the day of the season's end and a line for the organizer's hand."""
    y = canvas.height - _MARGIN - 48
    label = Style(TEXT, 9.5, canvas.palette.soft)
    left, right = _MARGIN + 62, canvas.width - _MARGIN - 62
    for start, words, above in ((left, "Day", day), (right - _SIGNED, "Organizer", "")):
        canvas.rule(start, y, start + _SIGNED, canvas.palette.edge, 0.5)
        canvas.text(line(Run(words, label)), start, y + 13)
        canvas.text(line(Run(above, Style(TEXT, 12, canvas.palette.ink))), start, y - 6)
    about = line(Run("Muster, an unofficial companion to Path 2 Victory", Style(TEXT, 7.5, canvas.palette.soft)))
    canvas.text(about, canvas.width / 2 - about.width / 2, canvas.height - _MARGIN - 18)


def _centered(canvas: Canvas, words: str, style: Style, y: float, room: float) -> None:
    _place(canvas, ellipsized(words, style, room), y)


def _fitted(canvas: Canvas, words: str, sizes: Sequence[float], ink: Color, y: float, room: float) -> None:
    """Draw words in the largest of these sizes in which they fit; what is too long ends in an ellipsis."""
    lines = (line(Run(words, Style(DISPLAY, size, ink))) for size in sizes)
    fitting = next((set_line for set_line in lines if set_line.width <= room), None)
    _place(canvas, fitting or ellipsized(words, Style(DISPLAY, sizes[-1], ink), room), y)


def _place(canvas: Canvas, words: TextLine, y: float) -> None:
    canvas.text(words, (canvas.width - words.width) / 2, y)
