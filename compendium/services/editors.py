"""The group of those who edit the compendium, which a migration made."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission
from django.db import transaction

EDITORS = "Compendium editors"


@transaction.atomic
def editors_complete() -> Group:
    """Give the group of editors the rights on the compendium that it lacks: those on what a new version added."""
    group, _ = Group.objects.get_or_create(name=EDITORS)
    rights = Permission.objects.filter(content_type__app_label="compendium")
    missing = set(rights.values_list("pk", flat=True)) - set(group.permissions.values_list("pk", flat=True))
    group.permissions.add(*missing)
    return group
