"""The compendium in the admin: creatures with their features on one page, gambits, items, feats, spells and sources."""

from compendium.admin import creatures, entries, homebrew

__all__ = ["creatures", "entries", "homebrew"]
