"""What may come with Muster, in the admin: it can be edited and taken back, not deleted; services write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from common.refusal import Refusal
from rules.text import plain


class ProtectedAdmin(admin.ModelAdmin):
    """Rows that cannot be deleted if they came with Muster."""

    tells_only_names = False
    """Whether a deletion is confirmed by the rows' names alone, without all that the admin counts."""

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet) -> None:
        """Delete through the service."""
        for row in queryset:
            self.delete_model(request, row)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Refuse to delete what comes with Muster."""
        return super().has_delete_permission(request, obj) and not (obj and obj.is_built_in)

    def get_deleted_objects(self, objs: QuerySet | Sequence[Any], request: HttpRequest) -> tuple:
        """Count what comes with Muster among what is protected."""
        built_in = [f"{row} (built in)" for row in objs if row.is_built_in]
        if self.tells_only_names:
            names = [str(row) for row in objs]
            return names, {self.opts.verbose_name_plural: len(names)}, set(), built_in
        to_delete, counts, lacking, protected = super().get_deleted_objects(objs, request)
        return to_delete, counts, set() if built_in else lacking, [*protected, *built_in]


class BuiltInAdmin(ProtectedAdmin):
    """Rows that know whether they are built in and edited; ``reset`` gives an edited one back what came with Muster."""

    actions: Sequence[Any] = ("back_to_built_in",)

    def get_search_results(self, request: HttpRequest, queryset: QuerySet, search_term: str) -> tuple[QuerySet, bool]:
        """Search as the site does: without case, marks and apostrophes."""
        return super().get_search_results(request, queryset, plain(search_term))

    @admin.display(description="edited", ordering="is_edited")
    def edited(self, obj: Any) -> str:
        """Mark what comes with Muster and was edited since."""
        return "edited" if obj.is_edited else ""

    @admin.display(description="comes with Muster")
    def comes_with_muster(self, obj: Any) -> str:
        """Say whether the row is built in, and whether it was edited since."""
        if not obj.is_built_in:
            return "no"
        return "yes, edited since" if obj.is_edited else "yes"

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Give the form what a service refused."""
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
        """Give a row back what came with Muster; raise ``Refusal`` where nothing did."""
        raise NotImplementedError

    @admin.action(description="Restore the built-in version", permissions=["change"])
    def back_to_built_in(self, request: HttpRequest, queryset: QuerySet) -> None:
        """Give edited built-in rows back what came with Muster."""
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
