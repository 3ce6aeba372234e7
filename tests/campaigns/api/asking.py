"""What programs ask of the campaigns of these tests, in few words."""

from typing import Any

from tests.campaigns.verbs import Table
from tests.programs import Program

Programs = dict[str, Program]
NIGHT = {"starts": "2026-11-30T19:30", "time_zone": "Europe/Paris", "minutes": 180, "place": "The Wayhouse"}


def place(table: Table, rest: str = "") -> str:
    """Return an address below that of a table's campaign."""
    return f"campaigns/{table.key}/{rest}"


def done(answer: Any, status: int = 200) -> Any:
    """Return what an answer says, which has to be a yes."""
    assert answer.status_code == status, answer.content
    return answer.json()
