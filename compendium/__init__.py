"""The creature compendium: creatures, items, feats, spells and the glossary; their pages, admin and API."""
