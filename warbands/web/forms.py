"""The forms of a new warband and of its settings, and the changes from their answers.

Bounds and their sentences are those of ``rules.building``: each answer is tried as the change that it would be.
"""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from common.refusal import Refusal
from compendium.selectors.creature_list import name_index, names_of
from rules.building.changes import Change, ChangeSet, key_name
from rules.building.draft import MAX_NOTES, Draft
from rules.building.warband import (
    MAX_BANNED,
    USUAL_LIMIT,
    AlignmentChoose,
    CollectionSet,
    HouseRulesSet,
    LimitSet,
    OverrideRemove,
    PlayModeChoose,
    WarbandNotes,
    WarbandRename,
)
from rules.errors import ChangeRefused
from rules.legality.resolved import Rulebook
from rules.roster import Roster
from rules.roster.model import HouseRules
from rules.tables.play_modes import BY_ROSTER_KEY
from rules.text import keys_listed, listed
from warbands.services.warbands import tags_of

LIMITS = (150, USUAL_LIMIT, 500)
"""Points limits that the pages offer; another one is typed."""
OWN = "own"
EVERY, ONLY = "every", "only"
"""Whether creatures come from every source, or only from those that are ticked."""
FEW = 5
"""The most unknown creatures for which similar names are looked up."""
_GROUPS = ({"limit", "own_limit"}, {"sources_from", "sources"}, {"only_owned", "owned_anew"})
"""Fields that belong together."""
NUMBER = re.compile(r"[0-9]{1,9}")
_BLANK = Draft(Roster())
_NO_CARDS = Rulebook.of()
_NAMED: Mapping[type[Change], str] = {
    WarbandRename: "name",
    PlayModeChoose: "play mode",
    LimitSet: "limit",
    AlignmentChoose: "alignment",
    WarbandNotes: "notes",
    HouseRulesSet: "house rules",
    CollectionSet: "figures",
    OverrideRemove: "agreements",
}


class AnyChoicesField(forms.MultipleChoiceField):
    """Any number of words, known or not."""

    def valid_value(self, value: object) -> bool:
        """Take every word; the form drops or names the unknown ones."""
        return True


class OptionalText(forms.CharField):
    """A text of several lines in the settings: the change that writes it, its place in a draft, and its maximum
    length.
    """

    def __init__(
        self, change: Callable[[str], Change], text_of: Callable[[Draft], str], *, most: int, **options: Any
    ) -> None:
        super().__init__(required=False, **options)
        self.change, self.text_of, self.most = change, text_of, most

    def to_python(self, value: Any) -> str | None:
        """Return the text with the ends of lines that drafts have; browsers send their own."""
        text = super().to_python(value)
        return text.replace("\r\n", "\n") if text else text

    def clean(self, value: Any) -> str:
        """Return the text as a draft has it."""
        return self.text_of(_tried(self.change(super().clean(value))))


class WarbandForm(forms.Form):
    """A warband's name and play mode: the form of a new one, and the first part of the settings."""

    name = forms.CharField(required=False, label="Name")
    play_mode = forms.CharField(required=False, label="Play mode")
    limit = forms.CharField(required=False, label="Points limit")
    own_limit = forms.CharField(required=False, label="Own limit")
    alignment = forms.CharField(required=False, label="Alignment")

    def clean_name(self) -> str:
        return _tried(WarbandRename(self.cleaned_data["name"])).roster.name

    def clean_play_mode(self) -> str:
        if not self.cleaned_data["play_mode"]:
            raise forms.ValidationError("Choose a play mode.")
        return _tried(PlayModeChoose(self.cleaned_data["play_mode"])).roster.play_mode

    def clean_alignment(self) -> str | None:
        """Return the code of the alignment, None for none."""
        return _tried(AlignmentChoose(self.cleaned_data["alignment"] or None)).roster.alignment

    def clean(self) -> dict[str, Any]:
        """Read the points limit, which not every play mode has."""
        mode = BY_ROSTER_KEY.get(self.cleaned_data.get("play_mode", ""))
        points = None
        if mode is not None and mode.points_limit:
            points = self._points()
        return {**self.cleaned_data, "points": points}

    def draft(self) -> Draft:
        """Return the new warband, still without members."""
        data = self.cleaned_data
        return Draft(
            Roster(
                name=data["name"],
                play_mode=data["play_mode"],
                points_limit=data["points"],
                alignment=data["alignment"],
            )
        )

    def _points(self) -> int | None:
        chosen = self.cleaned_data.get("limit", "")
        if not chosen:
            self.add_error("limit", "Choose a points limit.")
            return None
        field = "own_limit" if chosen == OWN else "limit"
        typed = self.cleaned_data.get(field, "")
        if not NUMBER.fullmatch(typed):
            self.add_error(field, "Enter the limit in points, as a whole number.")
            return None
        draft = self._try(field, LimitSet(int(typed)))
        return draft.roster.points_limit if draft else None

    def _try(self, field: str, change: Change) -> Draft | None:
        try:
            return _tried(change)
        except forms.ValidationError as error:
            self.add_error(field, error)
            return None


