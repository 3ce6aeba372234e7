"""A battle of Path 2 Victory as a fold of its events.

- ``sides``: who fights, and with which rules; ``setup``: the table before the battle
- ``state``: the battle at one point of its log
- ``events``: what players do and answer; ``tasks``: what is being resolved, on a stack
- ``family``: what the site asks, and ``muster-battle/1``
- ``solo``: monsters that the game plays; ``scoring``: objectives and how a battle is won
"""
