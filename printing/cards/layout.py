"""The faces of a card: as many cards as its words need in legible type."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from printing.canvas import Box, Canvas, TextStyles
from printing.cards.frame import (
    BORDER,
    HEIGHT,
    PAD,
    PAPER,
    ROOM,
    WIDTH,
    CardContent,
    ContentBuilder,
    ContinuedBand,
    TitleBand,
    card_box,
    draw_card_ground,
    draw_sign,
)
from printing.colors import Color, Palette, mixed
from printing.columns import Piece, is_space
from printing.text import TEXT, Run, Style, ellipsized, line

__all__ = ["HEIGHT", "ROOM", "WIDTH", "CardFace", "card_faces", "draw_card_face"]

USUAL = 7.6
"""Type size in points."""
LARGE = (8.8, 8.4, 8.1, 7.8)
"""For few words."""
PARTED = LARGE[1:]
"""For continued cards."""
SMALL = (7.3, 7.0, 6.8, 6.6, 6.4)
"""If it saves a card."""
_FIXED = 40.0  # what does not grow with the type: stats, damage track
_FOOT = 6.0
_BELOW = 10.5  # the small print with its space
_ABOVE = 3.4  # from the band to the first piece
_TRIES = 10
_MOST_SPREAD = 3.4
_LEAST_BLANK = 38.0  # so much bare paper gets the sign as a picture
_LARGEST_SIGN = 88.0
_PALE = 0.09  # how much ink such a picture has
_LEAST_TURN = 0.35  # a second card where the content likes it best is at least so full, measured by the first
_SLACK = 0.01

_Chain = Sequence[Piece]  # pieces that are held together


@dataclass(frozen=True)
class CardFace:
    """One printed card: the pieces at its top and at its bottom; it is ``number`` of ``count``."""

    content: CardContent
    band: TitleBand | ContinuedBand
    chains: Sequence[_Chain]
    base: Sequence[Piece]
    number: int = 1
    count: int = 1


class _Layout:
    """A card set in one type."""

    def __init__(self, build: ContentBuilder, palette: Palette, size: float) -> None:
        self.size = size
        self.palette = palette
        self.content = build(TextStyles(palette, size))
        if _height(self.content.base) > HEIGHT / 2:
            flow = [*self.content.pieces, *self.content.base]
            self.content = replace(self.content, pieces=flow, base=(), turn=0)
        self.chains = list(_chains(self.content.pieces))
        self.flow = _height(self.content.pieces)
        self.base = _height(self.content.base)
        self.boxes = _height(self.content.boxes)
        self.short_boxes = _height(self.content.short_boxes)

    @cached_property
    def band(self) -> TitleBand:
        return TitleBand(self.content, self.palette)

    @cached_property
    def again(self) -> ContinuedBand:
        return ContinuedBand(self.content, self.palette)

    @property
    def left(self) -> float:
        """The remaining height of one card; negative if not everything but the boxes fits."""
        return _room(self.band) - self.flow - self.base

    def expected(self, size: float) -> float:
        """Estimate the remaining height in another type."""
        room = _room(self.band)
        used = room - self.left - _FIXED
        return room - _FIXED - used * (size / self.size) ** 2


def card_faces(build: ContentBuilder, palette: Palette) -> list[CardFace]:
    """Return a card's faces: one in the largest type that fits, or more if one would be hard to read."""
    usual = _Layout(build, palette, USUAL)
    if layout := _one(usual, build, palette):
        return _with_boxes(
            [CardFace(layout.content, layout.band, layout.chains, layout.content.base)], layout, layout.left
        )
    faces = _several(usual, build, palette)
    if not usual.boxes:
        return faces
    joined = _boxes_in_base(build)
    return min(_several(_Layout(joined, palette, USUAL), joined, palette), faces, key=len)


