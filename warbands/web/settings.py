"""A new warband, and the settings of one: name, play mode, limits, notes, house rules, and the table's agreements."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.models import Owner
from accounts.web.visitors import owner_to_be
from common.choices import Choice
from common.refusal import Refusal
from compendium.filters import CreatureFilter
from compendium.selectors.creature_list import creature_names, creatures
from compendium.selectors.creatures import creatures_by_alignment
from compendium.selectors.homebrew import has_homebrew
from compendium.services.creatures import HOMEBREW
from rules.alignment import ALIGNMENTS, Alignment, alignment_names, recruits
from rules.building.draft import MAX_ITEMS, Draft
from rules.cards.model import HOMEBREW_MARK
from rules.legality.resolved import Rulebook
from rules.legality.verdict import rule_label
from rules.roster import Roster
from rules.roster.model import HouseRules
from rules.tables.play_modes import BY_ROSTER_KEY
from rules.text import listed
from warbands.models.warbands import MAX_TAG
from warbands.selectors.collections import collection_of
from warbands.selectors.warbands import MadeChange, OpenWarband, changes_since, describe_makers, draft_at
from warbands.services.drafts import EditConflict, draft_change
from warbands.services.recording import CareerRecorder
from warbands.services.warbands import MAX_TAGS, warband_create, warband_tag
from warbands.web.access import open_warband_or_404
from warbands.web.adding import adding_url, keys_to_add
from warbands.web.forms import EVERY, LIMITS, ONLY, OWN, SettingsForm, agreement_id, as_one_change, merge_typed
from warbands.web.new_form import NewWarbandForm, fields_from_query


@dataclass(frozen=True, slots=True)
class AlignmentCell:
    """A cell of the grid: an alignment, and which warbands its creatures can join.

    ``joining`` names the alignments that may join a warband of this one, ``number`` is how many creatures have them.
    """

    alignment: Alignment
    serves: str
    joining: str
    number: int


@dataclass(frozen=True, slots=True)
class AgreementLine:
    """A problem that the players allow, as the form shows it; ``whose`` is the name of a member, or empty."""

    id: str
    words: str
    whose: str
    reason: str


@dataclass(frozen=True, slots=True)
class FigureLimit:
    """The miniatures to which a warband is limited: kinds and number; ``differs`` is how many kinds differ from the
    account's.
    """

    kinds: int
    number: int
    differs: int


_ON_ALIGNMENT = {
    "required": "{modes} needs an alignment, which decides who may join.",
    "if given": "In {modes}, an alignment counts only if you choose one.",
    "ignored": "In {modes}, creatures of every alignment may join, and an alignment that you choose does not count.",
}


@dataclass(frozen=True, slots=True)
class _SettingsSubject:
    """A warband with the subjects of its settings besides the draft: tags, the account's miniatures, all sources."""

    owner: Owner
    opened: OpenWarband
    tags: tuple[str, ...]
    owned: dict[str, int]
    sources: tuple[Choice, ...]

    def form(self, data: QueryDict | None = None, draft: Draft | None = None) -> SettingsForm:
        """Return the form of the present settings, or as entered; of another draft if one is given."""
        sources = [source.value for source in self.sources]
        draft = draft or self.opened.draft
        return SettingsForm(data=data, draft=draft, tags=self.tags, owned=self.owned, sources=sources)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new warband, and create it; creatures that the address names can be added to it next."""
    keys = keys_to_add(request.POST if request.method == "POST" else request.GET)
    context = {"to_add": keys, **_choices()}
    if request.method != "POST":
        form = NewWarbandForm(initial=fields_from_query(request.GET))
        return render(request, "warbands/new.html", {"form": form, **context})
    form = NewWarbandForm(request.POST)
    if form.is_valid():
        try:
            warband = warband_create(owner=owner_to_be(request), draft=form.draft())
        except Refusal as refused:
            form.add_error(None, refused.message)
        else:
            if keys:
                return redirect(adding_url("add-to", keys, warband=warband.key))
            return redirect("warbands:builder", key=warband.key)
    return render(request, "warbands/new.html", {"form": form, **context}, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, key: str, recorder: CareerRecorder) -> HttpResponse:
    """Show the settings of a warband, or change them all in one step."""
    subject = _subject(request, key)
    if request.method != "POST":
        return _page(request, subject, subject.form())
    form = subject.form(request.POST)
    is_sound, version = form.is_valid(), form.cleaned_data.get("version")
    if version is not None and version != subject.opened.warband.version:
        return _show_conflict(request, key, version, changes_since(subject.opened.warband, version))
    if not is_sound:
        return _page(request, subject, form, 422)
    try:
        words = _save(subject, form, recorder)
    except EditConflict as meanwhile:  # between the look above and the lock
        return _show_conflict(request, key, form.cleaned_data["version"], meanwhile.changes)
    except Refusal as refused:
        form.add_error(None, refused.message)
        return _page(request, subject, form, 422)
    messages.info(request, f"{words}.")
    return redirect("warbands:builder", key=key)


def _save(subject: _SettingsSubject, form: SettingsForm, recorder: CareerRecorder) -> str:
    """Make the changes of the form, and return them in words."""
    key, data = subject.opened.warband.key, form.cleaned_data
    change = as_one_change(form.changes())
    changed = draft_change(owner=subject.owner, key=key, version=data["version"], change=change, recorder=recorder)
    if data["tags"] == list(subject.tags):
        return changed.description or "Nothing changed"
    warband_tag(owner=subject.owner, key=key, words=data["tags"])
    return changed.description or "Changed the tags"


def _show_conflict(request: HttpRequest, key: str, version: int, meanwhile: tuple[MadeChange, ...]) -> HttpResponse:
    """Show the form's changes beside those made meanwhile, ready to be saved over them."""
    subject = _subject(request, key)
    before = draft_at(subject.opened.warband, version)
    typed = merge_typed(request.POST, subject.form(request.POST, before), subject.form()) if before else request.POST
    form = subject.form(typed)
    changes = form.changes() if form.is_valid() else ()
    again = [change.describe(subject.opened.draft, Rulebook.of()) for change in changes]
    notice = {"meanwhile": meanwhile, "makers": describe_makers(meanwhile), "again": again}
    return _page(request, subject, form, 409, version=subject.opened.warband.version, **notice)


