"""The compendium in the admin: creatures with their features on one page, items, feats, spells and sources."""

from compendium.admin import creatures, entries, sources

__all__ = ["creatures", "entries", "sources"]