class SettingsForm(WarbandForm):
    """All settings of a warband. ``version`` is the one on which it was opened."""

    version = forms.CharField(required=False)
    notes = OptionalText(
        WarbandNotes,
        lambda draft: draft.notes,
        label="Notes",
        help_text="Everyone who sees the warband can read them.",
        most=MAX_NOTES,
    )
    tags = forms.CharField(required=False, label="Tags")
    max_items = forms.CharField(required=False, label="Items per creature")
    sources_from = forms.CharField(required=False, label="Sources")
    sources = AnyChoicesField(required=False, label="Sources")
    ban = forms.CharField(required=False, label="Ban list")
    lift = AnyChoicesField(required=False, label="Bans to lift")
    only_owned = forms.BooleanField(required=False, label="Figures")
    owned_anew = forms.BooleanField(required=False, label="Update to my figures")
    take_back = AnyChoicesField(required=False, label="Agreements to withdraw")

    def __init__(
        self,
        *,
        data: Any = None,
        draft: Draft,
        tags: Collection[str],
        owned: Mapping[str, int],
        sources: Collection[str],
    ) -> None:
        self._draft = draft
        self._owned = owned
        self._sources = sources
        super().__init__(data, initial=_initial(draft, tags))
        self._texts = {name: field for name, field in self.fields.items() if isinstance(field, OptionalText)}
        self.initial = {**self.initial, **{name: text.text_of(draft) for name, text in self._texts.items()}}

    @property
    def texts(self) -> list[forms.BoundField]:
        """The texts, each with its field."""
        return [self[name] for name in self._texts]

    def clean_version(self) -> int:
        """Return the version; without one, changes in other windows cannot be detected."""
        typed = self.cleaned_data["version"]
        if not NUMBER.fullmatch(typed):
            raise forms.ValidationError(
                "Muster cannot tell which version of the warband this form changes. Check the form and save it again."
            )
        return int(typed)

    def clean_tags(self) -> list[str]:
        try:
            return tags_of(self.cleaned_data["tags"].split(","))
        except Refusal as refused:
            raise forms.ValidationError(refused.message) from refused

    def clean_max_items(self) -> int | None:
        """Return the house limit on the items of one creature, None for none."""
        typed = self.cleaned_data["max_items"]
        if not typed:
            return None
        if not NUMBER.fullmatch(typed):
            raise forms.ValidationError("Enter a whole number, or leave it blank for no limit.")
        _tried(HouseRulesSet(HouseRules(max_items_per_member=int(typed))))
        return int(typed)

    def clean_ban(self) -> tuple[str, ...]:
        """Return the keys of the creatures that are named: one a line, or with commas between them."""
        words = tuple(
            dict.fromkeys(word for part in re.split(r"[,\n]", self.cleaned_data["ban"]) if (word := part.strip()))
        )
        if len(words) > MAX_BANNED:
            raise forms.ValidationError(
                f"A ban list can have at most {MAX_BANNED:,} creatures; these are {len(words):,}."
            )
        index = names_of(words)
        wanted = {
            word: tuple(sorted(creature.key for creature in called)) for word in words if (called := index.called(word))
        }
        own = {card.key: card for card in self._draft.roster.cards}
        wanted |= {word: (word,) for word in words if word in own}
        unknown = [word for word in words if word not in wanted]
        if unknown:
            raise forms.ValidationError(_not_known(unknown))
        return tuple(dict.fromkeys(key for word in words for key in wanted[word]))

    def clean(self) -> dict[str, Any]:
        """Combine the house rules, and report contradictions."""
        data = super().clean()
        allowed = self._allowed()
        if {"ban", "max_items"} <= data.keys():
            data["house_rules"] = HouseRules(allowed, self._banned(), data["max_items"])
        if data["only_owned"] and not self._owned and (self._draft.roster.collection is None or data["owned_anew"]):
            self.add_error("only_owned", "You have not entered any figures yet. First enter the figures that you own.")
        return data

    def changes(self) -> tuple[Change, ...]:
        """Return the changes from the draft to the form; empty if it already matches."""
        draft, changes = self._draft, []
        for change in self._wanted():
            after = change.apply(draft, _NO_CARDS)
            if after != draft:
                changes.append(change)
                draft = after
        return tuple(changes)

    def _wanted(self) -> list[Change]:
        data, roster = self.cleaned_data, self._draft.roster
        wanted: list[Change] = [WarbandRename(data["name"]), PlayModeChoose(data["play_mode"])]
        if data["points"] is not None:
            wanted.append(LimitSet(data["points"]))
        wanted.append(AlignmentChoose(data["alignment"]))
        wanted += [text.change(data[name]) for name, text in self._texts.items()]
        if data["house_rules"] != (roster.house_rules or HouseRules()):
            wanted.append(HouseRulesSet(data["house_rules"]))
        if not data["only_owned"]:
            wanted.append(CollectionSet(None))
        elif roster.collection is None or data["owned_anew"]:
            wanted.append(CollectionSet(tuple(self._owned.items())))
        withdrawn = set(data["take_back"])
        overrides = [
            (override.code, override.member)
            for override in roster.overrides
            if agreement_id(override.code, override.member) in withdrawn
        ]
        return [*wanted, *(OverrideRemove(code, member) for code, member in overrides)]

    def _allowed(self) -> tuple[str, ...] | None:
        data = self.cleaned_data
        if data.get("sources_from") == EVERY:
            return None
        if data.get("sources_from") != ONLY:
            self.add_error("sources_from", "Choose whether creatures come from every source or only from some.")
            return None
        house_rules = self._draft.roster.house_rules
        before = (house_rules.sources if house_rules else None) or ()
        ticked = set(data["sources"])
        allowed = tuple(dict.fromkeys(key for key in (*before, *self._sources) if key in ticked))
        if ticked - set(allowed):
            self.add_error(
                "sources", f"There is no source {keys_listed(map(key_name, sorted(ticked - set(allowed))))}."
            )
        elif not allowed:
            self.add_error("sources", "Tick at least one source. Without a source, no creature can join.")
        self._try("sources", HouseRulesSet(HouseRules(sources=allowed)))
        return allowed

    def _banned(self) -> tuple[str, ...]:
        house_rules = self._draft.roster.house_rules
        lifted = set(self.cleaned_data["lift"])
        before = [key for key in (house_rules.banned if house_rules else ()) if key not in lifted]
        banned = tuple(dict.fromkeys([*before, *self.cleaned_data["ban"]]))
        self._try("ban", HouseRulesSet(HouseRules(banned=banned)))
        return banned


