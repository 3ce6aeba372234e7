"""The forms by which an organizer corrects a member by hand, one for each kind of correction."""

from collections import Counter
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict

from campaigns.selectors.aftermath import feat_choices_of
from campaigns.web.forms import NUMERIC, choice_field, reason_field
from rules import spells
from rules.campaigns.events.warbands import MemberCorrected
from rules.cards.model import STATS, Card
from rules.careers.card import feat_title, wound_title
from rules.careers.events import CorrectionKind
from rules.careers.numbers import class_to_follow, level_number, level_of
from rules.careers.state import CareerState, Wound
from rules.legality.resolved import Rulebook
from rules.points import MAX_LEVEL, MIN_LEVEL
from rules.tables.advancement import CLASSES_BY_NAME as CLASSES
from rules.tables.dying import INJURY_BY_KEY as INJURIES
from rules.tables.stats import stat_name
from rules.text import counted, listed, natural_number, with_minus

MAX_ADJUSTMENT = 999
"""The most points by which an organizer adjusts a member's cost."""
LATER = "later"
"""The form's value for an advance whose feat is still open."""

SubjectChoices = list[tuple[str, str]] | list[tuple[str, list[tuple[str, str]]]]


@dataclass(frozen=True, slots=True)
class CorrectableMember:
    """A member for an organizer to correct, with its cards; ``first`` and ``last`` limit when the correction counts."""

    warband: int
    career: CareerState
    rulebook: Rulebook
    first: int
    last: int

    @property
    def card(self) -> Card:
        """The card that the member follows."""
        return self.career.base_card(self.rulebook)


class CorrectionForm(forms.Form):
    """A correction of one kind: its change, the scenario after which it counts, and the reason."""

    do_not_call_in_templates: ClassVar[bool] = True
    kind: ClassVar[CorrectionKind]
    title: ClassVar[str]
    meaning: ClassVar[str]
    label: ClassVar[str] = ""
    """The label of ``choices``, "" if there are none."""

    after = forms.IntegerField(
        required=False,
        label="Counts after how many scenarios",
        widget=forms.TextInput(attrs=NUMERIC),
        error_messages={"invalid": "Enter how many scenarios."},
    )
    reason = reason_field()

    def __init__(self, member: CorrectableMember, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"after": member.last})
        self.member = member
        if self.label:
            self.fields["subject"] = choice_field(self.label, missing="Choose one.")
            self.fields["subject"].choices = [("", "Choose …"), *self.choices()]  # type: ignore[attr-defined] # it has
        self.order_fields(("subject", "amount", "permanent", "after", "reason"))
        after = self.fields["after"]
        after.help_text = f"From {member.first} to {member.last} (today)."
        if member.first == member.last:
            after.widget, after.disabled = forms.HiddenInput(), True
        self.prepare()

    @classmethod
    def is_offered(cls, member: CorrectableMember) -> bool:
        """Whether there is something of this kind to correct."""
        return True

    def choices(self) -> SubjectChoices:
        """Return the options, which depend on the member."""
        return []

    def prepare(self) -> None:
        """Fill in the member's present values."""

    def parts(self) -> dict[str, Any]:
        """Return the fields of ``MemberCorrected`` that this kind has."""
        return {"subject": self.cleaned_data["subject"]}

    def clean_after(self) -> int:
        """Check that the correction counts during the warband's time here."""
        after: int | None = self.cleaned_data["after"]
        if after is None:
            return self.member.last
        if not self.member.first <= after <= self.member.last:
            raise forms.ValidationError(f"Enter a number from {self.member.first} to {self.member.last}.")
        return after

    def answers(self) -> dict[str, Any]:
        """Return the correction of the member, after which scenario it counts, and its reason."""
        data = self.cleaned_data
        asked = {"member": self.member.career.id, "correction": self.kind}
        return {**asked, "after": data["after"], "reason": data["reason"], **self.parts()}

    def event(self) -> MemberCorrected:
        """Return the event that the answers make."""
        return MemberCorrected(warband=self.member.warband, **self.answers())


