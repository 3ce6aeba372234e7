"""Games of dice in a tavern: their odds, own games, and tables at which they are played, by ``rules.gambling``.

- ``models``: own games, tables with their entries
- ``selectors``: a game or a table as one person sees it
- ``services``: keeping games, opening tables, playing rounds
- ``web``, ``api``: pages and addresses for programs
"""
