"""The header of a roster sheet, and its members: each a block with its card's text and boxes for a pencil."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import segno

from printing import crests
from printing.boxes import damage_track, hairline, ruled, stat_strip, ticks
from printing.canvas import LEADING, Box, Canvas, TextStyles, emblem_line
from printing.colors import Color, Hue
from printing.columns import Block, Piece, paragraph, space
from printing.sentences import Paragraph, career, feature, foot, hero_points, item_paragraph, positioning
from printing.text import BOLD, DISPLAY, SIGNS, TEXT, Run, Style, TextLine, harmless, line, lines
from rules.cards.sheet import CreatureCard
from rules.crests import Crest
from rules.sheets.members import MemberGroup
from rules.sheets.model import NAMELESS, MemberSheet, ProblemLine, RosterSheet
from rules.tables.conditions import CONDITIONS
from rules.text import counted, with_minus

# What is marked on a creature in play: every condition, and the statuses that outlast a moment.
MARKED = (*(row.name for row in CONDITIONS), "prone", "quickened", "invisible", "dying")
NO_SOURCES: Mapping[str, str] = {}
"""The sources of a warband whose creatures are all built in."""
PADDING = 5.0
_HANG = 7.0  # how far the lines of a feature stand in, under its name
_APART = 1.4  # between two features
_ROUND = 2.0


def member_block(group: MemberGroup, styles: TextStyles, width: float) -> Block:
    """Return a member, or equal members, as a block for a column of that width."""
    card = group.first.card
    hue = styles.palette.hue(card.alignment.code if card and card.alignment else "")
    room = width - 2 * PADDING
    pieces = [_title(group, styles, hue, width), *_about(group, styles, room)]
    if card:
        pieces += _numbers(card, group.number, styles, room, hue)
    pieces += _abilities(group.first, group.number, styles, room)
    pieces += _kept(group.first, group.number, styles, room)

    def ground(canvas: Canvas, box: Box) -> None:
        canvas.box(box, stroke=hue.band or styles.palette.edge, weight=0.6, round_by=_ROUND)

    return Block(pieces, lambda: _continued(group, styles, hue, width), gap=6, inset=PADDING, ground=ground)


def _title(group: MemberGroup, styles: TextStyles, hue: Hue, width: float) -> Piece:
    """The band: emblem, sign, name and points."""
    member, name = group.first, styles.name(hue.on)
    card = member.card
    points = "free" if member.is_free and not member.points else str(group.points)
    unit = "" if points == "free" else " pt" if points == "1" else " pts"
    price = line(Run(points, styles.style(name.font, 1.4, hue.on)), Run(unit, styles.style(name.font, 0.8, hue.on)))
    sign = card.alignment.sign if card and card.alignment else ""
    picture = emblem_line(card.emblem if card else "", name.size * 1.1, hue.on)
    sign_at = picture.width + 3 if picture.width else 0.0
    start = sign_at + (name.size * 1.08 + 4 if sign else 0.0)
    called = lines([Run(group.called, name)], width - 2 * PADDING - start - price.width - 6)
    leading = name.size * 1.12
    height = leading * max(1, len(called)) + 3.4

    def draw(canvas: Canvas, left: float, top: float) -> None:
        canvas.bookmark(group.full_name, f"member-{member.place}", top, 1)
        _band(canvas, Box(left - PADDING, top, left - PADDING + width, top + height), hue, styles)
        baseline = top + 1.7 + leading * 0.79
        canvas.picture(picture, left, baseline + 1.1)
        if sign:
            canvas.text(line(Run(sign, styles.style(styles.sign.font, 1.45, hue.on))), left + sign_at, baseline)
        for place, text_line in enumerate(called):
            canvas.text(text_line, left + start, baseline + place * leading)
        canvas.text(price, left + width - 2 * PADDING - price.width, baseline)

    return Piece(height, draw, keep=True)


def _continued(group: MemberGroup, styles: TextStyles, hue: Hue, width: float) -> Piece:
    words = Style(styles.small.font, styles.small.size, hue.on)
    text = lines([Run(f"{group.called}, continued", words)], width - 2 * PADDING)
    leading = words.size * LEADING
    height = leading * len(text) + 3

    def draw(canvas: Canvas, left: float, top: float) -> None:
        _band(canvas, Box(left - PADDING, top, left - PADDING + width, top + height), hue, styles)
        for place, text_line in enumerate(text):
            canvas.text(text_line, left, top + 1.5 + leading * (place + 0.8))

    return Piece(height + 2, draw, keep=True)


def _band(canvas: Canvas, box: Box, hue: Hue, styles: TextStyles) -> None:
    if hue.band:
        canvas.box(box, fill=hue.band, round_by=_ROUND)
    else:
        canvas.rule(box.left, box.bottom, box.right, styles.palette.ink, 0.8)


def _about(group: MemberGroup, styles: TextStyles, width: float) -> Iterator[Piece]:
    """Yield the creature's description, cost and problems."""
    member = group.first
    card, words = member.card, []
    if member.called != member.creature:
        words.append(member.creature)
    if card:
        words.append(" ".join((card.size, *card.tags)).strip())
        words += [card.class_name] if card.class_name else []
        words.append(with_minus(f"level {card.level}"))
        words.append(card.alignment.name if card.alignment else "no alignment")
    if member.is_homebrew:
        words.append("homebrew")
    if group.number > 1 and member.points:
        words.append(f"{counted(member.points, 'point')} each")
    if member.extras_points or member.extras:
        words.append(f"{member.base_points} + {member.extras_points} for {member.extras}")
        if member.card_revision != member.current_revision:
            words.append(f"card revision {member.card_revision} of {member.current_revision}")
    if member.is_free or member.commander:
        words.append(f"minion of {member.commander}")
    yield space(1.6, keep=True)
    yield from paragraph([Run(" · ".join(filter(None, words)), styles.small)], styles.small.size, width, keep=True)
    if card is None:
        yield from paragraph([Run("Unknown creature: it has no card here.", styles.bad)], styles.bad.size, width)
    for problem in group.problems:
        having = len(problem.members)
        lead = [Run(f"{having} of {group.number}: ", styles.small_bold)] if having < group.number else []
        runs = [*lead, *problem_words(problem.line, styles)]
        yield from paragraph(runs, styles.small.size, width, keep=True)


