"""A program that gets webhooks: a server on this machine that notes what it is sent, and answers as a test says."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

Answer = Callable[[socket.socket], None]


@dataclass(frozen=True)
class ReceivedRequest:
    """A request: its first line, its headers by names in small letters, and its body."""

    line: str
    headers: dict[str, str]
    body: str


def answering(status: int, *headers: str) -> Answer:
    """Return an answer with a status and headers."""

    def answer(connection: socket.socket) -> None:
        lines = [f"HTTP/1.1 {status} Something", *headers, "Content-Length: 0", "", ""]
        connection.sendall("\r\n".join(lines).encode())

    return answer


@dataclass
class Receiver:
    """The server. ``answers`` are given one after the other, the last one again and again."""

    answers: list[Answer] = field(default_factory=lambda: [answering(204)])
    requests: list[ReceivedRequest] = field(default_factory=list)
    connections: int = 0

    def __enter__(self) -> Receiver:
        """Begin to listen."""
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._threads: list[threading.Thread] = []
        self._is_over = threading.Event()
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()
        return self

    def __exit__(self, *fault: object) -> None:
        """Stop."""
        self._is_over.set()
        with socket.socket() as last:  # which the loop waits for
            last.connect(self._listening.getsockname())
        self._accepting.join(5)
        for thread in self._threads:
            thread.join(5)
        self._listening.close()

    @property
    def port(self) -> int:
        """The port at which it listens."""
        return int(self._listening.getsockname()[1])

    @property
    def address(self) -> str:
        """An address of it."""
        return f"http://127.0.0.1:{self.port}/hook"

    def _accept(self) -> None:
        while True:
            connection, _ = self._listening.accept()
            if self._is_over.is_set():
                connection.close()
                return
            self.connections += 1
            thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            connection.settimeout(5)
            try:
                data = b""
                while b"\r\n\r\n" not in data and (piece := connection.recv(65536)):
                    data += piece
                head, _, body = data.partition(b"\r\n\r\n")
                line, *lines = head.decode("latin-1").split("\r\n")
                headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines if line)}
                while len(body) < int(headers.get("content-length", 0)) and (piece := connection.recv(65536)):
                    body += piece
                self.requests.append(ReceivedRequest(line, headers, body.decode()))
                answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
                answer(connection)
            except OSError:
                return  # whoever asked has gone
