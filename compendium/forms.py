"""The forms of a creature and its features, for the admin and homebrew: notation, with an example in every field."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.forms import BaseInlineFormSet
from django.forms.formsets import DELETION_FIELD_NAME

from common.forms import FunctionRenderer
from common.refusal import Refusal
from compendium.cards import card_from_rows
from compendium.models import Creature, Feature
from compendium.services.creatures import printed_kept
from compendium.services.rows import MAX_FEATURES, replaced_faults
from rules.cards.fields import BY_NAME, CARD_FIELDS, FEATURE_FIELDS
from rules.cards.model import Card
from rules.cards.remarks import TRADITIONS, damage_types, states
from rules.effects.declaration import DeclaredField
from rules.effects.fields import COSTS
from rules.tables import skills

LISTS: dict[str, tuple[str, ...]] = {
    "skills": tuple(skills.BY_NAME),
    "damage": damage_types(),
    "states": states(),
    "traditions": TRADITIONS,
}
"""Suggestions by the name of their list; the page adds the tags and licenses that the compendium has."""

_LICENSE = DeclaredField(
    name="license",
    label="license",
    example="ORC, OGL, CC BY 4.0, own work",
    help="The license of its text.",
    suggests="licenses",
)


def explain_fields(form: forms.BaseForm, fields: Iterable[DeclaredField], *, suggesting: bool = True) -> None:
    """Give fields their examples, help texts and, on a page that has the lists of ``LISTS``, suggested words."""
    for declared in fields:
        field = form.fields.get(declared.name)
        if field is None:
            continue
        field.help_text = declared.help
        if isinstance(field.widget, forms.TextInput | forms.Textarea):
            field.widget.attrs.setdefault("spellcheck", "true" if declared.name == "effect" else "false")
            if declared.example:
                field.widget.attrs["placeholder"] = declared.example
        if suggesting and declared.suggests and isinstance(field.widget, forms.TextInput):
            field.widget.attrs |= {"list": f"words-{declared.suggests}", "autocomplete": "off"}


class RefusableForm(forms.ModelForm):
    """A form that shows why a service refused its data (``refusal``) as an error above the fields."""

    default_renderer = FunctionRenderer
    refusal: Refusal | None = None

    def clean(self) -> dict[str, Any] | None:
        """Raise the refusal of a service, if there was one."""
        if self.refusal is not None:
            raise forms.ValidationError(self.refusal.message)
        return super().clean()


class CreatureForm(RefusableForm):
    """A creature without its features. Hidden fields hold the revision on which the form was opened."""

    revision = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)

    class Meta:
        model = Creature
        exclude = ()  # noqa: DJ006 - those who draw the form list the fields

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        explain_fields(self, (*CARD_FIELDS, _LICENSE))
        current = self.instance.current if self.instance.pk else None
        if "revision" in self.fields:
            self.fields["revision"].initial = current.number if current else 0

    @property
    def expected(self) -> int:
        """Return the newest revision that the user has seen: the one the form opened on, or a later one shown since."""
        return self.cleaned_data.get("seen") or self.cleaned_data.get("revision") or 0


class FeatureForm(forms.ModelForm):
    """One feature."""

    position = forms.IntegerField(label="place", required=False, min_value=0, max_value=999)
    cost = forms.ChoiceField(choices=[("", "passive"), *COSTS], required=False)

    class Meta:
        model = Feature
        exclude = ()  # noqa: DJ006 - those who draw the form list the fields
        widgets = {  # noqa: RUF012 - Django's own way to say it
            "effect": forms.Textarea(attrs={"rows": 3}),
            "caster": forms.Textarea(attrs={"rows": 2}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        explain_fields(self, FEATURE_FIELDS)

    def has_changed(self) -> bool:
        """Return False if only the place and the kind are filled in."""
        return bool(set(self.changed_data) - {"position", "kind"})

    def clean_position(self) -> int:
        """Put a feature without a place last."""
        position = self.cleaned_data.get("position")
        return 999 if position is None else position


class FeatureFormSet(BaseInlineFormSet):
    """The features of a card. A post replaces them all: stored rows only fill the form at first."""

    default_error_messages = {  # noqa: RUF012 - Django's own way to say it
        **BaseInlineFormSet.default_error_messages,
        "too_many_forms": f"A card can have at most {MAX_FEATURES} features.",
    }

    def initial_form_count(self) -> int:
        """Return 0 for posted forms: every revision writes new rows."""
        return 0 if self.is_bound else super().initial_form_count()

    def add_fields(self, form: forms.ModelForm, index: int | None) -> None:
        """Make the id of a stored row optional: it may be gone by now."""
        super().add_fields(form, index)
        form.fields["id"] = forms.CharField(required=False, widget=forms.HiddenInput)

    @property
    def kept_forms(self) -> list[FeatureForm]:
        """Return the forms that are filled in and not deleted, by place; unreadable ones are left out."""
        kept: list[Any] = [form for form in self.forms if form.has_changed() and not self._is_deleted(form)]
        return sorted(kept, key=lambda form: getattr(form, "cleaned_data", {}).get("position", 999))

    def _is_deleted(self, form: forms.BaseForm) -> bool:
        return bool(getattr(form, "cleaned_data", {}).get(DELETION_FIELD_NAME))

    def clean(self) -> None:
        """Check the features against one another."""
        super().clean()
        kept = self.kept_forms
        for place, fault in replaced_faults([form.instance for form in kept]).items():
            kept[place].add_error("replaces", fault)


def form_card(form: CreatureForm, formset: FeatureFormSet) -> Card:
    """Return the card of two forms that are valid."""
    card = card_from_rows(form.instance, [feature.instance for feature in formset.kept_forms])
    return printed_kept(card=card, creature=form.instance)


def unfinished_card(form: CreatureForm, formset: FeatureFormSet) -> Card | None:
    """Return the card in two forms so far, without unreadable values; None without a level or source."""
    values = getattr(form, "cleaned_data", {})
    level = values.get("level")
    if level is None or "level" in form.errors:
        return None
    blank = Creature(name="Without a name", level=level)
    for name in ("name", "license", *(field.name for field in CARD_FIELDS)):
        if name in values and name not in form.errors and values[name] not in (None, ""):
            setattr(blank, name, values[name])
    source = getattr(form.instance, "source", None) or values.get("source")
    if source is None:
        return None
    blank.source = source
    features = [_readable(form) for form in formset.kept_forms] if formset.management_form.is_valid() else []
    return card_from_rows(blank, features)


def _readable(form: FeatureForm) -> Feature:
    feature = Feature(name="Without a name")
    for name, value in getattr(form, "cleaned_data", {}).items():
        if name in BY_NAME or name == "position":
            setattr(feature, name, value)
    return feature


def faults_of(form: CreatureForm, formset: FeatureFormSet, *, is_finished: bool = True) -> list[dict[str, str]]:
    """Return every fault of the two forms with the field that it stands beside.

    While a person types (not ``is_finished``), an empty field is not a fault.
    """
    faults = []
    for model_form in (form, *formset.forms):
        for name, faults_of_field in model_form.errors.as_data().items():
            errors = [
                message
                for error in faults_of_field
                if is_finished or error.code != "required"
                for message in error.messages
            ]
            field = model_form[name] if name in model_form.fields else None
            where = field.label if field else ""
            if isinstance(model_form, FeatureForm):
                where = f"{model_form.data.get(model_form.add_prefix('name'), '')[:60] or 'New feature'}, {where}"
            anchor = field.id_for_label if field else ""
            faults += [{"where": str(where), "anchor": anchor, "message": message} for message in errors]
    faults += [{"where": "Features", "anchor": "", "message": str(message)} for message in formset.non_form_errors()]
    return faults
