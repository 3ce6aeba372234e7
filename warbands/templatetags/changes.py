"""The attributes of a button or a hidden field for a change of a warband."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.building.changes import Change, change_fields, fields_of
from rules.building.groups import MEMBER, group_fields

register = template.Library()


@register.simple_tag
def change(kind: str | Change, *, typed: str = "", **parts: Any) -> SafeString:
    """Return ``name`` and ``value`` for a change: ``<button form="change" {% change "member-remove" member=id %}>``.

    In a form, the hidden field of a change names the parts that the player types into other fields:
    ``<input type="hidden" {% change "member-rename" member=id typed="to" %}>``. A whole change can be given as well.
    A ``member`` that is a tuple of ids asks for the change of all of them. Raises ``RulesError`` for parts that the
    change does not have or that are missing.
    """
    if isinstance(kind, Change):
        return _attributes(change_fields(kind))
    members = parts.get(MEMBER)
    if not isinstance(members, tuple):
        return _attributes(fields_of(kind, parts, typed.split()))
    single = {**parts, MEMBER: members[0] if members else None}
    return _attributes(fields_of(kind, single, typed.split()) | group_fields(members))


def _attributes(fields: Mapping[str, str]) -> SafeString:
    return format_html('name="change" value="{}"', urlencode(fields))


@register.filter
def negated(flag: bool) -> bool:
    """Return the opposite of true or false, for a button that switches something."""
    return not flag
