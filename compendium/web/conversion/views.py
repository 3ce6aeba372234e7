"""Converting PF2e creatures: paste or upload, make the open choices, save as homebrew."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods, require_POST

from accounts.web.visitors import owner_to_be
from common.refusal import Refusal
from common.web.address import is_partial, shown_text
from common.web.refusals import answer_when_too_large
from compendium.importing.pf2e.candidates import MAX_CREATURES
from compendium.selectors.creatures import lay_out
from compendium.services.imports import conversions_save
from compendium.web.conversion.drafts import (
    MAX_PASTED,
    MAX_UPLOADED,
    ConversionDraft,
    UnreadableInput,
    answers_of,
    choice_controls,
    read_sent,
    unpack,
)
from rules.conversion.blocks import StatBlock, block_sheet
from rules.conversion.converting import ConvertedCreature, convert
from rules.conversion.steps import NO_ANSWERS, RULEBOOK, STYLES, ConversionStyle, in_card_order
from rules.errors import require
from rules.text import counted, few_listed, natural_number

FAULTY = 422

EXPIRED = "This draft is more than a day old, or the site has changed since. Convert the file again."
TOO_LARGE = (
    f"Nothing was read: at most {MAX_PASTED // 2**20} MB can be pasted, and a file has at most "
    f"{MAX_UPLOADED // 2**20} MB here."
)
_STYLE_WORDS = {
    "rulebook": ("As the rulebook says", "By the appendix “Converting from PF2e”."),
    "author": ("As the game’s author does", "Like the official cards, where they differ from the appendix."),
}


def show_form(request: HttpRequest, style: ConversionStyle, fault: UnreadableInput | None = None) -> HttpResponse:
    """Show the form; pasted text stays."""
    text = "" if fault is None or fault.message == TOO_LARGE else request.POST.get("block", "")
    context = {
        **_style_context(style),
        "text": shown_text(text, MAX_PASTED),
        "fault": fault,
        "max_pasted": MAX_PASTED // 2**20,
        "max_uploaded": MAX_UPLOADED // 2**20,
        "max_creatures": MAX_CREATURES,
    }
    return render(request, "compendium/conversion/form.html", context, status=FAULTY if fault else 200)


def show_list(
    request: HttpRequest,
    draft: ConversionDraft,
    converted: Sequence[ConvertedCreature],
    style: ConversionStyle,
    *,
    fault: str = "",
    ticked: Collection[int] = (),
) -> HttpResponse:
    """Show the creatures of a file, to open one or to save several; ``ticked`` are the places of those to save."""
    rows = [(creature, place in ticked) for place, creature in enumerate(converted)]
    try:
        packed = draft.packed()
    except Refusal as refusal:
        return _show_form_again(request, style, refusal)
    context = {**_style_context(style), "draft": packed, "file": draft.file, "rows": rows, "fault": fault}
    context["are_all_ticked"] = all(is_ticked for _, is_ticked in rows)
    return render(
        request,
        "compendium/conversion/list.html",
        context | {"rejected": draft.rejected},
        status=FAULTY if fault else 200,
    )


def show_creature(
    request: HttpRequest,
    draft: ConversionDraft,
    converted: ConvertedCreature,
    style: ConversionStyle,
    *,
    others: ConversionDraft | None = None,
    fault: str = "",
) -> HttpResponse:
    """Show a stat block next to its card, with the open choices and every step; to HTMX only the changed part."""
    try:
        packed, others_packed = draft.packed(), others.packed() if others else ""
    except Refusal as refusal:
        return _show_form_again(request, style, refusal)
    controls = choice_controls(converted)
    context = {
        **_style_context(style),
        "draft": packed,
        "others": others_packed,
        "others_count": len(others.blocks) if others else 0,
        "file": draft.file,
        "stat_block": block_sheet(draft.blocks[0]),
        "unread": draft.unread[0] if draft.unread else (),
        "card": lay_out(converted.card),
        "controls": controls,
        "open_count": sum(control.needs_choice for control in controls),
        "steps": in_card_order(converted.steps),
        "fault": fault,
    }
    name = "shown.html" if is_partial(request) else "creature.html"
    response = render(request, f"compendium/conversion/{name}", context, status=FAULTY if fault else 200)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _show_form_again(request: HttpRequest, style: ConversionStyle, refusal: Refusal) -> HttpResponse:
    """Show the form with a refusal beside its field."""
    return show_form(request, style, UnreadableInput("file" if request.FILES else "block", refusal.message))


def _style_context(style: ConversionStyle) -> dict[str, object]:
    return {"style": style.name, "styles": [(name, *_STYLE_WORDS[name]) for name in STYLES]}


def _too_large(request: HttpRequest) -> HttpResponse:
    return show_form(request, RULEBOOK, UnreadableInput("block", TOO_LARGE))


@answer_when_too_large(_too_large)
@require_http_methods(["GET", "HEAD", "POST"])
def conversion(request: HttpRequest) -> HttpResponse:
    """Show the form, or the result: one creature with its card, or a list of them."""
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
    undecided = "" if saved[0].alignment else " It has no alignment yet. Edit it to choose one."
    messages.success(request, f"Saved {names}. It is private until you share it.{undecided}")
    page = "homebrew-edit" if "adjust" in request.POST else "creature"
    return redirect(f"compendium:{page}", saved[0].key)


def _show_draft(request: HttpRequest, draft: ConversionDraft, style: ConversionStyle, fault: str = "") -> HttpResponse:
    """Show a draft again: the opened creature of a list, a single one with its choices, or the list."""
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
    return require(unpack(request.POST.get("draft", "")), UnreadableInput("block", EXPIRED))


def _place(text: str, draft: ConversionDraft) -> int | None:
    """Return the place of a creature in a draft, or None for an invalid place."""
    place = natural_number(text)
    return place if place is not None and place < len(draft.blocks) else None
