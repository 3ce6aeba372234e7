"""Gambits of creatures: how the cardboard AI plays them. They are not part of a card or its revisions."""

from django.core.exceptions import ValidationError
from django.db import models

from compendium.models.creatures import Creature
from rules.p2v_combat.solo.gambits import GambitError, Gambits, format_gambits, parse_gambits
from rules.p2v_combat.solo.targets import PREFERENCES


class CreatureGambits(models.Model):
    """Gambits of a creature, in the notation of ``rules.p2v_combat.solo.gambits``. Without a row: a stock table.

    ``built_in_lines`` are the built-in ones as stored, preceded by the preference, empty for a person's table.
    """

    creature = models.OneToOneField(Creature, on_delete=models.CASCADE, related_name="own_gambits")
    prefers = models.CharField(
        max_length=40,
        blank=True,
        choices=[(row.key, row.words) for row in PREFERENCES],
        help_text="The enemies that it attacks first among those in range.",
    )
    lines = models.TextField(
        "gambits",
        max_length=2_000,
        help_text="A line for each face or run of faces: the faces, the phase (I, II or III), the actions. “/” is a "
        "choice, “>” leads to the next action; brackets hold a sequence together.",
    )
    built_in_lines = models.TextField(blank=True, editable=False)

    class Meta:
        ordering = ("creature__name", "creature__key")
        verbose_name = "table of gambits"
        verbose_name_plural = "gambits"

    def __str__(self) -> str:
        return f"Gambits of {self.creature}"

    def clean(self) -> None:
        """Read the lines, so that a fault appears beside them."""
        super().clean()
        try:
            self.lines = format_gambits(parse_gambits(self.lines))
        except GambitError as fault:
            raise ValidationError({"lines": str(fault)}) from fault

    @property
    def value(self) -> Gambits:
        """The gambits as a value of the rules."""
        return parse_gambits(self.lines, self.prefers)

    @property
    def is_built_in(self) -> bool:
        """Whether they are built in."""
        return bool(self.built_in_lines)

    @property
    def is_edited(self) -> bool:
        """Whether they are built in and were edited since."""
        return self.is_built_in and self.stated != self.built_in_lines

    @property
    def stated(self) -> str:
        """The lines of the table, as one text."""
        return f"{self.prefers}\n{self.lines}"
