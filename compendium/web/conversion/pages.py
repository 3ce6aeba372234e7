"""The pages of a conversion: the form, a list of what a file holds, one creature with its card and steps."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

from common.refusal import Refusal
from common.web.address import is_partial, shown_text
from compendium.importing.pf2e.conversions import MAX_CREATURES
from compendium.selectors.creatures import lay_out
from compendium.web.conversion.choices import choice_controls
from compendium.web.conversion.drafts import ConversionDraft
from compendium.web.conversion.sent import MAX_PASTED, MAX_UPLOADED, UnreadableInput
from rules.conversion import STYLES, ConversionStyle, ConvertedCreature, block_sheet, in_card_order

FAULTY = 422

EXPIRED = "This draft is more than a day old, or the site has changed since. Convert the file again."
TOO_LARGE = (
    f"Nothing was read: at most {MAX_PASTED // 2**20} MB can be pasted, and a file has at most "
    f"{MAX_UPLOADED // 2**20} MB here."
)
_STYLE_WORDS = {
    "rulebook": ("As the rulebook says", "The words of its appendix “Converting from PF2e”."),
    "author": ("As the game’s author does", "The habits of the official cards, where they differ from the appendix."),
}


@dataclass(frozen=True, slots=True)
class ConvertedRow:
    """A creature of a file with several: its place, the figures of its card, and how many steps are undecided.

    ``is_ticked``: it is among those to save.
    """

    place: int
    name: str
    level: int
    points: int
    license: str
    undecided: int
    is_ticked: bool = False


def show_form(request: HttpRequest, style: ConversionStyle, fault: UnreadableInput | None = None) -> HttpResponse:
    """Show the form; what was pasted is kept."""
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
    rows = [
        ConvertedRow(
            place=place,
            name=creature.card.name,
            level=creature.card.level,
            points=creature.card.points,
            license=creature.card.license,
            undecided=sum(step.is_undecided for step in creature.steps),
            is_ticked=place in ticked,
        )
        for place, creature in enumerate(converted)
    ]
    try:
        packed = draft.packed()
    except Refusal as refusal:
        return _show_form_again(request, style, refusal)
    context = {**_style_context(style), "draft": packed, "file": draft.file, "rows": rows, "fault": fault}
    context["are_all_ticked"] = all(row.is_ticked for row in rows)
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
    """Show a stat block beside its card, with what is left to choose and every step; to HTMX what changes of it."""
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
    """Show the form with what was refused beside the field that it came from."""
    return show_form(request, style, UnreadableInput("file" if request.FILES else "block", refusal.message))


def _style_context(style: ConversionStyle) -> dict[str, object]:
    return {"style": style.name, "styles": [(name, *_STYLE_WORDS[name]) for name in STYLES]}
