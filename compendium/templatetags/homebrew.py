"""Drawing the fields of the form of a card: ``{% card_field field %}``. A card with many features has a thousand."""

from typing import Any

from django import template
from django.utils.safestring import SafeString
from django.utils.text import capfirst

from common.forms import escaped

register = template.Library()


@register.simple_tag
def card_field(field: Any, label: str = "") -> SafeString:
    """Draw a field with its label, its help and its faults; ``label`` replaces the declared one."""
    label = escaped(capfirst(label or str(field.label)))
    anchor = escaped(field.id_for_label)
    name = escaped(field.name.replace("_", "-"))
    errors = field.errors if field.form.is_bound else ()
    below = _help(field, anchor) + _errors(errors, anchor)
    if field.widget_type == "checkbox":
        control = f'<label class="choice" for="{anchor}">{field}<span>{label}</span></label>'
        return SafeString(f'<div class="field of-{name}">{control}{below}</div>')
    return SafeString(f'<div class="field of-{name}"><label for="{anchor}">{label}</label>{field}{below}</div>')


@register.simple_tag
def named_fields(form: Any, names: tuple[str, ...]) -> list[Any]:
    """Return the fields of a form of these names."""
    return [form[name] for name in names]


@register.filter
def is_open(feature: Any, place: object) -> bool:
    """Return True if a feature is shown with its fields: one without a name, with a fault, or that was just moved."""
    is_at_place = feature.prefix.endswith(f"-{place}")
    return is_at_place or not feature["name"].value() or (feature.is_bound and bool(feature.errors))


@register.filter
def has_values(fields: list[Any]) -> bool:
    """Return True if any of these fields is filled in or wrong, so that it has to be seen."""
    return any(_is_filled_in(field) or (field.form.is_bound and field.errors) for field in fields)


def _is_filled_in(field: Any) -> bool:
    value = field.value()
    return bool(value) and value != field.field.initial


def _help(field: Any, anchor: str) -> str:
    return f'<span class="help" id="{anchor}_helptext">{escaped(field.help_text)}</span>' if field.help_text else ""


def _errors(errors: Any, anchor: str) -> str:
    words = " ".join(escaped(error) for error in errors)
    return f'<span class="errors" id="{anchor}_error">{words}</span>' if words else ""
