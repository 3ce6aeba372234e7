"""The builder: the creatures that may join on the left, the warband on the right, and every change of it.

Without JavaScript, each button sends a form and the page reloads. With it, HTMX swaps only the warband; the creatures
beside it reload when an event says that it changed. ``docs/builder-change.md`` follows a change from here to its
answer. Dismissing a member has a separate page: who leaves with it, and who gets its items.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qsl

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import reswap, retarget, trigger_client_event

from accounts.web.commands import CommandDone, note_done, takes_commands
from accounts.web.visitors import owner_of
from common.refusal import Refusal
from common.web.address import details, is_partial, push_address
from rules.building.changes import Change, called, group_of
from rules.building.enlisting import ItemGift, MemberDismiss, possible_carriers
from rules.building.groups import group_change_from_fields
from rules.errors import ChangeRefused
from rules.legality.resolved import Rulebook
from rules.roster import Member
from rules.sheets.model import NAMELESS
from warbands.models.warbands import MAX_WORDS
from warbands.selectors.legality import CampaignPlaces, rulebook_of, rulebook_today
from warbands.selectors.merging import BaseVersion
from warbands.selectors.warbands import OpenWarband, UndoState, draft_at
from warbands.services.drafts import DraftEdit, EditConflict, draft_change, draft_merge, draft_redo, draft_undo
from warbands.services.recording import CareerRecorder
from warbands.web.access import number_of, open_warband_or_404, version_of
from warbands.web.builder_page import BuilderPage, BuilderState, ConflictNotice

_MAX_PARTS = 20
_NOTE_TARGETS = ("member-note-saved", "warband-note-saved")
"""The ids of the elements that show whether a note is saved."""
_NOT_PARTS = ("change", "version", "step", "own", "state", "csrfmiddlewaretoken")
_MOST_OWN = 1_000


@dataclass(frozen=True, slots=True)
class ChangeForm:
    """The data that a page sends with a change: the version that it shows, the open parts, and the change's fields."""

    base: BaseVersion
    state: BuilderState
    fields: dict[str, str]

    @property
    def version(self) -> int:
        """The version that the page shows."""
        return self.base.version

    @classmethod
    def of_request(cls, request: HttpRequest, key: str) -> Self:
        """Read the form; nothing in it is trusted."""
        given = request.POST
        fields = {name: str(value) for name, value in given.items() if name not in _NOT_PARTS}
        change = given.get("change", "")
        if change.count("&") < _MAX_PARTS:
            fields |= dict(parse_qsl(change, keep_blank_values=True))
        return cls(
            base=BaseVersion(
                version_of(given),
                number_of(given.get("step", "")),
                frozenset(map(number_of, given.get("own", "").split()[:_MOST_OWN])),
            ),
            state=BuilderState.of_query(key, given.get("state", "")),
            fields=fields,
        )


@require_safe
def builder(request: HttpRequest, key: str, places: CampaignPlaces) -> HttpResponse:
    """Show the builder, or the part of it that HTMX requests."""
    owner, opened = open_warband_or_404(request, key)
    page = BuilderPage(owner, opened, BuilderState.of_request(request), places=places)
    target = details(request).target if is_partial(request) else None
    if target == "item-results":
        response = render(request, "warbands/item_results.html", page.item_search)
    elif target == "roster":
        response = render(request, "warbands/roster.html", {"builder": page})
    elif target == "results":
        response = render(request, "warbands/finder_update.html", {"builder": page, **page.finder})
        push_address(request, response, page.state.creatures)
    else:
        response = _whole_page(request, page)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _change_command(request: HttpRequest, key: str, recorder: CareerRecorder, places: CampaignPlaces) -> CommandDone:
    """Make one change that a page made without a network, beside those that others made meanwhile."""
    form, owner = ChangeForm.of_request(request, key), owner_of(request)
    try:
        wanted = group_change_from_fields(form.fields)
    except ChangeRefused as refused:
        raise Refusal(refused.message, code="change.invalid") from refused
    edit = draft_merge(owner=owner, key=key, base=form.base, change=wanted, recorder=recorder, places=places)
    return _done(edit)


def _done(edit: DraftEdit) -> CommandDone:
    version = edit.open_warband.warband.version if edit.description else None
    return CommandDone(edit.description or "Nothing changed", version, edit.added)


