"""Table games: a round with its answer, the table, and the page of a game with its odds.

Beside each stands a bare view that asks and writes as much and sends as many bytes. A round is sent as the page's form,
and its answer is the page to which the site leads.
"""

from __future__ import annotations

import io

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from accounts.models import Owner
from benchmarks.measure import paired
from benchmarks.served import Site, serve, signed_in_client
from gambling.models import GamblingTable
from gambling.services.tables import player_seat, round_play, table_open
from rules.gambling.library import ready_games
from rules.gambling.play.events import RoundPlayed
from rules.gambling.play.state import RoundBet

RUNS = 40
ROWS = 40
"""Rows of the bare page beside a table's page: about what that lists."""
ROUNDS = (4, 100)
NAMES = ("Ilva", "Brann", "Cass", "Old Flint")
STAKES = {f"stake-p{number}": "2" for number in range(1, len(NAMES) + 1)}
ROUND = {"do": "round", **STAKES}


def report() -> list[str]:
    """Measure and return the lines to print."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", "--noinput", verbosity=0)
    call_command("load_compendium", stdout=io.StringIO())
    client = signed_in_client()
    lines = ["Table games (to reach: a round and a page 2 x a bare view of the same queries and bytes)"]
    with override_settings(ALLOWED_HOSTS=["testserver", *settings.ALLOWED_HOSTS]), serve(client) as site:
        owner = Owner(user=client.get("/").wsgi_request.user)
        for rounds in ROUNDS:
            row, twin = (_played(owner, rounds) for _ in range(2))
            lines += [
                _round(site, client, row, twin, f"round, {rounds} before"),
                _page(
                    site, client, f"/gambling/tables/{row.key}/", f"/bare-table/{row.key}", f"table, {rounds} rounds"
                ),
            ]
        lines.append(_page(site, client, "/gambling/ready/gatekeeper/", "/bare", "a game with its odds"))
    return lines


def _played(owner: Owner, rounds: int) -> GamblingTable:
    """Store a table at which four players have staked in so many rounds."""
    row = table_open(owner=owner, game=ready_games()["four-crows"])
    for name in NAMES:
        player_seat(owner=owner, key=row.key, name=name)
    bets = tuple(RoundBet(f"p{number}", 2) for number in range(1, len(NAMES) + 1))
    for _ in range(rounds):
        round_play(owner=owner, key=row.key, event=RoundPlayed(bets))
    return row


def _round(site: Site, client: Client, row: GamblingTable, twin: GamblingTable, name: str) -> str:
    """Measure a round with the page that answers it; its floor writes to a table of its own."""
    address = f"/gambling/tables/{row.key}/act/"
    body = len(site.follow(address, ROUND))
    with CaptureQueriesContext(connection) as captured:
        client.post(address, ROUND, follow=True)
        queries = len(captured)
    floor = f"/bare-round/{twin.key}/{ROWS}/{body}/"
    pair = paired(lambda: site.follow(address, ROUND), lambda: site.follow(floor, {}), RUNS)
    return _words(name, pair.milliseconds, pair.floor, pair.ratio, queries, body)


def _page(site: Site, client: Client, address: str, floor: str, name: str) -> str:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
        queries = len(captured)
    body = len(site.get(address))
    pair = paired(lambda: site.get(address), lambda: site.get(f"{floor}/{ROWS}/{body}/"), RUNS)
    return _words(name, pair.milliseconds, pair.floor, pair.ratio, queries, body)


def _words(name: str, milliseconds: float, floor: float, ratio: float, queries: int, body: int) -> str:
    return (
        f"  {name:<38}{milliseconds:7.2f} ms   bare {floor:5.2f} ms   {ratio:5.2f} x   "
        f"{queries:2d} queries   {body / 1000:6.1f} kB"
    )
