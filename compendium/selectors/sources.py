"""Reading the sources that entries come from."""

from __future__ import annotations

from collections.abc import Collection

from compendium.models import Source


def source_names(keys: Collection[str]) -> dict[str, str]:
    """Return what players call these sources, by key; unknown ones are left out. One query, none for no keys."""
    return dict(Source.objects.filter(key__in=keys).values_list("key", "name")) if keys else {}
