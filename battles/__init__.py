"""Battles at the table: their log, the people who play them, and the pages beside the board.

- ``models``: a battle with its set-up, its seats, the entries of its log, and sealed choices
- ``selectors``: the battle as one person sees it; its state, folded from the log and kept in memory
- ``services``: making a battle, setting up its table, recording what happens, links and sealed choices
- ``drawings``: the table as a figure of a page
- ``forms``: what is filled in for a new battle and for its table, for pages and programs alike
- ``web``: the pages for phones and the table, and the part that asks every other second whether something happened
- ``api``: the same for programs
"""
