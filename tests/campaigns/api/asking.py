"""What programs ask of the campaigns of these tests, in few words."""

from tests.campaigns.verbs import Table
from tests.programs import Program

Programs = dict[str, Program]
NIGHT = {"starts": "2026-11-30T19:30", "time_zone": "Europe/Paris", "minutes": 180, "place": "The Wayhouse"}


def place(table: Table, rest: str = "") -> str:
    """Return an address below that of a table's campaign."""
    return f"campaigns/{table.key}/{rest}"
