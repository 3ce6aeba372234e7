"""What a connection has sent of a request: the head, and the body, in memory or in a file if it is large.

The body is collected whole, so the thread that answers the request never waits for its client. A body in chunks is
put together here and passed on with its length. Nothing is interpreted beyond that: gunicorn reads the head, and
refuses a wrong one.
"""

import re
from collections.abc import Callable
from tempfile import SpooledTemporaryFile
from typing import Protocol
from urllib.parse import unquote_to_bytes, urlsplit

MAX_HEAD = 64 * 2**10
"""The most bytes of a head."""
IN_MEMORY = 64 * 2**10
"""Bytes of a body that stay in memory; a larger one goes to a temporary file."""
MAX_LINE = 1_024
"""The most bytes of a line between chunks."""
MAX_TRAILERS = 16

LargestBody = Callable[[str], int]
"""The most bytes of a body at the path of an address."""

_END_OF_HEAD = b"\r\n\r\n"
_FIELD = re.compile(rb"\r\n(content-length|transfer-encoding|expect):[ \t]*([^\r\n]*?)[ \t]*(?=\r\n)", re.IGNORECASE)
_TARGET = re.compile(rb"[^ \r\n]+ ([^ \r\n]+)")
_LENGTH = re.compile(rb"[0-9]{1,18}")
_CHUNK_SIZE = re.compile(rb"([0-9a-fA-F]{1,12})[ \t]*(?:;.*)?", re.DOTALL)


