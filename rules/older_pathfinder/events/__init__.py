"""The events of a fight of the older rules: the order, a turn’s actions, attacks, magic, and what is done by hand."""
