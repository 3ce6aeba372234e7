"""Combat of older Pathfinder, as far as its source goes: a family of combat rules on the frame of fights.

- ``figures``: the numbers that the source states; ``assumptions``: what had to be assumed
- ``sheets``: the fields of a combatant and of the table; ``bonuses``: which of them count together
- ``state``, ``order``: combatants, turns and what they have left; ``numbers``, ``wounds``: attack, Armor Class, damage
- ``events``, ``tasks``: what happens and what is resolved; ``offers``, ``rows``: what pages show
- ``family``: the object that the site asks
"""

from rules.older_pathfinder.family import OLDER_PATHFINDER

__all__ = ["OLDER_PATHFINDER"]
