"""Sending one request to a webhook's address: to a public machine, within a time limit.

Names are resolved here and the connection goes to the checked address, so that nothing can change in between. It
follows no redirects, ignores the environment's proxies, and reads only the beginning of an answer. It makes no queries:
several threads send at once.
"""

import http.client
import io
import ipaddress
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from common.refusal import Refusal
from rules.text import natural_number

MAX_ADDRESS = 600
"""Characters of an address."""
PORTS = {"http": 80, "https": 443}
_LEAST_PORT = 1024
"""The least port that a webhook may name, other than the usual two: below are services that are not for the web."""
_SIGNS = re.compile(r"[\x21-\x7e]+")
_HOST = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.?")
_NOT_WHOLE = "Enter a whole address, such as https://example.org/hook."
_PRIVATE = "Muster sends only to addresses that anyone on the internet can reach."

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

# What Python counts as public, or counts so in some versions, and is not for everyone to reach.
_CLOSED = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8",
            "100.64.0.0/10",
            "168.63.129.16/32",  # by which machines of one cloud ask about themselves
            "192.0.0.0/24",
            "192.88.99.0/24",
            "198.18.0.0/15",
            "240.0.0.0/4",
            "::/96",
            "64:ff9b:1::/48",
            "100::/64",
            "2001::/23",
            "2002::/16",
            "3fff::/20",
            "5f00::/16",
            "fec0::/10",
        ),
    )
)
_TRANSLATED = ipaddress.IPv6Network("64:ff9b::/96")
"""NAT64: the last four bytes are the IPv4 address to which a gateway leads."""


class ForbiddenTarget(Exception):
    """A webhook's address leads to a machine to which Muster does not send."""


@dataclass(frozen=True, slots=True)
class WebhookTarget:
    """An address in the parts of a request; nothing parses the address again."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def host_header(self) -> str:
        """The value of ``Host``."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def webhook_target(address: str) -> WebhookTarget:
    """Return the parts of an address; raise ``Refusal`` for one that a webhook may not have.

    It checks IP addresses in any notation; the addresses of a host name are checked when sending.
    """
    if len(address) > MAX_ADDRESS:
        raise Refusal(f"An address has at most {MAX_ADDRESS} characters.", code="webhook.invalid")
    if not _SIGNS.fullmatch(address) or "\\" in address:
        raise Refusal(f"{_NOT_WHOLE} Percent-encode other letters.", code="webhook.invalid")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise Refusal(_NOT_WHOLE, code="webhook.invalid") from None
    if parts.scheme not in PORTS:
        raise Refusal("An address begins with https:// or http://.", code="webhook.invalid")
    if "@" in parts.netloc:
        raise Refusal("Leave the name and password out of the address.", code="webhook.invalid")
    if "#" in address:
        raise Refusal("Remove the part after “#”.", code="webhook.invalid")
    host = (parts.hostname or "").lower()
    numeric = _numeric(host)
    if numeric is None and not _HOST.fullmatch(host):
        raise Refusal(_NOT_WHOLE, code="webhook.invalid")
    port = PORTS[parts.scheme] if port is None else port
    if port not in PORTS.values() and port < _LEAST_PORT:
        raise Refusal(f"Muster sends to the ports 80, 443, and {_LEAST_PORT:,} or above.", code="webhook.invalid")
    if not all(is_open(ip) for ip in numeric or ()):
        raise Refusal(_PRIVATE, code="webhook.invalid")
    path = parts.path or "/"
    return WebhookTarget(parts.scheme, host, port, f"{path}?{parts.query}" if parts.query else path)


def refuse_closed_addresses(addresses: Iterable[str]) -> None:
    """Raise ``ForbiddenTarget`` if any of the IP addresses to which a name leads may not be sent to."""
    if not all(is_open(ipaddress.ip_address(address)) for address in addresses):
        raise ForbiddenTarget(_PRIVATE)


def is_open(ip: IpAddress) -> bool:
    """Return True if Muster may send to an IP address: anyone can reach it, or the settings allow it."""
    if any(ip.version == network.version and ip in network for network in settings.WEBHOOK_NETWORKS):
        return True
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.scope_id:
            return False
        if ip.ipv4_mapped:
            return is_open(ip.ipv4_mapped)
        if ip in _TRANSLATED:
            return is_open(ipaddress.IPv4Address(ip.packed[-4:]))
    if any(ip.version == network.version and ip in network for network in _CLOSED):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_link_local or ip.is_unspecified)


def _numeric(host: str) -> list[IpAddress] | None:
    """Return the IP address that a host is in any notation, even as one number; None for a name."""
    if ":" in host:
        try:
            return [ipaddress.ip_address(host)]
        except ValueError:
            raise Refusal(_NOT_WHOLE, code="webhook.invalid") from None
    try:
        return [ipaddress.IPv4Address(socket.inet_aton(host))]  # as the machine reads 127.1, 0x7f.1 and 2130706433
    except OSError:
        return None


SECONDS = 10.0
"""The total time of a request: name, connection, handshake, sending and the beginning of the answer."""
MOST_READ = 16_384
"""Bytes of an answer that are read."""
USER_AGENT = "Muster-Webhooks/1"
_PIECE = 16_384

SocketAddress = tuple[str, int] | tuple[str, int, int, int]


@dataclass(frozen=True, slots=True)
class SendingOutcome:
    """The result of a request: the status of the answer, None without one, and why it failed, "" if it did not."""

    status: int | None
    reason: str
    milliseconds: int
    retry_after: int = 0
    is_gone: bool = False

    @property
    def is_delivered(self) -> bool:
        """Return True if the other side has taken it."""
        return not self.reason


