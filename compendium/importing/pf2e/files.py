"""The creatures in a file: one, an array, one a line, a bestiary of Pf2eTools, or a zip of such files.

A file is split into raw creatures first, and each is decoded by itself, so that memory follows the largest creature and
one bad creature leaves the others in.
"""

from __future__ import annotations

import io
import lzma
import mmap
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from rules.errors import DocumentError
from rules.text import counted

MAX_FILE = 200 * 2**20
MAX_CREATURES = 10_000
MAX_BLOCK = 2**20
_FILE_ENDINGS = (".json", ".jsonl", ".ndjson", ".db", ".txt")
_MARK = b"\xef\xbb\xbf"
_SPACE = b" \t\r\n"
_DAMAGED = (
    zipfile.BadZipFile,
    RuntimeError,
    NotImplementedError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
)
"""What reading a damaged file of a zip may raise."""

_ARRAY = msgspec.json.Decoder(list[msgspec.Raw])
_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ANY = msgspec.json.Decoder()

Buffer = bytes | memoryview


@dataclass(frozen=True, slots=True)
class RawCreature:
    """A creature as it stands in a file: where, and its document, or a sentence why it has none."""

    place: str
    document: Any = None
    code: str = ""
    fault: str = ""


def creatures_in_file(path: Path) -> Iterator[RawCreature]:
    """Yield the creatures of a file; raise ``DocumentError`` for a file that holds none, or too much."""
    size = path.stat().st_size
    if size > MAX_FILE:
        _too_large()
    with path.open("rb") as file:
        if size == 0 or not path.is_file():
            yield from creatures_in_bytes(file.read(MAX_FILE + 1))
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped, memoryview(mapped) as view:
            yield from _creatures(view)


def creatures_in_bytes(data: bytes) -> Iterator[RawCreature]:
    """Yield the creatures of a file's bytes; raise ``DocumentError`` for bytes that hold none, or too much."""
    if len(data) > MAX_FILE:
        _too_large()
    yield from _creatures(memoryview(data))


def _creatures(data: memoryview) -> Iterator[RawCreature]:
    pieces = _from_zip(data) if bytes(data[:4]) == b"PK\x03\x04" else _from_json(data)
    number = 0
    for number, (raw, fault) in enumerate(pieces, 1):
        if number > MAX_CREATURES:
            _too_many()
        yield _decoded(raw, fault, f"creature {number}")
        raw = b""  # nothing of a creature is kept once it was read
    if not number:
        _fail("file.empty", "There is no creature in this file.")


RawPiece = tuple[Buffer, str]


def _decoded(raw: Buffer, fault: str, place: str) -> RawCreature:
    if fault:
        return RawCreature(place, code="creature.unreadable", fault=fault)
    if len(raw) > MAX_BLOCK:
        return RawCreature(
            place,
            code="creature.too_large",
            fault=f"This creature takes {len(raw) / 2**20:.1f} MB; at most {MAX_BLOCK // 2**20} MB is read.",
        )
    try:
        return RawCreature(place, _ANY.decode(raw))
    except RecursionError:
        return RawCreature(place, code="creature.unreadable", fault="Its lists and objects are nested too deeply.")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return RawCreature(place, code="creature.unreadable", fault=f"This is not JSON: {_reason(error)}.")


def _from_json(data: Buffer) -> Iterator[RawPiece]:
    """Yield the raw creatures of a JSON text in any of its shapes."""
    if bytes(data[:3]) == _MARK:
        data = data[3:]
    head = bytes(data[:4096]).lstrip(_SPACE)
    if not head:
        _not_json("it is empty")
    try:
        if head[:1] == b"[":
            yield from _of_array(data)
            return
        if head[:1] != b"{":
            _not_json("it begins neither with { nor with [")
        members = _OBJECT.decode(data)
    except RecursionError:
        _not_json("lists and objects are nested too deeply")
    except UnicodeDecodeError as error:
        _not_json(_reason(error))
    except msgspec.DecodeError as error:
        if head[:1] == b"{" and "trailing characters" in str(error):
            yield from _from_lines(data)
            return
        _not_json(_reason(error))
    bestiary = members.get("creature")
    if bestiary is not None and bytes(memoryview(bestiary)[:1]) == b"[" and "level" not in members:
        yield from _of_array(bestiary)
    else:
        yield data, ""


