"""The compendium API: creatures, items, feats, spells, the glossary and the sources, read-only."""
