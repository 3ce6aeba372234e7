"""How fast the builder is, with 5 and with 50 members: its page beside a bare view of the same size, and one change
beside a bare view that asks, writes and sends as much."""

import re
from collections.abc import Callable
from itertools import count
from urllib.parse import urlencode

from accounts.models import Owner
from benchmarks.harness import Bench, Browser, alone, count_queries, served_bench
from compendium.builtin import built_in_cards
from rules.building.changes import change_fields
from rules.building.draft import Draft
from rules.building.members import MemberRename
from rules.recruitment.random_box import fieldings
from rules.roster import ItemChoice, Member, Roster
from warbands.models import Warband
from warbands.services.warbands import warband_create
from warbands.web.panels import PAGE

SIZES = (5, 50)
FIGURES = 40
_VERSION = re.compile(rb'name="version" value="(\d+)"')


def bench_warband(owner: Owner, size: int) -> Warband:
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
    return warband_create(owner=owner, draft=Draft(roster))


def renaming_form(version: str, name: str) -> dict[str, str]:
    """Return the form that renames the first member."""
    return {"version": version, "change": urlencode(change_fields(MemberRename("m1", name)))}


def changing(site: Browser, key: str) -> Callable[[], bytes]:
    """Return what renames the first member, to another name each time."""
    address, numbers = f"/warbands/{key}/change/", count()
    version = str(Warband.objects.get(key=key).version)

    def run() -> bytes:
        nonlocal version
        body = site.post(address, renaming_form(version, f"Name {next(numbers)}"))
        shown = _VERSION.search(body)
        assert shown is not None
        version = shown[1].decode()
        return body

    return run


def report() -> list[str]:
    """Measure and return the lines to print."""
    lines = ["The builder, gunicorn, signed in (to reach: page 1.5 x, change 1.3 x, the same queries for 5 and 50)"]
    with served_bench() as bench:
        for size in SIZES:
            warband = bench_warband(bench.owner, size)
            lines.append(bench.page(f"page of {size} members", f"/warbands/{warband.key}/", f"/bare/{size + PAGE}/"))
            lines.append(_change(bench, warband, size))
    lines.append(_boxes())
    return lines


def _change(bench: Bench, warband: Warband, size: int) -> str:
    # The floor writes to a warband of its own, so that neither changes the other's version.
    twin = bench_warband(bench.owner, size)
    form = renaming_form(str(warband.version), "Counted")
    headers = {"HX-Request": "true"}
    queries = count_queries(lambda: bench.client.post(f"/warbands/{warband.key}/change/", form, headers=headers))
    return bench.compare(
        f"change, {size} members",
        changing(bench.site, warband.key),
        lambda body: bench.site.post(f"/bare-change/{twin.key}/{size}/{body}/", {}),
        queries,
    )


def _boxes() -> str:
    cards = {card.key: card for card in built_in_cards()}
    owned = dict.fromkeys(list(cards)[:FIGURES], 1)
    took = alone(lambda: fieldings(owned, cards, 200), 10)
    return f"  {'random box, 40 figures':<38}{took:7.2f} ms   (to reach: under 1,000)"
