"""Print for the table: the printables of the compendium, and how each is selected and drawn."""
