"""Large JSON texts in pieces: where each value of an array, an object or a line stands, without decoding any of it.

A text is walked by regular expressions that never go back, so that time follows its length and memory nothing at all.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterator
from typing import NamedTuple

from rules.documents import fail

Buffer = bytes | mmap.mmap

MAX_DEPTH = 1_000
MAX_BRACKETS = 12_000_000
"""Of one value: a file of 200 MB full of creatures has 4 million."""
_FORGET_EVERY = 8 * 2**20
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
        """How many bytes it has."""
        return self.end - self.start


def skip_spaces(text: Buffer, at: int) -> int:
    """Return the place of the next byte that is not a space."""
    found = _SPACES.match(text, at)
    return found.end() if found else at


def value_end(text: Buffer, at: int) -> int:
    """Return where the value ends that begins here; raise ``DocumentError`` where it does not."""
    first = text[at : at + 1]
    if first in (b"{", b"["):
        return _closing(text, at)
    found = (_QUOTED if first == b'"' else _SCALAR).match(text, at)
    return found.end() if found else _broken(text, at)


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
    """Yield the names, as they are written, and the places of the values of the object that begins here."""
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
    while found := _TO_BRACKET.match(text, at):
        at = found.end()
        depth += 1 if found[1] in b"{[" else -1
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
    found = bytes(text[at : at + 10]).decode("utf-8", "replace")
    return fail("document.json", "", f"This is not a JSON document: “{found}” stands where no value begins.")


def _forget(text: Buffer, at: int, forgotten: int) -> int:
    """Let the machine drop the pages of a file that were read; return up to where."""
    if not isinstance(text, mmap.mmap) or at - forgotten < _FORGET_EVERY or not hasattr(mmap, "MADV_DONTNEED"):
        return forgotten
    whole = at - at % mmap.PAGESIZE
    text.madvise(mmap.MADV_DONTNEED, 0, whole)
    return whole
