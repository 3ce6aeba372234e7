"""Adventures in the admin: to look at, never to change."""

from django.contrib import admin

from adventures.models import AdventureRow
from common.admin import ReadOnlyAdmin


@admin.register(AdventureRow)
class AdventureAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """The adventures of the site without their secrets."""

    list_display = ("name", "kind", "status", "head", "campaign", "owner", "changed_at")
    list_filter = ("status", "kind")
    list_select_related = ("campaign", "owner")
    search_fields = ("name", "key")
    fields = ("key", "name", "kind", "status", "head", "campaign", "number", "follows", "owner", "created_at")
    readonly_fields = fields
    actions = None
