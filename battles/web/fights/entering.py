"""Beginning a fight of a declared family, and its combatants: from own lists or by a sheet's form."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of, owner_to_be
from battles import drawings
from battles.forms import sheet_of_form, sheet_sections, typed_name, typed_sheet
from battles.models import Battle, CombatantList
from battles.models.battles import BattleDice
from battles.selectors.battles import BattleView, BattleVisitor
from battles.selectors.families import combatant_lists_of, declared_families, saved_combatants, shown_sheets, viewer_of
from battles.selectors.folding import AnyFoldedFight, folded_fight
from battles.services.fights import (
    NOT_THERE,
    combatant_change,
    combatant_leave,
    combatants_enter,
    combatants_join,
    fight_agree,
    fight_make,
)
from battles.web.fights.screens import knows
from battles.web.visiting import battle_visitor, played_battle_or_404, seen_battle_or_404
from common.refusal import Refusal
from common.web.files import pdf_response
from rules.combat.declared import DeclaredFamily
from rules.combat.lists import ListedCombatant
from rules.combat.sheets import FightSheet, SheetKind, kind_of_sheet, sheet_document
from rules.combat.state import SIDE_KEYS, FightSetup
from rules.errors import require
from rules.text import natural_number, slug

MOST_LISTS = 30
"""Own lists that a page offers, the ones that were changed last."""
MOST_SHEETS = 300
ListChoices = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""Names of lists, each with the values of a form and their words."""
ALL = "all"
"""Means every combatant of a list."""


def entering_context(request: HttpRequest, view: BattleView, folded: AnyFoldedFight) -> dict[str, Any]:
    """Return the values for the form that adds combatants: sides that the visitor may change, and own lists. One query.

    Sides that the visitor plays come first, and lists of the first one's kind.
    """
    setup: FightSetup = folded.setup
    family: DeclaredFamily = folded.state.family
    own = [side for side in setup.sides if setup.master in view.held or side.key in view.held]
    own.sort(key=lambda side: side.key not in view.held)
    return {
        "own_sides": own,
        "own_keys": [side.key for side in own],
        "choices": _side_choices(request, family, is_party=own[0].key != setup.master) if own else (),
        "kinds": family.kinds,
    }


def _side_choices(request: HttpRequest, family: DeclaredFamily, *, is_party: bool) -> ListChoices:
    party, opponents = list_choices(owner_of(request), family)
    return party if is_party else opponents


def list_choices(owner: Owner, family: DeclaredFamily) -> tuple[ListChoices, ListChoices]:
    """Return the choices from the owner's lists, for the party and for its opponents.

    Each side sees its own kind of list first. A choice is a value of the form with its label. One query.
    """
    rows = combatant_lists_of(owner).filter(family=family.key).order_by("-changed_at", "-pk")[:MOST_LISTS]
    offered, left = [], MOST_SHEETS
    for row in rows:
        if row.combatants and left > 0:
            offered.append((row.is_party, (row.name, tuple(_choices(row, left)))))
            left -= len(row.combatants)
    parties = tuple(offer for is_party, offer in offered if is_party)
    others = tuple(offer for is_party, offer in offered if not is_party)
    return (*parties, *others), (*others, *parties)


def _choices(row: CombatantList, most: int) -> list[tuple[str, str]]:
    size = sum(combatant["count"] for combatant in row.combatants)
    choices = [(f"{row.key}:{ALL}", f"{row.name}: all {size}")] if len(row.combatants) > 1 or size > 1 else []
    for combatant in row.combatants[:most]:
        times = f" × {combatant['count']}" if combatant["count"] > 1 else ""
        choices.append((f"{row.key}:{combatant['number']}", f"{combatant['sheet']['name']}{times}"))
    return choices


