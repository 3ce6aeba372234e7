"""Columns of rows of entries: ``{% for cost in row.costs|cost_marks %}``, ``{{ row.text|short }}``."""

import re

from django import template

from compendium.builtin.entry_emblems import entry_emblem
from compendium.selectors.search import excerpt
from rules.cards.sheet import COST_SIGNS, Mark, use_marks
from rules.effects.notation import parse_names, parse_uses
from rules.text import with_minus

register = template.Library()

_COST = re.compile(r"^(?:\d AP|Reaction|Free action): ")


@register.simple_tag
def emblem_of_entry(kind: str, key: str) -> str:
    """Return the character of an entry's emblem, for ``data-emblem``; ``kind`` is that of ``entry_emblem``."""
    return entry_emblem(kind, key)


@register.filter
def cost_marks(costs: str) -> tuple[Mark, ...]:
    """Return the sign of each action cost with its words; no sign for a cost without one."""
    marks = {"spell": ("", "as its spell"), **COST_SIGNS}
    return tuple(Mark(*marks.get(cost, ("", cost))) for cost in parse_names(costs))


@register.filter
def box_marks(uses: str) -> tuple[Mark, ...]:
    """Return the box of each use."""
    return use_marks(parse_uses(uses))


@register.filter
def without_cost(text: str, costs: str) -> str:
    """Return the effect of a spell without its cost, if it has a single one that is shown next to the text."""
    return text if "," in costs else _COST.sub("", text)


@register.filter
def short(text: str) -> str:
    """Return the beginning of a text."""
    return with_minus("".join(piece for piece, _ in excerpt(text, ())))
