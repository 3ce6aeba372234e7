"""One request to a webhook: what is sent, and that no answer takes long, reads much or leads elsewhere."""

import socket
import ssl
import subprocess
import threading
import time

import pytest

from tests.webhooks.receiver import Receiver, answering
from webhooks.services import sending
from webhooks.services.sending import MOST_READ, SendingOutcome, WebhookTarget, send, webhook_target

BUSY = 10.0
"""Seconds that what is done at once may take on a busy machine; what these tests send would take far longer."""


def asked(receiver: Receiver, seconds: float = BUSY) -> SendingOutcome:
    return send(webhook_target(receiver.address), {"webhook-id": "msg_1"}, b'{"type": "test"}', seconds)


def test_a_message_arrives_with_its_headers(receiver):
    outcome = asked(receiver)
    assert (outcome.status, outcome.reason, outcome.is_delivered) == (204, "", True)
    (request,) = receiver.requests
    assert (request.line, request.body) == ("POST /hook HTTP/1.1", '{"type": "test"}')
    assert request.headers == {
        "host": f"127.0.0.1:{receiver.port}",
        "user-agent": "Muster-Webhooks/1",
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "content-length": "16",
        "connection": "close",
    }


def test_the_name_stays_in_the_request_though_the_address_is_connected_to(receiver, monkeypatch):
    address = ("127.0.0.1", receiver.port)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address)])
    assert send(webhook_target(f"http://hook.example.org:{receiver.port}/x?y=z"), {}, b"{}", 2).is_delivered
    assert receiver.requests[0].headers["host"] == f"hook.example.org:{receiver.port}"
    assert receiver.requests[0].line == "POST /x?y=z HTTP/1.1"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(receiver, status):
    with Receiver() as other:
        receiver.answers = [answering(status, f"Location: {other.address}")]
        outcome = asked(receiver)
        assert (outcome.status, outcome.reason) == (
            status,
            f"It answered {status}, and Muster does not follow redirects.",
        )
        assert (receiver.connections, other.connections) == (1, 0)


def test_other_answers_are_failures_and_say_when_to_come_back(receiver):
    receiver.answers = [answering(503, "Retry-After: 120"), answering(410), answering(500, "Retry-After: soon")]
    busy, gone, broken = asked(receiver), asked(receiver), asked(receiver)
    assert (busy.status, busy.retry_after, busy.is_gone) == (503, 120, False)
    assert (gone.reason, gone.is_gone) == ("It answered 410.", True)
    assert (broken.reason, broken.retry_after) == ("It answered 500.", 0)


def test_no_proxy_of_the_environment_is_asked(receiver, monkeypatch):
    with Receiver() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        monkeypatch.delenv("no_proxy", raising=False)
        assert asked(receiver).is_delivered
        assert proxy.connections == 0


def _silent(connection: socket.socket) -> None:
    connection.recv(1)  # until the other side closes


def _slow_head(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        connection.sendall(b"X-A: b\r\n")
        time.sleep(0.1)


def _slow_line(connection: socket.socket) -> None:
    for letter in b"HTTP/1.1 200 " * 100:
        connection.sendall(bytes([letter]))
        time.sleep(0.1)


def _endless_head(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        connection.sendall(b"X-A: " + b"b" * 1000 + b"\r\n")


def _endless_line(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"H" * 65536)


def _endless_continue(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" * 100)


@pytest.mark.parametrize("answer", [_silent, _slow_head, _slow_line])
def test_a_slow_answer_takes_no_longer_than_it_may(receiver, answer):
    receiver.answers = [answer]
    began = time.monotonic()
    outcome = asked(receiver, 0.6)
    assert (outcome.status, outcome.reason) == (None, "No answer within 1 seconds.")
    assert time.monotonic() - began < BUSY


@pytest.mark.parametrize("answer", [_endless_head, _endless_line, _endless_continue])
def test_of_an_endless_answer_little_is_read(receiver, answer, monkeypatch):
    read: list[int] = []
    readinto = sending.BoundedReader.readinto
    monkeypatch.setattr(sending.BoundedReader, "readinto", lambda s, b: read.append(readinto(s, b)) or read[-1])
    receiver.answers = [answer]
    outcome = asked(receiver, 5)
    assert (outcome.status, outcome.reason) == (None, "There was no connection, or the answer was not HTTP.")
    assert sum(read) <= MOST_READ


def test_the_body_of_an_answer_is_not_waited_for(receiver):
    def endless_body(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
        while True:
            connection.sendall(b"x" * 65536)

    receiver.answers = [endless_body]
    outcome = asked(receiver)
    assert outcome.is_delivered
    assert outcome.milliseconds < 900 * BUSY


@pytest.mark.parametrize("answer", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 abc\r\n\r\n", b"\x16\x03\x01\x00\x00"])
def test_what_is_not_http_is_a_failure(receiver, answer):
    receiver.answers = [lambda connection: connection.sendall(answer)]
    assert asked(receiver).reason == "There was no connection, or the answer was not HTTP."


def test_a_name_that_is_slow_to_find_takes_no_longer_than_it_may(monkeypatch):
    is_over = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments, **named: is_over.wait(3 * BUSY) or [])
    began = time.monotonic()
    outcome = send(WebhookTarget("http", "slow.example.org", 80, "/"), {}, b"{}", 0.5)
    is_over.set()
    assert "No answer within" in outcome.reason
    assert time.monotonic() - began < BUSY


def test_a_name_that_is_not_there_is_said(monkeypatch):
    def resolve(*arguments, **named):
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    assert send(webhook_target("https://none.example.org/"), {}, b"{}", 2).reason == "The host name is unknown."


def test_a_port_where_no_one_listens_is_a_failure(receiver):
    with socket.create_server(("127.0.0.1", 0)) as unused:
        port = unused.getsockname()[1]
    assert not send(webhook_target(f"http://127.0.0.1:{port}/"), {}, b"{}", 2).is_delivered


@pytest.fixture
def certificate(tmp_path):
    """Return a certificate of a name, and its key."""
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=hook.example.org "
        f"-addext subjectAltName=DNS:hook.example.org -keyout {key} -out {certificate}".split(),
        check=True,
        capture_output=True,
    )
    return certificate, key


@pytest.mark.parametrize(
    ("name", "is_known"), [("hook.example.org", True), ("other.example.org", True), ("hook.example.org", False)]
)
def test_https_asks_for_the_certificate_of_the_name(receiver, certificate, monkeypatch, name, is_known):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    wanted: list[str] = []
    context.sni_callback = lambda _socket, host, _context: wanted.append(host)
    serve = receiver._serve

    def serve_securely(connection: socket.socket) -> None:
        try:
            serve(context.wrap_socket(connection, server_side=True))
        except (OSError, ssl.SSLError):
            connection.close()

    monkeypatch.setattr(receiver, "_serve", serve_securely)
    address = ("127.0.0.1", receiver.port)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", address)])
    if is_known:
        make = ssl.create_default_context
        monkeypatch.setattr(ssl, "create_default_context", lambda: make(cafile=str(certificate[0])))
    outcome = send(webhook_target(f"https://{name}:{receiver.port}/"), {}, b"{}", 3)
    assert wanted == [name]
    assert outcome.is_delivered is (name == "hook.example.org" and is_known)
    if not outcome.is_delivered:
        assert outcome.reason == "No secure connection: the certificate is not valid for it."
        assert receiver.requests == []
