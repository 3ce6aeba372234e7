"""Heroic combat: the fights of Draw Steel as its one-page guide states them, as a family of combat rules.

Players agree on what the guide leaves open (``sheets.TABLE``); docs/heroic-combat.md lists all of it.

- ``tables``: sizes, ways to move, free strikes, damage types, objectives; ``sheets``: the entered values
- ``combatants``: combatants in play; ``stamina``: damage, healing, dying; ``turns``: whose turn it is
- ``power_rolls``, ``attacks``: rolls, tests, and their effects
- ``actions``, ``maneuvers``, ``table_events``: the events of a turn and those that the players enter
- ``attack_offers``, ``turn_offers``, ``table_offers``: what pages and programs see
- ``family``: the family itself, and its values for pages and programs
"""

from rules.heroic.family import HEROIC

__all__ = ["HEROIC"]
