"""The pages of one item, one feat, one spell, and the glossary: its index, the entries of a kind, one entry."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from common.web.address import ListState, finish_partial, is_partial, shown_text
from compendium.drawings import condition_layouts, deployment_layouts, tile_drawing, tile_legend
from compendium.entries import item_from_row
from compendium.models import Feat, Item, Spell
from compendium.selectors import entries as selectors
from compendium.selectors.entries import SiteGlossary, site_glossary
from compendium.selectors.site_search.glossary import GlossaryHits, glossary_hits
from compendium.selectors.site_search.listing import mentions
from compendium.selectors.site_search.results import query_error
from compendium.templatetags.entries import cost_marks, without_cost
from compendium.web.printables.views import PRINTABLES
from compendium.web.prose import Sentence, blocks, linked_sentence, linked_terms
from rules import spells
from rules.cards.sheet import Mark, use_marks
from rules.effects import model
from rules.effects.notation import parse_names, parse_uses
from rules.errors import require
from rules.feats import BY_KEY
from rules.glossary import catalog
from rules.glossary.catalog import LINKED_KINDS
from rules.points import LEVEL_COSTS, MAX_LEVEL, MIN_LEVEL
from rules.tables.prose import Entry
from rules.text import counted, listed, with_article, with_minus


@dataclass(frozen=True, slots=True)
class Fact:
    """A label with its words, and signs before them; several ``ways`` each have their own sign and words."""

    label: str
    words: Sentence = ()
    signs: tuple[Mark, ...] = ()
    ways: tuple[Mark, ...] = ()


@require_safe
def item(request: HttpRequest, key: str) -> HttpResponse:
    """Show an item. One query."""
    row = get_object_or_404(Item.objects.select_related("source"), key=key)
    value = item_from_row(row)
    facts = [
        _fact("Level", f"{with_minus(str(row.level))}: for creatures of level {_from(row.level)}"),
        _fact("Points", _upgrade_points(row.level)),
        _fact("Kind", _KINDS.get(row.kind, row.kind)),
        _cost(row.cost),
        _fact((value.precondition or "trigger").capitalize(), row.trigger),
        _fact("Range", f"{row.range}{', strike' if row.strike else ''}" if row.range else ""),
        _fact("The carrier chooses", _choice(row)),
        _fact("Only for", value.needs or ""),
        _fact("Tags", row.tags),
        _fact("Also called", row.aliases),
        _left_to_table(value.is_left_to_table),
    ]
    return _page(request, row, "items", facts)


@require_safe
def feat(request: HttpRequest, key: str) -> HttpResponse:
    """Show a feat. One query."""
    row = get_object_or_404(Feat.objects.select_related("source"), key=key)
    built_in = BY_KEY.get(row.key)
    facts = [
        _fact("Level", _from(row.min_level)),
        _fact("Requires", row.requires),
        _cost(row.cost),
        _uses(row.uses),
        _fact("Trigger", row.trigger),
        _fact("When", row.once),
        _fact("The owner chooses", f"a {row.choice}" if row.choice else ""),
        _left_to_table(built_in is None or row.is_edited or built_in.is_left_to_table),
    ]
    return _page(request, row, "feats", facts)


@require_safe
def spell(request: HttpRequest, key: str) -> HttpResponse:
    """Show a spell with the creatures that cast it. Three queries."""
    row = get_object_or_404(Spell.objects.select_related("source"), key=key)
    ways = tuple(mark for mark in cost_marks(row.costs) if mark.sign)
    built_in = spells.BY_KEY.get(row.key)
    facts = [
        _fact("Rank", f"{row.rank}: for casters of rank {row.rank} or higher" if row.rank else "cantrip"),
        _fact("Traditions", row.traditions or "none is printed"),
        Fact("Action", ways=ways) if ways else None,
        _fact("Rarity", row.rarity),
        _fact("Also called", row.aliases),
        _fact("ORC equivalent", "none" if built_in and built_in.no_orc_equivalent else ""),
        _left_to_table(built_in is None or row.is_edited or built_in.by_table),
    ]
    return _page(
        request,
        row,
        "spells",
        facts,
        versions=selectors.other_versions(row),
        uses=selectors.casters_of(row),
        notes=[linked_sentence(note) for note in built_in.notes] if built_in and row.is_built_in else [],
    )


_KINDS = {
    "permanent": "permanent: always available",
    "consumable": "consumable: used up for good",
    "daily": "daily: once a day",
    "encounter": "encounter: once per encounter",
}
_NOUNS = {"items": "Items", "feats": "Feats", "spells": "Spells"}


def _page(
    request: HttpRequest, row: Item | Feat | Spell, here: str, facts: list[Fact | None], **more: Any
) -> HttpResponse:
    text = blocks(without_cost(row.text, row.costs) if isinstance(row, Spell) else row.text)
    shown = [fact for fact in facts if fact is not None]
    sentences = [fact.words for fact in shown] + more.get("notes", [])
    context = {
        "entry": row,
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
    """Tell that the text says more than Muster computes."""
    return _fact(model.LABEL, model.MEANING) if is_left else None


def _cost(cost: str) -> Fact | None:
    marks = cost_marks(cost)
    return Fact("Action", linked_sentence(marks[0].words), marks if marks[0].sign else ()) if marks else None


def _uses(uses: str) -> Fact | None:
    marks = use_marks(parse_uses(uses))
    if not marks:
        return None
    each = marks[0].words
    return Fact("Uses", linked_sentence(f"{len(marks)} {with_article(each)}"), marks)


def _choice(row: Item) -> str:
    if not row.choice:
        return ""
    words = f"a {row.choice}"
    if ranks := parse_names(row.spell_ranks):
        words += f" of rank {listed(ranks, 'or')}" if ranks != ("0",) else ", a cantrip"
    return f"{words}: {listed(parse_names(row.options), 'or')}" if row.options else words


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


# The kinds as a reader meets them; every kind stands in exactly one part.
PARTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "On a card",
        (
            *("stat", "condition", "status", "action", "reaction", "common-feature"),
            *("use", "spellcasting", "area", "movement", "size", "skill"),
        ),
    ),
    ("In a fight", ("damage-type", "damage-rule", "dying", "cover", "hero-point", "positioning", "weapon")),
    (
        "On the table",
        (
            "building",
            "play-mode",
            "board",
            "deployment",
            "terrain-trait",
            "terrain-type",
            "terrain-tile",
            "objective",
            "special-objective",
            "victory-condition",
            "round-limit",
            "elimination",
        ),
    ),
    ("In a campaign", ("injury", "advancement", "class")),
)
SOURCES = {
    "p2v-core-1.3": "Path 2 Victory, core rules 1.3",
    "p2v-base-game-1.6": "Path 2 Victory, base game 1.6",
}
PRINTED = {
    **dict.fromkeys(("condition", "status"), ("conditions", "condition-tokens")),
    **dict.fromkeys(("action", "reaction"), ("reference-sheet",)),
    **dict.fromkeys(("terrain-trait", "terrain-type", "terrain-tile"), ("terrain-tiles",)),
    "objective": ("objectives",),
    "special-objective": ("special-objectives",),
    "deployment": ("deployments",),
}
"""The printables of a kind, by their keys in addresses."""
FACETS = {"skill": "skill", "damage-type": "damage"}
"""Kinds whose entries are filters of the creature list, with the name of the filter."""


@dataclass(frozen=True, slots=True)
class GlossaryKind:
    """A kind of entry with its entries."""

    key: str
    name: str
    entries: tuple[Entry, ...]


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show every kind, or with words the entries that have them. One query."""
    asked = ListState.of_request(request, ["q"])
    partly = is_partial(request)
    if asked.redirects and not partly:
        return HttpResponseRedirect(str(asked))
    typed = asked.values.get("q", "")
    error = query_error(typed)
    glossary = site_glossary()
    context = {
        "typed": shown_text(typed),
        "error": error,
        "warnings": asked.warnings,
        "found": GlossaryHits() if error else glossary_hits(typed, glossary),
        "words": "" if error else typed.strip(),
        "parts": [(name, [_kind(glossary, kind) for kind in kinds]) for name, kinds in PARTS],
        "total": len(glossary.entries),
    }
    response = render(request, "compendium/glossary_found.html" if partly else "compendium/glossary.html", context)
    return finish_partial(request, response, asked)


