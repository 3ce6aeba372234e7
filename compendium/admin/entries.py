"""Items, feats, spells and terms of the glossary in the admin; what comes with Muster can be edited, and taken back."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from compendium.admin.built_in import BuiltInAdmin
from compendium.admin.file_imports import FileImportViews
from compendium.admin.forms import ItemForm
from compendium.forms import RefusableForm
from compendium.models import Feat, GlossaryTerm, Item, Spell
from compendium.models.entries import ITEM_COLUMNS
from compendium.services.builtin import entry_reset
from compendium.services.entries import AnyEntry, entry_delete, entry_save


class EntryAdmin(BuiltInAdmin):
    """What items, feats, spells and terms share: the services write them, sources are kept, built-in ones stay."""

    form = RefusableForm
    list_per_page = 60
    list_select_related = ("source",)
    autocomplete_fields = ("source",)
    search_fields = ("search_text__contains",)
    search_help_text = "Name, text, trigger and other names"
    tells_only_names = True
    states = ("key", "comes_with_muster")

    def get_readonly_fields(self, request: HttpRequest, obj: AnyEntry | None = None) -> tuple[str, ...]:
        """Keep the source of what is stored: keys end with it."""
        return (*self.states, "source") if obj else self.states

    def save_model(self, request: HttpRequest, obj: AnyEntry, form: Any, change: bool) -> None:
        """Write through the service."""
        entry_save(entry=obj)

    def delete_model(self, request: HttpRequest, obj: AnyEntry) -> None:
        """Delete through the service."""
        entry_delete(entry=obj)

    def reset(self, request: HttpRequest, row: AnyEntry) -> None:
        """Give an edited built-in entry back what came with Muster."""
        entry_reset(entry=row)


@admin.register(Item)
class ItemAdmin(FileImportViews, EntryAdmin):
    """Items."""

    file_kinds = ("items",)

    form = ItemForm
    list_display = ("name", "level", "kind", "cost", "source", "edited")
    list_filter = ("kind", "level", "cost", "source", "is_edited")
    fieldsets = (
        (None, {"fields": ("name", "source", ("level", "kind"), ("cost", "strike"), "range", "trigger", "text")}),
        (
            "Who can carry it, and what they choose",
            {"fields": ("needs_caster", "sizes", ("choice", "options"), "spell_ranks", "adds_type", "tags", "aliases")},
        ),
        (
            "What its text says, in fields",
            {
                "fields": tuple(field.name for field in ITEM_COLUMNS),
                "description": "Programs play an item by these fields. Leave “left to the table” ticked if they do not "
                "say everything that the text says.",
            },
        ),
        ("Origin", {"fields": ("license", "key", "comes_with_muster")}),
    )


@admin.register(Feat)
class FeatAdmin(EntryAdmin):
    """Feats."""

    list_display = ("name", "min_level", "requires", "source", "edited")
    list_filter = ("min_level", "source", "is_edited")
    fieldsets = (
        (None, {"fields": ("name", "source", "min_level", "requires", "text")}),
        ("How it is used", {"fields": (("cost", "uses"), "trigger", "once", "choice")}),
        ("Origin", {"fields": ("license", "key", "comes_with_muster")}),
    )


@admin.register(Spell)
class SpellAdmin(EntryAdmin):
    """Spells."""

    list_display = ("name", "rank", "traditions", "costs", "source", "edited")
    list_filter = ("rank", "rarity", "source", "is_edited")
    fieldsets = (
        (None, {"fields": ("name", "source", ("rank", "rarity"), "traditions", "costs", "text", "aliases")}),
        ("Origin", {"fields": ("license", "key", "comes_with_muster")}),
    )


@admin.register(GlossaryTerm)
class GlossaryTermAdmin(EntryAdmin):
    """Terms of the glossary."""

    list_display = ("name", "kind", "source", "edited", "has_note")
    list_filter = ("kind", "source", "is_edited")
    search_help_text = "Name, text, note and other names"
    fieldsets = (
        (
            None,
            {
                "fields": ("name", "kind", "source", "summary", "text", "note"),
                "description": "What the rules do stays as it is. The glossary, the search and the API show this text; "
                "cards, tooltips and print keep the one that comes with Muster.",
            },
        ),
        ("Other names and origin", {"fields": ("aliases", "license", "key", "comes_with_muster")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: AnyEntry | None = None) -> tuple[str, ...]:
        """Keep the name, kind and source of what is stored: its address is made of them."""
        return (*super().get_readonly_fields(request, obj), "name", "kind") if obj else self.states

    @admin.display(description="note", boolean=True)
    def has_note(self, obj: GlossaryTerm) -> bool:
        """Mark what has a note of this site."""
        return bool(obj.note)
