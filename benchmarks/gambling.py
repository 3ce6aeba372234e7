"""Table games: a round with its answer, the table, and the page of a game with its odds.

Beside each stands a bare view that asks and writes as much and sends as many bytes. A round is sent as the page's form,
and its answer is the page to which the site leads.
"""

from accounts.models import Owner
from benchmarks.harness import served_bench
from gambling.models import GamblingTable
from gambling.services.tables import player_seat, round_play, table_open
from rules.gambling.library import ready_games
from rules.gambling.play.state import RoundBet, RoundPlayed

ROWS = 40
"""Rows of the bare page beside a table's page: about what that lists."""
ROUNDS = (4, 100)
NAMES = ("Ilva", "Brann", "Cass", "Old Flint")
STAKES = {f"stake-p{number}": "2" for number in range(1, len(NAMES) + 1)}
ROUND = {"do": "round", **STAKES}


def report() -> list[str]:
    """Measure and return the lines to print."""
    lines = ["Table games (to reach: a round and a page 2 x a bare view of the same queries and bytes)"]
    with served_bench() as bench:
        for rounds in ROUNDS:
            # The floor writes to a table of its own.
            row, twin = (_played(bench.owner, rounds) for _ in range(2))
            address = f"/gambling/tables/{row.key}/"
            lines += [
                bench.form(f"round, {rounds} before", f"{address}act/", ROUND, f"/bare-round/{twin.key}/{ROWS}/"),
                bench.page(f"table, {rounds} rounds", address, f"/bare-table/{row.key}/{ROWS}/"),
            ]
        lines.append(bench.page("a game with its odds", "/gambling/ready/gatekeeper/", f"/bare/{ROWS}/"))
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