class RequestRefused(Exception):
    """A request that no thread has to see: the status of the answer, and its sentence."""

    def __init__(self, status: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status

    def answer(self) -> bytes:
        """Return the whole answer."""
        text = f"{self}\n".encode()
        head = f"HTTP/1.1 {self.status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {len(text)}\r\n"
        return head.encode() + b"Connection: close\r\n\r\n" + text


class CollectedBody(Protocol):
    """Takes the bytes of a body, and knows when it is over."""

    is_over: bool
    size: int

    def feed(self, data: bytes, file: SpooledTemporaryFile[bytes]) -> bytes:
        """Write what belongs to the body to the file; return the rest."""


class SizedBody:
    """A body with a declared length."""

    def __init__(self, length: int) -> None:
        self.size, self._missing = length, length
        self.is_over = not length

    def feed(self, data: bytes, file: SpooledTemporaryFile[bytes]) -> bytes:
        """Write what belongs to the body to the file; return the rest."""
        piece, rest = data[: self._missing], data[self._missing :]
        file.write(piece)
        self._missing -= len(piece)
        self.is_over = not self._missing
        return rest


class ChunkedBody:
    """A body in chunks, of at most ``largest`` bytes; ``size`` grows with it, and exceeds it if the body is larger."""

    def __init__(self, largest: int) -> None:
        self.size, self.is_over = 0, False
        self._largest = largest
        self._missing = 0
        self._line = b""
        self._read_line: Callable[[bytes], None] = self._read_size
        self._trailers = 0

    def feed(self, data: bytes, file: SpooledTemporaryFile[bytes]) -> bytes:
        """Write what belongs to the body to the file; return the rest. Raises ``RequestRefused`` for wrong chunks."""
        while data and not self.is_over:
            if self._missing:
                piece, data = data[: self._missing], data[self._missing :]
                file.write(piece)
                self._missing -= len(piece)
                continue
            line, ending, rest = (self._line + data).partition(b"\r\n")
            if len(line) > MAX_LINE:
                raise _wrong_chunks()
            if not ending:
                self._line = line
                return b""
            self._line, data = b"", rest
            self._read_line(line)
        return data

    def _read_size(self, line: bytes) -> None:
        match = _CHUNK_SIZE.fullmatch(line)
        if match is None:
            raise _wrong_chunks()
        size = int(match[1], 16)
        self.size += size
        if self.size > self._largest:
            self.is_over = True
        elif size:
            self._missing, self._read_line = size, self._read_end_of_chunk
        else:
            self._read_line = self._read_trailer

    def _read_end_of_chunk(self, line: bytes) -> None:
        if line:
            raise _wrong_chunks()
        self._read_line = self._read_size

    def _read_trailer(self, line: bytes) -> None:
        self._trailers += 1
        if self._trailers > MAX_TRAILERS:
            raise _wrong_chunks()
        self.is_over = not line


def _wrong_chunks() -> RequestRefused:
    return RequestRefused("400 Bad Request", "The chunks of the body cannot be read.")


class IncomingRequest:
    """A request as far as it has come.

    ``is_cut`` says that it is answered without its body, which is too large or makes no sense, ``is_asked_first`` that
    its client waits for a word before it sends the body, which has ``expected`` bytes at most. ``rest`` is what came
    after it: the next request.
    """

    def __init__(self, largest_body: LargestBody) -> None:
        self._largest_body = largest_body
        self._began = bytearray()
        self.head = b""
        self.body: CollectedBody = SizedBody(0)
        self.file: SpooledTemporaryFile[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - close() does
        self.expected = 0
        self.is_cut = self.is_asked_first = self.is_chunked = self.has_begun_body = False
        self.rest = b""

    @property
    def is_whole(self) -> bool:
        """Whether all of it is there that will be collected."""
        return bool(self.head) and (self.is_cut or self.body.is_over)

    @property
    def lacks_chunks(self) -> bool:
        """Whether nothing came of a body in chunks."""
        return self.is_chunked and not self.has_begun_body

    def feed(self, data: bytes) -> None:
        """Take what came; raise ``RequestRefused`` for what nothing can be made of."""
        if not self.head:
            seen = max(0, len(self._began) - len(_END_OF_HEAD))
            self._began += data
            end = self._began.find(_END_OF_HEAD, seen)
            if (end if end >= 0 else len(self._began)) > MAX_HEAD:
                raise RequestRefused("431 Request Header Fields Too Large", "The headers of this request are too long.")
            if end < 0:
                return
            end += len(_END_OF_HEAD)
            self.head, data = bytes(self._began[:end]), bytes(self._began[end:])
            self._read_head()
        if not self.is_whole:
            self.has_begun_body = self.has_begun_body or bool(data)
            data = self.body.feed(data, self.file)
        self.rest = data
        if self.is_whole:
            self._finish()

    def _read_head(self) -> None:
        fields = [(name.lower(), value) for name, value in _FIELD.findall(self.head)]
        lengths, codings, expected = (
            [value.lower() for name, value in fields if name == wanted]
            for wanted in (b"content-length", b"transfer-encoding", b"expect")
        )
        if not lengths and not codings:
            return
        most = self._largest_body(self._path())
        if codings == [b"chunked"] and not lengths and self.head.partition(b"\r\n")[0].endswith(b" HTTP/1.1"):
            self.body, self.expected, self.is_chunked = ChunkedBody(most), most, True
        elif not codings and len(lengths) == 1 and _LENGTH.fullmatch(lengths[0]):
            self.body = SizedBody(int(lengths[0]))
            self.expected, self.is_cut = self.body.size, self.body.size > most
        else:
            self.is_cut = True
        self.is_asked_first = expected == [b"100-continue"] and not self.is_whole
        if self.is_asked_first:
            self._exchange_field(b"expect", b"")

    def _path(self) -> str:
        target = _TARGET.match(self.head)
        try:
            path = urlsplit(target[1]).path if target else b""
        except ValueError:
            return ""
        return unquote_to_bytes(path).decode("utf-8", "replace")

    def _finish(self) -> None:
        if self.is_chunked:
            self._exchange_field(b"transfer-encoding", b"\r\nContent-Length: %d" % self.body.size)
            self.is_cut = self.body.size > self.expected
        if self.is_cut:
            line, _, fields = self.head.partition(b"\r\n")
            self.head = line + b"\r\nConnection: close\r\n" + fields
        self.file.seek(0)

    def _exchange_field(self, name: bytes, field: bytes) -> None:
        self.head = _FIELD.sub(lambda match: field if match[1].lower() == name else match[0], self.head)

    def close(self) -> None:
        """Forget the body."""
        self.file.close()
