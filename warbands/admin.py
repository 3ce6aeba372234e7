"""The admin's view of the warbands of creatures. The compendium does not know them, so its admin is extended here."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from compendium.admin.creatures import CreatureAdmin
from compendium.models import Creature
from warbands.selectors.warbands import warbands_with

admin.site.unregister(Creature)


@admin.register(Creature)
class UsedCreatureAdmin(CreatureAdmin):
    """Creatures that warbands may use."""

    def get_deleted_objects(self, objs: QuerySet | Sequence[Any], request: HttpRequest) -> tuple:
        """Return the details of the confirmation, with the number of warbands that use these creatures."""
        names, counts, permissions, protected = super().get_deleted_objects(objs, request)
        label = "warbands that use it" if len(names) == 1 else "warbands that use one of them"
        return names, {**counts, label: warbands_with(obj.key for obj in objs)}, permissions, protected
