"""The matchup sheet: two warbands side by side, each the visitor's own or a shared one, both in the address.

All numbers come from the sheet (``rules.matchup``); this module requests it and puts it into tables.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.views.decorators.http import require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of
from common.web.address import shown_text
from common.web.refusals import never_stored
from rules.matchup.cells import MatchupCell
from rules.matchup.sheet import Contender, Lineup, MatchupRow, MatchupSheet, Side, matchup_sheet
from rules.p2v_combat.attacks import Attack
from rules.sheets.model import NAMELESS
from rules.tables.stats import stat_name
from rules.text import slug, with_minus
from warbands.selectors.legality import CampaignPlaces, rulebook_of, rulebook_today
from warbands.selectors.warbands import OpenWarband, warband_names, warband_open, warband_shared

PLACES = ("first", "second")
OWN, SHARED = "w", "s"
MOST = 24
"""The most different creatures of a side in the whole table; each has its own page."""
MOST_CELLS = 8_000
"""Chances on one page, twice those of two large warbands."""
_REFERENCE = re.compile(rf"([{OWN}{SHARED}]):([\w-]{{1,50}})", re.ASCII)
_LINKS = (
    (SHARED, re.compile(r"(?:.*/)?shared/([\w-]{1,50})(?:[/?#].*)?", re.ASCII)),
    (OWN, re.compile(r"(?:.*/)?warbands/([\w-]{1,50})(?:[/?#].*)?", re.ASCII)),
    (SHARED, re.compile(r"([\w-]{1,50})", re.ASCII)),
)
_ODD = "This is not a link to a warband. A shared link ends in /shared/ and a series of letters."
_LOST = {
    OWN: "You have no such warband. To use another player’s warband, paste its shared link.",
    SHARED: "No warband is shared at this link: its player switched it off, or the link has a typo.",
}
_UNKNOWN = "The address names no warband. Choose one here."


@dataclass(frozen=True, slots=True)
class RequestedSide:
    """Which warband an address puts on a side: ``reference`` is ``w:`` with a key or ``s:`` with a token, "" for none.

    ``typed`` is the pasted link, ``fault`` the fault of the request.
    """

    reference: str = ""
    typed: str = ""
    fault: str = ""


@dataclass(frozen=True, slots=True)
class SidePlace:
    """A side of the form: the request, the warband if any, and the choices with their references."""

    name: str
    asked: RequestedSide
    opened: OpenWarband | None
    fault: str
    choices: tuple[tuple[str, str], ...]

    @property
    def title(self) -> str:
        """The name of the warband, "" if there is none."""
        return (self.opened.draft.roster.name or NAMELESS) if self.opened else ""

    @property
    def is_own(self) -> bool:
        """Whether the warband is one of the asker's own."""
        return self.asked.reference.startswith(f"{OWN}:")


@dataclass(frozen=True, slots=True)
class NamedWarband:
    """A contender with the address of the page about it, and its value there; neither without a card."""

    contender: Contender
    value: str
    href: str


@dataclass(frozen=True, slots=True)
class ShownSide:
    """A side of the sheet with a name that distinguishes it from the other; ``href`` links to the warband."""

    place: str
    name: str
    side: Side
    href: str
    is_own: bool
    everybody: tuple[NamedWarband, ...]


@dataclass(frozen=True, slots=True)
class AttackRow:
    """An attack, its defense, and its cell for each column."""

    attack: Attack
    against: str
    cells: tuple[MatchupCell, ...]


@dataclass(frozen=True, slots=True)
class ChanceTable:
    """The attacks of one side against the other: lines by contender, and a column for each of the other side.

    ``left_out`` are those of either side without room in it.
    """

    place: str
    attacker: str
    target: str
    columns: tuple[NamedWarband, ...]
    blocks: tuple[tuple[NamedWarband, tuple[AttackRow, ...]], ...]
    left_out: tuple[str, ...]


