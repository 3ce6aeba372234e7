"""Pieces and values of JSON as files of creatures have them, within bounds; and the publications that they name."""

import mmap
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from rules.conversion.converting import ConversionRefused
from rules.documents.reading import fail

MAX_NUMBER = 9_999
MAX_TEXT = 200_000
MAX_TEXTS = 200
_NUMBER = re.compile(r"\s*([+–−-]?\d+)")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_VALUE_KEYS = ("value", "total", "base", "std", "mod", "max", "number", "speed", "hp", "dc")


class UnreadableBlock(ConversionRefused):
    """A creature that cannot be read."""

    def __init__(self, field: str, message: str, code: str = "creature.unreadable") -> None:
        super().__init__(code, field, message)


def value_at(node: object, *path: str) -> Any:
    """Return the value at a path of objects, or None."""
    for name in path:
        if not isinstance(node, Mapping):
            return None
        node = node.get(name)
    return node


def item_data(item: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the data of a Foundry item, in either form; empty if it cannot be read."""
    data = item.get("system") or item.get("data")
    return data if isinstance(data, Mapping) else {}


def block_number(value: object, field: str) -> int | None:
    """Return a whole number, or None for nothing; raise ``UnreadableBlock`` for an impossible one.

    Reads ``"8"``, ``"25 feet"``, ``7.0``, ``[30, 15]`` (the highest) and ``{"value": 9}``.
    """
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, Mapping):
        readings = (block_number(value[key], field) for key in _VALUE_KEYS if value.get(key) is not None)
        return next((number for number in readings if number is not None), None)
    if isinstance(value, list):
        numbers = [number for item in value[:100] if (number := block_number(item, field)) is not None]
        return max(numbers, default=None)
    if isinstance(value, str):
        match = _NUMBER.match(value[:40])
        if match is None:
            return None
        value = int(match[1].replace("–", "-").replace("−", "-"))
    if isinstance(value, float | int):
        if not -MAX_NUMBER <= value <= MAX_NUMBER:
            raise UnreadableBlock(field, f"Its {field.replace('_', ' ')} is not a number that a creature can have.")
        return int(value)
    return None


def short_text(value: object) -> str:
    """Return a short text on one line, or "" for anything else."""
    if isinstance(value, Mapping):
        value = value.get("value")
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    return " ".join(_CONTROL.sub("", value[:MAX_TEXT]).split()) if isinstance(value, str) else ""


def long_text(value: object) -> str:
    """Return a long text with its lines, or "" for anything else."""
    if isinstance(value, Mapping):
        value = value.get("value")
    return _CONTROL.sub("", value[:MAX_TEXT]) if isinstance(value, str) else ""


def child_objects(value: object, most: int = 500) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a list, or of an object whose values are objects."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        yield from (item for item in value[:most] if isinstance(item, Mapping))


def short_texts(value: object) -> tuple[str, ...]:
    """Return the texts of a list; a single text is a list of one, an object gives its name."""
    if isinstance(value, Mapping) and "value" in value:
        value = value["value"]
    if isinstance(value, str):
        value = list(value.split(","))
    if not isinstance(value, list):
        return ()
    named = (item.get("name") or item.get("type") if isinstance(item, Mapping) else item for item in value[:MAX_TEXTS])
    return tuple(text for item in named if (text := short_text(item)))


# What Paizo published for PF2e before the remaster is under the OGL; Pf2eTools and the Foundry form of 2021 name books
# and no license.
_OGL_SOURCES = frozenset(
    (
        "AAWS ABOMINATION AG1 AG2 AG3 AG4 AG5 AG6 AOA0 AOA1 AOA2 AOA3 AOA4 AOA5 AOA6 AOE0 AOE1 AOE2 AOE3 AOE4 "
        "AOE5 AOE6 APG AV0 AV1 AV2 AV3 AFOF AFFM B1 B2 B3 BB BL0 BL1 BL2 BL3 BL4 BL5 BL6 BOTD CHD CRB CFD DA DALS "
        "EC0 EC1 EC2 EC3 EC4 EC5 EC6 FOP FRP0 FRP1 FRP2 FRP3 FVBB G&G GMG GW0 GW1 GW2 GW3 HPD LOACLO LOAG LOCG "
        "LOGM LOGMTEXT LOIL LOKL LOL LOME LOMM LOPSG LOTG LOTGB LOWG LTIBA NGD OOA0 OOA1 OOA2 OOA3 PFUM QFF0 QFF1 "
        "QFF2 QFF3 SAS SOG0 SOG1 SOG2 SOG3 SOM SOT0 SOT1 SOT2 SOT3 SOT4 SOT5 SOT6 SLI TIO TV TTSBB WGW "
    ).split()
)
_ORC_SOURCES = frozenset("PC1 PC2 GMC MC MC2 NPCC PLAYER HOTW".split())
_TITLES = re.compile(
    r"\b(?:bestiary|core rulebook|gamemastery guide|advanced player's guide|secrets of magic|guns (?:&|and) gears|"
    r"book of the dead|dark archive|lost omens|pathfinder #1[4-9]\d|age of ashes|extinction curse|agents of edgewatch|"
    r"abomination vaults|fall of plaguestone|beginner box|fists of the ruby phoenix|strength of thousands)\b",
    re.IGNORECASE,
)
_ORC_TITLES = re.compile(r"\b(?:monster core|player core|gm core|npc core)\b", re.IGNORECASE)


def license_of_title(title: str) -> str:
    """Return the license of a publication by its title: ``OGL``, ``ORC`` or ``unknown``.

    >>> license_of_title("Bestiary pg. 63"), license_of_title("My own notes")
    ('OGL', 'unknown')
    """
    if _ORC_TITLES.search(title):
        return "ORC"
    return "OGL" if _TITLES.search(title) else "unknown"


def license_of_source(source: str) -> str:
    """Return the license of a book by the abbreviation that Pf2eTools uses.

    >>> license_of_source("B1"), license_of_source("home")
    ('OGL', 'unknown')
    """
    plain = source.strip().upper()
    if plain in _ORC_SOURCES:
        return "ORC"
    return "OGL" if plain in _OGL_SOURCES else license_of_title(source)


Buffer = bytes | mmap.mmap

MAX_DEPTH = 1_000
MAX_BRACKETS = 12_000_000
"""Of one value: a file of 200 MB full of creatures has 4 million."""
FORGET_EVERY = 8 * 2**20
"""Bytes of a mapped file after which read ones are returned to the system."""
_LONGEST_NAME = 1_000
_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_SPACES = re.compile(rb"[ \t\r\n]*+")
_QUOTED = re.compile(_STRING, re.DOTALL)
_TO_BRACKET = re.compile(rb'[^"{}\[\]]*+(?:' + _STRING + rb'[^"{}\[\]]*+)*+([{}\[\]])', re.DOTALL)
_SCALAR = re.compile(rb'[^\s,:"{}\[\]]++')


class JsonSpan(NamedTuple):
    """A place in a buffer."""

    start: int
    end: int

    @property
    def length(self) -> int:
        """The number of its bytes."""
        return self.end - self.start


def skip_spaces(text: Buffer, at: int) -> int:
    """Return the place of the next byte that is not a space."""
    spaces = _SPACES.match(text, at)
    return spaces.end() if spaces else at


def value_end(text: Buffer, at: int) -> int:
    """Return the end of the value that begins here; raise ``DocumentError`` if it does not end."""
    first = text[at : at + 1]
    if first in (b"{", b"["):
        return _closing(text, at)
    match = (_QUOTED if first == b'"' else _SCALAR).match(text, at)
    return match.end() if match else _broken(text, at)


def array_items(text: Buffer, at: int) -> Iterator[JsonSpan]:
    """Yield the places of the values of the array that begins here; a byte behind it is for the caller to find."""
    at = skip_spaces(text, at + 1)
    if text[at : at + 1] == b"]":
        return
    forgotten = 0
    while True:
        end = value_end(text, at)
        yield JsonSpan(at, end)
        forgotten = _forget(text, end, forgotten)
        at = skip_spaces(text, end)
        if text[at : at + 1] == b"]":
            return
        if text[at : at + 1] != b",":
            _broken(text, at)
        at = skip_spaces(text, at + 1)


def object_members(text: Buffer, at: int) -> Iterator[tuple[bytes, JsonSpan]]:
    """Yield the raw names of the members of the object at ``at``, and the positions of their values."""
    at = skip_spaces(text, at + 1)
    while text[at : at + 1] != b"}":
        name = _QUOTED.match(text, at)
        if name is None or name.end() - at > _LONGEST_NAME:
            fail("document.json", "", "This is not a JSON document: an object has a member without a readable name.")
        at = skip_spaces(text, name.end())
        if text[at : at + 1] != b":":
            _broken(text, at)
        at = skip_spaces(text, at + 1)
        end = value_end(text, at)
        yield name[0], JsonSpan(at, end)
        at = skip_spaces(text, end)
        if text[at : at + 1] == b",":
            at = skip_spaces(text, at + 1)


def text_lines(text: Buffer, at: int) -> Iterator[JsonSpan]:
    """Yield the places of the lines that are not blank."""
    forgotten = 0
    while at < len(text):
        end = text.find(b"\n", at)
        end = len(text) if end < 0 else end
        start = skip_spaces(text, at)
        if start < end:
            yield JsonSpan(start, end)
        at = max(end + 1, start)
        forgotten = _forget(text, min(at, len(text)), forgotten)


def _closing(text: Buffer, at: int) -> int:
    depth = count = forgotten = 0
    while bracket := _TO_BRACKET.match(text, at):
        at = bracket.end()
        depth += 1 if bracket[1] in b"{[" else -1
        if depth == 0:
            return at
        if depth > MAX_DEPTH:
            fail("document.json", "", "This is not a JSON document: lists and objects are nested too deeply.")
        count += 1
        if count % 4_096 == 0:
            forgotten = _forget(text, at, forgotten)
        if count > MAX_BRACKETS:
            fail("document.json", "", "This is not a file of creatures: it has too many lists and objects.")
    return fail("document.json", "", "This is not a JSON document: it ends in the middle of a list or an object.")


def _broken(text: Buffer, at: int) -> int:
    if at >= len(text):
        fail("document.json", "", "This is not a JSON document: it ends in the middle of a list or an object.")
    beginning = bytes(text[at : at + 10]).decode("utf-8", "replace")
    return fail("document.json", "", f"This is not a JSON document: “{beginning}” stands where no value begins.")


def _forget(text: Buffer, at: int, forgotten: int) -> int:
    """Let the system drop the read pages of a file; return the position up to which it did."""
    if not isinstance(text, mmap.mmap) or at - forgotten < FORGET_EVERY or not hasattr(mmap, "MADV_DONTNEED"):
        return forgotten
    whole = at - at % mmap.PAGESIZE
    text.madvise(mmap.MADV_DONTNEED, 0, whole)
    return whole
