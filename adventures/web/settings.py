"""Managing an adventure: permissions for its pages, links, files, templates, its end."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.web.visitors import owner_of, owner_to_be
from adventures.drawings.papers import adventure_pdf
from adventures.models.adventures import AdventureStatus
from adventures.selectors.files import adventure_file, chronicle_text, filed_seeds
from adventures.selectors.folding import ADVENTURE_LOGS, adventure_of_setup, whole_adventure_view
from adventures.selectors.seats import (
    LINKS_KEY,
    AdventureSeat,
    AdventureVisitor,
    adventure_seat,
    adventure_with_link,
    participant_link,
)
from adventures.selectors.sources import template_shared
from adventures.services.adventures import (
    adventure_close,
    adventure_delete,
    adventure_share,
    template_delete,
    template_save,
    template_share,
    template_take,
)
from campaigns.web.visiting import watched_tokens
from common.refusal import Refusal
from common.typed import typed_text
from common.web.address import absolute, token_link
from common.web.cookies import keep_session_secret, session_secrets
from common.web.files import file_response, pdf_response
from common.web.refusals import attempt
from compendium.web.printing import can_print_later
from rules.errors import require
from rules.text import slug
from warbands.drawings.charts import qr_code
from warbands.web.sharing import SWITCHES, switch

NOT_HERE = "This adventure does not exist, or you do not take part in it."


def adventure_visitor(request: HttpRequest) -> AdventureVisitor:
    """Return the visitor, with the links in this browser."""
    return AdventureVisitor(owner_of(request), session_secrets(request.session, LINKS_KEY), watched_tokens(request))


def seen_adventure_or_404(request: HttpRequest, key: str) -> AdventureSeat:
    """Return an adventure for a visitor who may see it."""
    return require(adventure_seat(adventure_visitor(request), key), Http404(NOT_HERE))


def run_adventure_or_404(request: HttpRequest, key: str) -> AdventureSeat:
    """Return an adventure for its organizer; for others its tools are not there."""
    seat = seen_adventure_or_404(request, key)
    if not seat.organizes:
        raise Http404(NOT_HERE)
    return seat


LINK_LOST = "No adventure is shared at this link. Ask for a new one."


@require_safe
def settings(request: HttpRequest, key: str) -> HttpResponse:
    """Show the settings of an adventure outside the game itself."""
    seat = run_adventure_or_404(request, key)
    token = seat.row.players_token
    link = token_link(request, "adventures:join", token)
    is_closed = seat.row.status == AdventureStatus.CLOSED
    seeds = [
        {"epoch": seed.epoch, "seed": seed.seed.hex() if seed.seed else "not known here"}
        for seed in (filed_seeds(seat.row) if is_closed else ())
    ]
    context = {
        "seat": seat,
        "link": link,
        "code": qr_code(link) if link else "",
        "seeds": seeds,
        "own_links": _own_links(request, seat) if link else (),
    }
    return render(request, "adventures/settings.html", context)


def _own_links(request: HttpRequest, seat: AdventureSeat) -> list[tuple[str, str, str]]:
    """Return for each participant of the players the id of a field, the name, and the link for it alone."""
    listed = (
        (participant.name, participant_link(seat.row, participant))
        for participant in ADVENTURE_LOGS.folded(seat.row).state.participants
    )
    links = ((name, absolute(request, reverse("adventures:join", args=[token]))) for name, token in listed if token)
    return [(f"own-link-{place}", name, link) for place, (name, link) in enumerate(links, 1)]


@require_POST
def link(request: HttpRequest, key: str) -> HttpResponse:
    """Make the players' link, or switch it off."""
    run_adventure_or_404(request, key)
    visitor, back = adventure_visitor(request), reverse("adventures:settings", args=[key])
    done = ("Players can open the link now.", "The link is off.")
    return switch(
        request, "The link is", lambda shared: adventure_share(visitor=visitor, key=key, shared=shared), done, back
    )


