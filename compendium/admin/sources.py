"""Sources in the admin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from compendium.admin.built_in import ProtectedAdmin
from compendium.models import Source
from compendium.services.sources import source_delete, source_save


@admin.register(Source)
class SourceAdmin(ProtectedAdmin):
    """Where entries come from. What comes with Muster can be looked at; its load writes it anew."""

    list_display = ("name", "key", "license", "is_built_in")
    list_filter = ("is_built_in",)
    search_fields = ("name", "key")
    fields = ("name", "key", "license", "is_built_in")
    readonly_fields = ("is_built_in",)
    prepopulated_fields = {"key": ("name",)}  # noqa: RUF012 - Django's own way to say it

    def get_readonly_fields(self, request: HttpRequest, obj: Source | None = None) -> tuple[str, ...]:
        """Keep the key of a stored source: keys of creatures end with it."""
        return ("key", "is_built_in") if obj else ("is_built_in",)

    def get_prepopulated_fields(self, request: HttpRequest, obj: Source | None = None) -> dict[str, Sequence[str]]:
        """Make a new source's key from its name."""
        return {} if obj else {"key": ("name",)}

    def has_change_permission(self, request: HttpRequest, obj: Source | None = None) -> bool:
        """Refuse to change what comes with Muster."""
        return super().has_change_permission(request, obj) and not (obj and obj.is_built_in)

    def save_model(self, request: HttpRequest, obj: Source, form: Any, change: bool) -> None:
        """Write through the service."""
        source_save(source=obj)

    def delete_model(self, request: HttpRequest, obj: Source) -> None:
        """Delete through the service."""
        source_delete(source=obj)
