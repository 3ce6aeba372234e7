"""A battle of Path 2 Victory as a fold of its events.

- ``sides``: the combatants and the rules of the battle; ``setup``: the table before the battle
- ``state``: the battle at one point of its log
- ``events``: players' actions and answers; ``tasks``: the stack of what is being resolved
- ``legal``: every command that is legal now for a creature
- ``family``: the interface for the site, and ``muster-battle/1``
- ``solo``: monsters that the game plays; ``scoring``: objectives and how a battle is won
"""
