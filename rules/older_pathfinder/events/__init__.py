"""The events of a fight of the older rules: the order, a turn’s actions, attacks, magic, and changes by hand."""
