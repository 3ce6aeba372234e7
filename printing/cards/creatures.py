"""Creatures as cards: from the compendium, from a warband, with gambits, and blank."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printing.boxes import APART, GROUP, HP_A_BOX, SIDE, centered, damage_track, hairline, ruled, stat_strip, ticks
from printing.canvas import Box, Canvas, TextStyles
from printing.cards.frame import ROOM, CardContent, ContentBuilder, entry_pieces, remark
from printing.colors import Hue
from printing.columns import Piece, paragraph, space
from printing.members import MARKED
from printing.sentences import career, feature, foot, hero_points, item_paragraph, positioning
from printing.text import SIGNS, Run, Style, harmless, line, width_of
from rules.alignment import ALIGNMENTS
from rules.cards.sheet import STAT_LABELS, CreatureCard
from rules.p2v_combat.solo.readings import GambitSheet
from rules.sheets.model import MemberSheet
from rules.text import counted, with_minus

_SIZE = 7.6
_HP = 30 * HP_A_BOX
_BOX = 7.8  # side of a box of the damage track
_LINES = 6
_APART = 5.0
_CELL = 15.0  # height of a box for a stat


def blank() -> ContentBuilder:
    """Return a blank card: lines to write on, empty stats and boxes."""

    def content(styles: TextStyles) -> CardContent:
        styles = replace(styles, size=_SIZE)
        pieces = [
            _fields((("Name", 0.74), ("Points", 0.26)), 17, styles),
            _fields((("Size and tags", 0.74), ("Level", 0.26)), 15, styles),
            _alignments(styles),
            empty_stats(styles),
            *damage_track(_HP, ROOM, styles, _BOX),
            *(_fields((("", 1),), 14, styles) for _ in range(_LINES)),
        ]
        return CardContent(
            title="Blank card",
            pieces=pieces,
            base=ticks(MARKED, ROOM, styles, columns=4),
            foot="Muster, for Path 2 Victory",
            bare=True,
        )

    return content


def _fields(fields: Sequence[tuple[str, float]], height: float, styles: TextStyles) -> Piece:
    """Return lines to write on side by side, each with its label and its share of the width."""
    labels = [(line(Run(words, styles.label)), share) for words, share in fields]

    def draw(canvas: Canvas, left: float, top: float) -> None:
        room = ROOM - _APART * (len(labels) - 1)
        for label, share in labels:
            canvas.text(label, left, top + height - 2)
            start = left + (label.width + 2 if label.width else 0)
            canvas.rule(start, top + height - 1, left + share * room, styles.palette.edge, 0.35)
            left += share * room + _APART

    return Piece(height, draw)


def _alignments(styles: TextStyles) -> Piece:
    """The nine signs, of which the player circles one."""
    sign = Style(SIGNS, 10, styles.palette.soft)

    def draw(canvas: Canvas, left: float, top: float) -> None:
        for place, alignment in enumerate(ALIGNMENTS):
            centered(canvas, alignment.sign, sign, left + (place + 0.5) * ROOM / len(ALIGNMENTS), top + 9)

    return Piece(16, draw)


def empty_stats(styles: TextStyles) -> Piece:
    """Return a box for each stat, under its label."""
    cell = ROOM / len(STAT_LABELS)
    head = styles.label.size * 1.2

    def draw(canvas: Canvas, left: float, top: float) -> None:
        for place, (_, label) in enumerate(STAT_LABELS):
            middle = left + (place + 0.5) * cell
            centered(canvas, label, styles.label, middle, top + head / 2)
            box = Box(middle - cell / 2 + 1, top + head, middle + cell / 2 - 1, top + head + _CELL)
            canvas.box(box, stroke=styles.palette.edge, weight=0.5, round_by=1.5)

    return Piece(head + _CELL + 4, draw)


def gambit_pieces(gambits: GambitSheet, styles: TextStyles, hue: Hue) -> Iterator[Piece]:
    """Yield the heading, the preference and the rows of a table of gambits."""
    yield _heading("Gambits", styles, hue)
    if gambits.prefers:
        yield from remark([Run(gambits.prefers, styles.small)], styles)
    for row in gambits.lines:
        yield from entry_pieces(
            [[Run(f"{row.faces_text} {row.phase} ", styles.bold), Run(row.plan, styles.text)]], styles
        )


def _heading(words: str, styles: TextStyles, hue: Hue, price: str = "") -> Piece:
    """Return a heading below a dashed line, with a price at its right."""
    heading = line(Run(words, styles.style(styles.heading.font, 1.2, hue.ink)))
    cost = line(Run(price, styles.style(styles.small.font, 0.86, hue.ink)))
    baseline = 3.6 + heading.size * 0.8

    def draw(canvas: Canvas, left: float, top: float) -> None:
        canvas.rule(left, top + 1.6, left + ROOM, styles.palette.edge, 0.5, (2.4, 1.8))
        canvas.text(heading, left, top + baseline)
        if price:
            canvas.text(cost, left + ROOM - cost.width, top + baseline)

    return Piece(baseline + heading.size * 0.42, draw, keep=True)


_NUMBERS = 7.6  # the type size of stats, damage track and condition boxes
_LINE = 9.0  # height of a line to write conditions on
_ROW = (10, 15, 20)  # boxes of a damage track in a row: as few as one row takes, or the most
_MOST_LINES = 6  # of notes
_MOST_UNDER = 160  # characters under the name
_MOST_COUNT = 26.0  # width of “1 of 2” with space
_US = "Muster, for Path 2 Victory"


def creature(card: CreatureCard, source: str = "", gambits: GambitSheet | None = None) -> ContentBuilder:
    """Return a creature's card with everything that it may buy, and the game's behavior if ``gambits`` are given.

    ``source`` is the name of the card's source; its key if omitted.
    """

    def content(styles: TextStyles) -> CardContent:
        hue = _hue(card, styles)
        styles = replace(styles, signs=hue.ink)
        pieces = [*_numbers(card, styles, hue)]
        for base_feature in card.base_features:
            pieces += entry_pieces(feature(base_feature, styles), styles)
        turn = len(pieces) if card.upgrades else 0
        if card.upgrades:
            pieces += _upgrades(card, styles, hue)
        if gambits:
            pieces += gambit_pieces(gambits, styles, hue)
        content = CardContent(
            card.name,
            price=str(card.points),
            unit=_unit(card.points),
            pieces=pieces,
            turn=turn,
        )
        return _with_card(content, card, styles, source or card.source)

    return content


def member(member: MemberSheet, source: str = "") -> ContentBuilder:
    """Return a member's card: the creature as it is in its warband, its present cost, and its source."""

    def content(styles: TextStyles) -> CardContent:
        card, free = member.card, member.is_free and not member.points
        numbers = replace(styles, size=_NUMBERS)
        content = CardContent(
            member.called,
            under=member.creature if member.called != member.creature else "",
            price="free" if free else str(member.points),
            unit="" if free else _unit(member.points),
            base=[*_stars(member, styles)],
            boxes=[hairline(1.4, 1.6, ROOM, styles), *ticks(MARKED, ROOM, numbers, columns=4)],
            short_boxes=[ruled("Conditions", _LINE, ROOM, styles)],
        )
        if card is None:
            return replace(content, pieces=[*_unknown(styles), *_abilities(member, styles)], foot=_US)
        hue = _hue(card, styles)
        styles = replace(styles, signs=hue.ink)
        content = replace(content, pieces=[*_numbers(card, styles, hue), *_abilities(member, styles)])
        minion = f"minion of {member.commander}" if member.is_free or member.commander else ""
        return _with_card(content, card, styles, source, minion)

    return content