class InjuryAddForm(CorrectionForm):
    """One more wound."""

    kind = "injury-add"
    title = "Add an injury"
    meaning = "One more wound, temporary or permanent. A temporary one heals after its next scenario."
    label = "Injury"
    permanent = forms.BooleanField(required=False, label="Permanent from the start")

    def choices(self) -> SubjectChoices:
        return [(key, wound_title(Wound(key, None))) for key in INJURIES]

    def parts(self) -> dict[str, Any]:
        return {**super().parts(), "permanent": self.cleaned_data["permanent"]}


class InjuryRemoveForm(CorrectionForm):
    """A wound less."""

    kind = "injury-remove"
    title = "Remove an injury"
    meaning = "It has a wound that it should not have."
    label = "Injury"

    @classmethod
    def is_offered(cls, member: CorrectableMember) -> bool:
        return bool(member.career.wounds)

    def choices(self) -> SubjectChoices:
        return [
            (wound.event, f"{wound_title(wound)}, {'permanent' if wound.permanent else 'heals'}")
            for wound in self.member.career.wounds
        ]


class AdvanceForm(CorrectionForm):
    """An advance more or less: a stat, a feat, or an open feat."""

    label = "Advance"

    def parts(self) -> dict[str, Any]:
        """Return the stat or the feat with its choice; neither for a feat that is not chosen."""
        subject: str = self.cleaned_data["subject"]
        if subject == LATER:
            return {"subject": ""}
        feat, _, choice = subject.partition(":")
        return {"subject": feat, "choice": choice or None}


class AdvanceAddForm(AdvanceForm):
    """One more advance."""

    kind = "advance-add"
    title = "Add an advance"
    meaning = "+1 to a stat, or a feat. Every third advance brings a level."

    def choices(self) -> SubjectChoices:
        """Return the stats of the card and the feats that the member may gain now."""
        career, card = self.member.career, self.member.card
        stats = [(stat, f"{stat_name(stat)} +1") for stat in STATS if stat not in card.stats.missing]
        feats = feat_choices_of(career, level_of(career, card), self.member.rulebook)
        return [("Stats", stats), ("Feats", [(LATER, "A feat, chosen later"), *feats])]


class AdvanceRemoveForm(AdvanceForm):
    """An advance less."""

    kind = "advance-remove"
    title = "Remove an advance"
    meaning = "It has an advance that it should not have. The level that this advance gave goes too."

    @classmethod
    def is_offered(cls, member: CorrectableMember) -> bool:
        return bool(member.career.advances)

    def choices(self) -> SubjectChoices:
        career = self.member.career
        stats = [(gain.stat, f"{stat_name(gain.stat)} +1") for gain in career.gains if gain.by > 0]
        feats = [
            (f"{feat.feat}:{feat.choice}" if feat.choice else feat.feat, feat_title(feat, self.member.card))
            for feat in career.feats
        ]
        if career.open_feats:
            feats.append((LATER, "A feat that is not chosen yet"))
        return [(label, choices) for label, choices in (("Stats", stats), ("Feats", feats)) if choices]


class AmountForm(CorrectionForm):
    """A correction by a number."""

    low: ClassVar[int]
    high: ClassVar[int]

    amount = forms.CharField(
        max_length=8, widget=forms.TextInput(attrs=NUMERIC), error_messages={"required": "Enter a whole number."}
    )

    def clean_amount(self) -> int:
        """Read a whole number, with a hyphen or a minus sign."""
        text = self.cleaned_data["amount"].strip().replace("−", "-").removeprefix("+")
        digits = natural_number(text.removeprefix("-"))
        number = None if digits is None else -digits if text.startswith("-") else digits
        if number is None or not self.low <= number <= self.high:
            low, high = with_minus(str(self.low)), self.high
            raise forms.ValidationError(f"Enter a whole number from {low} to {high}.")
        return number