def _of_array(data: Buffer | msgspec.Raw) -> Iterator[RawPiece]:
    creatures = _ARRAY.decode(data)
    if len(creatures) > MAX_CREATURES:
        _too_many()
    yield from ((memoryview(raw), "") for raw in creatures)


def _from_lines(data: Buffer) -> Iterator[RawPiece]:
    """Yield the creatures of a file with one JSON object a line."""
    if sum(1 for line in _lines(data) if line.strip(_SPACE)) > MAX_CREATURES:
        _too_many()
    yield from ((line, "") for line in _lines(data) if line.strip(_SPACE))


def _lines(data: Buffer) -> Iterator[bytes]:
    parts: list[bytes] = []
    for start in range(0, len(data), 2**20):
        first, *others = bytes(data[start : start + 2**20]).split(b"\n")
        parts.append(first)
        for line in others:
            yield b"".join(parts)
            parts = [line]
    yield b"".join(parts)


def _from_zip(data: memoryview) -> Iterator[RawPiece]:
    """Yield the creatures of the files in a zip; the sizes it declares and those it has are bounded."""
    try:
        with zipfile.ZipFile(_Readable(data)) as archive:
            files = [info for info in archive.infolist() if info.filename.lower().endswith(_FILE_ENDINGS)]
            files = [info for info in files if "__MACOSX/" not in info.filename]
            if len(files) > MAX_CREATURES:
                _fail("file.too_many", f"A zip has at most {MAX_CREATURES:,} files; split it.")
            if sum(info.file_size for info in files) > MAX_FILE:
                _fail("file.too_large", f"The files of a zip have at most {MAX_FILE // 2**20} MB together.")
            left = MAX_FILE
            for info in files:
                content, fault = _content(archive, info, left)
                left -= len(content)
                yield from ([(b"", fault)] if fault else _of_member(content, info.filename))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError, OSError) as error:
        if isinstance(error, DocumentError):
            raise
        _fail("file.zip", f"This zip cannot be read: {_reason(error)}.")


def _of_member(content: bytes, name: str) -> Iterator[RawPiece]:
    try:
        yield from _from_json(content)
    except DocumentError as error:
        yield b"", f"{name[-100:]}: {error.message}"


def _content(archive: zipfile.ZipFile, info: zipfile.ZipInfo, left: int) -> tuple[bytes, str]:
    name = info.filename[-100:]
    try:
        with archive.open(info) as file:
            content = file.read(min(info.file_size, left) + 1)
    except _DAMAGED as error:
        return b"", f"{name} cannot be read: {_reason(error)}."
    if len(content) > info.file_size:
        return b"", f"{name} is larger than the zip says."
    return content, ""


class _Readable(io.RawIOBase):
    """Bytes in memory as a file, without a copy of them."""

    def __init__(self, data: memoryview) -> None:
        super().__init__()
        self._data = data
        self._place = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        base = (0, self._place, len(self._data))[whence]
        if base + offset < 0:
            raise OSError("a place before the beginning")
        self._place = base + offset
        return self._place

    def tell(self) -> int:
        return self._place

    def readinto(self, buffer: Any) -> int:
        piece = self._data[self._place : self._place + len(buffer)]
        buffer[: len(piece)] = piece
        self._place += len(piece)
        return len(piece)


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:200].rstrip(".") or "it is damaged"


def _too_large() -> NoReturn:
    _fail("file.too_large", f"A file has at most {MAX_FILE // 2**20} MB; {counted(MAX_CREATURES, 'creature')} at most.")


def _too_many() -> NoReturn:
    _fail("file.too_many", f"A file has at most {MAX_CREATURES:,} creatures; split it.")


def _not_json(reason: str) -> NoReturn:
    _fail("document.json", f"This is not a JSON document: {reason}.")


def _fail(code: str, message: str) -> NoReturn:
    raise DocumentError(code, "", message)
