"""Items, feats, spells and terms of the glossary, each with a text that a person may edit."""

from collections.abc import Collection, Mapping
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from compendium.models.lines import NotationLine, StampField, column, notation_lines, read_lines
from rules.effects import notation
from rules.effects.declaration import DeclaredField
from rules.effects.fields import EFFECT_FIELDS
from rules.effects.notation import NotationError
from rules.glossary.catalog import KINDS
from rules.points import MAX_LEVEL, MIN_LEVEL

ITEM_KIND_CHOICES = [
    ("permanent", "permanent"),
    ("consumable", "consumable"),
    ("daily", "daily"),
    ("encounter", "encounter"),
]
ITEM_COST_CHOICES = [
    ("0", "○ free action"),
    ("1", "● 1 AP"),
    ("2", "●● 2 AP"),
    ("reaction", "↻ reaction"),
    ("spell", "as its spell"),
]
ITEM_CHOICE_CHOICES = [("weapon", "a weapon"), ("spell", "a spell"), ("damage type", "a damage type")]


MAX_RANK = 10


def parse_ranks(text: str) -> tuple[int, ...]:
    """Read ranks of spells with commas between them; 0 is a cantrip."""
    ranks = notation.parse_names(text)
    if not all(rank.isascii() and rank.isdecimal() and int(rank[:3]) <= MAX_RANK for rank in ranks):
        raise NotationError(f"Ranks are whole numbers from 0 to {MAX_RANK}, commas between (“1, 2”); “{text}” is not.")
    return tuple(map(int, ranks))


def format_ranks(ranks: tuple[int, ...]) -> str:
    """Write ranks with commas between them."""
    return notation.format_names(map(str, ranks))


class CompendiumEntry(models.Model):
    """The shared fields of entries: a key that never changes, a name, a source with its license, and a text."""

    key = models.SlugField(max_length=160, unique=True, editable=False)
    name = models.CharField(max_length=120)
    source = models.ForeignKey("compendium.Source", on_delete=models.PROTECT, related_name="%(class)ss")
    license = models.CharField("license", max_length=40, default="unknown")
    text = models.TextField(max_length=5000, help_text="The whole effect; a blank line begins a new paragraph.")
    origin = models.ForeignKey(
        "compendium.ImportOrigin", on_delete=models.SET_NULL, null=True, editable=False, related_name="%(class)ss"
    )
    built_in_digest = models.CharField(max_length=64, blank=True, editable=False)
    is_edited = models.BooleanField("edited", default=False, editable=False)
    search_name = models.CharField(max_length=160, editable=False)
    search_text = models.TextField(editable=False)
    search_stamp = StampField()

    lines: ClassVar[Mapping[str, NotationLine]] = {}
    """The columns that are in notation."""

    later_columns: ClassVar[Collection[str]] = ()
    """Columns that were added after the first fingerprints were stored: they count only if they are not empty."""

    class Meta:
        abstract = True
        ordering = ("name", "key")

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """Read every line of notation, so that each fault appears beside its field."""
        super().clean()
        faults: dict[str, str] = {}
        read_lines(self, self.lines, faults)
        if faults:
            raise ValidationError(faults)

    @property
    def is_built_in(self) -> bool:
        """Whether the entry is built in."""
        return bool(self.built_in_digest)


ITEM_COLUMNS: tuple[DeclaredField, ...] = tuple(
    field
    for field in EFFECT_FIELDS
    # Items have columns of their own for the first five; the kind of an item says how often it is used. The last two
    # are of cards alone.
    if field.name not in ("cost", "trigger", "range", "strike", "uses", "unprinted", "read_from_text")
)
"""The declared fields of an item's effect: its columns for them follow from their declarations."""


