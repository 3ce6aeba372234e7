"""Duels: two opponents, by agreed rules. The combat is that of ``rules.p2v_combat``.

- ``facts``: the agreement, prepared duelists, cheats, entered stats as a card
- ``play``: the state of a duel; ``initiative``: sealed choices, the order of turns, tradition focus
- ``entering``, ``fighting``: the events; ``kind``: the kind itself, with stat blocks
"""