def _with_card(
    content: CardContent, card: CreatureCard, styles: TextStyles, source: str = "", minion: str = ""
) -> CardContent:
    """Add what all creature cards have: size and tags, alignment, standard features, source."""
    size = " ".join((card.size, *card.tags)).strip()
    words = (content.under, size, card.class_name, with_minus(f"level\N{NO-BREAK SPACE}{card.level}"), minion)
    under = " · ".join(filter(None, words))
    foot = " · ".join(filter(None, (source, card.license, f"revision {card.revision}")))
    base = [*_standard(card, styles), *content.base]
    if len(under) > _MOST_UNDER:
        base = [*remark([Run(under, styles.small)], styles), *base]
        under = ""
    if width_of(foot, styles.label) > ROOM - _MOST_COUNT:
        base += remark([Run(foot, styles.small)], styles)
        foot = _US
    return replace(
        content,
        under=under,
        aside=card.alignment.name if card.alignment else "no alignment",
        sign=card.alignment.sign if card.alignment else "",
        emblem=card.emblem,
        hue=card.alignment.code if card.alignment else "",
        base=base,
        foot=foot,
    )


def _unknown(styles: TextStyles) -> Iterator[Piece]:
    """Yield a note that the creature has no card, and empty boxes for its stats."""
    yield empty_stats(replace(styles, size=_NUMBERS))
    yield from remark([Run("Unknown creature: it has no card here.", styles.bad)], styles)


