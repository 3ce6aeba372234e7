"""The rulebook's tables as typed rows, with the rules that belong to each: one module a subject.

Every module reads alone (``from rules.tables import dying``). Rows stand in the rulebook's order; dice faces
are always arguments; ``entries()`` explains a table to a reader, one ``rules.tables.prose.Entry`` a term.
"""
