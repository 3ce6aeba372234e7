"""The list of adventures, making and preparing one, and taking one in from a file."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import Owner
from accounts.web.visitors import owner_of, owner_to_be
from adventures.forms.facts import ready_groups, setup_fields, setup_of_form
from adventures.selectors.folding import adventure_of_setup
from adventures.selectors.seats import adventures_in, adventures_of, own_adventures
from adventures.selectors.sources import EMPTY, adventure_of_source, kind_sources, templates_of
from adventures.services.adventures import adventure_make, adventure_prepare, adventure_take_in
from adventures.services.recording import adventure_import
from adventures.web.settings import adventure_visitor, run_adventure_or_404
from campaigns.selectors.campaigns import CampaignView, campaign_view
from campaigns.web.visiting import open_campaign_or_404, seen_campaign_or_404
from common.refusal import Refusal
from common.typed import typed_text
from common.web.address import ListState, absolute
from common.web.refusals import attempt
from compendium.web.sent_documents import store_sent_document
from rules.adventures.documents import FORMAT, MAX_BYTES
from rules.adventures.fields import SCALE_NAMES
from rules.adventures.kinds import KINDS
from rules.errors import DocumentError
from rules.text import natural_number

PAGE = 30
MOST_SCENARIOS = 100
EVERY_KIND = "all"
"""What an address says to show what adventures of all kinds can be made of."""


@require_safe
def adventures(request: HttpRequest) -> HttpResponse:
    """List the adventures that the visitor runs or plays in, and their templates."""
    state = ListState.of_request(request, ("page",))
    if state.redirects:
        return HttpResponseRedirect(str(state))
    visitor = adventure_visitor(request)
    page, warnings = state.get_page(Paginator(adventures_of(visitor), PAGE))
    templates = [
        {
            "key": template.key,
            "name": template.name,
            "kind": template.kind,
            "kind_name": template.kind_name,
            "field": f"template-{template.key}",
            "link": absolute(request, reverse("adventures:shared", args=[template.share_token]))
            if template.share_token
            else "",
        }
        for template in templates_of(visitor.owner)
    ]
    context = {"page": page, "address": state, "warnings": [*state.warnings, *warnings], "templates": templates}
    context["kinds"] = KINDS.values()
    return render(request, "adventures/list.html", context)


@require_safe
def of_campaign(request: HttpRequest, key: str) -> HttpResponse:
    """List the adventures of a campaign."""
    view = seen_campaign_or_404(request, key)
    context: dict[str, Any] = {"view": view, "rows": adventures_in(view)}
    if view.organizes and view.is_open:
        context |= {"own": own_adventures(owner_of(request))[:PAGE], "scenarios": _scenarios(view)}
    return render(request, "adventures/of_campaign.html", context)


def _scenarios(view: CampaignView) -> list[tuple[int, str]]:
    """Return the scenarios that were played, the last one first. One query."""
    rows = view.campaign.scenarios.exclude(played=None).order_by("-played")[:MOST_SCENARIOS]
    return [(row.played or 0, str(row)) for row in rows]


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Choose a kind and the source of the adventure."""
    view, asked = _campaign(request), request.GET.get("kind", "")
    if request.method != "POST":
        return _new_page(request, view, asked)
    source, scale = typed_text(request.POST.get("source", ""), 80), request.POST.get("scale", "")
    what, _, key = source.partition(":")
    more = {name: request.POST.get(name, "") for name in ("campaign", "follows", "scale")}
    if what == EMPTY and key in KINDS:
        query = urlencode({name: value for name, value in more.items() if value})
        return redirect(f"{reverse('adventures:empty', args=[key])}?{query}")
    adventure = adventure_of_source(owner_of(request), source)
    if adventure is None:
        return _new_page(request, view, asked, "Choose what the adventure is made of.", 422)
    if scale in SCALE_NAMES:
        adventure = replace(adventure, scale=scale)  # type: ignore[arg-type] # one of these
    try:
        row = adventure_make(owner=_maker(request, view), adventure=adventure, **_place(view, request.POST))
    except Refusal as refused:
        return _new_page(request, view, adventure.kind.key, refused.message, 422)
    return redirect("adventures:adventure", row.key)


def _campaign(request: HttpRequest) -> CampaignView | None:
    """Return the campaign that an address or a form names, for its organizer."""
    key = typed_text(request.GET.get("campaign") or request.POST.get("campaign", ""), 16)
    if not key:
        return None
    view = campaign_view(owner_of(request), key)
    if view is None or not view.organizes:
        raise Http404("This campaign does not exist, or you do not organize it.")
    return view


def _maker(request: HttpRequest, view: CampaignView | None) -> Owner:
    return owner_to_be(request) if view is None else owner_of(request)