@require_safe
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Open the players' link: this browser plays in the adventure from now on."""
    token = typed_text(token)
    row = require(adventure_with_link(token), Http404(LINK_LOST))
    keep_session_secret(request.session, LINKS_KEY, token)
    return redirect("adventures:adventure", row.key)


@require_POST
def close(request: HttpRequest, key: str) -> HttpResponse:
    """Close an adventure for good."""
    run_adventure_or_404(request, key)
    attempt(request, lambda: adventure_close(visitor=adventure_visitor(request), key=key), "The adventure is closed.")
    return redirect("adventures:adventure", key)


@require_POST
def delete(request: HttpRequest, key: str) -> HttpResponse:
    """Delete an adventure for good."""
    seat = run_adventure_or_404(request, key)
    done = f"“{seat.row.name}” is deleted."
    if not attempt(request, lambda: adventure_delete(visitor=adventure_visitor(request), key=key), done):
        return redirect("adventures:settings", key)
    if seat.campaign is not None:
        return redirect("adventures:of-campaign", seat.campaign.campaign.key)
    return redirect("adventures:list")


@require_safe
def download(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with the adventure as a file: complete for its organizer, the visible part for others."""
    seat = seen_adventure_or_404(request, key)
    return file_response(adventure_file(seat), f"{slug(seat.row.name)[:80] or 'adventure'}.muster-adventure.json")


@require_safe
def summary(request: HttpRequest, key: str) -> HttpResponse:
    """Answer with a summary for the chronicle, as everyone may read it."""
    seat = seen_adventure_or_404(request, key)
    return HttpResponse(chronicle_text(seat.row), content_type="text/plain; charset=utf-8")


@can_print_later
@require_safe
def pdf(request: HttpRequest, key: str, whose: str) -> HttpResponse:
    """Answer with the adventure on paper, for the game master or for players."""
    seat = run_adventure_or_404(request, key) if whose == "master" else seen_adventure_or_404(request, key)
    view = whole_adventure_view(seat.row, for_players=whose != "master")
    return pdf_response(adventure_pdf(view), f"{slug(seat.row.name)[:80] or 'adventure'}-{whose}")


@require_POST
def save_template(request: HttpRequest, key: str) -> HttpResponse:
    """Store an adventure's start as a template."""
    run_adventure_or_404(request, key)
    done = "The template is in your list of adventures."
    attempt(request, lambda: template_save(visitor=adventure_visitor(request), key=key), done)
    return redirect("adventures:settings", key)


@require_POST
def template(request: HttpRequest, key: str) -> HttpResponse:
    """Share a template, end its link, or delete it."""
    owner, wanted = owner_of(request), request.POST.get("switch", "")
    if wanted == "delete":
        attempt(request, lambda: template_delete(owner=owner, key=key), "The template is deleted.")
        return redirect("adventures:list")
    shared = SWITCHES.get(wanted)
    if shared is None:
        return HttpResponseBadRequest("Sharing is switched “on” or “off”.", content_type="text/plain")
    done = "Anyone with the link can keep a copy now." if shared else "The link is off."
    try:
        template_share(owner=owner, key=key, shared=shared)
    except Refusal as refused:
        raise Http404(refused.message) from refused
    messages.success(request, done)
    return redirect("adventures:list")


@require_http_methods(["GET", "HEAD", "POST"])
def shared_template(request: HttpRequest, token: str) -> HttpResponse:
    """Show a shared template, without its contents; save a copy."""
    token = typed_text(token)
    template = require(template_shared(token), Http404("No template is shared at this link."))
    if request.method == "POST":
        owner = owner_to_be(request)
        attempt(request, lambda: template_take(owner=owner, token=token), "The template is yours.")
        return redirect("adventures:list")
    about = adventure_of_setup(template.setup).about
    context = {"template": template, "about": about}
    return render(request, "adventures/shared.html", context)