def send(target: WebhookTarget, headers: Mapping[str, str], body: bytes, seconds: float = SECONDS) -> SendingOutcome:
    """Post a body to a target, and return the result. It never raises for errors of the other side."""
    began = time.monotonic()
    try:
        status, retry_after = _ask(target, headers, body, began + seconds)
    except ForbiddenTarget as fault:
        return SendingOutcome(None, str(fault), _since(began))
    except TimeoutError:
        return SendingOutcome(None, f"No answer within {seconds:.0f} seconds.", _since(began))
    except socket.gaierror:
        return SendingOutcome(None, "The host name is unknown.", _since(began))
    except ssl.SSLError:
        return SendingOutcome(None, "No secure connection: the certificate is not valid for it.", _since(began))
    except (OSError, http.client.HTTPException, ValueError):
        return SendingOutcome(None, "There was no connection, or the answer was not HTTP.", _since(began))
    return SendingOutcome(status, _reason(status), _since(began), retry_after, is_gone=status == http.HTTPStatus.GONE)


def _ask(target: WebhookTarget, headers: Mapping[str, str], body: bytes, deadline: float) -> tuple[int, int]:
    """Return the status of the answer, and its requested delay in seconds."""
    connection = _CheckedConnection(target, deadline)
    try:
        connection.putrequest("POST", target.path, skip_host=True, skip_accept_encoding=True)
        every = {"Host": target.host_header, "User-Agent": USER_AGENT, "Content-Type": "application/json", **headers}
        for name, value in {**every, "Content-Length": str(len(body)), "Connection": "close"}.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        after = answer.getheader("Retry-After", "")
        return answer.status, natural_number(after) or 0
    finally:
        connection.close()


class _CheckedConnection(http.client.HTTPConnection):
    """A connection to a checked address, with a deadline and a limit for all reads."""

    def __init__(self, target: WebhookTarget, deadline: float) -> None:
        super().__init__(target.host, target.port)
        self._target, self._deadline = target, deadline

    def connect(self) -> None:
        """Resolve the name, look at every address, and connect to one of them."""
        addresses = _resolve(self._target, self._deadline)
        refuse_closed_addresses(str(address[0]) for _, address in addresses)
        raw = _connected(addresses, self._deadline)
        try:
            if self._target.scheme == "https":
                raw.settimeout(_left(self._deadline))
                raw = ssl.create_default_context().wrap_socket(raw, server_hostname=self._target.host.rstrip("."))
        except BaseException:
            raw.close()
            raise
        self.sock: Any = _BoundedSocket(raw, self._deadline)


class _BoundedSocket:
    """The socket for ``http.client``, with a deadline and a limited number of bytes."""

    def __init__(self, raw: socket.socket, deadline: float) -> None:
        self._raw, self._deadline = raw, deadline

    def sendall(self, data: bytes) -> None:
        """Send all of the data."""
        for start in range(0, len(data), _PIECE):
            self._raw.settimeout(_left(self._deadline))
            self._raw.sendall(data[start : start + _PIECE])

    def makefile(self, mode: str) -> io.BufferedReader:
        """Return the answer as a file."""
        return io.BufferedReader(BoundedReader(self._raw, self._deadline), 2048)

    def close(self) -> None:
        self._raw.close()


class BoundedReader(io.RawIOBase):
    """Reads an answer up to a deadline, and no more than ``MOST_READ`` bytes of it."""

    def __init__(self, raw: socket.socket, deadline: float) -> None:
        self._raw, self._deadline, self._room = raw, deadline, MOST_READ

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        room = memoryview(buffer)[: self._room]
        if not room:
            raise http.client.HTTPException("The answer is too long.")
        self._raw.settimeout(_left(self._deadline))
        number = self._raw.recv_into(room)
        self._room -= number
        return number


def _resolve(target: WebhookTarget, deadline: float) -> list[tuple[int, SocketAddress]]:
    """Return the addresses of a target's host. The machine's resolver has no deadline, so a thread waits for it."""
    answers: list[Any] = []

    def look_up() -> None:
        try:
            answers.append(socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError) as fault:
            answers.append(fault)

    thread = threading.Thread(target=look_up, name="webhook-name", daemon=True)
    thread.start()
    thread.join(_left(deadline))
    if not answers:
        raise TimeoutError
    if isinstance(answers[0], Exception):
        raise answers[0]
    return list(dict.fromkeys((family, address) for family, _, _, _, address in answers[0]))


def _connected(addresses: list[tuple[int, Any]], deadline: float) -> socket.socket:
    """Return a connection to the first address that answers."""
    fault: OSError = OSError("no address")
    for family, address in addresses:
        raw = socket.socket(family, socket.SOCK_STREAM)
        try:
            raw.settimeout(_left(deadline))
            raw.connect(address)
        except TimeoutError:
            raw.close()
            raise
        except OSError as other:
            raw.close()
            fault = other
        else:
            return raw
    raise fault


def _reason(status: int) -> str:
    if http.HTTPStatus.OK <= status < http.HTTPStatus.MULTIPLE_CHOICES:
        return ""
    if http.HTTPStatus.MULTIPLE_CHOICES <= status < http.HTTPStatus.BAD_REQUEST:
        return f"It answered {status}, and Muster does not follow redirects."
    return f"It answered {status}."


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _since(began: float) -> int:
    return round(1000 * (time.monotonic() - began))
