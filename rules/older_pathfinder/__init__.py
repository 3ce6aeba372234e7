"""Combat of older Pathfinder, as far as its source goes: a family of combat rules on the frame of fights.

- ``figures``: the numbers that the source states, and bonuses by type
- ``sheets``: the fields of a combatant and the players' options
- ``state``, ``order``: combatants, turns and what they have left; ``numbers``: attack, Armor Class, damage, wounds
- ``events``, ``tasks``: what happens and what is resolved; ``offers``, ``attack_offers``: possible actions
- ``family``: the interface for the site, with the pages' values and the assumptions
"""

from rules.older_pathfinder.family import OLDER_PATHFINDER

__all__ = ["OLDER_PATHFINDER"]
