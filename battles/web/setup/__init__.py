"""The set-up of a battle: a page for each step, the secrets behind a cover, the sheet to print."""