def _boxes_in_base(build: ContentBuilder) -> ContentBuilder:
    """Return a builder of the same content with its boxes on the last card, however the others are divided."""

    def joined(styles: TextStyles) -> CardContent:
        content = build(styles)
        return replace(content, base=[*content.base, *content.boxes], boxes=())

    return joined


def draw_card_face(canvas: Canvas, face: CardFace, left: float, top: float, bleed: float = 0) -> None:
    """Draw a card at its upper left corner; its color extends over the edge by ``bleed``."""
    palette, content = canvas.palette, face.content
    hue = content.colors(palette)
    card = card_box(left, top)
    head = top + face.band.height
    draw_card_ground(canvas, card, face.band.height, hue, palette, bleed)
    with canvas.within(Box(card.left + BORDER, top, card.right - BORDER, head)):
        face.band.draw(canvas, card)
    with canvas.within(Box(card.left + BORDER, head, card.right - BORDER, card.bottom - BORDER)):
        x, y = left + BORDER + PAD, top + face.band.height + _ABOVE
        bottom = card.bottom - BORDER - _BELOW - _height(face.base)
        used = sum(map(_height, face.chains))
        gaps = sum(is_space(chain[-1]) for chain in face.chains)
        spread = max(0.0, min(_MOST_SPREAD, (bottom - y - used) / max(1, gaps)))
        for chain in face.chains:
            for piece in chain:
                piece.draw(canvas, x, y)
                y += piece.height
            y += spread if is_space(chain[-1]) else 0
        if content.sign and hue.band:
            _draw_picture(canvas, content.sign, Box(x, y, x + ROOM, bottom), mixed(PAPER, hue.ink, _PALE))
        for piece in face.base:
            piece.draw(canvas, x, bottom)
            bottom += piece.height
        _draw_foot(canvas, face, x, card.bottom - BORDER - PAD + 0.6)


def _draw_picture(canvas: Canvas, sign: str, blank: Box, ink: Color) -> None:
    """Fill a large empty space with the sign."""
    if blank.height >= _LEAST_BLANK:
        size = min(_LARGEST_SIGN, 0.86 * blank.height)
        draw_sign(canvas, sign, (blank.left + blank.right) / 2, (blank.top + blank.bottom) / 2, size, ink)


def _draw_foot(canvas: Canvas, face: CardFace, left: float, baseline: float) -> None:
    style = Style(TEXT, _FOOT, canvas.palette.soft)
    of = line(Run(f"{face.number} of {face.count}" if face.count > 1 else "", style))
    canvas.text(ellipsized(face.content.foot, style, ROOM - of.width - 4), left, baseline)
    canvas.text(of, left + ROOM - of.width, baseline)


def _one(usual: _Layout, build: ContentBuilder, palette: Palette) -> _Layout | None:
    """Set everything on one card, None if that is hard to read; without room for boxes, with short ones or none."""
    for boxes in (usual.boxes, usual.short_boxes, 0):
        if layout := _fitted(usual, build, palette, boxes):
            return layout
    return None


def _fitted(usual: _Layout, build: ContentBuilder, palette: Palette, extras: float) -> _Layout | None:
    """Return the card in the largest type that leaves room for ``extras``, or None."""
    if usual.left >= extras:
        return _largest(usual, build, palette, extras)
    return _smaller(usual, build, palette, extras)


def _smaller(usual: _Layout, build: ContentBuilder, palette: Palette, extras: float) -> _Layout | None:
    """Return the card in the largest of the small types that leaves room for ``extras``."""
    for size in SMALL:
        if usual.expected(size) >= extras - 0.03 * HEIGHT:
            smaller = _Layout(build, palette, size)
            if smaller.left >= extras:
                return smaller
    return None


def _largest(usual: _Layout, build: ContentBuilder, palette: Palette, extras: float) -> _Layout:
    """Return the card in the largest type that leaves room for ``extras``."""
    for size in LARGE:
        if usual.expected(size) >= extras:
            larger = _Layout(build, palette, size)
            if larger.left >= extras:
                return larger
    return usual


