"""Slow, broken and hasty clients beside an ordinary visitor: how long the ordinary one waits during each attack.

``python -m benchmarks.attacks --seconds 15`` serves a site of its own directly, by gunicorn. The attacker is another
process at another address of this machine, with the lowest priority (``nice 19``), on the same processors; its share
of them is printed.
"""

import argparse
import multiprocessing
import os
import resource
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import cycle

from benchmarks.hostile import ORDINARY, PAGES, PAUSE, Asked, Waits, ask_until, served, stored_site

ATTACKER = "127.0.0.2"
OPEN_FILES = 12_000
HEAD = b"POST /warbands/new/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
GET = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
TO_NOTHING = b"POST /nothing/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 314572800\r\n\r\n" + b"x" * 2**18
HEADERS = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"".join(b"X-%d: %s\r\n" % (n, b"y" * 600) for n in range(95))

Attack = Callable[[int], None]


def hold(number: int, first: bytes, more: bytes, pause: float, port: int) -> None:
    """Keep connections open, each after some bytes, and send a few more now and then; open closed ones again."""
    clients: list[socket.socket | None] = [None] * number
    while True:
        for place, client in enumerate(clients):
            try:
                if client is None:
                    clients[place] = client = _connected(port)
                    client.sendall(first)
                elif more:
                    client.sendall(more)
                else:
                    client.send(b"", socket.MSG_DONTWAIT)
            except OSError:
                if client is not None:
                    client.close()
                clients[place] = None
        time.sleep(pause)


def send(sent: bytes, port: int) -> None:
    """Send the same on one connection after the other, as fast as they are answered."""
    while True:
        with suppress(OSError), _connected(port) as client:
            client.sendall(sent)
            client.recv(2**16)


def _connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 2, (ATTACKER, 0))


ATTACKS: dict[str, Attack] = {
    "200 bodies of 2.9 MB at 8 kB/s": partial(hold, 200, HEAD + b"Content-Length: 2900000\r\n\r\n", b"x" * 8_000, 1.0),
    "200 heads without their chunks": partial(hold, 200, HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"", 1.0),
    "400 heads that do not end": partial(hold, 400, GET[:20], b"y", 3.0),
    "200 readers that do not read": partial(hold, 200, (GET % b"/creatures/") * 20, b"", 1.0),
    "10,000 connections": partial(hold, 10_000, b"", b"", 1.0),
    "300 MiB to an address that does not exist": partial(send, TO_NOTHING),
    "addresses of 4,000 characters": partial(send, GET % (b"/" + b"%01" * 1_300)),
    "addresses of 16,000 characters": partial(send, GET % (b"/" + b"x" * 16_000)),
    "heads of 60 kB": partial(send, HEADERS + b"\r\n"),
    "100 requests at once": partial(send, (GET % b"/nothing/") * 100),
    "1,000 ranges of a file": partial(
        send, b"GET /static/js/theme.js HTTP/1.1\r\nHost: 127.0.0.1\r\nRange: bytes=" + b"0-," * 1_000 + b"1-\r\n\r\n"
    ),
    "the schema of the API": partial(send, GET % b"/api/v1/schema/"),
}


def main(arguments: list[str]) -> int:
    """Measure an ordinary visitor alone, then during each attack, and print a row for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=15)
    options = parser.parse_args(arguments)
    with stored_site(NUM_PROXIES="0") as site, served(site, {}):
        for name, attack in {"alone": None, **ATTACKS}.items():
            attacker = multiprocessing.Process(target=_attack, args=(attack, site.port)) if attack else None
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            if attacker:
                attacker.start()
            waits, over = Waits(), threading.Event()
            pages: Iterator[Asked] = cycle((page.format(**site.keys), None) for page in PAGES)
            threading.Timer(options.seconds, over.set).start()
            ask_until(over, site, waits, pages, ORDINARY, PAUSE)
            if attacker:
                attacker.terminate()
                attacker.join()
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            work = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            print(f"{name}: {waits}; the attacker had {work / options.seconds:.0%} of a processor", flush=True)
    return 0


def _attack(attack: Attack, port: int) -> None:
    os.nice(19)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, OPEN_FILES), most))
    attack(port)


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "ignore")
    sys.exit(main(sys.argv[1:]))
