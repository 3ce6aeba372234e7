"""The pages of table games, and something to see on each of them."""

from accounts.models import Owner
from gambling.services.tables import (
    cheat_try,
    game_share,
    game_store,
    player_seat,
    round_play,
    table_open,
    table_record,
    table_share,
    table_undo,
)
from rules.gambling.library import ready_games
from rules.gambling.play.state import CheatDecided, CheatTried, RoundBet, RoundPlayed, RoundReversed

SEED = b"a table for browsers"
# Pages of somebody who is signed in: a game that is shared, a table at which something was played.
GAMBLING_PAGES = {
    "gambling:list": "/gambling/",
    "gambling:ready": "/gambling/ready/herons-eye/",
    "gambling:new": "/gambling/games/new/?of=gatekeeper",
    "gambling:import": "/gambling/games/import/",
    "gambling:game": "/gambling/games/{game}/",
    "gambling:change": "/gambling/games/{game}/change/",
    "gambling:shared": "/gambling/shared/{shared}/",
    "gambling:table": "/gambling/tables/{table}/",
    "gambling:receipts": "/gambling/tables/{table}/receipts/",
    "gambling:watch": "/gambling/watch/{watch}/",
    "gambling:watch-receipts": "/gambling/watch/{watch}/receipts/",
}


def gambling_addresses(owner: Owner) -> list[str]:
    """Return the addresses of somebody’s pages: rounds, one reversed and one undone, a try to cheat, a decision."""
    game = game_share(owner=owner, key=game_store(owner=owner, game=ready_games()["four-crows"]).key, shared=True)
    row = table_open(owner=owner, game=ready_games()["herons-eye"], seed=SEED)
    row = table_share(owner=owner, key=row.key, shared=True)
    for name in ("Ilva", "Brann"):
        player_seat(owner=owner, key=row.key, name=name)
    bets = (RoundBet("p1", 3, 2), RoundBet("p2", 5, 8))
    for _ in range(2):
        round_play(owner=owner, key=row.key, event=RoundPlayed(bets))
    table_record(owner=owner, key=row.key, event=RoundReversed(2, "Brann touched the dice."))
    round_play(owner=owner, key=row.key, event=RoundPlayed((RoundBet("p1", 3, 2, (1, 2, 3)),)))
    table_undo(owner=owner, key=row.key)
    attempt = CheatTried(1, "Ilva", "Sleight of Hand", 7, 12, "The house", "Perception", 5, 9)
    cheat_try(owner=owner, key=row.key, event=attempt, is_rolled=False)
    table_record(owner=owner, key=row.key, event=CheatDecided(1, "The die was turned.", "p1", 1))
    keys = {"game": game.key, "shared": game.share_token, "table": row.key, "watch": row.watch_token}
    return [address.format(**keys) for address in GAMBLING_PAGES.values()]
