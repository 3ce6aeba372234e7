"""Duels: two against each other, by rules that both have agreed on. The blows are those of ``rules.p2v_combat``.

- ``facts``: what the duelists agreed on, prepared duelists, cheats; ``duelists``: typed stats as a card
- ``play``: where a duel stands; ``initiative``: sealed choices, the order of turns, tradition focus
- ``entering``, ``fighting``, ``ending``: the events; ``blocks``: stat blocks; ``kind``: the kind itself
"""

from rules.adventures.kinds.duel.kind import DUEL

__all__ = ["DUEL"]
