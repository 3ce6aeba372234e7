"""The compendium in the admin: creatures with their features on one page, items, feats, spells and sources."""

from compendium.admin import creatures, entries, homebrew, sources

__all__ = ["creatures", "entries", "homebrew", "sources"]