class LevelForm(AmountForm):
    """A level that replaces the one from the advances."""

    kind = "level"
    title = "Set the level"
    meaning = "Set a level that differs from its advances. HP, points and damage change with it."
    low, high = MIN_LEVEL, MAX_LEVEL

    def prepare(self) -> None:
        number = level_number(self.member.career, self.member.card)
        field = self.fields["amount"]
        field.label, field.initial = "Level", with_minus(str(number.value))
        field.help_text = with_minus(
            f"It is level {number.value} now. Its card and its {counted(self.member.career.advances, 'advance')} "
            f"give level {self._earned}; enter that level to cancel an earlier correction."
        )

    @property
    def _earned(self) -> int:
        number = level_number(self.member.career, self.member.card)
        return number.base + sum(part.by for part in number.parts if part.source == "advance")

    def parts(self) -> dict[str, Any]:
        """Return the difference between the level and the level from the advances."""
        return {"amount": self.cleaned_data["amount"] - self._earned}


class PointsForm(AmountForm):
    """More or fewer points than those of level and extras."""

    kind = "points"
    title = "Adjust the points"
    meaning = "Add or subtract points. Muster shows the adjustment next to its points."
    low, high = -MAX_ADJUSTMENT, MAX_ADJUSTMENT

    def prepare(self) -> None:
        now = self.member.career.points_correction
        field = self.fields["amount"]
        field.label, field.initial = "Points to add (negative to subtract)", with_minus(f"{now:+d}") if now else ""
        replaced = with_minus(f"It replaces the current adjustment of {now:+d}. ") if now else ""
        field.help_text = f"{replaced}Enter 0 for no adjustment."

    def parts(self) -> dict[str, Any]:
        return {"amount": self.cleaned_data["amount"]}


class HpClassForm(CorrectionForm):
    """Another class whose HP growth the member follows."""

    kind = "hp-class"
    title = "Change the HP class"
    meaning = "The class that decides its HP. Muster recalculates the HP of all levels that it gained."
    label = "Class"

    def choices(self) -> SubjectChoices:
        return [(name, name) for name in CLASSES]

    def prepare(self) -> None:
        now = self.member.career.hp_class or class_to_follow(self.member.card)
        self.fields["subject"].initial = now
        self.fields["subject"].help_text = f"It follows {now} now." if now else "It has no class yet."


class SpellAddForm(CorrectionForm):
    """A spell that the card does not have."""

    kind = "spell-add"
    title = "Note a spell"
    meaning = "A spell that it learned from a defeated caster, for example. It is noted on its card."
    label = "Spell"

    def choices(self) -> SubjectChoices:
        """Return the spells of both sheets that the member has not learned."""
        names = Counter(spell.name for spell in spells.SPELLS)
        return [
            (spell.key, f"{spell.name} ({spell.license})" if names[spell.name] > 1 else spell.name)
            for spell in sorted(spells.SPELLS, key=lambda spell: spell.name)
            if spell.key not in self.member.career.spells
        ]

    def prepare(self) -> None:
        if learned := self.member.career.spells:
            self.fields["subject"].help_text = f"It has already learned {listed(map(spells.name_of, learned))}."


class CareerReopenForm(CorrectionForm):
    """Continues a career that ended."""

    kind = "career-reopen"
    title = "Continue its career"
    meaning = (
        "Bring back a member whose career has ended. It keeps its injuries, so the next permanent injury ends "
        "its career again."
    )

    @classmethod
    def is_offered(cls, member: CorrectableMember) -> bool:
        return member.career.has_ended

    def parts(self) -> dict[str, Any]:
        """Return nothing: the member and the reason are enough."""
        return {}


FORMS: tuple[type[CorrectionForm], ...] = (
    InjuryAddForm,
    InjuryRemoveForm,
    AdvanceAddForm,
    AdvanceRemoveForm,
    LevelForm,
    PointsForm,
    HpClassForm,
    SpellAddForm,
    CareerReopenForm,
)
"""The kinds of corrections by hand, in the order in which they are offered."""


def correction_form(kind: str) -> type[CorrectionForm] | None:
    """Return the form of a kind of correction, None if there is none with that name."""
    return next((form for form in FORMS if form.kind == kind), None)
