"""Heroic combat: the fights of Draw Steel as its one-page guide states them, as a family of combat rules.

What the guide leaves open is agreed at the table (``sheets.TABLE``); docs/heroic-combat.md lists it all.

- ``tables``: sizes, ways to move, free strikes, damage types, objectives; ``sheets``: what is typed in
- ``combatants``: combatants in play; ``stamina``: damage, healing, dying; ``turns``: whose turn it is
- ``power_rolls``, ``attacks``: rolls, tests, and what follows from them
- ``actions``, ``maneuvers``, ``table_events``: the events, those of a turn and those that the table enters
- ``attack_offers``, ``turn_offers``, ``table_offers``, ``fight_views``: what pages and programs see
- ``family``: the family itself
"""

from rules.heroic.family import HEROIC

__all__ = ["HEROIC"]
