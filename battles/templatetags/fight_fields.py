"""Fields of the forms of sheets and of offers: a page has dozens, and templates within a loop are slow."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from battles.templatetags.battle_parts import draw_kept
from rules.combat.sheets import MAX_TEXT, MAX_WORD

_SELECTED: Final = mark_safe(" selected")
_CHECKED: Final = mark_safe(" checked")
_REQUIRED: Final = mark_safe(" required")
_FIELD: Final = '<div class="field"><label for="{id}">{label}</label>'
_INPUT: Final = _FIELD + '<input id="{id}" name="{name}" value="{value}" autocomplete="off"{described} '
_FORMS: Final = {
    "number": _INPUT + 'inputmode="numeric" maxlength="7"{required}>{help}</div>',
    "word": _INPUT + 'maxlength="{most_word}"{required}>{help}</div>',
    "dice": _INPUT + 'maxlength="20" placeholder="2d6+3"{required}>{help}</div>',
    "text": _FIELD + '<textarea id="{id}" name="{name}" rows="3" maxlength="{most_text}"{described}{required}>\n'
    "{value}</textarea>{help}</div>",
    "flag": '<div class="field"><label class="choice"><input type="checkbox" id="{id}" name="{name}" value="1"'
    "{described}{checked}>{label}</label>{help}</div>",
    "choice": _FIELD + '<select id="{id}" name="{name}"{described}>{options}</select>{help}</div>',
    "choices": '<fieldset class="field"{described}><legend>{label}</legend>{help}'
    '<div class="chips">{boxes}</div></fieldset>',
}

_HIDDEN: Final = '<input type="hidden" name="{}" value="{}">'
_MARK: Final = "<!--hidden-->"
"""Where a form that was drawn once gets what each page has of its own; what people write has no such sign."""

register = template.Library()


@register.simple_tag
def sheet_input(field: Any, prefix: str = "") -> SafeString:
    """Draw a field of a sheet, a ``battles.forms.sheets.SheetInput``; ``prefix`` sets ids apart on one page."""
    declared = field.declared
    return _drawn(
        declared.type,
        id=f"{prefix}{field.id}",
        name=field.name,
        label=declared.label,
        value=field.value,
        help=declared.help,
        required=declared.needed,
        options=field.options if declared.type in ("choice", "choices") else (),
    )


@register.simple_tag(takes_context=True)
def fight_offers(context: template.Context, screen: Any) -> SafeString:
    """Draw what may be done now: what usually comes next, then the rest under its headings."""
    return _of_page(context, draw_kept("fight_offers", screen.offers, context["view"].battle.key))


@register.simple_tag
def fight_offer(button: Any, key: str, names: bool = False) -> SafeString:
    """Draw an offer as a form; ``names`` puts who would do it on the button."""
    return draw_kept("fight_offer", button, key, is_current=names)


@register.simple_tag(takes_context=True)
def fight_hands(context: template.Context, fields: tuple[Any, ...], combatant: str) -> SafeString:
    """Draw what is set by hand of a combatant as a form."""
    return _of_page(context, draw_kept("fight_hands", (fields, combatant), context["view"].battle.key))


@register.simple_tag
def fight_hand(field: Any) -> SafeString:
    """Draw a value that is set by hand."""
    return draw_kept("fight_hand", field)


@register.simple_tag(takes_context=True)
def hand_forms(context: template.Context, hand: Hashable) -> SafeString:
    """Draw what players enter by hand for a creature of Path 2 Victory, a ``battles.web.panels.HandForms``."""
    return _of_page(context, draw_kept("by_hand", hand, context["view"].battle.key))


def _of_page(context: template.Context, drawn: SafeString) -> SafeString:
    """Return forms that were drawn before, with the token and what the page showed."""
    own = format_html(_HIDDEN * 2, "csrfmiddlewaretoken", context.get("csrf_token", ""), "seen", context["screen"].head)
    return mark_safe(drawn.replace(_MARK, own))  # noqa: S308 # both are markup that was escaped


@register.simple_tag
def offer_input(field: Any, id: str) -> SafeString:
    """Draw a field of an offer, a ``battles.web.fights.offers.OfferInput``; ``id`` sets it apart on its page."""
    declared = field.declared
    return _drawn(
        declared.type,
        id=f"{id}-{declared.name}",
        name=field.name,
        label=declared.label,
        value="" if declared.value is None else declared.value,
        help=declared.help,
        required=declared.type == "number" and not declared.optional,
        options=field.options,
    )


def _drawn(
    kind: str, *, id: str, name: str, label: str, value: Any, help: str, required: bool, **more: Any
) -> SafeString:
    options: Iterable[tuple[str, str, bool]] = more["options"]
    return format_html(
        _FORMS[kind],
        id=id,
        name=name,
        label=label,
        value=value,
        required=_REQUIRED if required else "",
        checked=_CHECKED if kind == "flag" and value else "",
        help=format_html('<p class="help" id="{}-help">{}</p>', id, help) if help else "",
        described=format_html(' aria-describedby="{}-help"', id) if help else "",
        options=_options(options) if kind == "choice" else "",
        boxes=_boxes(id, name, options) if kind == "choices" else "",
        most_word=MAX_WORD,
        most_text=MAX_TEXT,
    )


def _options(options: Iterable[tuple[str, str, bool]]) -> SafeString:
    rows = ((key, _SELECTED if chosen else "", label) for key, label, chosen in options)
    return format_html_join("\n", '<option value="{}"{}>{}</option>', rows)


def _boxes(id: str, name: str, options: Iterable[tuple[str, str, bool]]) -> SafeString:
    rows = ((id, key, name, key, _CHECKED if chosen else "", label) for key, label, chosen in options)
    box = '<label class="chip-check"><input type="checkbox" id="{}-{}" name="{}" value="{}"{}>{}</label>'
    return format_html_join("\n", box, rows)
