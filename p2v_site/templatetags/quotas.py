"""The rest of a quota, on the pages of its things."""

from typing import Any

from django import template

from accounts.selectors.rooms import STORED, quota_usage
from accounts.web.visitors import asker_of, owner_of
from common.limits import sent_today

register = template.Library()


@register.inclusion_tag("parts/quota_notes.html", takes_context=True)
def quota_notes(context: dict[str, Any], name: str) -> dict[str, Any]:
    """Show a person the rest of a quota and of their storage, once little is left. One query."""
    usages = quota_usage(owner_of(context["request"]), name, STORED)
    return {"usages": [usage for usage in usages if usage.is_near]}


@register.inclusion_tag("parts/quota_notes.html", takes_context=True)
def upload_notes(context: dict[str, Any]) -> dict[str, Any]:
    """Tell the visitor how much may still be sent today, if that is little. No query."""
    return {"usages": [sent for sent in sent_today(asker_of(context["request"])) if sent.is_near]}
