"""Writing a homebrew creature by hand: its form, with the card and the judgment beside it."""

import re
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods
from django_htmx.http import trigger_client_event

from accounts.web.visitors import owner_of, owner_to_be
from common.refusal import Refusal
from common.web.address import details, is_key, is_partial, shown_text
from common.web.refusals import answer_when_too_large
from compendium.builtin import built_in_cards
from compendium.builtin.creatures import emblem_of
from compendium.cards import card_from_rows
from compendium.forms import LISTS
from compendium.models import Creature
from compendium.selectors.creatures import creatures_named, lay_out
from compendium.selectors.homebrew import creatures_open_to, homebrew_get
from compendium.selectors.judgment import judgment_sheet
from compendium.services.creatures import RevisedMeanwhile
from compendium.services.homebrew import homebrew_create, homebrew_revise
from compendium.services.rows import MAX_FEATURES
from compendium.web.homebrew_form import BLANK_CARD, FIRST_FIELDS, MORE_FIELDS, RARE_FIELDS, CardForm, with_features
from rules.cards.model import SHARED_LICENSES, Card
from rules.cards.remarks import card_warnings
from rules.lengths import MAX_CARD_NAME

WARNINGS_SHOWN = 12
TOO_LARGE = (
    f"The form is too large to be read: a card has at most {MAX_FEATURES} features, and its texts together at most "
    f"{settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 2**20} MB. Everything about it is deleted."
)
_MOVE = re.compile(r"(?P<verb>add|up|down|remove)(?:-(?P<place>\d{1,2}))?")
_CARD_PARTS = {
    "about": ("class_name", "license"),
    "stats": ("fight", "armor", "power", "fortitude", "reflex", "will", "hp", "speed"),
    "foot": ("immune", "resist", "weak", "starts_with"),
}
_FEATURE_PARTS = {"first": FIRST_FIELDS, "more": MORE_FIELDS, "rare": RARE_FIELDS}


@dataclass(frozen=True, slots=True)
class EditSubject:
    """The edited creature, None for a new one; ``copied`` names the original of a copy."""

    creature: Creature | None = None
    copied: str = ""


def _too_large(request: HttpRequest) -> HttpResponse:
    """Show the form as it was stored, and that the input is too large to be read."""
    key = request.resolver_match.kwargs.get("key", "") if request.resolver_match else ""
    homebrew = homebrew_get(owner_of(request), key) if key else None
    creature = homebrew.creature if homebrew else None
    card = card_from_rows(creature, creature.features.all()) if creature else BLANK_CARD
    form = CardForm.of_card(card, emblem=creature.emblem) if creature else CardForm.blank()
    return _page(request, EditSubject(creature), form, card=card, status=422, refusal=TOO_LARGE)


@answer_when_too_large(_too_large)
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new creature, perhaps begun as a copy, and create it."""
    if request.method == "POST":
        return _answer(request, EditSubject())
    if is_partial(request):
        context = _copies(request)
        return vary_by_part(render(request, "compendium/homebrew/copies.html", context))
    if "from" not in request.GET:
        return _page(request, EditSubject(), CardForm.blank(), card=BLANK_CARD, **_copies(request))
    card, emblem, name = _copied(request, request.GET["from"])
    return _page(request, EditSubject(copied=name), CardForm.of_card(card, emblem=emblem), card=card, emblem=emblem)


@answer_when_too_large(_too_large)
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form of a person's creature, or make its card from the form."""
    homebrew = homebrew_get(owner_of(request), key)
    if homebrew is None or homebrew.creature.current is None:
        raise Http404("You have no creature at this address.")
    creature = homebrew.creature
    if request.method == "POST":
        return _answer(request, EditSubject(creature))
    assert creature.current is not None
    # Rows leave out the sentences that follow from fields, so that they follow an edit.
    card = card_from_rows(creature, creature.features.all())
    form = CardForm.of_card(card, emblem=creature.emblem, revision=creature.current.number)
    return _page(request, EditSubject(creature), form, card=card, emblem=creature.emblem)


def _answer(request: HttpRequest, subject: EditSubject) -> HttpResponse:
    task = request.POST.get("do", "save")
    if (move := _MOVE.fullmatch(task)) is not None:
        return _rearranged(request, subject, move["verb"], int(move["place"] or 0))
    form = CardForm.posted(request.POST, subject.creature)
    if task == "preview":
        return _page(request, subject, form)
    if not form.is_valid():
        return _page(request, subject, form, status=422, was_saving=True)
    try:
        return _save(request, subject, form)
    except RevisedMeanwhile as refusal:
        return _page(request, subject, form, status=409, refusal=refusal.message, revised_to=refusal.number)
    except Refusal as refusal:
        return _page(request, subject, form, status=422, refusal=refusal.message)


