"""Tables of games in the admin: to look at, never to change."""

from django.contrib import admin

from common.admin import ReadOnlyAdmin
from gambling.models import GamblingTable


@admin.register(GamblingTable)
class GamblingTableAdmin(ReadOnlyAdmin, admin.ModelAdmin):
    """The tables of the site without their seeds."""

    list_display = ("name", "status", "head", "owner", "changed_at")
    list_filter = ("status",)
    list_select_related = ("owner",)
    search_fields = ("name", "key")
    fields = ("key", "name", "status", "head", "owner", "created_at")
    readonly_fields = fields
    actions = None