def merge_typed(typed: QueryDict, before: SettingsForm, now: SettingsForm) -> QueryDict:
    """Return the typed text, or the text of ``now`` if it equals that of ``before``."""
    changed = set(before.changed_data)
    for group in _GROUPS:
        if group & changed:
            changed |= group
    data = typed.copy()
    for name in now.fields.keys() - changed:
        value = now.get_initial_for_field(now.fields[name], name)
        if isinstance(value, list):
            data.setlist(name, value)
        else:
            data[name] = "on" if value is True else value or ""
    return data


def as_one_change(changes: tuple[Change, ...]) -> Change:
    """Return the changes as one, named after their subjects."""
    names = dict.fromkeys(_NAMED[type(change)] for change in changes)
    return ChangeSet(changes, f"Changed the settings: {listed(names)}")


def agreement_id(code: str, member: str | None) -> str:
    """Return the form's word for an agreement of the table."""
    return f"{code} {member or ''}".strip()


def limit_fields(points: int | None) -> dict[str, str]:
    """Return the form's fields for a points limit; None is the default."""
    points = USUAL_LIMIT if points is None else points
    return {"limit": str(points)} if points in LIMITS else {"limit": OWN, "own_limit": str(points)}


def _initial(draft: Draft, tags: Collection[str]) -> dict[str, Any]:
    roster = draft.roster
    house_rules = roster.house_rules or HouseRules()
    most = house_rules.max_items_per_member
    return {
        "name": roster.name,
        "play_mode": roster.play_mode,
        **limit_fields(roster.points_limit),
        "alignment": roster.alignment or "",
        "tags": ", ".join(tags),
        "max_items": "" if most is None else str(most),
        "sources_from": EVERY if house_rules.sources is None else ONLY,
        "sources": list(house_rules.sources or ()),
        "only_owned": roster.collection is not None,
    }


def _tried(change: Change) -> Draft:
    """Return an empty draft after a change; report the rules' objections in the form."""
    try:
        return change.apply(_BLANK, _NO_CARDS)
    except ChangeRefused as refused:
        raise forms.ValidationError(refused.message) from refused


def _not_known(words: list[str]) -> list[str]:
    first = words[:FEW]
    index = name_index()
    sentences = []
    for word in first:
        near = [f"“{creature.name}”" for creature in index.near(word)]
        meant = f" Did you mean {listed(near, 'or')}?" if near else ""
        sentences.append(f"No creature is called “{key_name(word)}”.{meant}")
    if len(words) > FEW:
        sentences.append(f"{len(words) - FEW} more of these names are unknown.")
    return sentences