def problem_words(problem: ProblemLine, styles: TextStyles) -> Paragraph:
    """Return a problem in words: first whether it is illegal, allowed by the players, or a warning."""
    if problem.blocks:
        return [Run("Not legal: ", styles.bad), Run(problem.message, styles.small)]
    if problem.overridden:
        reason = f" ({problem.reason})" if problem.reason else ""
        return [Run("Agreed at the table: ", styles.small_bold), Run(problem.message + reason, styles.small)]
    return [Run("Warning: ", styles.small_bold), Run(problem.message, styles.small)]


def _numbers(card: CreatureCard, number: int, styles: TextStyles, width: float, hue: Hue) -> Iterator[Piece]:
    yield space(1.6, keep=True)
    yield stat_strip(card.stats, card.movement, width, styles, hue.wash)
    hp = next((stat.amount for stat in card.stats if stat.name == "hp"), None)
    if hp and number == 1:
        yield space(1, keep=True)
        yield from damage_track(hp, width, styles)
    elif number > 1:
        for place in range(1, number + 1):
            yield space(1, keep=True)
            yield from damage_track(hp or 0, width, styles, label=f"{place} · HP")
            yield ruled("Conditions", 8.5, width, styles)
        yield space(2)
    yield space(1, keep=True)


def _abilities(member: MemberSheet, number: int, styles: TextStyles, width: float) -> Iterator[Piece]:
    """Yield the creature's features, purchases and standard features, with boxes to tick for each creature."""
    for feature_line in member.features:
        yield from _entry(feature(feature_line, styles, number), styles, width)
    for key in member.unknown_upgrades:
        yield from _entry(
            [[Run(f"“{key}”", styles.bold), Run(" This upgrade is not on its card.", styles.small)]], styles, width
        )
    for thing in member.items:
        yield from _entry([item_paragraph(thing, styles, number)], styles, width)
    for upgrade in member.positioning:
        yield from _entry(positioning(upgrade, styles), styles, width)
    if member.card and (words := foot(member.card, styles)):
        yield from paragraph(words, styles.small.size, width)
        yield space(_APART)


