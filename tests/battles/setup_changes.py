"""Changes of a set-up, as its page sends them."""

from typing import Any

from tests.battles.play import BattleTable
from tests.warbands.verbs import Person


def change(table: BattleTable, step: str, do: str, person: Person | None = None, **fields: Any) -> Any:
    client = (person or table.owner).client
    return client.post(f"/battles/{table.key}/setup/{step}/", {"do": do, **fields})
