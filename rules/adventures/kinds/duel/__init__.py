"""Duels: two against each other, by rules that both have agreed on. The blows are those of ``rules.p2v_combat``.

- ``facts``: what the duelists agreed on, prepared duelists, cheats, typed stats as a card
- ``play``: where a duel stands; ``initiative``: sealed choices, the order of turns, tradition focus
- ``entering``, ``fighting``: the events; ``kind``: the kind itself, with stat blocks
"""
