"""The preview picture of a warband in chats: crest, name, points, alignment and members."""

from collections import Counter
from hashlib import sha256
from typing import NamedTuple

from printing.canvas import Box, Canvas, PageSize, emblem_line
from printing.colors import COLORS, color
from printing.crests import draw_crest
from printing.members import sheet_name
from printing.svg import PngCanvas, SvgCanvas
from printing.text import BOLD, DISPLAY, TEXT, Run, Style, TextLine, ellipsized, is_drawable, line
from rules.crests import Crest
from rules.sheets.crests import crest_of_sheet
from rules.sheets.model import NAMELESS, MemberSheet, RosterSheet
from rules.text import counted, with_count

SIZE = PageSize(1200, 630)
"""The size in pixels that chats request."""
MOST_GROUPS = 10
"""How many creatures are named; the rest are counted."""

_PAPER = color("#fbf7ec")
_LEFT, _RIGHT, _TOP, _BOTTOM = 72.0, SIZE.width - 56, 52.0, 590.0
_BAND = 28.0
_CREST = 122.0
_HEAD = 214.0  # where the rule under the name and the points lies
_FEWEST_ROWS, _MOST_ROWS = 4, 5  # of a column of members: few members are drawn larger
_UNDER_HEAD, _GAP = 22.0, 36.0


class PictureGroup(NamedTuple):
    """Members that a picture shows as one.

    Their name and that of their creature, the emblem and alignment of their card, and their number. Unlike those of
    ``rules.sheets.members.MemberGroup``, they need not be equal: two boars are one, whatever their purchases.
    """

    name: str
    creature: str
    emblem: str
    alignment: str
    number: int

    @property
    def label(self) -> str:
        """Its name, with the number if there are several: ``3 × Kobold Warrior``."""
        return with_count(self.name, self.number)

    @property
    def drawn_label(self) -> str:
        """Its label in letters that the fonts have: without a member's name that they cannot show."""
        names = (self.name, self.creature, "Creature")
        return with_count(next(filter(is_drawable, names)), self.number)


def picture_groups(sheet: RosterSheet) -> tuple[PictureGroup, ...]:
    """Return the members by name, emblem and alignment, in order of first appearance."""
    groups = Counter(map(_shown, sheet.members))
    return tuple(PictureGroup(*shown, number) for shown, number in groups.items())


def _named(sheet: RosterSheet) -> tuple[tuple[PictureGroup, ...], int]:
    """Return the named members, and the number of others."""
    groups = picture_groups(sheet)
    shown = groups if len(groups) <= MOST_GROUPS else groups[: MOST_GROUPS - 1]
    return shown, sum(group.number for group in groups[len(shown) :])


def _shown(member: MemberSheet) -> tuple[str, str, str, str]:
    card = member.card
    return (
        member.full_name,
        member.creature,
        card.emblem if card else "",
        card.alignment.code if card and card.alignment else "",
    )


def describe_warband(sheet: RosterSheet) -> str:
    """Return the picture's content in words: ``60 of 200 points · Lawful Evil · Campaign Play: Boar, 2 × Ankheg``."""
    points = f"{sheet.points} of " if sheet.limit is not None else ""
    points += counted(sheet.points if sheet.limit is None else sheet.limit, "point")
    limits = " · ".join((points, *((sheet.alignment.name,) if sheet.alignment else ()), sheet.mode))
    shown, others = _named(sheet)
    members = ", ".join([group.label for group in shown] + ([f"{others} more"] if others else []))
    return f"{limits}: {members}" if members else limits


