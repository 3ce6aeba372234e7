"""Converting PF2e creatures: paste or upload, choose what the rules leave open, save as homebrew."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from accounts.web.visitors import owner_to_be
from common.refusal import Refusal
from common.web.unread import answer_when_too_large
from compendium.services.conversions import conversions_save
from compendium.web.conversion.choices import answers_of
from compendium.web.conversion.drafts import ConversionDraft, unpack
from compendium.web.conversion.pages import EXPIRED, TOO_LARGE, show_creature, show_form, show_list
from compendium.web.conversion.sent import UnreadableInput, read_sent
from rules.conversion import NO_ANSWERS, RULEBOOK, STYLES, ConversionStyle, StatBlock, convert
from rules.text import counted, few_listed


def _too_large(request: HttpRequest) -> HttpResponse:
    return show_form(request, RULEBOOK, UnreadableInput("block", TOO_LARGE))


@answer_when_too_large(_too_large)
@require_http_methods(["GET", "HEAD", "POST"])
def conversion(request: HttpRequest) -> HttpResponse:
    """Show the form, or what was read: one creature with its card, or a list of them."""
    style = _style(request)
    if request.method != "POST":
        return show_form(request, style)
    try:
        if "draft" in request.POST:
            return _show_draft(request, _draft(request), style)
        draft, converted = read_sent(request, style)
        if draft.is_single:
            return show_creature(request, draft, converted[0], style)
        return show_list(request, draft, converted, style)
    except UnreadableInput as fault:
        return show_form(request, style, fault)


@answer_when_too_large(_too_large)
@require_POST
def conversion_save(request: HttpRequest) -> HttpResponse:
    """Save the creature that is shown, with its choices, or those that were ticked in a list."""
    style = _style(request)
    try:
        draft = _draft(request)
    except UnreadableInput as fault:
        return show_form(request, style, fault)
    blocks, answers = draft.blocks, answers_of(request.POST)
    if not draft.is_single:
        blocks, answers = _ticked(request, draft), NO_ANSWERS
    if not blocks:
        return _show_draft(request, draft, style, fault="Tick the creatures that you want to save first.")
    converted = [convert(block, style, answers=answers) for block in blocks]
    file = replace(draft.file, style=style.name)
    try:
        saved = conversions_save(owner=owner_to_be(request), converted=converted, file=file)
    except Refusal as refusal:
        return _show_draft(request, draft, style, fault=refusal.message)
    names = few_listed(creature.name for creature in saved)
    if len(saved) > 1:
        messages.success(request, f"Saved {counted(len(saved), 'creature')}: {names}. They are private.")
        return redirect("compendium:homebrew-list")
    undecided = "" if saved[0].alignment else " It has no alignment yet: edit it to choose one."
    messages.success(request, f"Saved {names}. It is private until you share it.{undecided}")
    page = "homebrew-edit" if "adjust" in request.POST else "creature"
    return redirect(f"compendium:{page}", saved[0].key)


def _show_draft(request: HttpRequest, draft: ConversionDraft, style: ConversionStyle, fault: str = "") -> HttpResponse:
    """Show a draft again: the creature that was opened of a list, the only one with what was chosen, or the list."""
    place = _place(request.POST.get("open", ""), draft)
    if place is not None:
        return show_creature(request, draft.only(place), convert(draft.blocks[place], style), style, others=draft)
    if draft.is_single:
        converted = convert(draft.blocks[0], style, answers=answers_of(request.POST))
        return show_creature(
            request, draft, converted, style, others=unpack(request.POST.get("others", "")), fault=fault
        )
    every = [convert(block, style) for block in draft.blocks]
    return show_list(request, draft, every, style, fault=fault, ticked=_ticked_places(request, draft))


def _ticked(request: HttpRequest, draft: ConversionDraft) -> tuple[StatBlock, ...]:
    places = range(len(draft.blocks)) if "all" in request.POST else sorted(_ticked_places(request, draft))
    return tuple(draft.blocks[place] for place in places)


def _ticked_places(request: HttpRequest, draft: ConversionDraft) -> set[int]:
    """Return the places that are ticked: all or none by a button of its own, which needs no script."""
    if tick := request.POST.get("tick"):
        return set(range(len(draft.blocks))) if tick == "all" else set()
    return {place for text in request.POST.getlist("creature") if (place := _place(text, draft)) is not None}


def _style(request: HttpRequest) -> ConversionStyle:
    return STYLES.get(request.POST.get("style", ""), RULEBOOK)


def _draft(request: HttpRequest) -> ConversionDraft:
    draft = unpack(request.POST.get("draft", ""))
    if draft is None:
        raise UnreadableInput("block", EXPIRED)
    return draft


def _place(text: str, draft: ConversionDraft) -> int | None:
    """Return the place of a creature in a draft, or None for what is no place of it."""
    place = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else -1
    return place if 0 <= place < len(draft.blocks) else None
