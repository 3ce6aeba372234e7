"""Print for the table: what can be printed of the compendium, and how each of it is chosen and drawn."""
