"""Items, feats, spells, terms, sources and gambits in the admin; built-in ones can be edited and reset."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from common.refusal import Refusal
from compendium.admin.exchange import FileImportViews
from compendium.forms import RefusableForm, explain_fields
from compendium.models import CreatureGambits, Feat, GlossaryTerm, Item, Source, Spell
from compendium.models.entries import ITEM_COLUMNS
from compendium.selectors.creatures import creature_tactics
from compendium.services.builtin import (
    AnyEntry,
    entry_delete,
    entry_reset,
    entry_save,
    gambits_delete,
    gambits_reset,
    gambits_save,
)
from compendium.services.creatures import source_delete, source_save
from rules.text import plain


class ProtectedAdmin(admin.ModelAdmin):
    """Rows that cannot be deleted if they are built in."""

    tells_only_names = False
    """Whether a deletion is confirmed by the rows' names alone, without the admin's list of related objects."""

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet) -> None:
        for row in queryset:
            self.delete_model(request, row)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse to delete built-in content."""
        return super().has_delete_permission(request, obj) and not (obj and obj.is_built_in)

    def get_deleted_objects(self, objs: QuerySet | Sequence[Any], request: HttpRequest) -> tuple:
        """Count built-in content as protected."""
        built_in = [f"{row} (built in)" for row in objs if row.is_built_in]
        if self.tells_only_names:
            names = [str(row) for row in objs]
            return names, {self.opts.verbose_name_plural: len(names)}, set(), built_in
        to_delete, counts, lacking, protected = super().get_deleted_objects(objs, request)
        return to_delete, counts, set() if built_in else lacking, [*protected, *built_in]


class BuiltInAdmin(ProtectedAdmin):
    """Rows that know whether they are built in and edited; ``reset`` restores the built-in content of an edited one."""

    actions: Sequence[Any] = ("back_to_built_in",)

    def get_search_results(self, request: HttpRequest, queryset: QuerySet, search_term: str) -> tuple[QuerySet, bool]:
        """Search as the site does: without case, marks and apostrophes."""
        return super().get_search_results(request, queryset, plain(search_term))

    @admin.display(description="edited", ordering="is_edited")
    def edited(self, obj: Any) -> str:
        """Mark built-in rows that someone has edited."""
        return "edited" if obj.is_edited else ""

    @admin.display(description="comes with Muster")
    def comes_with_muster(self, obj: Any) -> str:
        """Return whether the row is built in, and whether it was edited since."""
        if not obj.is_built_in:
            return "no"
        return "yes, edited since" if obj.is_edited else "yes"

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Give the form the refusal of a service."""
        form: Any = super().get_form(request, obj, change=change, **kwargs)
        form.refusal = getattr(request, "refusal", None)
        return form

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a refusal above the form, with everything that was typed."""
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except Refusal as refusal:
            request.refusal = refusal  # type: ignore[attr-defined] # carried to the form that is made next
            context = {**(extra_context or {}), "refusal": refusal}
            return super().changeform_view(request, object_id, form_url, context)

    def reset(self, request: HttpRequest, row: Any) -> None:
        """Reset a row to its built-in content; raise ``Refusal`` if it has none."""
        raise NotImplementedError

    @admin.action(description="Restore the built-in version", permissions=["change"])
    def back_to_built_in(self, request: HttpRequest, queryset: QuerySet) -> None:
        """Reset edited built-in rows to their built-in content."""
        count = 0
        for row in queryset:
            if not row.is_edited:
                continue
            try:
                self.reset(request, row)
            except Refusal as refusal:
                messages.error(request, refusal.message)
                continue
            self.log_change(request, row, "Restored the built-in version.")
            count += 1
        messages.success(
            request, f"Built-in version restored: {count} of {queryset.count()}. The others were not edited."
        )


