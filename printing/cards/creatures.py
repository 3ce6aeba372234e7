"""Creatures as cards: as the compendium has them, and as they are in a warband."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from printing.boxes import APART, GROUP, HP_A_BOX, SIDE, damage_track, hairline, stat_strip, ticks
from printing.cards.content import Content, Setting
from printing.cards.frame import ROOM
from printing.cards.words import entry, remark
from printing.columns import Piece, paragraph, space
from printing.document import Document
from printing.inks import Hue
from printing.looks import Look
from printing.members import MARKED
from printing.sentences import feature, foot, item, positioning
from printing.text import Run, Style, harmless, line, width_of
from rules.cards.sheet import CreatureCard
from rules.legality.wording import counted
from rules.sheets import MemberSheet
from rules.text import with_minus

_NUMBERS = 7.6  # the type size of stats, damage track and condition boxes
_ROW = (10, 15, 20)  # boxes of a damage track in a row: as few as one row takes, or the most
_MOST_LINES = 6


def creature(card: CreatureCard) -> Setting:
    """Return the setting of a creature's card with everything that it may buy."""

    def content(look: Look) -> Content:
        hue = _hue(card, look)
        look = replace(look, signs=hue.ink)
        pieces = [*_numbers(card, look, hue)]
        for one in card.base_features:
            pieces += entry(feature(one, look), look)
        turn = len(pieces) if card.upgrades else 0
        if card.upgrades:
            pieces += _upgrades(card, look, hue)
        return Content(
            title=card.name,
            under=_kind(card),
            aside=_alignment(card),
            price=str(card.points),
            unit=_unit(card.points),
            sign=card.alignment.sign if card.alignment else "",
            hue=card.alignment.code if card.alignment else "",
            pieces=pieces,
            turn=turn,
            base=[*_standard(card, look)],
            foot=_source(card),
        )

    return content


def member(member: MemberSheet) -> Setting:
    """Return the setting of a member's card: the creature as it is in its warband, and what it costs now."""

    def content(look: Look) -> Content:
        card = member.card
        hue = look.palette.no_hue
        pieces: list[Piece] = []
        if card:
            hue = _hue(card, look)
            look = replace(look, signs=hue.ink)
            pieces += _numbers(card, look, hue)
        pieces += _told(member, look)
        points = "free" if member.is_free and not member.points else str(member.points)
        return Content(
            title=member.called,
            under=_member_kind(member),
            aside=_alignment(card) if card else "",
            price=points,
            unit="" if points == "free" else _unit(member.points),
            sign=card.alignment.sign if card and card.alignment else "",
            hue=card.alignment.code if card and card.alignment else "",
            pieces=pieces,
            base=[*(_standard(card, look) if card else ()), *_stars(member, look)],
            spare=[hairline(1.4, 1.6, ROOM, look), *ticks(MARKED, ROOM, replace(look, size=_NUMBERS), columns=4)],
            foot=_source(card) if card else "Muster, for Path 2 Victory",
        )

    return content


def _told(member: MemberSheet, look: Look) -> Iterator[Piece]:
    """What the creature can do, what was bought for it, what was written down."""
    if member.card is None:
        yield from remark([Run("Nobody knows this creature: it has no card here.", look.bad)], look)
    for one in member.features:
        yield from entry(feature(one, look), look)
    for key in member.unknown_upgrades:
        yield from entry([[Run(f"“{key}”", look.bold), Run(" Its card has no such upgrade.", look.small)]], look)
    for thing in member.items:
        yield from entry([item(thing, look)], look)
    for upgrade in member.positioning:
        yield from entry(positioning(upgrade, look), look)
    if notes := _notes(member.notes):
        yield from paragraph([Run("Notes ", look.small_bold), Run(notes, look.quote)], look.quote.size, ROOM)


def _notes(notes: str) -> str:
    """Return what a player wrote without empty lines; many short lines run on."""
    rows = [row.strip() for row in harmless(notes).split("\n") if row.strip()]
    return "\n".join(rows) if len(rows) <= _MOST_LINES else " / ".join(rows)


def _hue(card: CreatureCard, look: Look) -> Hue:
    return look.palette.hue(card.alignment.code if card.alignment else "")


def _kind(card: CreatureCard) -> str:
    words = [
        " ".join((card.size, *card.tags)).strip(),
        card.class_name,
        with_minus(f"level\N{NO-BREAK SPACE}{card.level}"),
    ]
    return " · ".join(filter(None, words))


def _member_kind(member: MemberSheet) -> str:
    words = [member.creature] if member.called != member.creature else []
    words += [_kind(member.card)] if member.card else []
    words += [f"minion of {member.commander}"] if member.is_free or member.commander else []
    return " · ".join(words)


def _alignment(card: CreatureCard) -> str:
    return card.alignment.name if card.alignment else "no alignment"


def _unit(points: int) -> str:
    return "pt" if points == 1 else "pts"


def _source(card: CreatureCard) -> str:
    return " · ".join(filter(None, (card.source, card.license, f"revision {card.revision}")))


def _numbers(card: CreatureCard, look: Look, hue: Hue) -> Iterator[Piece]:
    numbers = replace(look, size=_NUMBERS)
    yield stat_strip(card.stats, card.movement, ROOM, numbers, hue.wash)
    hp = next((stat.amount for stat in card.stats if stat.name == "hp"), None)
    if hp:
        yield from damage_track(hp, ROOM, numbers, _side(hp, numbers))
    yield space(2)


def _side(hp: int, look: Look) -> float:
    """Return how large the boxes of a damage track may be."""
    boxes = -(-hp // HP_A_BOX)
    a_row = next((number for number in _ROW if boxes <= number), _ROW[-1])
    room = ROOM - width_of("HP", look.small_bold) - 4
    return min(SIDE, room / (a_row * (1 + APART) + (a_row / GROUP - 2) * APART) - 0.01)


def _upgrades(card: CreatureCard, look: Look, hue: Hue) -> Iterator[Piece]:
    heading = line(Run("Upgrades", look.style(look.heading.face, 1.2, hue.ink)))
    price = line(Run(f"+{counted(card.upgrade_cost, 'point')} each", look.style(look.small.face, 0.86, hue.ink)))
    baseline = 3.6 + heading.size * 0.8

    def draw(document: Document, left: float, top: float) -> None:
        document.rule(left, top + 1.6, left + ROOM, look.palette.edge, 0.5, (2.4, 1.8))
        document.text(heading, left, top + baseline)
        document.text(price, left + ROOM - price.width, top + baseline)

    yield Piece(baseline + heading.size * 0.42, draw, keep=True)
    for one in card.upgrades:
        yield from entry(feature(one, look), look)


def _standard(card: CreatureCard, look: Look) -> Iterator[Piece]:
    words = foot(card, look)
    if words:
        yield hairline(1.4, 2.4, ROOM, look)
        yield from remark(words, look)


def _stars(member: MemberSheet, look: Look) -> Iterator[Piece]:
    if member.hero_points:
        stars = Style(look.use.face, look.use.size, look.palette.ink)
        words = f"{counted(member.hero_points, 'hero point')} "
        yield from remark([Run(words, look.small_bold), Run("☆" * member.hero_points, stars)], look)