class Item(CompendiumEntry):
    """Something that a creature of the item's level or higher may carry in place of one upgrade.

    Players apply an effect without fields.
    """

    level = models.SmallIntegerField(validators=[MinValueValidator(MIN_LEVEL), MaxValueValidator(MAX_LEVEL)])
    kind = models.CharField(max_length=12, choices=ITEM_KIND_CHOICES)
    cost = models.CharField("action cost", max_length=8, choices=ITEM_COST_CHOICES, blank=True)
    trigger = models.CharField(max_length=400, blank=True)
    range = models.CharField(max_length=80, blank=True)
    strike = models.BooleanField(default=False)
    choice = models.CharField("what the carrier chooses", max_length=20, choices=ITEM_CHOICE_CHOICES, blank=True)
    options = models.CharField("what there is to choose from", max_length=200, blank=True)
    spell_ranks = models.CharField("ranks of the spells in it", max_length=40, blank=True)
    needs_caster = models.BooleanField("only for casters", default=False)
    sizes = models.CharField("only for creatures of these sizes", max_length=80, blank=True)
    tags = models.CharField(max_length=200, blank=True)
    aliases = models.CharField("other names", max_length=300, blank=True)
    adds_type = models.CharField("type of damage it adds", max_length=60, blank=True)

    lines = {  # noqa: RUF012 - typed above
        "range": (notation.parse_range, notation.format_range),
        "spell_ranks": (parse_ranks, format_ranks),
        **notation_lines(ITEM_COLUMNS),
    }
    later_columns = ("adds_type", *(field.name for field in ITEM_COLUMNS))

    class Meta(CompendiumEntry.Meta):
        indexes = (models.Index(fields=["level", "search_name"], name="item_by_level"),)


for _field in ITEM_COLUMNS:
    Item.add_to_class(_field.name, column(_field, default=_field.name == "by_table"))


class Feat(CompendiumEntry):
    """Something that a creature may learn in a campaign."""

    min_level = models.SmallIntegerField(validators=[MinValueValidator(MIN_LEVEL), MaxValueValidator(MAX_LEVEL)])
    cost = models.CharField("action cost", max_length=20, blank=True)
    uses = models.CharField(max_length=40, blank=True)
    trigger = models.CharField(max_length=400, blank=True)
    once = models.CharField("when it can be used at all", max_length=120, blank=True)
    requires = models.CharField(max_length=200, blank=True)
    choice = models.CharField("what the creature chooses", max_length=60, blank=True)

    lines = {"uses": (notation.parse_uses, notation.format_uses)}  # noqa: RUF012 - typed above


class Spell(CompendiumEntry):
    """Something that a caster of its rank may cast; rank 0 is a cantrip."""

    rank = models.PositiveSmallIntegerField(validators=[MaxValueValidator(MAX_RANK)])
    traditions = models.CharField(max_length=120, blank=True)
    rarity = models.CharField(max_length=12, default="common")
    costs = models.CharField("action costs", max_length=60, blank=True)
    aliases = models.CharField("other spellings", max_length=300, blank=True)

    class Meta(CompendiumEntry.Meta):
        indexes = (models.Index(fields=["rank", "search_name"], name="spell_by_rank"),)


class GlossaryTerm(CompendiumEntry):
    """A term of the game as the glossary explains it. The text here never changes the rules.

    The key has the kind before the name: two kinds may have a term of one name. The ``note`` is the site's own.
    """

    kind = models.CharField(max_length=40, choices=list(KINDS.items()))
    summary = models.CharField(max_length=300, help_text="One sentence, short enough for a list.")
    text = models.TextField(
        max_length=5000, blank=True, help_text="The whole rule; a blank line begins a new paragraph."
    )
    aliases = models.CharField("other names", max_length=300, blank=True, help_text="Separated by commas.")
    note = models.TextField(
        "site note", max_length=2000, blank=True, help_text="Shown below the text as a note of this site."
    )

    class Meta(CompendiumEntry.Meta):
        verbose_name = "glossary entry"
        verbose_name_plural = "glossary entries"
