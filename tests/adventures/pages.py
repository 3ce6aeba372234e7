"""Pages of adventures in a test's browser: what several test modules do with them."""

from typing import Any

from tests.adventures.play import AdventureTable
from tests.warbands.verbs import Person


def page(table: AdventureTable, name: str = "ada", rest: str = "", **query: str) -> Any:
    return table.people[name].get(f"/adventures/{table.key}/{rest}", **query)


def press(table: AdventureTable, person: str = "ada", **fields: Any) -> Any:
    fields.setdefault("seen", table.row.head)
    return table.people[person].client.post(f"/adventures/{table.key}/act/", fields)


def join(table: AdventureTable, name: str, person: Person) -> None:
    """Let somebody come by the players' link."""
    table.people["ada"].client.post(f"/adventures/{table.key}/link/", {"switch": "on"})
    table.people[name] = person
    for end in ("", "%00"):  # a NUL that no database takes is left out
        assert person.client.get(f"/adventures/join/{table.row.players_token}{end}/").status_code == 302
