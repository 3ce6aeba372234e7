"""Creatures: the card as people edit it, its features, and the immutable revisions that others pin.

The short texts (tags, damage, uses) are in the notation of ``rules.effects.notation``. ``services.creatures`` is the
only writer; it synchronizes the rows, the search columns and the current revision.
"""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from common.saving import WrittenOnce
from compendium.builtin.creatures import CHOICES
from compendium.models.entries import MAX_RANK
from compendium.models.lines import StampField, column, notation_lines, read_lines
from compendium.models.sources import MAX_SOURCE_KEY
from rules.cards import model
from rules.cards.fields import CARD_FIELDS, FEATURE_FIELDS, MAX_KEY
from rules.cards.phrases import unknown_references
from rules.effects import notation
from rules.effects.declaration import DeclaredField
from rules.effects.notation import NotationError
from rules.points import MAX_LEVEL, MIN_LEVEL, level_cost
from rules.text import listed, slug

MAX_WORD = 60
MAX_WORDS = 30
STAT_BOUNDS = (-20, 999)


def parse_words(text: str) -> tuple[str, ...]:
    """Read a list of search words: each short, none twice, not too many."""
    words = notation.parse_names(text)
    if len(words) > MAX_WORDS or any(len(word) > MAX_WORD for word in words):
        raise NotationError(f"At most {MAX_WORDS} words of {MAX_WORD} letters each, with commas between them.")
    folded = [word.casefold() for word in words]
    if twice := next((word for word in words if folded.count(word.casefold()) > 1), None):
        raise NotationError(f"“{twice}” appears here twice.")
    return words


class StatField(models.SmallIntegerField):
    """One of the eight stats; empty when the card does not have it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("null", True)
        kwargs.setdefault("blank", True)
        super().__init__(*args, **kwargs)


MAX_SLUG = MAX_KEY - len("--") - MAX_SOURCE_KEY
"""Letters of a name in a creature's key; its source follows."""

MAX_FEATURE_SLUG = 100
"""Letters of a name in a feature's id; a number may follow."""