def _kept(member: MemberSheet, number: int, styles: TextStyles, width: float) -> Iterator[Piece]:
    """Yield the player's records: the career, hero points, conditions, notes.

    Equal members have room for their conditions beside their damage tracks.
    """
    if member.career:
        yield from paragraph(career(member.career, styles), styles.small.size, width)
    if member.hero_points:
        yield from paragraph(hero_points(member.hero_points, styles, number), styles.use.size * 0.9, width)
    if member.notes:
        yield from paragraph([Run(member.notes, styles.quote)], styles.quote.size, width)
    yield hairline(1.2, 1.2, width, styles)
    if number == 1:
        yield from ticks(MARKED, width, styles)
    yield ruled("Notes", 8.5, width, styles)
    yield space(4)


def _entry(paragraphs: Iterable[Paragraph], styles: TextStyles, width: float) -> Iterator[Piece]:
    """One feature: its first line is never last in a column, and lines below the name are indented."""
    for runs in paragraphs:
        yield from paragraph(runs, styles.size, width, hang=_HANG)
    yield space(_APART)


QUIET = 4
"""Empty squares on every side, as code readers require."""


def draw_qr(canvas: Canvas, link: str, box: Box, ink: Color) -> None:
    """Draw a link's QR code in a square, including its quiet zone; clicking it opens the link."""
    canvas.squares(box, _rows(link), ink)
    canvas.link(box, link)


@lru_cache(maxsize=64)
def _rows(link: str) -> tuple[bytes, ...]:
    return tuple(map(bytes, segno.make(link, error="m", micro=False).matrix_iter(border=QUIET)))


_CODE = 58.0
_CREST_HEIGHT = 54.0
_CREST_WIDTH = _CREST_HEIGHT * crests.WIDTH / crests.HEIGHT


def sheet_name(sheet: RosterSheet) -> str:
    """Return a warband's name, or a placeholder if it would print as blank."""
    return sheet.name if harmless(sheet.name).strip() else NAMELESS


class SheetHeader:
    """The header of a sheet, with the warband's crest; its ``height`` is known before it is drawn."""

    def __init__(self, sheet: RosterSheet, crest: Crest, styles: TextStyles, width: float, link: str) -> None:
        self.sheet, self.crest, self.styles, self.width, self.link = sheet, crest, styles, width, link
        self.hue = styles.palette.hue(sheet.alignment.code if sheet.alignment else "")
        self.start = _CREST_WIDTH + 10
        self.points = self._points()
        self.end = width - (_CODE + 6 if link else 0)
        room = self.end - max(point.width for point in self.points) - 14 - self.start
        self.name = self._name(room)
        self.words = lines([*self._runs()], room)
        self.name_leading = self.name[0].size * 1.12
        self.words_leading = styles.size * 1.3
        text = len(self.name) * self.name_leading + len(self.words) * self.words_leading + 2
        self.inner = max(text, _CODE if link else 0, _CREST_HEIGHT)
        self.height = self.inner + 12

    def draw(self, canvas: Canvas, left: float, top: float) -> None:
        """Draw it at its upper left corner."""
        sheet = self.sheet
        canvas.bookmark(sheet_name(sheet), "warband", top)
        with canvas.within(Box(left, top, left + self.width, top + self.height)):
            crests.draw_crest(canvas, self.crest, Box(left, top, left + _CREST_WIDTH, top + _CREST_HEIGHT))
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

    def _name(self, room: float) -> list[TextLine]:
        """Return the name on one line, as large as possible; a long name on several lines."""
        styles = [Style(DISPLAY, size, self.styles.palette.ink) for size in (26, 22, 19, 16)]
        ways = [lines([Run(sheet_name(self.sheet), style)], room) for style in styles]
        return next((way for way in ways if len(way) == 1), ways[-1])

    def _runs(self) -> Iterator[Run]:
        sheet, styles = self.sheet, self.styles
        plain = styles.style(TEXT, 1, styles.palette.soft)
        if sheet.alignment:
            yield Run(f"{sheet.alignment.sign} ", styles.style(SIGNS, 1.06, self.hue.ink))
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
