"""Lists of members as people write them, and Muster's own text for a chat, split into parts.

Nothing here knows the names of creatures and items. A line of a chat text may have several readings, since names can
contain anything; the caller, who knows the names, tries them in order. Any other line is split into pieces.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.alignment import ALIGNMENTS
from rules.lengths import MAX_ROSTER_NAME
from rules.tables.play_modes import BY_ROSTER_KEY

MAX_TEXT = 20_000
"""Characters of a list."""
MAX_LINES = 400
MAX_CHAT_LINE = 4_000
"""Characters of a line of a chat text, which is a message at most."""
MAX_READINGS = 60
"""Ways in which one line of a chat text is read."""
MAX_PIECES = 1_000
"""Pieces of all lines together."""

LEFT_OUT = ("Agreed at the table:", "House rules:")
"""Headings of a chat text above lines that are no members."""


_ESCAPED = re.compile(r"\\(.)")
_MENTION = "@\u200b"
_BULLET = re.compile(r"^[-–—•*·]\s+|^\d{1,3}[.)]\s+")
_POINTS = re.compile(r", (?P<points>\d[\d,]*) points?(?: each)?(?=$|, minion of |: | \()")
TIMES = re.compile(r"(\d{1,3}) × (.+)")
"""A number of things in a chat text."""
_TOLD_POINTS = re.compile(r",? ?\(?\b\d{1,5} (?:points?|pts)\b(?: each)?\)?", re.IGNORECASE)
_SEPARATOR = re.compile(r"\s*([,;:()+&]|/(?<!w/))\s*|(?<![^\s)])(and|with|w/)\s+", re.IGNORECASE)
_OPENING = frozenset({"with", "w/", "+", "(", ":"})
"""Separators before a member's purchases; a comma or a bracket right after one does not replace it."""
_LIMIT = re.compile(r"\d[\d,]* of (\d[\d,]*) points?")
_SAYS_NOTHING = re.compile(
    r"(https?://\S+|Legal(, \d+ warnings?)?|Not legal: \d+ problems?.*|Shortened: .*|• and \d+ more)"
)
_MODES = {mode.name: key for key, mode in BY_ROSTER_KEY.items()}
_ALIGNMENTS = {alignment.name: alignment.code for alignment in ALIGNMENTS}


class ChatReading(NamedTuple):
    """One reading of a line of a chat text.

    ``number`` is the number of members, None for one. ``name`` is the member's own name followed by its creature in
    brackets, or its creature alone. ``commander`` is the name of a minion's commander. ``extras`` are not yet split at
    commas.
    """

    number: int | None
    name: str
    points: int
    commander: str
    extras: str


class LinePiece(NamedTuple):
    """A piece of a line: the separator before it ("" at the beginning), its words, and its place in the line."""

    separator: str
    text: str
    start: int
    end: int


class WrittenLine(NamedTuple):
    """A line that may name members, with its place from 1 in the text; ``is_chat`` marks one of a chat text."""

    place: int
    text: str
    is_chat: bool


@dataclass(frozen=True, slots=True)
class WrittenList:
    """A list split into its head, if it has one, and its lines.

    ``left_out`` are the headings of a chat text whose lines are not read.
    """

    lines: tuple[WrittenLine, ...] = ()
    name: str = ""
    play_mode: str | None = None
    points_limit: int | None = None
    alignment: str | None = None
    left_out: tuple[str, ...] = ()


def parse_list(text: str) -> WrittenList:
    """Return the lines of a list and the content of its head, without looking for names."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    written = WrittenList()
    head = next((place for place, line in enumerate(lines) if line.split(" · ")[0].strip() in _MODES), None)
    if head is not None:
        title = next((literal(line.strip()) for line in reversed(lines[:head]) if line.strip()), "")
        written = _head(lines[head], title)
    kept, skipped, heading = [], [], ""
    for place, line in enumerate(lines, 1):
        words = line.strip()
        if not words:
            heading = ""
        elif words in LEFT_OUT:
            heading = words
            skipped.append(words.removesuffix(":"))
        elif not heading and (head is None or place > head + 1) and not _SAYS_NOTHING.fullmatch(words):
            is_chat = words.startswith("• ") and len(words) <= MAX_CHAT_LINE and bool(_POINTS.search(words))
            kept.append(WrittenLine(place, words, is_chat))
    return replace(written, lines=tuple(kept), left_out=tuple(skipped))


def _head(line: str, title: str) -> WrittenList:
    mode, *parts = (part.strip() for part in line.split(" · "))
    limit = next((match[1] for part in parts if (match := _LIMIT.fullmatch(part))), None)
    return WrittenList(
        name=title,
        play_mode=_MODES[mode],
        points_limit=whole(limit) if limit else None,
        alignment=next((_ALIGNMENTS[part] for part in parts if part in _ALIGNMENTS), None),
    )


def chat_readings(line: str) -> Iterator[ChatReading]:
    """Yield the ways in which a line of a chat text may be read, at most ``MAX_READINGS``."""
    body = line.removeprefix("• ")
    ways = (way for match in _POINTS.finditer(body) for way in _behind_points(body, match))
    for _, way in zip(range(MAX_READINGS), ways, strict=False):
        yield way


def _behind_points(body: str, points: re.Match[str]) -> Iterator[ChatReading]:
    name = body[: points.start()]
    if times := TIMES.fullmatch(name):
        yield from _behind_name(int(times[1]), times[2], body, points)
    yield from _behind_name(None, name, body, points)


def _behind_name(number: int | None, name: str, body: str, points: re.Match[str]) -> Iterator[ChatReading]:
    rest = body[points.end() :]
    value = whole(points["points"])
    if not rest.startswith(", minion of "):
        yield ChatReading(number, literal(name), value, "", rest.removeprefix(": "))
        return
    rest = rest.removeprefix(", minion of ")
    for match in re.finditer(": | \\(|$", rest):
        extras = rest[match.start() :].removeprefix(": ")
        yield ChatReading(number, literal(name), value, literal(rest[: match.start()]), extras)


def name_readings(name: str) -> Iterator[tuple[str, str]]:
    """Yield a member's own name and its creature for each way to read both together; without brackets "" and all."""
    yield "", name
    if name.endswith(")"):
        for match in re.finditer(r" \(", name[:MAX_ROSTER_NAME]):
            yield name[: match.start()], name[match.end() : -1]


def split_line(line: str) -> list[LinePiece]:
    """Return the pieces of a plain line, separated by commas, brackets and words such as “with”."""
    pieces, separator, start = [], "", 0
    for cut in [*_SEPARATOR.finditer(line), None]:
        end = cut.start() if cut else len(line)
        if text := line[start:end].strip():
            before = len(line[start:end]) - len(line[start:end].lstrip())
            pieces.append(LinePiece(separator, text, start + before, start + before + len(text)))
            separator = ""
        if cut:
            word = (cut[1] or cut[2]).lower()
            separator = separator if separator in _OPENING and word in ",)" else word
            start = cut.end()
    return pieces


def plain_line(line: str) -> str:
    """Return a line without bullet and points, and without the escapes that hide markup from a chat."""
    return _TOLD_POINTS.sub("", _BULLET.sub("", literal(" ".join(line.split()))))


def literal(text: str) -> str:
    """Return the words that a chat text writes with backslashes and hidden spaces."""
    return _ESCAPED.sub(r"\1", text).replace(_MENTION, "@")


def whole(digits: str) -> int:
    """Return the number that up to nine digits write, with or without commas between them."""
    return int(digits.replace(",", "")[:9])
