"""A card as people write it by hand: fields of a creature and of its features, read into a card and filled from one.

The fields and what is wrong with them are those of ``compendium.forms``; nothing here is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import inlineformset_factory
from django.http import QueryDict

from common.forms import FunctionRenderer
from compendium.cards import creature_values, feature_values
from compendium.forms import (
    CreatureForm,
    FeatureForm,
    FeatureFormSet,
    faults_of,
    form_card,
    unfinished_card,
)
from compendium.models import Creature, Feature, Source
from compendium.models.creatures import FEATURE_COLUMNS
from compendium.services.cells import MAX_FEATURES
from compendium.services.creatures import HOMEBREW
from rules.cards import Card, Stats
from rules.cards.card_fields import CARD_FIELDS
from rules.points import LEVEL_COSTS
from rules.text import with_minus

PREFIX = "features"
NEW_LEVEL = 1
_CARD_NAMES = tuple(field.name for field in CARD_FIELDS)
_FEATURE_NAMES = ("name", *(field.name for field in FEATURE_COLUMNS))
_BLANK = Card("", "", NEW_LEVEL, None, "Medium", Stats(None, None, None, None, None, None, None, 5))

FIRST_FIELDS = ("name", "kind", "replaces", "cost", "range", "strike", "damage", "effect")
"""The fields of a feature that nearly all features need."""
MORE_FIELDS = ("uses", "once_per_turn", "saves", "gives", "trigger", "precondition", "caster")
"""The fields that many features need."""
RARE_FIELDS = tuple(name for name in _FEATURE_NAMES if name not in (*FIRST_FIELDS, *MORE_FIELDS))


class HomebrewForm(CreatureForm):
    """A creature without its features and without a source."""

    level = forms.TypedChoiceField(
        label="level",
        coerce=int,
        choices=[
            (row.level, with_minus(f"{row.level}: {row.cost} points, upgrades {row.upgrade_cost}"))
            for row in LEVEL_COSTS
        ],
    )

    class Meta(CreatureForm.Meta):
        exclude = None  # type: ignore[assignment] # the fields are named instead
        fields = ("name", "license", "level", "emblem", *_CARD_NAMES)


_FeatureForms: Any = inlineformset_factory(
    Creature,
    Feature,
    form=FeatureForm,
    formset=FeatureFormSet,
    fields=_FEATURE_NAMES,
    extra=0,
    can_delete=False,
    max_num=MAX_FEATURES,
    validate_max=True,
    absolute_max=MAX_FEATURES + 10,
    renderer=FunctionRenderer(),
)


@dataclass
class CardForm:
    """All that people fill in of a card: ``fields`` are those of the creature, ``features`` a form for each feature."""

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
        return cls._filled({**creature_values(_BLANK), "name": ""}, [{"kind": "base"}])

    @classmethod
    def posted(cls, data: QueryDict, creature: Creature | None = None) -> CardForm:
        """Return the form that was sent; ``creature`` is the one that is edited."""
        fields = HomebrewForm(data, instance=creature or _new_creature())
        return cls(fields, _FeatureForms(data, instance=_new_creature(), prefix=PREFIX))

    @classmethod
    def retyped(cls, data: QueryDict, change: Callable[[list[dict[str, str]]], None]) -> CardForm:
        """Return a form with all that was typed, read by nobody yet, after a change of the list of its features."""
        rows = [
            {name: data.get(f"{PREFIX}-{place}-{name}", "") for name in _FEATURE_NAMES}
            for place in range(_posted_total(data))
        ]
        change(rows)
        values = {name: data.get(name, "") for name in HomebrewForm.base_fields}
        return cls._filled(values, rows[:MAX_FEATURES])

    @classmethod
    def _filled(cls, values: Mapping[str, Any], rows: list[dict[str, Any]]) -> CardForm:
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
        """Return the card of what can be read so far; None without a level."""
        self.is_valid()
        return unfinished_card(self.fields, self.features)

    def faults(self, *, is_finished: bool = True) -> list[dict[str, str]]:
        """Return what is wrong, each with the field that it is about; empty fields only once it ``is_finished``."""
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


def _posted_total(data: QueryDict) -> int:
    text = data.get(f"{PREFIX}-TOTAL_FORMS", "")
    return min(int(text), MAX_FEATURES) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
