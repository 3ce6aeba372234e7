"""A card as people write it by hand: fields of a creature and of its features, read into a card and filled from one.

The fields and their faults are those of ``compendium.forms``; nothing here is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import inlineformset_factory
from django.http import QueryDict

from common.forms import FunctionRenderer
from compendium.builtin import built_in_cards
from compendium.cards import creature_values, feature_values
from compendium.forms import CreatureForm, FeatureForm, FeatureFormSet, faults_of, form_card, unfinished_card
from compendium.models import Creature, Feature, Source
from compendium.models.creatures import FEATURE_COLUMNS
from compendium.selectors.creature_list import names_of
from compendium.services.creatures import HOMEBREW
from compendium.services.rows import MAX_FEATURES
from rules.alignment import ALIGNMENTS
from rules.cards.fields import CARD_FIELDS
from rules.cards.model import HOMEBREW_MARK, Card, Stats
from rules.effects import notation
from rules.points import LEVEL_COSTS
from rules.tables.movement import MODES
from rules.text import counted, listed, with_minus

PREFIX = "features"
NEW_LEVEL = 1
_EFFECT_HELP = (
    "Its effect, in words. If you leave it blank, Muster writes the sentence from the other fields. Write {damage} "
    "in place of the damage, so that the text follows level-ups."
)
_LICENSE_HELP = "You can share the creature once you name its license. A copy keeps the license of the original card."
_STARTS_WITH_HELP = "The names of minions that come with it for free, separated by commas."
_CARD_NAMES = tuple(field.name for field in CARD_FIELDS)
_FEATURE_NAMES = ("name", *(field.name for field in FEATURE_COLUMNS))
BLANK_CARD = Card("", "Without a name", NEW_LEVEL, None, "Medium", Stats(None, None, None, None, None, None, None, 5))

FIRST_FIELDS = ("name", "kind", "replaces", "cost", "range", "strike", "damage", "effect")
"""The fields of a feature that nearly all features need."""
MORE_FIELDS = ("uses", "once_per_turn", "saves", "gives", "trigger", "precondition", "caster")
"""The fields that many features need."""
RARE_FIELDS = tuple(name for name in _FEATURE_NAMES if name not in (*FIRST_FIELDS, *MORE_FIELDS))


class HomebrewForm(CreatureForm):
    """A creature without its features and without a source."""

    alignment = forms.ChoiceField(
        label="alignment",
        required=False,
        choices=[("", "none"), *((alignment.code, f"{alignment.sign} {alignment.name}") for alignment in ALIGNMENTS)],
    )
    movement_mode = forms.ChoiceField(
        label="movement",
        required=False,
        choices=[("", "on foot"), *((mode.name, f"{mode.sign} {mode.name}") for mode in MODES)],
    )

    level = forms.TypedChoiceField(
        label="level and points",
        coerce=int,
        choices=[(row.level, with_minus(f"{row.level}: {counted(row.cost, 'point')}")) for row in LEVEL_COSTS],
    )

    class Meta(CreatureForm.Meta):
        exclude = None  # type: ignore[assignment] # the fields are named instead
        fields = ("name", "license", "level", "emblem", *_CARD_NAMES)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["license"].help_text = _LICENSE_HELP
        self.fields["starts_with"].help_text = _STARTS_WITH_HELP
        self.fields["starts_with"].widget.attrs["placeholder"] = "Cat Companion 1"

    def clean_starts_with(self) -> str:
        """Return the keys of the minions, which may be given by name; refuse unknown names."""
        text: str = self.cleaned_data["starts_with"]
        names = notation.parse_names(text)
        known = {card.key for card in built_in_cards()} | {name for name in names if HOMEBREW_MARK in name}
        asked = [name for name in names if name not in known]
        index = names_of(asked)
        keys = {name: called[0].key for name in asked if (called := index.called(name))}
        if unknown := [name for name in asked if name not in keys]:
            raise forms.ValidationError(f"No creature is called {listed(f'“{name}”' for name in unknown)}.")
        return notation.format_names(name if name in known else keys[name] for name in names)


class HomebrewFeatureForm(FeatureForm):
    """One feature, with explanations for people who do not know the notation."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["effect"].help_text = _EFFECT_HELP