def chosen_combatants(
    owner: Owner, family: DeclaredFamily, chosen: str, *, count: int | None = None, group: str = ""
) -> tuple[CombatantList, list[ListedCombatant]]:
    """Return a form's choice from an own list, with its number or group if given; raise ``Refusal``."""
    key, _, number = chosen.replace("\0", "").partition(":")
    row = combatant_lists_of(owner).filter(family=family.key, key=key).first()
    entries = saved_combatants(row).combatants if row else ()
    entries = tuple(entry for entry in entries if number in (ALL, str(entry.number)))
    if row is None or not entries:
        raise Refusal("Choose who takes part.", code="combatants.gone")
    # A number is that of one sheet; a whole list comes as it is.
    fixed = count if number != ALL else None
    return row, [
        ListedCombatant(entry.number, entry.sheet, entry.count if fixed is None else fixed, group or entry.group)
        for entry in entries
    ]


def _fight_or_404(request: HttpRequest, key: str) -> tuple[BattleVisitor, BattleView, AnyFoldedFight]:
    visitor, view = played_battle_or_404(request, key, "offers")
    folded = folded_fight(view.battle)
    if not isinstance(folded.setup, FightSetup):
        raise Http404(NOT_THERE)
    return visitor, view, folded


@require_http_methods(["GET", "HEAD", "POST"])
def combatants(request: HttpRequest, key: str) -> HttpResponse:
    """Add combatants of own lists to a fight, or take one out before it begins."""
    visitor, view, folded = _fight_or_404(request, key)
    context: dict[str, Any] = {"view": view, "family": folded.state.family}
    if request.method != "POST":
        context |= entering_context(request, view, folded)
        return render(request, "battles/fights/combatants.html", context)
    try:
        _change(request, visitor, folded, key)
    except Refusal as refused:
        context |= {**entering_context(request, view, folded), "refused": refused.message, "typed": request.POST}
        return render(request, "battles/fights/combatants.html", context, status=422)
    return redirect("battles:battle", key)


def _change(request: HttpRequest, visitor: BattleVisitor, folded: AnyFoldedFight, key: str) -> None:
    if request.POST.get("do") == "leave":
        combatant_leave(visitor=visitor, key=key, combatant=request.POST.get("combatant", "")[:40])
        return
    family, side = folded.state.family, request.POST.get("side", "")[:1]
    row, entries = chosen_combatants(
        owner_of(request),
        family,
        request.POST.get("chosen", "")[:40],
        count=_count(request.POST),
        group=typed_name(request.POST, "group"),
    )
    _enter(visitor, folded, key, side, entries, row)


def _count(data: QueryDict) -> int | None:
    """Return the number that was typed, None for none; 0, which is refused, for anything else."""
    typed = data.get("count", "").strip()
    return (natural_number(typed) or 0) if typed else None


def _enter(
    visitor: BattleVisitor,
    folded: AnyFoldedFight,
    key: str,
    side: str,
    entries: Sequence[ListedCombatant],
    row: CombatantList | None = None,
) -> None:
    """Let combatants take part: in the set-up before the fight begins, and by one step of its log after that."""
    enter = combatants_join if folded.number else combatants_enter
    enter(visitor=visitor, key=key, side=side, entries=entries, party=row)


@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: HttpRequest, key: str) -> HttpResponse:
    """Add a combatant by the form of a sheet, or change one before the fight begins, according to the address."""
    visitor, view, folded = _fight_or_404(request, key)
    family, combatant = folded.state.family, request.GET.get("combatant", "")[:40]
    context: dict[str, Any] = {"view": view, "family": family, "combatant": combatant, "count": "1"}
    if combatant:
        entry = folded.setup.by_id.get(combatant)
        if entry is None or folded.number or not knows(folded.state, combatant, viewer_of(view, folded)):
            raise Http404(NOT_THERE)
        kind = kind_of_sheet(family.kinds, entry.sheet)
        document: Mapping[str, Any] = sheet_document(family.kinds, entry.sheet)
        context |= {"name": entry.sheet.name, "group": entry.group}
    else:
        kind, document = _kind_or_404(family, request.GET.get("kind", "")), {}
        context |= {"side": request.GET.get("side", "")[:1], **entering_context(request, view, folded)}
    context["kind"] = kind
    if request.method != "POST":
        return render(request, "battles/fights/sheet.html", {**context, "sections": sheet_sections(kind, document)})
    return _sheet_sent(request, visitor, folded, context)


def _kind_or_404(family: DeclaredFamily, key: str) -> SheetKind:
    return require(
        next((kind for kind in family.kinds if kind.key == key), None), Http404("There is no such kind of combatants.")
    )