@takes_commands(_change_command)
@require_POST
def change(request: HttpRequest, key: str, recorder: CareerRecorder, places: CampaignPlaces) -> HttpResponse:
    """Make one change of the warband."""
    form, owner = ChangeForm.of_request(request, key), owner_of(request)
    try:
        wanted = group_change_from_fields(form.fields)
        edit = draft_change(owner=owner, key=key, version=form.version, change=wanted, recorder=recorder, places=places)
    except EditConflict as conflict:
        return _show_conflict(request, key, form, conflict, places, wanted)
    except (ChangeRefused, Refusal) as refusal:
        return _refuse(request, key, form, refusal.message, places)
    # The change took the place of all that could be made again: no query has to look for it. A note that is as it was
    # has no step.
    is_last = edit.description and edit.open_warband.step.words == edit.description[:MAX_WORDS]
    undo_state = UndoState(undo=edit.description) if is_last else None
    page = BuilderPage(owner, edit.open_warband, form.state, edit.rulebook, undo_state, places=places)
    if details(request).target in _NOTE_TARGETS:
        response = _answer_note(request, page)
    else:
        member = page.row_of(edit.added[0]) if edit.added else form.fields.get("member", "")
        response = _answer(request, page, edit.description or "Nothing changed", member, is_added=bool(edit.added))
    note_done(response, _done(edit))
    return response


def _answer_note(request: HttpRequest, page: BuilderPage) -> HttpResponse:
    """Tell that a note is saved: it is sent while its player types, so nothing else on the page changes."""
    response = render(request, "warbands/note_saved.html", {"builder": page})
    return trigger_client_event(
        response, "note-saved", {"version": page.warband.version, "step": page.warband.position}, after="swap"
    )


@require_POST
def undo(request: HttpRequest, key: str, recorder: CareerRecorder, places: CampaignPlaces) -> HttpResponse:
    """Undo the last change."""
    return _move(request, key, partial(draft_undo, recorder=recorder), "Undone", places)


@require_POST
def redo(request: HttpRequest, key: str, recorder: CareerRecorder, places: CampaignPlaces) -> HttpResponse:
    """Redo an undone change."""
    return _move(request, key, partial(draft_redo, recorder=recorder), "Redone", places)


def _move(
    request: HttpRequest, key: str, service: Callable[..., OpenWarband], said: str, places: CampaignPlaces
) -> HttpResponse:
    form, owner = ChangeForm.of_request(request, key), owner_of(request)
    try:
        opened = service(owner=owner, key=key, version=form.version)
    except EditConflict as conflict:
        return _show_conflict(request, key, form, conflict, places)
    except Refusal as refusal:
        return _refuse(request, key, form, refusal.message, places)
    return _answer(request, BuilderPage(owner, opened, form.state, places=places), said)


def _answer(
    request: HttpRequest, page: BuilderPage, said: str, member: str = "", *, is_added: bool = False
) -> HttpResponse:
    """Show the warband after a change; without HTMX the page is loaded again, at the member that was changed."""
    if is_partial(request):
        return _roster_update(request, replace(page, said=said), added=member if is_added else "")
    messages.info(request, f"{said}.")
    return HttpResponseRedirect(f"{page.state.address}{f'#member-{member}' if member else ''}")


def _refuse(request: HttpRequest, key: str, form: ChangeForm, message: str, places: CampaignPlaces) -> HttpResponse:
    """Show the refusal and keep the input: with HTMX, only the notice changes."""
    if is_partial(request):
        response = render(request, "warbands/refused.html", {"refusal": message}, status=422)
        return reswap(retarget(response, "#refusal"), "innerHTML")
    owner, opened = open_warband_or_404(request, key)
    page = BuilderPage(owner, opened, form.state, refusal=message, typed=form.fields, places=places)
    return _whole_page(request, page, 422)


def _show_conflict(
    request: HttpRequest,
    key: str,
    form: ChangeForm,
    conflict: EditConflict,
    places: CampaignPlaces,
    wanted: Change | None = None,
) -> HttpResponse:
    """Show the warband in its present state, the other changes, and the refused change, ready to be made."""
    owner, opened = open_warband_or_404(request, key)
    page = BuilderPage(owner, opened, form.state, places=places)
    page = replace(page, known_rulebook=page.rulebook, conflict=_notice(conflict, wanted, page, form.version))
    if not is_partial(request):
        return _whole_page(request, page, 409)
    return reswap(retarget(_roster_update(request, page, 409), "#roster"), "outerHTML")


def _notice(conflict: EditConflict, wanted: Change | None, page: BuilderPage, version: int) -> ConflictNotice:
    """Tell of a refused change in the words of the present warband, or else of the one that its player saw."""
    if wanted is None:
        return ConflictNotice(conflict.changes)
    try:
        return ConflictNotice(conflict.changes, wanted, wanted.describe(page.draft, page.rulebook))
    except ChangeRefused as refused:
        obstacle = refused.message
    seen = draft_at(page.warband, version)
    try:
        description = wanted.describe(seen, rulebook_of([seen.roster])) if seen else ""
    except ChangeRefused:
        description = ""
    return ConflictNotice(conflict.changes, description=description, obstacle=obstacle)