def _with_boxes(faces: list[CardFace], layout: _Layout, left: float) -> list[CardFace]:
    """Add boxes to the remaining height of the last card: short ones if there is no room for all."""
    content, last = layout.content, faces[-1]
    for boxes, height in ((content.boxes, layout.boxes), (content.short_boxes, layout.short_boxes)):
        if height <= left:
            return [*faces[:-1], replace(last, base=[*last.base, *boxes])]
    return faces


def _several(usual: _Layout, build: ContentBuilder, palette: Palette) -> list[CardFace]:
    """Divide a card into as few cards as the usual type allows, in the largest type that fits them."""
    number = len(_filled(usual))
    for size in SMALL if number > 2 else ():
        smaller = _Layout(build, palette, size)
        if len(_filled(smaller)) < number:
            return _parted(smaller)
    for size in PARTED:
        larger = _Layout(build, palette, size)
        if len(_filled(larger)) == number:
            return _parted(larger)
    return _parted(usual)


def _parted(layout: _Layout) -> list[CardFace]:
    """Divide the pieces so that all cards are about equally full."""
    parts = _turned(layout) or _evened(layout)
    face = CardFace(layout.content, layout.again, [], [], count=len(parts))
    made = [replace(face, chains=chains, number=number) for number, chains in enumerate(parts, start=1)]
    made[0] = replace(made[0], band=layout.band)
    left = _room(made[-1].band) - sum(map(_height, parts[-1])) - layout.base
    made[-1] = replace(made[-1], base=layout.content.base)
    return _with_boxes(made, layout, left)


def _turned(layout: _Layout) -> list[list[_Chain]] | None:
    """Divide the pieces at the content's preferred place, if both cards can hold their part."""
    turn = layout.content.turn
    if not turn:
        return None
    first, second = list(_chains(layout.content.pieces[:turn])), list(_chains(layout.content.pieces[turn:]))
    above, below = sum(map(_height, first)), sum(map(_height, second)) + layout.base
    fits = above <= _room(layout.band) and _LEAST_TURN * above <= below <= _room(layout.again)
    return [first, second] if fits else None


def _evened(layout: _Layout) -> list[list[_Chain]]:
    best = _filled(layout)
    low, high = 0.0, HEIGHT
    for _ in range(_TRIES):
        middle = (low + high) / 2
        tried = _filled(layout, middle)
        if len(tried) == len(best) and all(tried):
            best, low = tried, middle
        else:
            high = middle
    return best


def _filled(layout: _Layout, less: float = 0) -> list[list[_Chain]]:
    """Fill cards one after the other, each to ``less`` than its height; breaks pieces that are higher than a card."""
    later = _room(layout.again)
    cards: list[list[_Chain]] = [[]]
    left = _room(layout.band) - less
    rest = [*layout.chains, *([layout.content.base] if layout.content.base else [])]
    for chain in rest:
        height = _height(chain)
        if height > left + _SLACK and (cards[-1] or height <= later):
            cards.append([])
            left = later - less
        if height <= max(left, later) + _SLACK:
            cards[-1].append(chain)
            left -= height
            continue
        for piece in chain:
            if piece.height > left + _SLACK and cards[-1]:
                cards.append([])
                left = later - less
            cards[-1].append([piece])
            left -= piece.height
    if layout.content.base:
        cards[-1].pop()
    return cards


def _room(band: TitleBand | ContinuedBand) -> float:
    return HEIGHT - band.height - _ABOVE - BORDER - _BELOW


def _chains(pieces: Sequence[Piece]) -> Iterator[_Chain]:
    """Yield groups of pieces that stay together."""
    chain: list[Piece] = []
    for piece in pieces:
        chain.append(piece)
        if not piece.keep:
            yield chain
            chain = []
    if chain:
        yield chain


def _height(pieces: Sequence[Piece]) -> float:
    return sum(piece.height for piece in pieces)