@require_safe
@never_stored
def matchup(request: HttpRequest, places: CampaignPlaces) -> HttpResponse:
    """Show two warbands side by side, or ask for them; members with a career in their present state.

    At most twelve queries, plus three for cards that are not loaded yet and one for each warband with a career.
    """
    asked = [_requested_side(request.GET, place) for place in PLACES]
    references = [side.reference for side in asked]
    creature = request.GET.get("creature", "")
    if _is_untidy(request.GET) and not any(side.fault for side in asked):
        return HttpResponseRedirect(matchup_url(references, creature))
    owner = owner_of(request)
    own = _own_choices(owner)
    sides = [_place(owner, name, side, own) for name, side in zip(PLACES, asked, strict=True)]
    context: dict[str, Any] = {"places": sides, "has_own": bool(own)}
    if sides[0].opened and sides[1].opened:
        context |= _sheet(sides, references, creature, places)
        context["swapped"] = matchup_url(reversed(references))
    else:
        context["waiting"] = "".join(side.title for side in sides)
    faults = [side for side in sides if side.fault]
    status = 200 if not faults else 422 if any(fault.asked.fault for fault in faults) else 404
    response = render(request, "warbands/matchup.html", context, status=status)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def matchup_url(references: Iterable[str], creature: str = "") -> str:
    """Return the address of the sheet of two warbands, or of the page about one of their creatures."""
    pairs = [pair for pair in (*zip(PLACES, references, strict=True), ("creature", creature)) if pair[1]]
    path = reverse("warbands:matchup")
    return f"{path}?{urlencode(pairs, safe=':')}" if pairs else path


# Who is asked for


def _is_untidy(values: Mapping[str, str]) -> bool:
    """Whether a form was sent, whose address is longer than necessary."""
    links = any(f"{place}-link" in values for place in PLACES)
    return links or any(values.get(name) == "" for name in (*PLACES, "creature"))


def _requested_side(values: Mapping[str, str], place: str) -> RequestedSide:
    """Read a side of the address; a pasted link overrides a warband chosen by name."""
    typed = values.get(f"{place}-link", "").strip()
    if typed:
        pasted = next(((kind, match[1]) for kind, link in _LINKS if (match := link.fullmatch(typed))), None)
        return RequestedSide(":".join(pasted), typed) if pasted else RequestedSide(typed=shown_text(typed), fault=_ODD)
    reference = values.get(place, "").strip()
    if reference and not _REFERENCE.fullmatch(reference):
        return RequestedSide(fault=_UNKNOWN)
    return RequestedSide(reference)


def _own_choices(owner: Owner) -> tuple[tuple[str, str], ...]:
    """Return the visitor's warbands as references and names; those with the same name show their last change."""
    own = warband_names(owner)
    names = [name for _, name, _ in own]
    return tuple(
        (
            f"{OWN}:{key}",
            f"{name or NAMELESS}, changed {date_format(localtime(at), 'j F, H:i')}"
            if names.count(name) > 1
            else name or NAMELESS,
        )
        for key, name, at in own
    )


def _place(owner: Owner, name: str, asked: RequestedSide, own: tuple[tuple[str, str], ...]) -> SidePlace:
    kind, _, word = asked.reference.partition(":")
    opened = (warband_open(owner, word) if kind == OWN else warband_shared(word)) if word else None
    fault = asked.fault or (_LOST[kind] if word and opened is None else "")
    choices = own
    if opened and asked.reference not in dict(own):
        label = opened.draft.roster.name or NAMELESS
        choices = ((asked.reference, f"{label}, {'archived' if kind == OWN else 'by its link'}"), *own)
    return SidePlace(name, asked, opened, fault, choices)


# The sheet


def _sheet(places: list[SidePlace], references: list[str], creature: str, campaigns: CampaignPlaces) -> dict[str, Any]:
    opened = [place.opened for place in places if place.opened]
    first, second = (warband.draft.roster for warband in opened)
    rulebook = rulebook_of([first, second])
    # Ids of members are those of their warband alone, so each side has its own cards of today.
    books = [rulebook_today(campaigns, warband, rulebook) for warband in opened]
    sheet = matchup_sheet(first, second, books[0], second_rulebook=books[1], choose=partial(_choose, creature))
    whole = matchup_url(references)
    chosen = _in_focus(creature, sheet.first.everybody, sheet.second.everybody)
    shown = _sides(sheet, places, references)
    tables = [_table(*shown), _table(*reversed(shown))]
    context = {
        "sheet": sheet,
        "sides": shown,
        "whole": whole,
        "circumstances": [
            (circumstance.words, _shift(circumstance.strike), _shift(circumstance.save))
            for circumstance in sheet.circumstances
        ],
    }
    if chosen is None:
        lost = shown_text(creature.partition(":")[2], 80) if creature else ""
        return context | {"tables": tables, "lost": lost}
    place, _ = chosen
    towards, back = tables if place == "second" else tables[::-1]
    # Where the creature is alone on its side, it is the one column of what is done to it.
    (focus,) = towards.columns
    return context | {
        "focus": focus,
        "left_out": _left_out_of_duel(shown[1 if place == "first" else 0]),
        "focus_alone": [replace(focus, href="")],
        "towards": [(named, [(line, line.cells[0]) for line in lines]) for named, lines in towards.blocks],
        "back": [
            (line, list(zip(back.columns, line.cells, strict=True))) for _, lines in back.blocks for line in lines
        ],
    }