def _subject(request: HttpRequest, key: str) -> _SettingsSubject:
    owner, opened = open_warband_or_404(request, key)
    return _SettingsSubject(
        owner=owner,
        opened=opened,
        tags=tuple(tag.word for tag in opened.warband.tags.all()),
        owned=collection_of(owner),
        sources=_sources(owner, opened.draft.roster),
    )


def _sources(owner: Owner, roster: Roster) -> tuple[Choice, ...]:
    """Return the sources of creatures; homebrew is one if its player has some or the warband uses some."""
    known = CreatureFilter(queryset=creatures()).choices["source"]
    if any(choice.value == HOMEBREW for choice in known):
        return known
    uses_it = any(HOMEBREW_MARK in member.creature for member in roster.members)
    return (*known, Choice(HOMEBREW, "Homebrew", 0)) if uses_it or has_homebrew(owner) else known


def _page(
    request: HttpRequest, subject: _SettingsSubject, form: SettingsForm, status: int = 200, **more: Any
) -> HttpResponse:
    """Draw the settings. One query besides those of ``_choices``: the names of creatures in them."""
    warband, draft = subject.opened.warband, subject.opened.draft
    house_rules = draft.roster.house_rules or HouseRules()
    names = _names(draft, house_rules)
    known = {source.value for source in subject.sources}
    lost = [Choice(key, key, 0) for key in house_rules.sources or () if key not in known]
    context = {
        "form": form,
        "warband": warband,
        "roster": draft.roster,
        "version": form.cleaned_data.get("version", warband.version) if form.is_bound else warband.version,
        "every": EVERY,
        "only": ONLY,
        "sources": [*subject.sources, *lost],
        "banned": _banned(house_rules.banned, names),
        "agreements": _agreements(draft, names),
        "held": _figure_limit(draft.roster.collection, subject.owned),
        "figures": sum(subject.owned.values()),
        "bounds": {"tags": MAX_TAGS, "tag": MAX_TAG, "items": MAX_ITEMS},
        **_choices(),
        **more,
    }
    return render(request, "warbands/settings.html", context, status=status)


def _choices() -> dict[str, Any]:
    """Return the choices for every warband: play modes, limits, and the grid of alignments. One query."""
    counts = creatures_by_alignment()
    return {
        "modes": BY_ROSTER_KEY.values(),
        "unlimited": listed((mode.name for mode in BY_ROSTER_KEY.values() if not mode.points_limit), "or"),
        "limits": [str(points) for points in LIMITS],
        "own": OWN,
        "cells": [_cell(alignment, counts) for alignment in ALIGNMENTS],
        "creatures": sum(counts.values()),
        "on_alignment": [(way, words.format(modes=_modes_with(way))) for way, words in _ON_ALIGNMENT.items()],
    }


def _cell(alignment: Alignment, counts: Mapping[str, int]) -> AlignmentCell:
    joining = recruits(alignment.code)
    return AlignmentCell(
        alignment=alignment,
        serves=" ".join(other.code for other in ALIGNMENTS if alignment.code in recruits(other.code)),
        joining=alignment_names(joining),
        number=sum(counts.get(code, 0) for code in joining),
    )


def _modes_with(alignment: str) -> str:
    return listed(mode.name for mode in BY_ROSTER_KEY.values() if mode.alignment == alignment)


def _names(draft: Draft, house_rules: HouseRules) -> dict[str, str]:
    """Return the names of the creatures that are banned or have a problem agreed on. One query, or none."""
    agreed = {override.member for override in draft.roster.overrides}
    keys = {*house_rules.banned, *(member.creature for member in draft.roster.members if member.id in agreed)}
    return (creature_names(keys) if keys else {}) | {card.key: card.name for card in draft.roster.cards}


def _banned(keys: Collection[str], names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return keys with the names of their creatures; equal names include the keys."""
    times = Counter(names.get(key, key) for key in keys)
    called = ((key, names.get(key, key)) for key in keys)
    return [(key, name if times[name] == 1 else f"{name}, {key}") for key, name in called]


def _agreements(draft: Draft, names: Mapping[str, str]) -> list[AgreementLine]:
    members = {member.id: member.name or names.get(member.creature, member.creature) for member in draft.roster.members}
    return [
        AgreementLine(
            id=agreement_id(override.code, override.member),
            words=rule_label(override.code),
            whose=members.get(override.member or "", override.member or ""),
            reason=override.reason,
        )
        for override in draft.roster.overrides
    ]


def _figure_limit(carried: Mapping[str, int] | None, owned: Mapping[str, int]) -> FigureLimit | None:
    if carried is None:
        return None
    figures = {key: number for key, number in carried.items() if number}
    differs = sum(figures.get(key, 0) != owned.get(key, 0) for key in figures.keys() | owned.keys())
    return FigureLimit(len(figures), sum(figures.values()), differs)