def draw_warband_picture(canvas: Canvas, sheet: RosterSheet, crest: Crest | None = None) -> None:
    """Draw it on the present page of a canvas of ``SIZE``."""
    hue = canvas.palette.hue(sheet.alignment.code if sheet.alignment else "")
    canvas.box(Box(0, 0, _BAND, SIZE.height), fill=hue.band)
    points_width = _draw_points(canvas, sheet)
    draw_crest(canvas, crest or crest_of_sheet(sheet), Box(_LEFT, _TOP - 12, _LEFT + _CREST, _HEAD))
    start = _LEFT + _CREST + 26
    room = _RIGHT - points_width - 30 - start
    name = sheet_name(sheet)
    canvas.text(_fitted(name if is_drawable(name) else NAMELESS, room), start, _TOP + 62)
    plain = Style(TEXT, 32, canvas.palette.soft)
    words = f"{sheet.mode} · {counted(sheet.bodies, 'member')}"
    runs = [Run(words, plain)]
    if sheet.alignment:
        runs = [Run(sheet.alignment.name, Style(BOLD, 32, hue.ink)), Run(f" · {words}", plain)]
    canvas.text(line(*runs), start, _TOP + 112)
    canvas.rule(_LEFT, _HEAD, _RIGHT, hue.ink, 4)
    canvas.rule(_LEFT, _HEAD + 7, _RIGHT, hue.ink, 1)
    _draw_groups(canvas, *_named(sheet))
    foot = line(Run("Muster", Style(DISPLAY, 26, canvas.palette.accent)))
    canvas.text(foot, _RIGHT - foot.width, SIZE.height - 26)


def _draw_points(canvas: Canvas, sheet: RosterSheet) -> float:
    """Draw the points at the right, and return their width."""
    palette = canvas.palette
    noun = "point" if sheet.points == 1 else "points"
    below = noun if sheet.limit is None else f"of {counted(sheet.limit, 'point')}"
    number = line(Run(str(sheet.points), Style(DISPLAY, 92, palette.bad if sheet.over else palette.ink)))
    words = line(Run(below, Style(TEXT, 30, palette.soft)))
    canvas.text(number, _RIGHT - number.width, _TOP + 68)
    canvas.text(words, _RIGHT - words.width, _TOP + 112)
    return max(number.width, words.width)


def _draw_groups(canvas: Canvas, groups: tuple[PictureGroup, ...], others: int) -> None:
    """Draw the members in one or two columns, and the number of others."""
    if not groups:
        canvas.text(line(Run("No members yet", Style(TEXT, 38, canvas.palette.soft))), _LEFT, _HEAD + 78)
        return
    rows = min(_MOST_ROWS, max(_FEWEST_ROWS, len(groups)))
    columns = 1 if len(groups) <= rows else 2
    width = (_RIGHT - _LEFT - _GAP * (columns - 1)) / columns
    height = (_BOTTOM - _HEAD - _UNDER_HEAD) / rows
    emblem, size = height * 0.78, height * (0.53 if columns == 1 else 0.47)
    indent = emblem + _GAP / 2
    for place in range(len(groups) + bool(others)):
        left = _LEFT + place // rows * (width + _GAP)
        middle = _HEAD + _UNDER_HEAD + (place % rows + 0.5) * height
        baseline = middle + size * 0.34
        if place == len(groups):
            words = line(Run(f"and {others} more", Style(TEXT, size, canvas.palette.soft)))
        else:
            group = groups[place]
            picture = emblem_line(group.emblem, emblem, canvas.palette.hue(group.alignment).ink)
            canvas.picture(picture, left, middle + emblem * 0.38)
            words = ellipsized(group.drawn_label, Style(TEXT, size, canvas.palette.ink), width - indent)
        canvas.text(words, left + indent, baseline)


def _fitted(name: str, room: float) -> TextLine:
    """Set a name on one line, as large as possible; a name that is too long ends in an ellipsis."""
    sizes = (64, 56, 48, 40)
    ways = (line(Run(name, Style(DISPLAY, size, COLORS.ink))) for size in sizes)
    fitting = next((way for way in ways if way.width <= room), None)
    return fitting or ellipsized(name, Style(DISPLAY, sizes[-1], COLORS.ink), room)


def warband_picture_mark(sheet: RosterSheet, crest: Crest | None = None) -> str:
    """Return a mark that differs if the pictures of two warbands do. Takes a tenth of the time of the picture."""
    canvas = SvgCanvas(SIZE)
    canvas.start_page()
    draw_warband_picture(canvas, sheet, crest)
    return sha256(canvas.svg("").encode()).hexdigest()[:32]


def warband_picture(sheet: RosterSheet, crest: Crest | None = None) -> bytes:
    """Return the picture as a PNG."""
    canvas = PngCanvas(SIZE, _PAPER)
    draw_warband_picture(canvas, sheet, crest)
    return canvas.png()
