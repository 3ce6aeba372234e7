"""Gambits in the admin: one table of lines for each creature, read at once as sentences."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from compendium.admin.built_in import BuiltInAdmin
from compendium.models import CreatureGambits
from compendium.selectors.creatures import creature_tactics
from compendium.services.gambits import gambits_delete, gambits_reset, gambits_save

_EXAMPLE = "1 I Shift\n2-3 II Jaws > Reposition\n4-5 II Stride / Jaws > Jaws\n6 III Stride > Jaws > Jaws"


class GambitsForm(forms.ModelForm):
    """The gambits of a creature: a text area for the lines, with an example."""

    class Meta:
        model = CreatureGambits
        fields = ("creature", "prefers", "lines")
        widgets = {  # noqa: RUF012 - Django's own way to say it
            "lines": forms.Textarea(attrs={"rows": 7, "spellcheck": "false", "placeholder": _EXAMPLE}),
        }


@admin.register(CreatureGambits)
class CreatureGambitsAdmin(BuiltInAdmin):
    """Gambits. They are no part of a card: a change makes no revision."""

    form = GambitsForm
    list_display = ("creature", "prefers", "edited")
    list_filter = ("prefers",)
    list_select_related = ("creature",)
    search_fields = ("creature__search_name__contains", "lines__icontains")
    search_help_text = "Creature, or a word of what it does"
    autocomplete_fields = ("creature",)
    readonly_fields = ("reads_as", "comes_with_muster")
    fieldsets = (
        (
            None,
            {
                "fields": ("creature", "prefers", "lines"),
                "description": "Actions are the names of the creature's features and spells, or Step, Shift, Charge, "
                "Reposition, Retreat and Stride. Anything else is read out to the players as it stands.",
            },
        ),
        ("As players see it", {"fields": ("reads_as", "comes_with_muster")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: CreatureGambits | None = None) -> tuple[str, ...]:
        """Keep the creature of a stored table."""
        return (*self.readonly_fields, "creature") if obj else self.readonly_fields

    @admin.display(description="in sentences")
    def reads_as(self, obj: CreatureGambits) -> str | SafeString:
        """Return the stored table in sentences."""
        if not obj.pk or obj.creature.current is None:
            return "Save the table to read it here."
        sheet = creature_tactics(obj.creature, obj.creature.current).sheet
        rows = ((line.faces_text, line.phase, line.sentence) for line in sheet.lines)
        return format_html(
            "{}<ul>{}</ul>", sheet.prefers, format_html_join("", "<li><strong>{}</strong> {} {}</li>", rows)
        )

    @admin.display(description="edited")
    def edited(self, obj: CreatureGambits) -> str:
        """Mark what comes with Muster and was edited since."""
        return "edited" if obj.is_edited else ""

    def save_model(self, request: HttpRequest, obj: CreatureGambits, form: Any, change: bool) -> None:
        """Write through the service."""
        gambits_save(gambits=obj)

    def delete_model(self, request: HttpRequest, obj: CreatureGambits) -> None:
        """Delete through the service."""
        gambits_delete(gambits=[obj])

    def reset(self, request: HttpRequest, row: CreatureGambits) -> None:
        """Give an edited built-in table back what came with Muster."""
        gambits_reset(gambits=row)
