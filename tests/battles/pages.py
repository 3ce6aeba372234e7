"""Pages of battles in a test's browser: what several test modules do with them."""

from typing import Any

from tests.battles.play import BattleTable
from tests.warbands.verbs import Person


def page(table: BattleTable, person: Person | None = None, rest: str = "", **query: str) -> Any:
    return (person or table.owner).get(f"/battles/{table.key}/{rest}", **query)


def press(table: BattleTable, person: Person | None = None, **fields: Any) -> Any:
    fields.setdefault("seen", table.battle.head)
    return (person or table.owner).client.post(f"/battles/{table.key}/act/", fields)


def join(table: BattleTable, side: str, person: Person) -> None:
    """Let another phone take a side by its link."""
    table.owner.client.post(f"/battles/{table.key}/phones/{side}/", {"switch": "on"})
    token = table.battle.seats.get(side=side).token
    assert person.client.post(f"/battles/join/{token}/").status_code == 302


def watch(table: BattleTable, person: Person) -> None:
    """Let somebody watch by the link."""
    table.owner.client.post(f"/battles/{table.key}/spectators/", {"switch": "on"})
    assert person.get(f"/battles/watch/{table.battle.spectator_token}/").status_code == 302
