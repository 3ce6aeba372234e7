"""The creatures in a file: one, an array, one per line, a bestiary of Pf2eTools, a text, or a zip of such files.

A file stays on the disk: it is split into raw creatures, and each is decoded separately, so that memory depends on the
largest creature and one bad creature does not affect the others.
"""

import io
import lzma
import mmap
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NoReturn

import msgspec

from compendium.importing.pf2e.text.reading import MAX_BYTES, check_stat_block_text, decoded_text
from compendium.importing.pf2e.values import (
    Buffer,
    JsonSpan,
    array_items,
    object_members,
    skip_spaces,
    text_lines,
    value_end,
)
from rules.errors import DocumentError

MAX_FILE = 200 * 2**20
MAX_CREATURES = 10_000
MAX_BLOCK = 2**20
MAX_RATIO = 200
"""The maximum expansion of a zip; creatures expand 5 to 20 times."""
MAX_ENTRIES = 3 * MAX_CREATURES
"""Of a zip, folders and pictures among them."""
_MAX_IN_MEMORY = 4 * 2**20
_MOST_MEMBERS = 1_000
_FILE_ENDINGS = (".json", ".jsonl", ".ndjson", ".db", ".txt")
_MARK = b"\xef\xbb\xbf"
_ENTRY = b"PK\x01\x02"
_DAMAGED = (
    zipfile.BadZipFile,
    RuntimeError,
    NotImplementedError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
)
"""The exceptions of reading a damaged file in a zip."""

_OBJECT = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ANY = msgspec.json.Decoder()


@dataclass(frozen=True, slots=True)
class RawCreature:
    """A creature in a file: its place, and its document or text, or a sentence why it has none."""

    place: str
    document: Any = None
    text: str = ""
    code: str = ""
    fault: str = ""


def creatures_in_file(path: Path) -> Iterator[RawCreature]:
    """Yield the creatures of a file; raise ``DocumentError`` for a file with none, or with too much."""
    with path.open("rb") as file:
        if not path.is_file():
            yield from creatures_in_bytes(file.read(MAX_FILE + 1))
            return
        if path.stat().st_size > MAX_FILE:
            _too_large()
        with _mapped(file) as text:
            yield from _creatures(text, file)


def creatures_in_bytes(data: bytes) -> Iterator[RawCreature]:
    """Yield the creatures of a file's bytes; raise ``DocumentError`` for bytes with none, or with too much."""
    if len(data) > MAX_FILE:
        _too_large()
    yield from _creatures(data, io.BytesIO(data))


@contextmanager
def _mapped(file: IO[bytes]) -> Iterator[Buffer]:
    """Give the bytes of a file without reading them."""
    if not file.seek(0, io.SEEK_END):
        yield b""
        return
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        yield text


def _creatures(text: Buffer, file: IO[bytes]) -> Iterator[RawCreature]:
    pieces = _from_zip(text, file) if text[:4] == b"PK\x03\x04" else _from_file(text)
    number = 0
    for number, (raw, fault) in enumerate(pieces, 1):
        if number > MAX_CREATURES:
            _too_many()
        yield _decoded(raw, fault, f"creature {number}")
        raw = b""  # nothing of a creature is kept once it was read
    if not number:
        _fail("file.empty", "There is no creature in this file.")


RawPiece = tuple[bytes | int | str, str]
"""The JSON of a creature, its size if that is too large, or its text; and why there is none."""


def _decoded(raw: bytes | int | str, fault: str, place: str) -> RawCreature:
    if fault:
        return RawCreature(place, code="creature.unreadable", fault=fault)
    if isinstance(raw, str):
        return RawCreature(place, text=raw)
    if isinstance(raw, int):
        return RawCreature(
            place,
            code="creature.too_large",
            fault=f"This creature takes {raw / 2**20:.1f} MB; at most {MAX_BLOCK // 2**20} MB is read.",
        )
    try:
        return RawCreature(place, _ANY.decode(raw))
    except RecursionError:
        return RawCreature(place, code="creature.unreadable", fault="Its lists and objects are nested too deeply.")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return RawCreature(place, code="creature.unreadable", fault=f"This is not JSON: {_reason(error)}.")


def _from_file(text: Buffer) -> Iterator[RawPiece]:
    """Yield the raw creatures of a JSON text in any of its shapes, or the one of a stat block's text."""
    at = skip_spaces(text, len(_MARK) if text[:3] == _MARK else 0)
    first = text[at : at + 1]
    if not first:
        _not_json("it is empty")
    if first == b"[":
        yield from _of_array(text, at)
    elif first != b"{":
        decoded = decoded_text(text[: MAX_BYTES + 1])
        check_stat_block_text(decoded)
        yield decoded, ""
    else:
        end = value_end(text, at)
        if skip_spaces(text, end) < len(text):
            yield from (_piece(text, line) for line in text_lines(text, at))
        else:
            yield from _of_object(text, JsonSpan(at, end))


