"""Where a webhook may lead: addresses that are whole and plain, and machines that anyone on the internet can reach."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from common.refusal import Refusal

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
    """An address in the parts from which a request is made; nothing reads the address itself again."""

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

    An IP address in any notation is looked at here; what a name leads to is looked at when it is sent to.
    """
    if len(address) > MAX_ADDRESS:
        raise Refusal(f"An address has at most {MAX_ADDRESS} characters.", code="webhook.invalid")
    if not _SIGNS.fullmatch(address) or "\\" in address:
        raise Refusal(f"{_NOT_WHOLE} Write other letters in their encoded form.", code="webhook.invalid")
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
        raise Refusal("Leave out what follows “#”.", code="webhook.invalid")
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
