"""Drawing a ``RosterSheet`` for reading; ``warbands/sheet_parts.html`` puts the pieces together.

A drawn member is cached by all of its block's content, except for those that are long or imported with their roster:
anybody can send these by the thousand.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from common.caches import IdentityKey, drawn_parts
from compendium.templatetags.cards import card_terms, entry_meanings
from rules.cards.model import Card
from rules.cards.sheet import CreatureCard
from rules.glossary import catalog
from rules.points import MAX_HERO_POINTS
from rules.sheets.members import MemberGroup
from rules.sheets.model import MemberSheet, RosterSheet
from rules.text import counted, with_count
from warbands.selectors.collections import FigureKind

register = template.Library()

TEMPLATE = "warbands/sheet_member.html"


@register.filter
def origin_among(card: Card, kinds: Mapping[str, FigureKind]) -> str:
    """Return the source and the alignment of a card that is one of these kinds, by key."""
    kind = kinds.get(card.key)
    return kind.origin if kind else ""


@register.simple_tag
def group_sheet(
    group: MemberGroup,
    homebrew: Collection[str],
    is_players: bool = False,
    token: str = "",
) -> SafeString:
    """Draw a member, or equal ones as one; for their player with their secrets, and with the fix of each problem.

    ``homebrew`` are keys of cards that are the roster's own: they have no page. With the ``token`` of a shared warband
    a group is a row that opens.
    """
    member = group.first
    # The card and its lines are told by which card it is, which is quicker to compare than all that they say.
    bare = replace(member, card=None, features=(), upgrades=())
    features = tuple(line.id for line in member.features)
    has_page = member.current_revision is not None and member.key not in homebrew
    context = {
        "called": group.called,
        "number": group.number,
        "points": group.points,
        "problems": group.problems,
        "extras": member.extras,
        "bought": _bought(member),
        "names": bought_names(member) if token else "",
        "has_page": has_page,
        "is_players": is_players,
        "is_open": not token,
    }
    if member.key in homebrew or member.career:  # the card is made anew each time: nothing kept would be found again
        return _draw_member(bare, member.card, features, context)
    key = (TEMPLATE, bare, IdentityKey(member.card), features, *context.values())
    return drawn_parts.get_or_make(key, lambda: _draw_member(bare, member.card, features, context))


@register.filter
def hero_boxes(number: int) -> str:
    """Return a box to tick for each hero point, but no more than a member may have."""
    return "○" * min(number, MAX_HERO_POINTS)


@register.filter
def bought_names(member: MemberSheet) -> str:
    """Name all purchases of a member: ``Sling, 2 × Holy Water, 1 hero point``."""
    names = [with_count(name, times) for name, times in member.bought]
    return ", ".join([*names, counted(member.hero_points, "hero point")] if member.hero_points else names)


@register.filter
def legal_as_agreed(sheet: RosterSheet) -> bool:
    """Whether the warband is legal only because the table agreed to live with a problem."""
    problems = [*sheet.problems, *(line for member in sheet.members for line in member.problems)]
    return sheet.legal and any(line.overridden and line.severity == "error" for line in problems)


@register.simple_tag
def sheet_meanings(sheet: RosterSheet) -> SafeString:
    """Draw the meanings of the terms on the sheet, each once; they show when a term is pointed at."""
    cards = {id(member.card): member.card for member in sheet.members if member.card}
    entries = [entry for card in cards.values() for entry in card_terms(card)]
    items = [item for member in sheet.members for item in member.items]
    texts = [text for item in items for text in (item.reach, item.trigger, item.text)]
    texts += [line.text for member in sheet.members for line in member.positioning]
    spans = (span for text in dict.fromkeys(texts) for span in catalog.finder().spans(text))
    entries += [span.entry for span in spans if span.entry is not None]
    return entry_meanings(entries)


def _bought(member: MemberSheet) -> str:
    """Name the upgrades that were bought for a member, unknown ones by their keys."""
    bought = [offer for offer in member.upgrades if offer.bought]
    names = [
        f"{offer.feature.name} ({offer.times} times)" if offer.times > 1 else offer.feature.name for offer in bought
    ]
    return ", ".join(names + [f"“{key}”" for key in member.unknown_upgrades])


def _draw_member(
    member: MemberSheet, card: CreatureCard | None, features: tuple[str, ...], context: Mapping[str, Any]
) -> SafeString:
    lines = [line for line in card.features if line.id in features] if card else []
    return render_to_string(TEMPLATE, {"member": member, "card": card, "lines": lines, **context})
