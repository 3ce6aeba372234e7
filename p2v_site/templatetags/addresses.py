"""Django's tag ``url`` for every template; an address is put together once and then kept.

A page names some twenty addresses, and Django takes as long for one of them as for a row of a list.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from django import template
from django.conf import settings
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parse_url
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

register = template.Library()

LONGEST: Final = 80
"""Characters of a value in an address that is kept."""
_TEXTS: Final = (str, SafeString)


class KeptURLNode(URLNode):
    """Writes an address as Django does."""

    def render(self, context: Context) -> str:
        """Return the address, or nothing where it becomes a variable."""
        name = self.view_name.var
        if self.kwargs or not isinstance(name, str) or self.view_name.filters:
            return super().render(context)
        values = tuple(one.resolve(context) for one in self.args)
        if not all(type(one) is int or (type(one) in _TEXTS and len(one) <= LONGEST) for one in values):
            return super().render(context)
        try:
            address = _address(name, get_urlconf() or settings.ROOT_URLCONF, get_script_prefix(), *map(str, values))
        except NoReverseMatch:
            return super().render(context)
        if self.asvar:
            context[self.asvar] = address
            return ""
        # Signs that an address may hold end an attribute all the same.
        return conditional_escape(address) if values and context.autoescape else address


@register.tag
def url(parser: Parser, token: Token) -> KeptURLNode:
    """Read the tag as Django does."""
    node = parse_url(parser, token)
    return KeptURLNode(node.view_name, node.args, node.kwargs, node.asvar)


@lru_cache(maxsize=4_096)
def _address(name: str, urlconf: str, prefix: str, *values: str) -> str:
    return reverse(name, urlconf=urlconf, args=values)
