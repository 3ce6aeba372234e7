"""The compendium for programs: creatures, items, feats, spells, the glossary and the sources, to read."""