@require_safe
def kind(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the entries of a kind, with drawings if possible. One query."""
    if kind not in catalog.KINDS:
        raise Http404(f"There is no kind {kind}.")
    shown = _kind(site_glossary(), kind)
    return render(
        request,
        "compendium/glossary_kind.html",
        {
            "kind": shown,
            "rows": [(entry, _small_drawing(entry)) for entry in shown.entries],
            "printables": [PRINTABLES[key] for key in PRINTED.get(kind, ())],
        },
    )


@require_safe
def entry(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """Show one entry with its drawings, and how many creatures' cards mention it. At most two queries."""
    glossary = site_glossary()
    shown_entry = require(glossary.by_address.get((kind, key)), Http404(f"There is no {kind} {key}."))
    text = blocks(shown_entry.text, shown_entry)
    summary = linked_sentence(shown_entry.summary, shown_entry)
    pairs = (*shown_entry.facts, *([(model.LABEL, model.MEANING)] if shown_entry.by_table else []))
    facts = [(label, linked_sentence(words, shown_entry)) for label, words in pairs]
    shown = _kind(glossary, kind)
    siblings = shown.entries
    change = glossary.changes.get((kind, key))
    place = siblings.index(shown_entry)
    context = {
        "entry": shown_entry,
        "kind": shown,
        "change": change,
        "note": blocks(change.note) if change else (),
        "summary": summary,
        "text": text,
        "facts": facts,
        "terms": linked_terms(text, summary, *(words for _, words in facts)),
        "layouts": _layouts(shown_entry),
        "tile": tile_drawing(shown_entry.key) if shown_entry.kind == "terrain-tile" else None,
        "legend": tile_legend(shown_entry.key) if kind == "terrain-tile" else (),
        "found": _mentioned(shown_entry),
        "source": change.source.name if change else SOURCES.get(shown_entry.source, shown_entry.source),
        "previous": siblings[place - 1] if place else None,
        "next": siblings[place + 1] if place + 1 < len(siblings) else None,
    }
    return render(request, "compendium/glossary_entry.html", context)


def _kind(glossary: SiteGlossary, key: str) -> GlossaryKind:
    return GlossaryKind(key, catalog.KINDS[key], glossary.of_kind(key))


def _layouts(entry: Entry) -> Sequence[object]:
    if entry.kind == "deployment":
        return deployment_layouts(entry.key)
    return condition_layouts(entry.key) if entry.kind == "victory-condition" else ()


def _small_drawing(entry: Entry) -> SafeString | None:
    if entry.kind == "terrain-tile":
        return tile_drawing(entry.key)
    layouts = deployment_layouts(entry.key) if entry.kind == "deployment" else ()
    return layouts[0].drawing if layouts else None


def _mentioned(entry: Entry) -> dict[str, str] | None:
    """Return how many cards mention a term, with a link to their list, for the kinds that cards mention."""
    if entry.kind in FACETS:
        count, query = selectors.with_word(FACETS[entry.kind], entry.name), {FACETS[entry.kind]: entry.name}
    elif entry.kind in LINKED_KINDS:
        count, query = mentions(entry.name), {"q": entry.name}
    else:
        return None
    if not count:
        return None
    words = counted(count, "creature's card", "creatures' cards")
    return {"words": words, "href": f"{reverse('compendium:creature-list')}?{urlencode(query)}"}