def _choose(creature: str, first: Lineup, second: Lineup) -> tuple[Lineup, Lineup]:
    """Choose the first of either side, or for the page about a creature that one and all of the other side."""
    chosen = _in_focus(creature, first, second)
    if chosen is None:
        return _within_bounds(first[:MOST], second[:MOST])
    place, contender = chosen
    return _within_bounds((contender,), second) if place == "first" else _within_bounds(first, (contender,))


def _within_bounds(first: Lineup, second: Lineup) -> tuple[Lineup, Lineup]:
    """Leave the last ones out, of the longer side first, until a page has room for all chances."""
    while len(first) + len(second) > 2 and _cell_count(first, second) > MOST_CELLS:
        first, second = (first[:-1], second) if len(first) >= len(second) else (first, second[:-1])
    return first, second


def _cell_count(first: Lineup, second: Lineup) -> int:
    attacks = sum(contender.attack_count for contender in first) * len(second)
    return attacks + sum(contender.attack_count for contender in second) * len(first)


def _in_focus(creature: str, first: Lineup, second: Lineup) -> tuple[str, Contender] | None:
    """Return the creature that the address names, ``first:boar``, if it is in the matchup and has a card."""
    for place, lineup in zip(PLACES, (first, second), strict=True):
        for contender in lineup:
            if contender.is_known and _value(place, contender) == creature:
                return place, contender
    return None


def _value(place: str, contender: Contender) -> str:
    return f"{place}:{slug(contender.label)}"


def _sides(sheet: MatchupSheet, places: list[SidePlace], references: list[str]) -> tuple[ShownSide, ShownSide]:
    sides = sheet.first, sheet.second
    is_one_name = sides[0].name == sides[1].name
    first, second = (
        ShownSide(
            place=place.name,
            name=f"{side.name} ({place.name})" if is_one_name else side.name,
            side=side,
            href=_href(place),
            is_own=place.is_own,
            everybody=tuple(_named(place.name, contender, references) for contender in side.everybody),
        )
        for side, place in zip(sides, places, strict=True)
    )
    return first, second


def _href(place: SidePlace) -> str:
    kind, _, word = place.asked.reference.partition(":")
    return reverse("warbands:builder" if kind == OWN else "warbands:shared", args=[word])


def _named(place: str, contender: Contender, references: list[str]) -> NamedWarband:
    value = _value(place, contender) if contender.is_known else ""
    return NamedWarband(contender, value, matchup_url(references, value) if value else "")


def _table(attackers: ShownSide, targets: ShownSide) -> ChanceTable:
    lines: dict[str, list[AttackRow]] = {}
    for row in attackers.side.rows:
        lines.setdefault(row.contender.label, []).append(_line(row))
    labels = {contender.label for contender in targets.side.contenders}
    return ChanceTable(
        place=attackers.place,
        attacker=attackers.name,
        target=targets.name,
        columns=tuple(warband for warband in targets.everybody if warband.contender.label in labels),
        blocks=tuple(
            (warband, tuple(lines[warband.contender.label]))
            for warband in attackers.everybody
            if warband.contender.label in lines
        ),
        left_out=tuple(
            f"The table shows the first {shown} of {len(side.everybody)} different creatures in {side.name}."
            for side in (attackers, targets)
            if (shown := len(side.side.contenders)) < len(side.everybody)
        ),
    )


def _left_out_of_duel(others: ShownSide) -> str:
    shown = len(others.side.contenders)
    if shown == len(others.everybody):
        return ""
    return f"The page shows the first {shown} of {len(others.everybody)} different creatures in {others.name}."


def _line(row: MatchupRow) -> AttackRow:
    asked_for = ["Armor"] if row.attack.strike else []
    asked_for += [stat_name(stat) for stat in row.attack.saves]
    return AttackRow(row.attack, ", then ".join(asked_for) or "no roll", row.cells)


def _shift(points: int) -> str:
    return with_minus(f"{points:+d}") if points else "–"
