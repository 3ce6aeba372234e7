"""docs/battles.md lists every kind of event with its parts and what it tells."""

from pathlib import Path

from rules.documents.records import declared_parts
from rules.p2v_combat.family import P2V

PAGE = Path(__file__).parents[3] / "docs" / "battles.md"


ON_BOARDS = ("way_to", "reason")
"""Parts that say something only on a board; without them, the battle asks, or refuses what needs a reason."""


def table_of_events() -> list[str]:
    """Return the rows of the table, by kind."""
    rows = []
    for kind, event in sorted(P2V.by_kind.items()):
        parts = ", ".join(f"`{name}`" for name in declared_parts(event))
        (meaning, *_) = (event.__doc__ or "").splitlines()
        rows.append(f"| `{kind}` | {parts} | {meaning.replace('``', '`')} |")
    return rows


def test_every_kind_of_event_stands_in_the_table() -> None:
    text = PAGE.read_text(encoding="utf-8")
    missing = [row for row in table_of_events() if row not in text.splitlines()]
    assert missing == [], "Put these rows into the table of docs/battles.md."


def test_the_table_lists_no_event_that_is_not_there() -> None:
    section = PAGE.read_text(encoding="utf-8").split("## The log")[1].split("## Questions")[0]
    listed = [line for line in section.splitlines() if line.startswith("| `")]
    assert listed[1:] == table_of_events()


def test_the_site_fills_in_what_came_later_to_an_event() -> None:
    later = [
        (event.kind, name)
        for event in P2V.sent_events
        for name, part in declared_parts(event).items()
        if not part.always and name not in (*dict(event.filled_in), *ON_BOARDS)
    ]
    assert later == [], "Programs would play as before."
