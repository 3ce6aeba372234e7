"""An account's games and tables as files of its archive."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.models import User
from accounts.selectors.archives import archived_json
from accounts.selectors.rooms import ArchivedFile
from gambling.models import GamblingTable, OwnTableGame


def archived_gambling(user: User) -> Iterator[ArchivedFile]:
    """Yield each game of an account as a file that Muster imports, and each table with its log."""
    for game in OwnTableGame.objects.filter(owner=user).order_by("pk").iterator():
        yield f"gambling/games/{game.key}.muster-table-game.json", archived_json(game.document)
    for row in GamblingTable.objects.filter(owner=user).order_by("pk").iterator():
        yield f"gambling/tables/{row.key}.json", archived_json(_table(row))


def _table(row: GamblingTable) -> dict[str, object]:
    seed = row.shown_seed
    return {
        "name": row.name,
        "status": row.status,
        "game": row.game,
        "commitment": row.commitment,
        "seed": seed.hex() if seed is not None else None,
        "log": list(row.entries.order_by("number").values("number", "step", "event", "at")),
    }
