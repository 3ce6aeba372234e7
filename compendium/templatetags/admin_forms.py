"""Drawing the fieldsets of large forms in the admin: ``{% admin_fieldset fieldset heading_id %}``."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

from common.forms import escaped

register = template.Library()


@register.simple_tag
def admin_fieldset(fieldset: Any, heading_id: str) -> SafeString:
    """Draw a fieldset as ``admin/includes/fieldset.html`` does under a heading of level 4, without its 2,000 templates.

    ``heading_id`` is the id of its heading, which only a fieldset with a name has.
    """
    rows = "".join([_row([*line]) for line in fieldset])
    classes = f"module aligned {escaped(fieldset.classes)}"
    if not fieldset.name:
        return SafeString(f'<fieldset class="{classes}">{rows}</fieldset>')
    anchor = escaped(heading_id)
    heading = f'<h4 id="{anchor}" class="fieldset-heading">{escaped(fieldset.name)}</h4>'
    inner = f"<details><summary>{heading}</summary>{rows}</details>" if fieldset.is_collapsible else heading + rows
    return SafeString(f'<fieldset class="{classes}" aria-labelledby="{anchor}">{inner}</fieldset>')


def _row(fields: list[Any]) -> str:
    errors = ["" if field.is_readonly else field.errors() for field in fields]
    names = "".join([f" field-{_trait(field, 'name')}" for field in fields])
    hidden = " hidden" if all(_trait(field, "is_hidden") for field in fields) else ""
    if len(fields) == 1:
        wrong = " errors" if errors[0] else ""
        return f'<div class="form-row{wrong}{hidden}{names}">{errors[0]}<div>{_cell(fields[0], "")}</div></div>'
    cells = "".join([_cell_of_several(field, wrong) for field, wrong in zip(fields, errors, strict=True)])
    return f'<div class="form-row{hidden}{names}"><div class="flex-container form-multiline">{cells}</div></div>'


def _cell_of_several(field: Any, errors: str) -> str:
    wrong = " errors" if errors else ""
    hidden = " hidden" if _trait(field, "is_hidden") else ""
    classes = f" fieldBox field-{_trait(field, 'name')}{wrong}{hidden}"
    return f"<div>{errors}{_cell(field, classes)}</div>"


def _cell(field: Any, classes: str) -> str:
    label = escaped(field.label_tag())
    if getattr(field, "is_checkbox", False):
        classes, inner = f"{classes} checkbox-row", f"{field.field}{label}"
    elif field.is_readonly:
        inner = f'{label}<div class="readonly">{escaped(field.contents())}</div>'
    else:
        inner = f"{label}{field.field}"
    return f'<div class="flex-container{classes}">{inner}</div>{_help(field)}'


def _help(field: Any) -> str:
    words = _trait(field, "help_text")  # the house's own words, which may be HTML as in Django's template
    if not words:
        return ""
    hidden = " hidden" if _trait(field, "is_hidden") else ""
    control = _trait(field, "id_for_label")
    anchor = f' id="{escaped(control)}_helptext"' if control else ""
    return f'<div class="help{hidden}"{anchor}><div>{words}</div></div>'


def _trait(field: Any, name: str) -> Any:
    """Return a trait of a bound field, or of the dict that stands for a read-only one."""
    return field.field.get(name, "") if field.is_readonly else getattr(field.field, name)