def _of_array(text: Buffer, at: int) -> Iterator[RawPiece]:
    end = at + 1
    for item in array_items(text, at):
        yield _piece(text, item)
        end = item.end
    end = skip_spaces(text, end) + 1
    if skip_spaces(text, end) < len(text):
        _not_json("something follows the end of the list")


def _of_object(text: Buffer, whole: JsonSpan) -> Iterator[RawPiece]:
    """Yield the creatures of a bestiary of Pf2eTools, or the one creature that the object is."""
    if whole.length <= MAX_BLOCK:
        _check_object(text[whole.start : whole.end])
    creatures: JsonSpan | None = None
    is_creature = False
    for number, (name, place) in enumerate(object_members(text, whole.start)):
        if name == b'"creature"' and text[place.start : place.start + 1] == b"[":
            creatures = place
        is_creature = is_creature or name == b'"level"' or number > _MOST_MEMBERS
        if is_creature:
            break
    if creatures is None or is_creature:
        yield _piece(text, whole)
    else:
        yield from (_piece(text, item) for item in array_items(text, creatures.start))


def _check_object(raw: bytes) -> None:
    try:
        _OBJECT.decode(raw)
    except RecursionError:
        _not_json("lists and objects are nested too deeply")
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        _not_json(_reason(error))


def _piece(text: Buffer, place: JsonSpan) -> RawPiece:
    return (place.length if place.length > MAX_BLOCK else text[place.start : place.end]), ""


def _from_zip(text: Buffer, file: IO[bytes]) -> Iterator[RawPiece]:
    """Yield the creatures of the files in a zip; the sizes it declares and those it has are bounded."""
    _check_entries(text)
    try:
        with zipfile.ZipFile(file) as archive:
            files = [info for info in archive.infolist() if info.filename.lower().endswith(_FILE_ENDINGS)]
            files = [info for info in files if "__MACOSX/" not in info.filename]
            if len(files) > MAX_CREATURES:
                _fail("file.too_many", f"A zip has at most {MAX_CREATURES:,} files; split it.")
            if sum(info.file_size for info in files) > MAX_FILE:
                _fail("file.too_large", f"The files of a zip have at most {MAX_FILE // 2**20} MB together.")
            for info in files:
                yield from _of_zipped(archive, info)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError, OSError) as error:
        if isinstance(error, DocumentError):
            raise
        _fail("file.zip", f"This zip cannot be read: {_reason(error)}.")


def _check_entries(text: Buffer) -> None:
    """Refuse a zip of very many files before its list of them is read."""
    at = count = 0
    while (at := text.find(_ENTRY, at) + len(_ENTRY)) >= len(_ENTRY):
        count += 1
        if count > MAX_ENTRIES:
            _fail("file.too_many", f"A zip has at most {MAX_CREATURES:,} files; split it.")


def _of_zipped(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[RawPiece]:
    """Yield the creatures of a file in a zip; a large one is unpacked to the disk first."""
    name = info.filename[-100:]
    if info.file_size > _MAX_IN_MEMORY and info.file_size > MAX_RATIO * info.compress_size:
        too_large = (
            f"{name} would expand to more than {MAX_RATIO} times its size in the zip, so Muster does not read it."
        )
        yield b"", too_large
        return
    with tempfile.SpooledTemporaryFile(_MAX_IN_MEMORY) as unpacked:
        try:
            with archive.open(info) as packed:
                _copy(packed, unpacked, info.file_size + 1)
        except _DAMAGED as error:
            yield b"", f"{name} cannot be read: {_reason(error)}."
            return
        if unpacked.tell() > info.file_size:
            yield b"", f"{name} is larger than the zip says."
            return
        try:
            if info.file_size > _MAX_IN_MEMORY:
                unpacked.rollover()
                with _mapped(unpacked) as text:
                    yield from _from_file(text)
            else:
                unpacked.seek(0)
                yield from _from_file(unpacked.read())
        except DocumentError as error:
            yield b"", f"{name}: {error.message}"


def _copy(packed: IO[bytes], unpacked: IO[bytes], most: int) -> None:
    """Copy a file of a zip, but no more than ``most`` bytes."""
    while most > 0 and (piece := packed.read(min(most, 2**20))):
        unpacked.write(piece)
        most -= len(piece)


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:200].rstrip(".") or "it is damaged"


def _too_large() -> NoReturn:
    _fail("file.too_large", f"A file has at most {MAX_FILE // 2**20} MB and {MAX_CREATURES:,} creatures; split it.")


def _too_many() -> NoReturn:
    _fail("file.too_many", f"A file has at most {MAX_CREATURES:,} creatures; split it.")


def _not_json(reason: str) -> NoReturn:
    _fail("document.json", f"This is not a JSON document: {reason}.")


def _fail(code: str, message: str) -> NoReturn:
    raise DocumentError(code, "", message)
