"""The rulebook's tables as typed rows, with their rules: one module per subject.

Every module can be read alone (``from rules.tables import dying``). Rows are in the rulebook's order; dice faces are
always arguments; ``entries()`` explains a table to a reader, one ``rules.tables.prose.Entry`` per term.
"""
