"""The page of what all creatures are worth by games."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from common.web.address import Column, ListState, sorted_headers
from compendium.drawings import worth_drawing
from compendium.selectors.worth import ShownWorth, worth_table
from rules.players.worth import outside_by_chance

COLUMNS = (
    Column("Creature", "name", "name"),
    Column("Price", "price", "num"),
    Column("Plays like", "worth", "num", high_first=True),
    Column("For its price", "share", "num", high_first=True),
    Column("Games", "", "num"),
)
ORDERS: dict[str, Callable[[ShownWorth], Any]] = {
    "name": lambda row: row.name.casefold(),
    "price": lambda row: row.price,
    "worth": lambda row: row.points,
    "share": lambda row: row.share,
}


@require_safe
def balance(request: HttpRequest) -> HttpResponse:
    """Show the table, sorted as asked, and its picture. One query."""
    state = ListState.of_request(request, ("sort",))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    asked = state.values.get("sort", "")
    now = asked if asked.removeprefix("-") in ORDERS else "-share"
    rows = sorted(worth_table(), key=ORDERS[now.removeprefix("-")], reverse=now.startswith("-"))
    context = {
        "rows": rows,
        "headers": sorted_headers(state, now, COLUMNS),
        "chart": worth_drawing(rows),
        "above": sum(row.verdict == "more" for row in rows),
        "below": sum(row.verdict == "less" for row in rows),
        "by_chance": outside_by_chance(len(rows)),
        "games": min((row.games for row in rows), default=0),
        "is_old": any(row.is_old for row in rows),
    }
    return render(request, "compendium/balance.html", context)
