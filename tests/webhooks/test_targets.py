"""Which addresses webhooks may have, and to which machines anything is sent."""

import ipaddress
import socket

import pytest

from common.refusal import Refusal
from tests.rows import every_row
from webhooks.services.sending import WebhookTarget, is_open, send, webhook_target

CLOSED = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1
127.255.255.254 168.63.129.16 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8
192.0.2.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250 240.0.0.1
255.255.255.255 192.88.99.1
:: ::1 fe80::1 fe80::1%1 febf::1 fc00::1 fd12:3456::1 fec0::1 ff02::1 2001:db8::1 100::1 2001::1
2002:7f00:1:: 2002:a00:1::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:100.64.0.1
64:ff9b::7f00:1 64:ff9b::a00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::1 5f00::1 3fff::1
""".split()
OPEN = "1.1.1.1 8.8.8.8 93.184.216.34 2606:4700:4700::1111 ::ffff:8.8.8.8 64:ff9b::808:808".split()

REFUSED = (
    "http://127.0.0.1/",
    "http://127.0.0.1:8000/hook",
    "http://127.1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0177.0.0.1/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://10.1.2.3/",
    "http://100.64.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fc00::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://user@example.org/",
    "http://user:password@example.org/",
    "http://example.org@127.0.0.1/",
    "http://:@example.org/",
    "http://example.org#@127.0.0.1/",
    "http://example.org\\@127.0.0.1/",
    "http://exa mple.org/",
    "http://example.org/\r\nX: y",
    "http://example.org/\t",
    "http://exämple.org/",
    "http://①②⑦.0.0.1/",
    "http:///path",
    "http://",
    "//example.org/",
    "example.org",
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://example.org/",
    "javascript:alert(1)",
    "http://example.org:25/",
    "http://example.org:22/",
    "http://example.org:0/",
    "http://example.org:99999/",
    "http://example.org:x/",
    "http://[::1/",
    "http://[example.org]/",
    "http://exa_mple..org/",
    "http://-/",
    "https://example.org/" + "x" * 600,
)


@every_row("text", CLOSED)
def test_what_not_everyone_can_reach_is_closed(text: str):
    assert not is_open(ipaddress.ip_address(text))


@every_row("text", OPEN)
def test_what_everyone_can_reach_is_open(text: str):
    assert is_open(ipaddress.ip_address(text))


@every_row("address", REFUSED)
def test_an_address_that_leads_elsewhere_or_is_not_plain_is_refused(address: str):
    with pytest.raises(Refusal) as refused:
        webhook_target(address)
    assert refused.value.code == "webhook.invalid"


@every_row(
    ("address", "target"),
    (
        ("https://Example.ORG", WebhookTarget("https", "example.org", 443, "/")),
        ("http://example.org:8080/a/b?c=d&e", WebhookTarget("http", "example.org", 8080, "/a/b?c=d&e")),
        ("https://xn--exmple-cua.org./x", WebhookTarget("https", "xn--exmple-cua.org.", 443, "/x")),
        ("https://8.8.8.8/x", WebhookTarget("https", "8.8.8.8", 443, "/x")),
        ("http://[2606:4700:4700::1111]:8080/", WebhookTarget("http", "2606:4700:4700::1111", 8080, "/")),
        (
            "https://discord.com/api/webhooks/123/a-B_c",
            WebhookTarget("https", "discord.com", 443, "/api/webhooks/123/a-B_c"),
        ),
    ),
)
def test_a_whole_address_is_taken_apart(address: str, target: WebhookTarget):
    assert webhook_target(address) == target


def test_networks_of_the_settings_are_open_and_no_others(settings):
    settings.WEBHOOK_NETWORKS = [ipaddress.ip_network("192.168.1.0/24"), ipaddress.ip_network("fd00::/8")]
    answers = {text: is_open(ipaddress.ip_address(text)) for text in ("192.168.1.7", "192.168.2.7", "fd00::7", "::1")}
    assert answers == {"192.168.1.7": True, "192.168.2.7": False, "fd00::7": True, "::1": False}
    assert webhook_target("http://192.168.1.7:8123/api").host == "192.168.1.7"


def resolving(monkeypatch, *answers: list[str]) -> list[str]:
    """Let every name lead to these addresses, at each question to the next ones; return the list of questions."""
    asked: list[str] = []

    def resolve(host, port, *arguments, **named):
        addresses = answers[min(len(asked), len(answers) - 1)]
        asked.append(host)
        return [
            (socket.AF_INET6, socket.SOCK_STREAM, 6, "", (address, port, 0, 0))
            if ":" in address
            else (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))
            for address in addresses
        ]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return asked


@every_row("text", [address for address in CLOSED if "%" not in address])
def test_a_name_that_leads_to_a_closed_address_gets_nothing(text: str):
    with pytest.MonkeyPatch.context() as patch:
        resolving(patch, [text])
        patch.setattr(socket.socket, "connect", lambda *arguments: pytest.fail("it was connected to"))
        outcome = send(webhook_target("https://hook.example.org/x"), {}, b"{}", 2)
    assert (outcome.status, outcome.reason) == (
        None,
        "Muster sends only to addresses that anyone on the internet can reach.",
    )


def test_one_closed_address_among_open_ones_is_enough(monkeypatch):
    resolving(monkeypatch, ["8.8.8.8", "127.0.0.1"])
    monkeypatch.setattr(socket.socket, "connect", lambda *arguments: pytest.fail("it was connected to"))
    assert "anyone on the internet" in send(webhook_target("http://hook.example.org/x"), {}, b"{}", 2).reason


def test_a_name_is_asked_for_once_and_the_address_that_was_looked_at_is_connected_to(monkeypatch):
    asked = resolving(monkeypatch, ["93.184.216.34"], ["127.0.0.1"])
    connected: list[object] = []

    def connect(self, address):
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket.socket, "connect", connect)
    outcome = send(webhook_target("http://changing.example.org/x"), {}, b"{}", 2)
    assert outcome.reason == "There was no connection, or the answer was not HTTP."
    assert (asked, connected) == (["changing.example.org"], [("93.184.216.34", 80)])


def test_the_names_of_this_machine_itself_are_closed():
    outcome = send(WebhookTarget("http", "localhost", 8000, "/"), {}, b"{}", 5)
    assert "anyone on the internet" in outcome.reason
