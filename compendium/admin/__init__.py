"""The compendium in the admin: creatures with their features on one page, gambits, items, feats, spells and sources."""

from compendium.admin import creatures, entries, gambits, homebrew, sources

__all__ = ["creatures", "entries", "gambits", "homebrew", "sources"]
