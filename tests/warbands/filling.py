"""Filling in the forms of warbands as a browser does: what the page shows is sent, but for what a person changes."""

from typing import Any

from selectolax.lexbor import LexborHTMLParser

from rules.building.draft import Draft
from tests.reading import read
from tests.warbands.verbs import Building, Person

NEW = "/warbands/new/"
HOSTILE = [
    "\0",
    "x\0y",
    "<script>alert(1)</script>",
    "9" * 5000,
    "-1",
    "1e9",
    "٣",
    "\u202e",
    "' OR 1=1 --",
    "{{ 7 }}",
    "x" * 100_000,
]


def fields(page: LexborHTMLParser) -> dict[str, Any]:
    """Return what a browser would send of the form as it stands on the page."""
    by_name: dict[str, Any] = {}
    for node in page.css("form.warband-form input, form.warband-form textarea"):
        name, attributes = node.attributes["name"], node.attributes
        if attributes.get("type") in ("radio", "checkbox") and "checked" not in attributes:
            continue
        value = node.text().removeprefix("\n") if node.tag == "textarea" else attributes.get("value") or ""
        by_name.setdefault(name, []).append(value)
    del by_name["csrfmiddlewaretoken"]
    return {name: values if len(values) > 1 else values[0] for name, values in by_name.items()}


def error(page: LexborHTMLParser, field: str) -> str:
    node = page.css_first(f"#{field}-errors")
    return node.text() if node else ""


def made(person: Person, **changes: Any) -> Draft:
    """Make a warband by the form, with the fields that the page proposes but for the changes."""
    answer = person.client.post(NEW, fields(read(person.get(NEW))) | {"name": "Ash Company"} | changes)
    assert answer.status_code == 302, answer.content.decode()
    key = answer.headers["Location"].removeprefix("/warbands/").removesuffix("/")
    return Building(person, key).draft


def shown(desk: Building) -> dict[str, Any]:
    return fields(read(desk.person.get(f"{desk.address}settings/")))


def save(desk: Building, status: int = 302, **changes: Any) -> Any:
    """Save settings as the page shows them, but for the changes; None leaves a field out."""
    form = {name: value for name, value in (shown(desk) | changes).items() if value is not None}
    answer = desk.person.client.post(f"{desk.address}settings/", form)
    assert answer.status_code == status, answer.content.decode()
    return answer


def refused(desk: Building, field: str, **changes: Any) -> str:
    """Save settings that are refused, and return the sentence beside a field; nothing is changed by them."""
    before = desk.draft, desk.warband.version
    sentence = error(read(save(desk, 422, **changes), 422), field)
    assert (desk.draft, desk.warband.version) == before
    return sentence