def _place(view: CampaignView | None, data: Mapping[str, str]) -> dict[str, Any]:
    if view is None:
        return {}
    return {"campaign": view.campaign.key, "follows": natural_number(data.get("follows", ""))}


def _new_page(
    request: HttpRequest, view: CampaignView | None, kind: str, refused: str = "", status: int = 200
) -> HttpResponse:
    """Show the kinds to choose from, then what an adventure of one can be made of; “all” shows those of every kind."""
    asked = (kind,) if kind in KINDS else tuple(KINDS) if kind == EVERY_KIND else ()
    sources = kind_sources(owner_of(request)) if asked else ()
    context = {
        "view": view,
        "scenarios": _scenarios(view) if view and asked else (),
        "kinds": KINDS.values(),
        "chosen": [each for each in sources if each.key in asked],
        "every": EVERY_KIND,
        "scales": SCALE_NAMES.items(),
        "refused": refused,
    }
    return render(request, "adventures/new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def empty(request: HttpRequest, kind: str) -> HttpResponse:
    """Prepare an adventure of a kind from nothing."""
    if kind not in KINDS:
        raise Http404("There is no such kind of adventures.")
    view = _campaign(request)
    document: dict[str, Any] = {"format": FORMAT.tag, "kind": kind, "scale": request.GET.get("scale", "")}
    if request.method != "POST":
        return _facts_page(request, "adventures/empty.html", document, {"view": view})
    document = setup_of_form(KINDS[kind], request.POST, document)
    try:
        adventure = adventure_of_setup(document)
        row = adventure_make(owner=_maker(request, view), adventure=adventure, **_place(view, request.GET))
    except (DocumentError, Refusal) as fault:
        return _facts_page(
            request, "adventures/empty.html", document, {"view": view, "refused": _fault_words(fault)}, 422
        )
    return redirect("adventures:prepare" if "more" in request.POST else "adventures:adventure", row.key)


@require_http_methods(["GET", "HEAD", "POST"])
def prepare(request: HttpRequest, key: str) -> HttpResponse:
    """Prepare an adventure before its first entry."""
    seat = run_adventure_or_404(request, key)
    document, context = seat.row.setup, {"seat": seat}
    if seat.row.head:
        messages.info(request, "The adventure has begun, so its preparation can no longer change.")
        return redirect("adventures:adventure", key)
    if request.method == "POST":
        document = setup_of_form(KINDS[seat.row.kind], request.POST, document)
        try:
            adventure_prepare(visitor=adventure_visitor(request), key=key, adventure=adventure_of_setup(document))
        except (DocumentError, Refusal) as fault:
            shown = {**context, "refused": _fault_words(fault)}
            return _facts_page(request, "adventures/prepare.html", document, shown, 422)
        messages.success(request, "Saved.")
        return redirect("adventures:prepare" if "more" in request.POST else "adventures:adventure", key)
    return _facts_page(request, "adventures/prepare.html", document, context)


def _facts_page(
    request: HttpRequest, template: str, document: Mapping[str, Any], context: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    kind = KINDS[document["kind"]]
    try:
        advice = kind.advice(adventure_of_setup(document).facts) if request.method != "POST" else ()
    except DocumentError:
        advice = ()
    shown = {**context, "kind": kind, "fields": setup_fields(kind, document), "advice": advice}
    shown["ready"] = ready_groups(kind).items()
    return render(request, template, shown, status=status)


def _fault_words(fault: DocumentError | Refusal) -> str:
    if isinstance(fault, Refusal):
        return fault.message
    return f"{fault.path}: {fault.message}" if fault.path else fault.message


@require_http_methods(["GET", "HEAD", "POST"])
def take_file(request: HttpRequest) -> HttpResponse:
    """Take in an adventure from a file."""
    row = store_sent_document(
        request,
        "adventures/import.html",
        most=MAX_BYTES,
        missing="Choose an adventure file, at most 5 MB.",
        store=lambda document: adventure_import(owner=owner_to_be(request), document=document),
    )
    if isinstance(row, HttpResponse):
        return row
    messages.success(request, "The adventure is imported. It continues where it left off.")
    return redirect("adventures:adventure", row.key)


@require_POST
def take_in(request: HttpRequest, key: str) -> HttpResponse:
    """Take an own adventure into a campaign."""
    _, view = open_campaign_or_404(request, key)
    wanted = typed_text(request.POST.get("adventure", ""), 16)
    attempt(
        request,
        lambda: adventure_take_in(visitor=adventure_visitor(request), key=wanted, **_place(view, request.POST)),
        "The adventure is in the campaign.",
    )
    return redirect("adventures:of-campaign", key)