_FeatureForms: Any = inlineformset_factory(
    Creature,
    Feature,
    form=HomebrewFeatureForm,
    formset=FeatureFormSet,
    fields=_FEATURE_NAMES,
    extra=0,
    can_delete=False,
    max_num=MAX_FEATURES,
    validate_max=True,
    absolute_max=MAX_FEATURES + 10,
    renderer=FunctionRenderer(),
)


RowsChange = Callable[[list[dict[str, str]]], None]
"""A change to the list of features as entered."""


def with_features(data: QueryDict, change: RowsChange) -> QueryDict:
    """Return the form data with its list of features changed: one added, moved or removed."""
    rows = _posted_rows(data)
    change(rows)
    fresh = QueryDict(mutable=True)
    fresh.update({name: str(data[name]) for name in data if not name.startswith(f"{PREFIX}-")})
    fresh.update({f"{PREFIX}-TOTAL_FORMS": str(min(len(rows), MAX_FEATURES)), f"{PREFIX}-INITIAL_FORMS": "0"})
    for place, row in enumerate(rows[:MAX_FEATURES]):
        fresh.update({f"{PREFIX}-{place}-{name}": text for name, text in row.items() if text})
    return fresh


@dataclass
class CardForm:
    """All form fields of a card: ``fields`` are those of the creature, ``features`` a form for each feature."""

    fields: HomebrewForm
    features: FeatureFormSet

    @classmethod
    def of_card(cls, card: Card, *, emblem: str = "", revision: int = 0) -> CardForm:
        """Return a form filled from a card; ``revision`` is the one that an edit begins with."""
        values = {**creature_values(card), "emblem": emblem, "revision": revision}
        return cls._filled(values, [feature_values(feature) for feature in card.features])

    @classmethod
    def blank(cls) -> CardForm:
        """Return the form of a new card, with room for one feature."""
        return cls._filled({**creature_values(BLANK_CARD), "name": ""}, [{"kind": "base"}])

    @classmethod
    def posted(cls, data: QueryDict, creature: Creature | None = None) -> CardForm:
        """Return the form that was sent; ``creature`` is the one that is edited."""
        fields = HomebrewForm(data, instance=creature or _new_creature())
        return cls(fields, _FeatureForms(data, instance=_new_creature(), prefix=PREFIX))

    @classmethod
    def retyped(cls, data: QueryDict) -> CardForm:
        """Return a form with everything that was entered, readable or not, and without faults."""
        return cls._filled({name: data.get(name, "") for name in HomebrewForm.base_fields}, _posted_rows(data))

    @classmethod
    def _filled(cls, values: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> CardForm:
        features = _FeatureForms(instance=_new_creature(), prefix=PREFIX, initial=rows)
        features.extra = len(rows)
        return cls(HomebrewForm(initial=dict(values), instance=_new_creature()), features)

    def is_valid(self) -> bool:
        """Return True if everything that was sent can be read."""
        return all([self.fields.is_valid(), self.features.is_valid()])

    def card(self) -> Card:
        """Return the card of a valid form."""
        return form_card(self.fields, self.features)

    def unfinished_card(self) -> Card | None:
        """Return the card of the readable fields so far; None without a level."""
        self.is_valid()
        return unfinished_card(self.fields, self.features)

    def faults(self, *, is_finished: bool = True) -> list[dict[str, str]]:
        """Return the faults, each with its field; empty fields only once it ``is_finished``."""
        return faults_of(self.fields, self.features, is_finished=is_finished)

    @property
    def emblem(self) -> str:
        """The emblem that was chosen, "" for the usual one."""
        chosen: str = getattr(self.fields, "cleaned_data", {}).get("emblem") or ""
        return chosen

    @property
    def expected(self) -> int:
        """The newest revision that the person has seen."""
        return self.fields.expected


def _new_creature() -> Creature:
    return Creature(source=Source(key=HOMEBREW))


def _posted_rows(data: QueryDict) -> list[dict[str, str]]:
    """Return the features that were sent, as they were typed."""
    return [
        {name: data.get(f"{PREFIX}-{place}-{name}", "") for name in _FEATURE_NAMES}
        for place in range(_posted_total(data))
    ]


def _posted_total(data: QueryDict) -> int:
    text = data.get(f"{PREFIX}-TOTAL_FORMS", "")
    return min(int(text), MAX_FEATURES) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
