"""Visiting the pages of a campaign's scenarios in tests."""

from typing import Any

from tests.campaigns.verbs import Table


def address(table: Table, path: str = "") -> str:
    return f"/campaigns/{table.key}/scenarios/{path}"


def page(table: Table, who: str, path: str = "") -> Any:
    return table.people[who].client.get(address(table, path))


def text(table: Table, who: str, path: str = "") -> str:
    answer = page(table, who, path)
    assert answer.status_code == 200
    return str(answer.content.decode())


def send(table: Table, who: str, path: str, fields: dict[str, Any] | None = None) -> Any:
    return table.people[who].client.post(address(table, path), fields or {}, follow=True)


def void(table: Table, who: str, entry: int | None, **fields: str) -> Any:
    """Send the form that voids an entry."""
    return table.people[who].client.post(f"/campaigns/{table.key}/journal/{entry}/void/", fields, follow=True)
