"""How fast the builder is, with 5 and with 50 members: its page beside a bare view of the same size, and one change
beside a bare view that asks, writes and sends as much."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from itertools import count
from typing import Protocol
from urllib.parse import urlencode

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from accounts.models import Owner
from benchmarks.measure import Measurement, alone, paired
from benchmarks.served import Site, serve, signed_in_client
from compendium.builtin import built_in_cards
from rules.building import Draft, change_fields
from rules.building.members import MemberRename
from rules.recruitment import fieldings
from rules.roster import ItemChoice, Member, Roster
from warbands.models import Warband
from warbands.services.warbands import warband_create
from warbands.web.panels import PAGE

SIZES = (5, 50)
RUNS = 60
FIGURES = 40
_VERSION = re.compile(rb'name="version" value="(\d+)"')


def bench_warband(client: Client, size: int) -> Warband:
    """Store a warband of that many different creatures, each with what its card offers and what it may carry."""
    cards = [card for card in built_in_cards() if not card.starts_with][:size]
    members = tuple(
        Member(
            creature=card.key,
            name=f"Number {place}",
            upgrades=tuple(card.upgrades)[:1],
            items=(ItemChoice("holy-water"),) if card.level >= 1 else (),
            hero_points=place % 2,
        )
        for place, card in enumerate(cards)
    )
    roster = Roster(members=members, name=f"Of {size}", play_mode="unlimited", points_limit=100 * size)
    owner = Owner(user=client.get("/").wsgi_request.user)
    return warband_create(owner=owner, draft=Draft(roster))


def renaming_form(version: str, name: str) -> dict[str, str]:
    """Return the form that renames the first member."""
    return {"version": version, "change": urlencode(change_fields(MemberRename("m1", name)))}


class FormTaker(Protocol):
    """What takes a form and answers with a page."""

    def post(self, address: str, fields: Mapping[str, str]) -> bytes:
        """Return the body of the answer."""


def changing(site: FormTaker, key: str) -> Callable[[], bytes]:
    """Return what renames the first member, to another name each time."""
    address, numbers = f"/warbands/{key}/change/", count()
    version = str(Warband.objects.get(key=key).version)

    def run() -> bytes:
        nonlocal version
        body = site.post(address, renaming_form(version, f"Name {next(numbers)}"))
        found = _VERSION.search(body)
        assert found is not None
        version = found[1].decode()
        return body

    return run


def _queries(client: Client, address: str, fields: dict[str, str] | None = None) -> int:
    with CaptureQueriesContext(connection) as queries:
        if fields is None:
            client.get(address)
        else:
            client.post(address, fields, headers={"HX-Request": "true"})
    return len([query for query in queries if not query["sql"].startswith(("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT"))])


def _line(name: str, pair: Measurement, queries: int, size: int) -> str:
    return (
        f"  {name:<26}{pair.milliseconds:7.2f} ms   bare {pair.floor:5.2f} ms   {pair.ratio:5.2f} x"
        f"   {queries:2d} queries   {size / 1000:6.1f} kB"
    )


def report() -> list[str]:
    """Measure and return the lines to print."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", "--noinput", verbosity=0)
    call_command("load_compendium", stdout=io.StringIO())
    lines = ["The builder, gunicorn, signed in (to reach: page 1.5 x, change 1.3 x, the same queries for 5 and 50)"]
    client = signed_in_client()
    with override_settings(ALLOWED_HOSTS=["testserver", *settings.ALLOWED_HOSTS]):
        warbands = {size: bench_warband(client, size) for size in SIZES}
        with serve(client) as site:
            for size, warband in warbands.items():
                lines.append(_measure_page(site, client, warband, size))
                lines.append(_measure_change(site, client, warband, size))
    lines.append(_boxes())
    return lines


def _measure_page(site: Site, client: Client, warband: Warband, size: int) -> str:
    page = f"/warbands/{warband.key}/"
    client.get(page)
    queries = _queries(client, page)
    body = len(site.get(page))
    floor = f"/bare/{size + PAGE}/{body}/"
    pair = paired(lambda: site.get(page), lambda: site.get(floor), RUNS)
    return _line(f"page of {size} members", pair, queries, body)


def _measure_change(site: Site, client: Client, warband: Warband, size: int) -> str:
    # The floor writes to a warband of its own, so that neither changes the other's version.
    twin = bench_warband(client, size)
    change = changing(site, warband.key)
    body = len(change())
    floor = f"/bare-change/{twin.key}/{size}/{body}/"
    pair = paired(change, lambda: site.post(floor, {}), RUNS)
    version = str(Warband.objects.get(key=warband.key).version)
    queries = _queries(client, f"/warbands/{warband.key}/change/", renaming_form(version, "Counted"))
    return _line(f"change, {size} members", pair, queries, body)


def _boxes() -> str:
    cards = {card.key: card for card in built_in_cards()}
    owned = dict.fromkeys(list(cards)[:FIGURES], 1)
    took = alone(lambda: fieldings(owned, cards, 200), 10)
    return f"  {'random box, 40 figures':<26}{took:7.2f} ms   (to reach: under 1,000)"
