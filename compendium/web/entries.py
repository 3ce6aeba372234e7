"""The pages of one item, one feat, one spell: facts, text with its terms, where it is from, who uses it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from compendium.entries import item_from_row
from compendium.models import Feat, Item, Spell
from compendium.selectors import entries as selectors
from compendium.templatetags.entries import cost_marks, without_cost
from compendium.web.prose import Sentence, blocks, linked_sentence, linked_terms
from rules import spells
from rules.cards.sheet import Mark, use_marks
from rules.effects import left_to_table
from rules.effects.notation import parse_names, parse_uses
from rules.feats import BY_KEY
from rules.points import LEVEL_COSTS, MAX_LEVEL, MIN_LEVEL
from rules.text import listed, with_article, with_minus


@dataclass(frozen=True, slots=True)
class Fact:
    """A label with its words, and signs before them; of several ``ways`` each has its own sign and words."""

    label: str
    words: Sentence = ()
    signs: tuple[Mark, ...] = ()
    ways: tuple[Mark, ...] = ()


@require_safe
def item(request: HttpRequest, key: str) -> HttpResponse:
    """Show an item. One query."""
    found = selectors.item_get(key)
    if found is None:
        raise Http404(f"There is no item {key}.")
    value = item_from_row(found)
    facts = [
        _fact("Level", f"{with_minus(str(found.level))}: for creatures of level {_from(found.level)}"),
        _fact("Points", _upgrade_points(found.level)),
        _fact("Kind", _KINDS.get(found.kind, found.kind)),
        _cost(found.cost),
        _fact((value.precondition or "trigger").capitalize(), found.trigger),
        _fact("Range", f"{found.range}{', strike' if found.strike else ''}" if found.range else ""),
        _fact("The carrier chooses", _choice(found)),
        _fact("Only for", value.needs or ""),
        _fact("Tags", found.tags),
        _fact("Also called", found.aliases),
        _left_to_table(value.is_left_to_table),
    ]
    return _page(request, found, "items", facts)


@require_safe
def feat(request: HttpRequest, key: str) -> HttpResponse:
    """Show a feat. One query."""
    found = selectors.feat_get(key)
    if found is None:
        raise Http404(f"There is no feat {key}.")
    built_in = BY_KEY.get(found.key)
    facts = [
        _fact("Level", _from(found.min_level)),
        _fact("Requires", found.requires),
        _cost(found.cost),
        _uses(found.uses),
        _fact("Trigger", found.trigger),
        _fact("When", found.once),
        _fact("The owner chooses", f"a {found.choice}" if found.choice else ""),
        _left_to_table(built_in is None or found.is_edited or built_in.is_left_to_table),
    ]
    return _page(request, found, "feats", facts)


@require_safe
def spell(request: HttpRequest, key: str) -> HttpResponse:
    """Show a spell with the creatures that cast it. Three queries."""
    found = selectors.spell_get(key)
    if found is None:
        raise Http404(f"There is no spell {key}.")
    ways = tuple(mark for mark in cost_marks(found.costs) if mark.sign)
    built_in = spells.BY_KEY.get(found.key)
    facts = [
        _fact("Rank", f"{found.rank}: for casters of rank {found.rank} or higher" if found.rank else "cantrip"),
        _fact("Traditions", found.traditions or "none is printed"),
        Fact("Action", ways=ways) if ways else None,
        _fact("Rarity", found.rarity),
        _fact("Also called", found.aliases),
        _fact("ORC equivalent", "none" if built_in and built_in.no_orc_equivalent else ""),
        _left_to_table(built_in is None or found.is_edited or built_in.by_table),
    ]
    return _page(
        request,
        found,
        "spells",
        facts,
        versions=selectors.other_versions(found),
        uses=selectors.casters_of(found),
        notes=[linked_sentence(note) for note in built_in.notes] if built_in and found.is_built_in else [],
    )


_KINDS = {
    "permanent": "permanent: it is always there",
    "consumable": "consumable: used up for good",
    "daily": "daily: once a day",
    "encounter": "encounter: once an encounter",
}
_NOUNS = {"items": "Items", "feats": "Feats", "spells": "Spells"}


def _page(
    request: HttpRequest, found: Item | Feat | Spell, here: str, facts: list[Fact | None], **more: Any
) -> HttpResponse:
    text = blocks(without_cost(found.text, found.costs) if isinstance(found, Spell) else found.text)
    shown = [fact for fact in facts if fact is not None]
    sentences = [fact.words for fact in shown] + more.get("notes", [])
    context = {
        "entry": found,
        "here": here,
        "list_name": _NOUNS[here],
        "list_route": f"compendium:{here.removesuffix('s')}-list",
        "facts": shown,
        "text": text,
        "terms": linked_terms(text, *sentences),
        **more,
    }
    return render(request, "compendium/entry.html", context)


def _fact(label: str, words: str) -> Fact | None:
    return Fact(label, linked_sentence(words)) if words else None


def _left_to_table(is_left: bool) -> Fact | None:
    """Tell that the text says more than Muster works out."""
    return _fact(left_to_table.LABEL, left_to_table.MEANING) if is_left else None


def _cost(cost: str) -> Fact | None:
    marks = cost_marks(cost)
    return Fact("Action", linked_sentence(marks[0].words), marks if marks[0].sign else ()) if marks else None


def _uses(uses: str) -> Fact | None:
    marks = use_marks(parse_uses(uses))
    if not marks:
        return None
    each = marks[0].words
    return Fact("Uses", linked_sentence(f"{len(marks)} {with_article(each)}"), marks)


def _choice(found: Item) -> str:
    if not found.choice:
        return ""
    words = f"a {found.choice}"
    if ranks := parse_names(found.spell_ranks):
        words += f" of rank {listed(ranks, 'or')}" if ranks != ("0",) else ", a cantrip"
    return f"{words}: {listed(parse_names(found.options), 'or')}" if found.options else words


def _from(level: int) -> str:
    return "any" if level <= MIN_LEVEL else f"{with_minus(str(level))} or higher"


def _upgrade_points(level: int) -> str:
    costs = [row.upgrade_cost for row in LEVEL_COSTS if row.level >= level]
    low, high = costs[0], costs[-1]
    return (
        f"one upgrade: {low} at level {with_minus(str(level))}, {high} at level {MAX_LEVEL}"
        if low != high
        else f"{low}"
    )
