"""Beginning a fight of a declared family: its sides, what the table agrees on, who rolls."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.web.visitors import owner_of, owner_to_be
from battles.forms.sheets import sheet_of_form, sheet_sections, typed_name, typed_sheet
from battles.models import Battle
from battles.models.battles import BattleDice
from battles.selectors.declared import declared_families
from battles.services.fights import combatants_enter, fight_make
from battles.web.fights.entering import chosen_combatants, list_choices
from battles.web.visiting import battle_visitor
from common.refusal import Refusal
from rules.combat.declared import DeclaredFamily
from rules.combat.setup import SIDE_KEYS

PARTY_SEATS = SIDE_KEYS[:-1]


@require_http_methods(["GET", "HEAD", "POST"])
def new_fight(request: HttpRequest, family: str) -> HttpResponse:
    """Begin a fight of a family."""
    declared = declared_families().get(family)
    if declared is None:
        raise Http404("There are no such rules.")
    if request.method != "POST":
        return _page(request, declared, {"sections": sheet_sections(declared.table, {})})
    typed = typed_sheet(declared.table, request.POST, declared.table.label)
    if "more" in request.POST:
        return _page(request, declared, {"sections": sheet_sections(declared.table, typed.document)})
    try:
        table = sheet_of_form(declared, declared.table, typed)
        battle = fight_make(
            owner=owner_to_be(request),
            family=declared,
            party=_party(request),
            master=typed_name(request.POST, "master"),
            table=table,
            name=typed_name(request.POST, "name"),
            dice=request.POST.get("dice", "") or BattleDice.SERVER,
            hides_left="hides_left" in request.POST,
        )
    except Refusal as refused:
        shown = {"sections": sheet_sections(declared.table, typed.document), "refused": refused.message}
        return _page(request, declared, shown, 422)
    _bring_along(request, declared, battle)
    return redirect("battles:battle", battle.key)


def _party(request: HttpRequest) -> list[str]:
    """Return the names of the party's seats: the first one is always there, the others where they have a name."""
    first, *others = (typed_name(request.POST, f"party-{key}") for key in PARTY_SEATS)
    return [first, *(other for other in others if other)]


def _bring_along(request: HttpRequest, family: DeclaredFamily, battle: Battle) -> None:
    """Let the lists that were chosen take part; tell what is not possible."""
    sides = [side["key"] for side in battle.setup["sides"]]
    for field, side in (("heroes", sides[0]), ("opponents", sides[-1])):
        if chosen := request.POST.get(field, "")[:40]:
            try:
                row, entries = chosen_combatants(owner_of(request), family, chosen)
                combatants_enter(visitor=battle_visitor(request), key=battle.key, side=side, entries=entries, party=row)
            except Refusal as refused:
                messages.warning(request, refused.message)


def _page(request: HttpRequest, family: DeclaredFamily, more: dict[str, Any], status: int = 200) -> HttpResponse:
    for_party, for_opponents = list_choices(owner_of(request), family)
    context = {
        "family": family,
        "seats": [(key, place, request.POST.get(f"party-{key}", "")) for place, key in enumerate(PARTY_SEATS, 1)],
        "for_party": for_party,
        "for_opponents": for_opponents,
        "dice": BattleDice.choices,
        "typed": request.POST,
        **more,
    }
    return render(request, "battles/fights/new.html", context, status=status)