def _roster_update(request: HttpRequest, page: BuilderPage, status: int = 200, added: str = "") -> HttpResponse:
    """Answer HTMX with the warband; the list of creatures then reloads who may join.

    ``added`` names the row of a new member: the page scrolls to it.
    """
    response = render(request, "warbands/roster_update.html", {"builder": page}, status=status)
    return trigger_client_event(response, "warband-changed", {"added": added} if added else {}, after="swap")


def _whole_page(request: HttpRequest, page: BuilderPage, status: int = 200) -> HttpResponse:
    return render(request, "warbands/builder.html", {"builder": page, **page.finder}, status=status)


class LeavingItem(NamedTuple):
    """An item of a leaving member: the name of its field, its own name, the possible receivers, the chosen one."""

    field: str
    name: str
    carriers: tuple[tuple[str, str], ...]
    chosen: str


class LeavingMember(NamedTuple):
    """A leaving member, with the items to hand on."""

    name: str
    items: tuple[LeavingItem, ...]


class Dismissal(NamedTuple):
    """A preview of a dismissal: the member, its minions, and the choices of its form.

    It ``is_outdated`` if an item was to go to someone who may not carry it.
    """

    leader: LeavingMember
    minions: tuple[LeavingMember, ...]
    gifts: tuple[ItemGift, ...]
    is_outdated: bool

    @property
    def has_items(self) -> bool:
        """Whether any leaving member carries an item."""
        return any(minion.items for minion in (self.leader, *self.minions))


@require_http_methods(["GET", "HEAD", "POST"])
def dismiss(request: HttpRequest, key: str, recorder: CareerRecorder, places: CampaignPlaces) -> HttpResponse:
    """Show the leaving members and ask where their items go, or dismiss the member; ``member`` in the address is its
    id.
    """
    owner, opened = open_warband_or_404(request, key)
    member, back = request.GET.get("member", ""), reverse("warbands:builder", args=[key])
    # By the members' cards of today: who has gained levels may carry more.
    rulebook = rulebook_today(places, opened, rulebook_of([opened.draft.roster]))
    try:
        asked = _dismissal(opened, member, rulebook, request.POST)
    except ChangeRefused as refused:
        messages.error(request, refused.message)
        return HttpResponseRedirect(back)
    if request.method != "POST":
        return _page(request, opened, asked)
    if asked.is_outdated:
        return _page(request, opened, asked, "A member that you chose may not carry that item. Choose again.", 422)
    try:
        edit = draft_change(
            owner=owner,
            key=key,
            version=version_of(request.POST),
            change=MemberDismiss(member, asked.gifts),
            recorder=recorder,
        )
    except EditConflict as conflict:
        return _page(request, opened, asked, conflict.message, 409)
    except Refusal as refused:
        return _page(request, opened, asked, refused.message, 422)
    messages.info(request, f"{edit.description}.")
    return HttpResponseRedirect(back)


def _dismissal(opened: OpenWarband, member: str, rulebook: Rulebook, typed: Mapping[str, str]) -> Dismissal:
    """Return the effect of dismissing a member; raise ``ChangeRefused`` if it is no longer there."""
    group = group_of(opened.draft, member)
    leaving = [_leaving(member, group.ids, opened, rulebook, typed) for member in group.members]
    gifts = tuple(
        ItemGift(member.id, place, item.chosen)
        for member, row in zip(group.members, leaving, strict=True)
        for place, item in enumerate(row.items)
        if item.chosen
    )
    is_outdated = any(typed.get(item.field, "") != item.chosen for member in leaving for item in member.items)
    return Dismissal(leaving[0], tuple(leaving[1:]), gifts, is_outdated)


def _leaving(
    member: Member, leaving: frozenset[str], opened: OpenWarband, rulebook: Rulebook, typed: Mapping[str, str]
) -> LeavingMember:
    items = []
    for place, carried in enumerate(member.items):
        field, item = f"to.{member.id}.{place}", rulebook.items.get(carried.item)
        carriers = tuple(
            (carrier.id, called(carrier, opened.draft, rulebook))
            for carrier in possible_carriers(carried, leaving, opened.draft, rulebook)
        )
        chosen = typed.get(field, "")
        name = item.name if item else f"“{carried.item}”"
        if carried.choice:
            name = f"{name} ({carried.choice})"
        items.append(LeavingItem(field, name, carriers, chosen if chosen in dict(carriers) else ""))
    return LeavingMember(called(member, opened.draft, rulebook), tuple(items))


def _page(
    request: HttpRequest, opened: OpenWarband, asked: Dismissal, refusal: str = "", status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {
        "warband": opened.warband,
        "name": opened.draft.roster.name or NAMELESS,
        "asked": asked,
        "refusal": refusal or opened.warband.locked_for,
    }
    return render(request, "warbands/dismiss.html", context, status=status)
