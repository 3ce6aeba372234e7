"""The glossary: its index by kind, the entries of a kind, and the page of one entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from common.web.address import finish_partial, is_partial, shown_text
from common.web.lists import ListState
from compendium.drawings import condition_layouts, deployment_layouts, tile_drawing, tile_legend
from compendium.selectors import entries as selectors
from compendium.selectors import site_search
from compendium.selectors.glossary import SiteGlossary, site_glossary
from compendium.web.printables.views import PRINTABLES
from compendium.web.prose import blocks, linked_sentence, linked_terms
from rules.effects import left_to_table
from rules.glossary import catalog
from rules.glossary.catalog import LINKED_KINDS
from rules.tables.entry import Entry
from rules.text import counted

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
"""What of a kind can be printed, by its keys in addresses."""
FACETS = {"skill": "skill", "damage-type": "damage"}
"""Kinds whose entries the creature list can be filtered by, with the name of the filter."""


@dataclass(frozen=True, slots=True)
class GlossaryKind:
    """A kind of entry with its entries."""

    key: str
    name: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class CompendiumUse:
    """What the compendium has of a term: in words, and where the list of it is."""

    words: str
    href: str


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show every kind, or with words the entries that have them. One query."""
    asked = ListState.of_request(request, ["q"])
    partly = is_partial(request)
    if asked.redirects and not partly:
        return HttpResponseRedirect(str(asked))
    typed = asked.values.get("q", "")
    error = site_search.query_error(typed)
    glossary = site_glossary()
    context = {
        "typed": shown_text(typed),
        "error": error,
        "warnings": asked.warnings,
        "hits": () if error else site_search.glossary_hits(typed, glossary),
        "words": "" if error else typed.strip(),
        "parts": [(name, [_kind(glossary, kind) for kind in kinds]) for name, kinds in PARTS],
        "total": len(glossary.entries),
    }
    response = render(request, "compendium/glossary_found.html" if partly else "compendium/glossary.html", context)
    return finish_partial(request, response, asked)


@require_safe
def kind(request: HttpRequest, kind: str) -> HttpResponse:
    """Show the entries of a kind, drawn where they can be. One query."""
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
    found = glossary.by_address.get((kind, key))
    if found is None:
        raise Http404(f"There is no {kind} {key}.")
    text = blocks(found.text, found)
    summary = linked_sentence(found.summary, found)
    pairs = (*found.facts, *([(left_to_table.LABEL, left_to_table.MEANING)] if found.by_table else []))
    facts = [(label, linked_sentence(words, found)) for label, words in pairs]
    shown = _kind(glossary, kind)
    siblings = shown.entries
    change = glossary.changes.get((kind, key))
    place = siblings.index(found)
    context = {
        "entry": found,
        "kind": shown,
        "change": change,
        "note": blocks(change.note) if change else (),
        "summary": summary,
        "text": text,
        "facts": facts,
        "terms": linked_terms(text, summary, *(words for _, words in facts)),
        "layouts": _layouts(found),
        "tile": _tile(found),
        "legend": tile_legend(found.key) if kind == "terrain-tile" else (),
        "found": _mentioned(found),
        "source": change.source.name if change else SOURCES.get(found.source, found.source),
        "previous": siblings[place - 1] if place else None,
        "next": siblings[place + 1] if place + 1 < len(siblings) else None,
    }
    return render(request, "compendium/glossary_entry.html", context)


def _kind(glossary: SiteGlossary, key: str) -> GlossaryKind:
    return GlossaryKind(key, catalog.KINDS[key], glossary.of_kind(key))


def _layouts(found: Entry) -> Sequence[object]:
    if found.kind == "deployment":
        return deployment_layouts(found.key)
    return condition_layouts(found.key) if found.kind == "victory-condition" else ()


def _tile(found: Entry) -> SafeString | None:
    return tile_drawing(found.key) if found.kind == "terrain-tile" else None


def _small_drawing(found: Entry) -> SafeString | None:
    if found.kind == "terrain-tile":
        return tile_drawing(found.key)
    layouts = deployment_layouts(found.key) if found.kind == "deployment" else ()
    return layouts[0].drawing if layouts else None


def _mentioned(found: Entry) -> CompendiumUse | None:
    """Say how many cards mention a term, for the kinds that cards speak of."""
    if found.kind in FACETS:
        count, query = selectors.with_word(FACETS[found.kind], found.name), {FACETS[found.kind]: found.name}
    elif found.kind in LINKED_KINDS:
        count, query = selectors.mentions(found.name), {"q": found.name}
    else:
        return None
    if not count:
        return None
    words = counted(count, "creature's card", "creatures' cards")
    return CompendiumUse(words, f"{reverse('compendium:creature-list')}?{urlencode(query)}")