def _abilities(member: MemberSheet, styles: TextStyles) -> Iterator[Piece]:
    """Yield the creature's features and purchases, and its player's notes."""
    for feature_line in member.features:
        yield from entry_pieces(feature(feature_line, styles), styles)
    for key in member.unknown_upgrades:
        yield from entry_pieces(
            [[Run(f"“{key}”", styles.bold), Run(" This upgrade is not on its card.", styles.small)]], styles
        )
    for thing in member.items:
        yield from entry_pieces([item_paragraph(thing, styles)], styles)
    for upgrade in member.positioning:
        yield from entry_pieces(positioning(upgrade, styles), styles)
    if member.career:
        yield from paragraph(career(member.career, styles), styles.small.size, ROOM)
    if notes := _notes(member.notes):
        yield from paragraph([Run("Notes ", styles.small_bold), Run(notes, styles.quote)], styles.quote.size, ROOM)


def _notes(notes: str) -> str:
    """Return a player's notes without empty lines; joins many short lines."""
    rows = [row.strip() for row in harmless(notes).split("\n") if row.strip()]
    return "\n".join(rows) if len(rows) <= _MOST_LINES else " / ".join(rows)


def _hue(card: CreatureCard, styles: TextStyles) -> Hue:
    return styles.palette.hue(card.alignment.code if card.alignment else "")


def _unit(points: int) -> str:
    return "pt" if points == 1 else "pts"


def _numbers(card: CreatureCard, styles: TextStyles, hue: Hue) -> Iterator[Piece]:
    numbers = replace(styles, size=_NUMBERS)
    yield stat_strip(card.stats, card.movement, ROOM, numbers, hue.wash)
    hp = next((stat.amount for stat in card.stats if stat.name == "hp"), None)
    if hp:
        yield from damage_track(hp, ROOM, numbers, _side(hp, numbers))
    yield space(2)


def _side(hp: int, styles: TextStyles) -> float:
    """Return the size of the boxes in a damage track."""
    boxes = -(-hp // HP_A_BOX)
    a_row = next((number for number in _ROW if boxes <= number), _ROW[-1])
    room = ROOM - width_of("HP", styles.small_bold) - 4
    return min(SIDE, room / (a_row * (1 + APART) + (a_row / GROUP - 2) * APART) - 0.01)


def _upgrades(card: CreatureCard, styles: TextStyles, hue: Hue) -> Iterator[Piece]:
    yield _heading("Upgrades", styles, hue, f"+{counted(card.upgrade_cost, 'point')} each")
    for upgrade in card.upgrades:
        yield from entry_pieces(feature(upgrade, styles), styles)


def _standard(card: CreatureCard, styles: TextStyles) -> Iterator[Piece]:
    words = foot(card, styles)
    if words:
        yield hairline(1.4, 2.4, ROOM, styles)
        yield from remark(words, styles)


def _stars(member: MemberSheet, styles: TextStyles) -> Iterator[Piece]:
    if member.hero_points:
        yield from remark(hero_points(member.hero_points, styles), styles)