def _save(request: HttpRequest, subject: EditSubject, form: CardForm) -> HttpResponse:
    card, creature = form.card(), subject.creature
    if creature is None:
        creature = homebrew_create(owner=owner_to_be(request), card=card, emblem=form.emblem)
        messages.success(request, f"“{creature.name}” is one of your creatures now.")
    else:
        had = creature.emblem
        revision = homebrew_revise(
            owner=owner_of(request), key=creature.key, card=card, emblem=form.emblem, expected=form.expected
        )
        changed = revision is not None or had != form.emblem
        messages.success(request, "Saved." if changed else "Nothing changed, so there is no new revision.")
    return redirect("compendium:creature", key=creature.key)


def _rearranged(request: HttpRequest, subject: EditSubject, verb: str, place: int) -> HttpResponse:
    """Add, move or remove a feature; everything else stays as it was typed."""
    target = {"up": place - 1, "down": place + 1}.get(verb, place)
    focus = verb

    def change(rows: list[dict[str, str]]) -> None:
        nonlocal target, focus
        if verb == "add":
            rows.append({"kind": "base"})
            target = len(rows) - 1
        elif not place < len(rows):
            return
        elif verb == "remove":
            del rows[place]
            target, focus = -1, "add"
        elif 0 <= target < len(rows):
            rows.insert(target, rows.pop(place))
            # At an end of the list only the other button is left.
            focus = {0: "down", len(rows) - 1: "up"}.get(target, verb)

    data = with_features(request.POST, change)
    form = CardForm.retyped(data)
    if verb == "add" and form.features.forms:
        focus = "name"
        form.features.forms[-1].fields["name"].widget.attrs["autofocus"] = True
    more: dict[str, Any] = {"at_feature": target, "focus": focus}
    if details(request).target == "features":
        response = render(request, "compendium/homebrew/features.html", {**_form_context(form), **more})
        return vary_by_part(trigger_client_event(response, "features-changed", after="settle"))
    return _page(request, subject, form, data=data, **more)


def _page(
    request: HttpRequest,
    subject: EditSubject,
    form: CardForm,
    *,
    card: Card | None = None,
    emblem: str = "",
    data: QueryDict | None = None,
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    """Answer with the form and the card beside it, or with the card alone if HTMX requests that.

    The card is the given one, or the readable part of the form, or of ``data`` if the form was not read.
    """
    shown = CardForm.posted(data, subject.creature) if data is not None else form
    if card is None:
        card = shown.unfinished_card() if shown.fields.is_bound else None
        emblem = shown.emblem
    is_live = details(request).target == "preview"
    faults = form.faults(is_finished=not is_live) if form.fields.is_bound else []
    context: dict[str, Any] = {
        "creature": subject.creature,
        "copied": subject.copied,
        "title": f"Edit {subject.creature.name}" if subject.creature else "New creature",
        "card": lay_out(card, emblem) if card else None,
        "judgment": judgment_sheet(card) if card not in (None, BLANK_CARD) else None,
        "warnings": card_warnings(card)[:WARNINGS_SHOWN] if card not in (None, BLANK_CARD) else (),
        "faults": faults,
    }
    if is_live:
        return vary_by_part(render(request, "compendium/homebrew/preview.html", context))
    context |= {**_form_context(form), "word_lists": _word_lists(), **more}
    return vary_by_part(render(request, "compendium/homebrew/edit.html", context, status=status))


def vary_by_part(response: HttpResponse) -> HttpResponse:
    """Return a response that caches store separately for each requested part."""
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _form_context(form: CardForm) -> dict[str, Any]:
    return {
        "form": form,
        "own_fields": _CARD_PARTS,
        "feature_fields": _FEATURE_PARTS,
        "most_features": MAX_FEATURES,
        "at_feature": None,
    }


def _word_lists() -> dict[str, tuple[str, ...]]:
    tags = sorted({tag for card in built_in_cards() for tag in card.tags})
    return {**LISTS, "tags": tuple(tags), "licenses": (*SHARED_LICENSES, "own work")}


def _copied(request: HttpRequest, key: str) -> tuple[Card, str, str]:
    """Return a creature that a person may see as the beginning of another, its emblem and its name."""
    open_to = creatures_open_to(owner_of(request)).select_related("source", "current")
    original = open_to.filter(key=key).first() if is_key(key) else None
    if original is None:
        raise Http404(f"There is no creature {key}.")
    card = card_from_rows(original, original.features.all())
    emblem = emblem_of(original.key, card.tags, original.emblem)
    return replace(card, name=f"Copy of {card.name}"[:MAX_CARD_NAME]), emblem, card.name


def _copies(request: HttpRequest) -> dict[str, Any]:
    """Return the creatures with the entered name, to begin with a copy of one."""
    query = shown_text(request.GET.get("q", ""))
    return {"copy_query": query, "copies": creatures_named(query) if query else []}