class Creature(models.Model):
    """A creature of the compendium or of a player. Points follow from the level and are stored nowhere.

    A player's creature has a ``homebrew`` row and is not listed: lists, search, names and figures leave it out.
    Its columns for stats, tags and the foot of the card follow from ``rules.cards.fields``; those that code here
    reads by name are annotated.
    """

    alignment: str
    size: str
    tags: str
    class_name: str
    armor: int | None
    armor_broken: int | None
    starts_with: str

    key = models.SlugField(max_length=160, unique=True, editable=False)
    name = models.CharField(max_length=120)
    source = models.ForeignKey("compendium.Source", on_delete=models.PROTECT, related_name="creatures")
    license = models.CharField("license", max_length=40, default="unknown")
    level = models.SmallIntegerField(validators=[MinValueValidator(MIN_LEVEL), MaxValueValidator(MAX_LEVEL)])
    printed_points = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)

    emblem = models.CharField(max_length=40, blank=True, choices=CHOICES, help_text="Empty: the usual one.")
    current = models.ForeignKey(
        "compendium.CardRevision", on_delete=models.SET_NULL, null=True, editable=False, related_name="current_of"
    )
    origin = models.ForeignKey(
        "compendium.ImportOrigin", on_delete=models.SET_NULL, null=True, editable=False, related_name="creatures"
    )
    built_in_digest = models.CharField(max_length=64, blank=True, editable=False)
    is_edited = models.BooleanField("edited", default=False, editable=False)
    is_listed = models.BooleanField(default=True, editable=False)
    search_name = models.CharField(max_length=160, editable=False)
    search_text = models.TextField(editable=False)
    search_stamp = StampField()

    class Meta:
        ordering = ("name", "key")
        indexes = (
            models.Index(fields=["search_name"], name="creature_by_name"),
            models.Index(fields=["search_name", "key"], condition=models.Q(is_listed=True), name="creature_listed"),
            models.Index(fields=["level", "search_name"], name="creature_by_level"),
            models.Index(fields=["alignment", "search_name"], name="creature_by_alignment"),
            models.Index(fields=["starts_with"], condition=~models.Q(starts_with=""), name="creature_commanders"),
        )

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Read every line of notation, so that each fault appears beside its field."""
        super().clean()
        faults: dict[str, str] = {}
        read_lines(self, CREATURE_LINES, faults)
        low, high = STAT_BOUNDS
        for name in (field.name for field in CARD_FIELDS if field.kind == "number"):
            value = getattr(self, name)
            if isinstance(value, int) and not low <= value <= high:
                faults[name] = f"A stat is between {low} and {high}; {value} does not."
        if self.armor_broken is not None and self.armor is None:
            faults["armor_broken"] = "A broken armor value needs an armor value."
        if self.name and len(slug(self.name)) > MAX_SLUG:
            faults["name"] = f"The key for this name has more than {MAX_SLUG} letters."
        if faults:
            raise ValidationError(faults)

    @property
    def points(self) -> int:
        """The points of the creature without upgrades."""
        return level_cost(self.level).cost

    @property
    def is_built_in(self) -> bool:
        """Whether the creature is built in."""
        return bool(self.built_in_digest)


_SEARCHED = frozenset({"tags", "skills", "immune"})
for _field in CARD_FIELDS:
    Creature.add_to_class(_field.name, StatField(_field.label) if _field.kind == "number" else column(_field))

CREATURE_LINES = notation_lines(CARD_FIELDS) | dict.fromkeys(_SEARCHED, (parse_words, notation.format_names))


class Feature(models.Model):
    """One line of a creature's card, in the notation of ``rules.effects.notation``.

    Its columns follow from ``rules.cards.fields``; those that code here reads by name are annotated.
    """

    kind: str
    replaces: str
    cost: str
    once_per_turn: bool
    effect: str
    caster: str

    creature = models.ForeignKey(Creature, on_delete=models.CASCADE, related_name="features")
    position = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(max_length=120)
    printed_top = models.CharField(max_length=500, blank=True, editable=False)
    printed_text = models.TextField(blank=True, editable=False)

    class Meta:
        ordering = ("position", "pk")

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Read every line of notation and check the fields against one another."""
        super().clean()
        faults: dict[str, str] = {}
        read = read_lines(self, FEATURE_LINES, faults)
        if self.kind == "replaces" and not self.replaces:
            faults["replaces"] = "Name the feature that this one replaces."
        if self.replaces and self.kind != "replaces":
            faults["replaces"] = "Only an upgrade of the kind “replaces another feature” replaces one."
        if self.kind == "caster" and not self.caster:
            faults["caster"] = "A feature of the kind “spells” lists its spells."
        if self.once_per_turn and self.cost in ("", "reaction"):
            faults["once_per_turn"] = "Once per turn (●○) marks an action: give its cost, or clear this box."
        damage = read.get("damage", ())
        if any(len(word) > MAX_WORD for typed in damage for word in typed.types):
            faults["damage"] = f"A damage type can have at most {MAX_WORD} letters."
        if {"damage", "then"} <= read.keys() and (
            unknown := unknown_references(
                model.Feature(id="", name="", damage=damage, then=read["then"], effect=self.effect)
            )
        ):
            faults["effect"] = (
                f"There is no damage for {listed(unknown)}: this feature has {len(damage)}. "
                "{damage} is the first, {damage.2} the second, {part.1.damage} that of the first further part."
            )
        caster = read.get("caster")
        if caster is not None and (len(caster.tradition) > MAX_WORD or caster.rank > MAX_RANK):
            faults["caster"] = f"A tradition can have at most {MAX_WORD} letters, a rank is at most {MAX_RANK}."
        if self.name and len(slug(self.name)) > MAX_FEATURE_SLUG:
            faults["name"] = f"The key for this name has more than {MAX_FEATURE_SLUG} letters."
        if faults:
            raise ValidationError(faults)


FEATURE_COLUMNS: tuple[DeclaredField, ...] = tuple(field for field in FEATURE_FIELDS if field.name != "name")
for _field in FEATURE_COLUMNS:
    Feature.add_to_class(_field.name, column(_field))

FEATURE_LINES = notation_lines(FEATURE_COLUMNS)


class CardRevision(WrittenOnce):
    """One version of a creature's card, upgrades included: its author, the time, and the changes. Never rewritten.

    ``origin`` is the file from which it was imported, ``steps`` are those of its conversion. A revision outlives its
    creature: a warband that pinned it keeps its card. ``creature_key`` finds it then.
    """

    refusal = "A card revision is never rewritten: save the creature to make a new one."

    creature = models.ForeignKey(Creature, on_delete=models.SET_NULL, null=True, related_name="revisions")
    creature_key = models.CharField(max_length=MAX_KEY)
    number = models.PositiveIntegerField()
    document = models.JSONField()
    changes = models.JSONField(default=list)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    origin = models.ForeignKey(
        "compendium.ImportOrigin", on_delete=models.SET_NULL, null=True, related_name="revisions"
    )
    steps = models.JSONField(default=list)

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=["creature_key", "number"], name="one_revision_a_number"),)

    def __str__(self) -> str:
        return f"{self.creature or self.creature_key} · revision {self.number}"


class CreatureFacet(models.Model):
    """One word by which a creature can be filtered: a tag, a role, a skill, a damage type it deals or resists."""

    creature = models.ForeignKey(Creature, on_delete=models.CASCADE, related_name="facets")
    kind = models.CharField(max_length=12)
    value = models.CharField(max_length=60)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["kind", "value", "creature"], name="one_facet_a_creature"),)

    def __str__(self) -> str:
        return f"{self.kind}: {self.value}"