def _sheet_sent(
    request: HttpRequest, visitor: BattleVisitor, folded: AnyFoldedFight, context: dict[str, Any]
) -> HttpResponse:
    family, kind, key = context["family"], context["kind"], context["view"].battle.key
    name, group = typed_name(request.POST), typed_name(request.POST, "group")
    typed = typed_sheet(kind, request.POST, name)
    context |= {"name": name, "group": group, "count": request.POST.get("count", "")}
    context |= {"sections": sheet_sections(kind, typed.document), "side": request.POST.get("side", "")[:1]}
    if "more" in request.POST:
        return render(request, "battles/fights/sheet.html", context)
    try:
        made = sheet_of_form(family, kind, typed)
        if context["combatant"]:
            combatant_change(visitor=visitor, key=key, combatant=context["combatant"], sheet=made, group=group)
        else:
            _enter(visitor, folded, key, request.POST.get("side", "")[:1], [_listed(request.POST, made, group)])
    except Refusal as refused:
        return render(request, "battles/fights/sheet.html", {**context, "refused": refused.message}, status=422)
    return redirect("battles:battle", key)


def _listed(data: QueryDict, made: FightSheet, group: str) -> ListedCombatant:
    count = _count(data)
    return ListedCombatant(0, made, 1 if count is None else count, group)


@require_http_methods(["GET", "HEAD", "POST"])
def agreements(request: HttpRequest, key: str) -> HttpResponse:
    """Change the table's agreements and the names of the sides before the fight begins."""
    visitor, view, folded = _fight_or_404(request, key)
    family, setup = folded.state.family, folded.setup
    named = [(side.key, side.name) for side in setup.sides]
    context: dict[str, Any] = {"view": view, "family": family, "hides_left": setup.hides_left, "named": named}
    if request.method != "POST":
        context["sections"] = sheet_sections(family.table, sheet_document((family.table,), setup.table))
        return render(request, "battles/fights/agreements.html", context)
    typed = typed_sheet(family.table, request.POST, setup.table.name)
    hides_left = "hides_left" in request.POST
    names = {side: typed_name(request.POST, f"side-{side}") for side, _ in named}
    context |= {"sections": sheet_sections(family.table, typed.document), "hides_left": hides_left}
    context |= {"named": [(side, names[side] or name) for side, name in named]}
    if "more" in request.POST:
        return render(request, "battles/fights/agreements.html", context)
    try:
        made = sheet_of_form(family, family.table, typed)
        fight_agree(visitor=visitor, key=key, table=made, hides_left=hides_left, names=names)
    except Refusal as refused:
        return render(request, "battles/fights/agreements.html", {**context, "refused": refused.message}, status=422)
    messages.success(request, "Saved.")
    return redirect("battles:battle", key)


@require_safe
def sheet_pdf(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the sheet of a combatant of a fight as a PDF, to those who may see it."""
    view = seen_battle_or_404(request, key, "offers")
    folded = folded_fight(view.battle)
    combatant = request.GET.get("combatant", "")[:40]
    if combatant not in folded.state.combatants or not knows(folded.state, combatant, viewer_of(view, folded)):
        raise Http404(NOT_THERE)
    sheet = folded.state.entry(combatant).sheet
    family = folded.state.family
    pdf = drawings.sheets_pdf(sheet.name, shown_sheets(family, [sheet]), family.notice)
    return pdf_response(pdf, slug(sheet.name)[:80] or "combatant")


PARTY_SEATS = SIDE_KEYS[:-1]


@require_http_methods(["GET", "HEAD", "POST"])
def new_fight(request: HttpRequest, family: str) -> HttpResponse:
    """Begin a fight of a family."""
    declared = require(declared_families().get(family), Http404("There are no such rules."))
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
    """Return the names of the party's seats: the first one always exists, the others if they have a name."""
    first, *others = (typed_name(request.POST, f"party-{key}") for key in PARTY_SEATS)
    return [first, *(other for other in others if other)]


def _bring_along(request: HttpRequest, family: DeclaredFamily, battle: Battle) -> None:
    """Add the chosen lists to the fight; report what is impossible."""
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
