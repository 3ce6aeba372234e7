"""Tables for the tests of gambling, to play at in few words."""

from dataclasses import dataclass
from typing import Any

from gambling.models import GamblingTable
from gambling.selectors.folding import OpenTable
from gambling.services.tables import table_open
from rules.gambling.library import ready_games
from tests.warbands.verbs import Person, account

SEED = b"a table for tests"


@dataclass
class TavernTable:
    """A table with who runs it."""

    person: Person
    key: str

    @property
    def row(self) -> GamblingTable:
        """The table as it is stored now."""
        return GamblingTable.objects.get(key=self.key)

    @property
    def opened(self) -> OpenTable:
        """The table with its log."""
        return OpenTable(self.row, runs=True)

    def page(self, rest: str = "", **query: str) -> Any:
        """Open a page of the table."""
        return self.person.get(f"/gambling/tables/{self.key}/{rest}", **query)

    def press(self, todo: str, **fields: Any) -> Any:
        """Press a button of the table's page; names of fields have underscores for hyphens."""
        fields.setdefault("seen", self.row.head)
        sent = {name.replace("_", "-"): value for name, value in fields.items()}
        return self.person.client.post(f"/gambling/tables/{self.key}/act/", {"do": todo, **sent})


def table_of(person: Person, game: str = "four-crows") -> TavernTable:
    """Open a table with a ready game."""
    row = table_open(owner=person.owner, game=ready_games()[game], seed=SEED)
    return TavernTable(person, row.key)


def seated_table(game: str = "four-crows", *names: str) -> TavernTable:
    """Open a table of ada's at which players sit."""
    table = table_of(account("ada"), game)
    for name in names or ("Ilva", "Brann"):
        assert table.press("seat", name=name).status_code == 302
    return table
