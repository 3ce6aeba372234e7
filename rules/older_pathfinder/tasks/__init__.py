"""The tasks of a fight of the older rules: rolls, attacks with their damage, opportunities, and casting."""
