"""Fields of the forms on an adventure's page: some pages have a hundred, and templates within a loop are slow."""

from collections.abc import Iterable
from typing import Any, Final

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

_SELECTED: Final = mark_safe(" selected")
_REQUIRED: Final = mark_safe(" required")
_NONE: Final = mark_safe('<option value="">None</option>')
_FIELD: Final = '<div class="field"><label for="{id}">{label}</label>'
_INPUT: Final = _FIELD + '<input id="{id}" name="{name}" autocomplete="off" '
MARKUP: Final = {
    "flag": '<label class="choice"><input type="checkbox" name="{name}" value="on">{label}</label>',
    "checks": "<fieldset><legend>{label}</legend>{choices}</fieldset>",
    "select": _FIELD + '<select id="{id}" name="{name}">{none}\n{choices}</select></div>',
    "long": _FIELD + '<textarea id="{id}" name="{name}" rows="2" maxlength="500"{required}></textarea></div>',
    "dice": _INPUT + 'inputmode="numeric" maxlength="60" size="8" placeholder="Muster rolls"></div>',
    "number": _INPUT + 'value="{value}" inputmode="numeric" maxlength="7" size="5"{required}></div>',
    "text": _INPUT + 'value="{value}" maxlength="120"{required}></div>',
}

register = template.Library()


@register.simple_tag
def event_field(kind: str, field: Any) -> SafeString:
    """Return a part of an event of a kind in a form; ``field`` is an ``adventures.forms.events.EventField``."""
    if field.group is not None:
        return render_to_string("adventures/parts/fact.html", {"field": field.group})
    return format_html(
        MARKUP[field.type],
        id=f"{kind}-{field.name}",
        name=field.name,
        label=field.label,
        value=field.value,
        required=_REQUIRED if field.is_needed else "",
        none=_NONE if field.type == "select" and field.may_be_none else "",
        choices=_choices(field),
    )


def _choices(field: Any) -> SafeString | str:
    if field.type == "checks":
        return choice_boxes(field.name, field.options)
    return select_options(field.options, field.value) if field.type == "select" else ""


@register.simple_tag
def select_options(options: Iterable[tuple[str, str]], chosen: str = "") -> SafeString:
    """Return the options of a select, each a value with its words; the ``chosen`` value is selected."""
    rows = ((value, _SELECTED if value == chosen else "", words) for value, words in options)
    return format_html_join("\n", '<option value="{}"{}>{}</option>', rows)


@register.simple_tag
def choice_boxes(name: str, options: Iterable[tuple[str, str]]) -> SafeString:
    """Return a box to tick for each option, a value with its words; ``name`` is that of the field."""
    rows = ((name, value, words) for value, words in options)
    return format_html_join("\n", '<label class="choice"><input type="checkbox" name="{}" value="{}">{}</label>', rows)
