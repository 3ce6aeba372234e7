"""Items, feats, spells and terms of the glossary in the admin; what comes with Muster can be edited, and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from common.refusal import Refusal
from compendium.admin.file_imports import FileImportViews
from compendium.admin.forms import ItemForm
from compendium.forms import RefusableForm
from compendium.models import Feat, GlossaryTerm, Item, Spell
from compendium.models.entries import ITEM_COLUMNS
from compendium.services.builtin import entry_reset
from compendium.services.entries import AnyEntry, entry_delete, entry_save
from rules.text import plain


class EntryAdmin(admin.ModelAdmin):
    """What items, feats, spells and terms share: the services write them, sources are kept, built-in ones stay."""

    form = RefusableForm
    list_per_page = 60
    list_select_related = ("source",)
    autocomplete_fields = ("source",)
    search_fields = ("search_text__contains",)
    search_help_text = "Name, text, trigger and other names"
    actions = ("back_to_built_in",)
    states = ("key", "comes_with_muster")

    def get_readonly_fields(self, request: HttpRequest, obj: AnyEntry | None = None) -> tuple[str, ...]:
        """Keep the source of what is stored: keys end with it."""
        return (*self.states, "source") if obj else self.states

    def get_search_results(self, request: HttpRequest, queryset: QuerySet, search_term: str) -> tuple[QuerySet, bool]:
        """Search as the site does: without case, marks and apostrophes."""
        return super().get_search_results(request, queryset, plain(search_term))

    @admin.display(description="edited", ordering="is_edited")
    def edited(self, obj: AnyEntry) -> str:
        """Mark what comes with Muster and was edited since."""
        return "edited" if obj.is_edited else ""

    @admin.display(description="comes with Muster")
    def comes_with_muster(self, obj: AnyEntry) -> str:
        """Say whether the entry is built in, and whether it was edited since."""
        if not obj.is_built_in:
            return "no"
        return "yes, edited since" if obj.is_edited else "yes"

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Show a refusal above the form, with everything that was typed."""
        try:
            return super().changeform_view(request, *args, **kwargs)
        except Refusal as refusal:
            request.refusal = refusal  # type: ignore[attr-defined] # carried to the form that is made next
            return super().changeform_view(request, *args, **kwargs)

    def get_form(self, request: HttpRequest, obj: AnyEntry | None = None, change: bool = False, **kwargs: Any) -> Any:
        """Give the form what a service refused."""
        form: Any = super().get_form(request, obj, change=change, **kwargs)
        form.refusal = getattr(request, "refusal", None)
        return form

    def save_model(self, request: HttpRequest, obj: AnyEntry, form: Any, change: bool) -> None:
        """Write through the service."""
        entry_save(entry=obj)

    def delete_model(self, request: HttpRequest, obj: AnyEntry) -> None:
        """Delete through the service."""
        entry_delete(entry=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet) -> None:
        """Delete through the service."""
        for entry in queryset:
            entry_delete(entry=entry)

    def has_delete_permission(self, request: HttpRequest, obj: AnyEntry | None = None) -> bool:
        """Refuse to delete what comes with Muster."""
        return super().has_delete_permission(request, obj) and not (obj and obj.is_built_in)

    def get_deleted_objects(self, objs: QuerySet | Sequence[Any], request: HttpRequest) -> tuple:
        """Tell only the entries; what comes with Muster is protected."""
        names = [str(one) for one in objs]
        protected = [f"{one} (built in)" for one in objs if one.is_built_in]
        return names, {self.opts.verbose_name_plural: len(names)}, set(), protected

    @admin.action(description="Restore the built-in version", permissions=["change"])
    def back_to_built_in(self, request: HttpRequest, queryset: QuerySet) -> None:
        """Give edited built-in entries back what came with Muster."""
        count = 0
        for entry in queryset.filter(is_edited=True).select_related("source"):
            try:
                entry_reset(entry=entry)
            except Refusal as refusal:
                messages.error(request, refusal.message)
                continue
            self.log_change(request, entry, "Restored the built-in version.")
            count += 1
        messages.success(
            request, f"Built-in version restored: {count} of {queryset.count()}. The others were not edited."
        )


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