class ItemForm(RefusableForm):
    """An item with the fields of its effect."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        explain_fields(self, ITEM_COLUMNS, suggesting=False)


class EntryAdmin(BuiltInAdmin):
    """What items, feats, spells and terms share: the services write them, sources are read-only, built-in ones stay."""

    form = RefusableForm
    list_per_page = 60
    list_select_related = ("source",)
    autocomplete_fields = ("source",)
    search_fields = ("search_text__contains",)
    search_help_text = "Name, text, trigger and other names"
    tells_only_names = True
    states = ("key", "comes_with_muster")

    def get_readonly_fields(self, request: HttpRequest, obj: AnyEntry | None = None) -> tuple[str, ...]:
        """Make the source of a stored row read-only: its key ends with it."""
        return (*self.states, "source") if obj else self.states

    def save_model(self, request: HttpRequest, obj: AnyEntry, form: Any, change: bool) -> None:
        entry_save(entry=obj)

    def delete_model(self, request: HttpRequest, obj: AnyEntry) -> None:
        entry_delete(entry=obj)

    def reset(self, request: HttpRequest, row: AnyEntry) -> None:
        """Reset an edited built-in entry to its built-in content."""
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
            "Who can carry it, and their choices",
            {"fields": ("needs_caster", "sizes", ("choice", "options"), "spell_ranks", "adds_type", "tags", "aliases")},
        ),
        (
            "Its text, in fields",
            {
                "fields": tuple(field.name for field in ITEM_COLUMNS),
                "description": "Programs use these fields to play the item. Leave “left to the table” ticked if the "
                "fields do not cover the whole text.",
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
                "description": "This does not change the rules. The glossary, the search and the API show this "
                "text. Cards, tooltips and prints keep Muster’s built-in text.",
            },
        ),
        ("Other names and origin", {"fields": ("aliases", "license", "key", "comes_with_muster")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: AnyEntry | None = None) -> tuple[str, ...]:
        """Make the name, kind and source of a stored row read-only: its address consists of them."""
        return (*super().get_readonly_fields(request, obj), "name", "kind") if obj else self.states

    @admin.display(description="note", boolean=True)
    def has_note(self, obj: GlossaryTerm) -> bool:
        """Mark entries with a note of this site."""
        return bool(obj.note)


@admin.register(Source)
class SourceAdmin(ProtectedAdmin):
    """Sources of entries. Built-in rows are read-only; loading the compendium rewrites them."""

    list_display = ("name", "key", "license", "is_built_in")
    list_filter = ("is_built_in",)
    search_fields = ("name", "key")
    fields = ("name", "key", "license", "is_built_in")
    readonly_fields = ("is_built_in",)
    prepopulated_fields = {"key": ("name",)}  # noqa: RUF012 - Django's own way to say it

    def get_readonly_fields(self, request: HttpRequest, obj: Source | None = None) -> tuple[str, ...]:
        """Make the key of a stored source read-only: keys of creatures end with it."""
        return ("key", "is_built_in") if obj else ("is_built_in",)

    def get_prepopulated_fields(self, request: HttpRequest, obj: Source | None = None) -> dict[str, Sequence[str]]:
        """Make a new source's key from its name."""
        return {} if obj else {"key": ("name",)}

    def has_change_permission(self, request: HttpRequest, obj: Source | None = None) -> bool:
        """Refuse to change built-in content."""
        return super().has_change_permission(request, obj) and not (obj and obj.is_built_in)

    def save_model(self, request: HttpRequest, obj: Source, form: Any, change: bool) -> None:
        source_save(source=obj)

    def delete_model(self, request: HttpRequest, obj: Source) -> None:
        source_delete(source=obj)


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
    search_help_text = "Creature, or a word from its gambits"
    autocomplete_fields = ("creature",)
    readonly_fields = ("reads_as", "comes_with_muster")
    fieldsets = (
        (
            None,
            {
                "fields": ("creature", "prefers", "lines"),
                "description": "Actions are the names of the creature's features and spells, or Step, Shift, Charge, "
                "Reposition, Retreat and Stride. Players read everything else as written.",
            },
        ),
        ("As players see it", {"fields": ("reads_as", "comes_with_muster")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: CreatureGambits | None = None) -> tuple[str, ...]:
        """Make the creature of a stored table read-only."""
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
        """Mark built-in rows that someone has edited."""
        return "edited" if obj.is_edited else ""

    def save_model(self, request: HttpRequest, obj: CreatureGambits, form: Any, change: bool) -> None:
        gambits_save(gambits=obj)

    def delete_model(self, request: HttpRequest, obj: CreatureGambits) -> None:
        gambits_delete(gambits=[obj])

    def reset(self, request: HttpRequest, row: CreatureGambits) -> None:
        """Reset an edited built-in table to its built-in content."""
        gambits_reset(gambits=row)
