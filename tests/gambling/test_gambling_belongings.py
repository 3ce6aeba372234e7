"""What people own of table games: adopted, archived, checked, deleted with the account; entries that never change."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Owner
from accounts.services.visitors import visitor_data_adopt, visitors_forget
from gambling.models import GamblingEntry, GamblingTable, OwnTableGame
from gambling.selectors.folding import archived_gambling
from gambling.services.tables import game_store, player_seat, table_close, table_open
from p2v_site.checking import storage_faults
from rules.gambling.game import game_from_document
from rules.gambling.library import ready_games
from tests.gambling.tables import SEED
from tests.warbands.verbs import account

pytestmark = pytest.mark.django_db
TOKEN = "a visitor"


def kept(owner: Owner) -> GamblingTable:
    """Store a game and a table of somebody."""
    game = game_store(owner=owner, game=ready_games()["four-crows"])
    assert str(game) == "Four Crows"
    row = table_open(owner=owner, game=ready_games()["gatekeeper"], seed=SEED)
    return player_seat(owner=owner, key=row.key, name="Ilva")


def test_what_a_visitor_made_goes_to_the_account_or_away() -> None:
    kept(Owner(token=TOKEN))
    ada = account("ada").owner
    assert ada.user is not None
    assert visitor_data_adopt(user=ada.user, token=TOKEN) == ["1 table game", "1 table"]
    assert {row.owner for row in (*OwnTableGame.objects.all(), *GamblingTable.objects.all())} == {ada.user}
    kept(Owner(token=TOKEN))
    assert visitors_forget() == 0
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        assert visitors_forget() == 2
    assert (OwnTableGame.objects.count(), GamblingTable.objects.count()) == (1, 1)


def test_an_archive_has_the_games_and_of_open_tables_no_seed() -> None:
    ada = account("ada").owner
    assert ada.user is not None
    row = kept(ada)
    game, table = (json.loads(data) for _, data in archived_gambling(ada.user))
    assert game_from_document(game) == ready_games()["four-crows"]
    assert (table["seed"], [entry["event"]["name"] for entry in table["log"]]) == (None, ["Ilva"])
    table_close(owner=ada, key=row.key)
    assert json.loads(dict(archived_gambling(ada.user))[f"gambling/tables/{row.key}.json"])["seed"] == SEED.hex()


def test_what_an_account_has_goes_with_it() -> None:
    ada = account("ada").owner
    assert ada.user is not None
    kept(ada)
    ada.user.delete()
    assert not any(model.objects.exists() for model in (OwnTableGame, GamblingTable, GamblingEntry))


def test_the_check_of_backups_looks_at_games_and_tables() -> None:
    row = kept(account("ada").owner)
    assert list(storage_faults()) == []
    game = OwnTableGame.objects.get()
    broken = [
        (GamblingTable.objects.filter(key=row.key), {"commitment": "0" * 64}, {"commitment": row.commitment}, row.key),
        (GamblingTable.objects.filter(key=row.key), {"head": 2}, {"head": 1}, row.key),
        (GamblingTable.objects.filter(key=row.key), {"game": {}}, {"game": row.game}, row.key),
        (OwnTableGame.objects.filter(key=game.key), {"document": {}}, {"document": game.document}, game.key),
    ]
    for rows, wrong, right, key in broken:
        rows.update(**wrong)
        assert [(fault.kind, fault.key) for fault in storage_faults()] == [("table game", key)]
        rows.update(**right)
    assert list(storage_faults()) == []


def test_entries_never_change() -> None:
    kept(account("ada").owner)
    entry = GamblingEntry.objects.get()
    assert str(entry).endswith("entry 1")
    with pytest.raises(TypeError, match="cannot be changed"):
        entry.save()
