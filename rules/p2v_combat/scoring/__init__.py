"""How a battle is won: objectives in play, victory points, and every victory condition scored from events.

- ``objectives``: which are on the board and who has claimed them
- ``condition_in_play``: the interface of conditions, and what a side has left
- ``conditions``: each victory condition: when the game ends, what the players count, and who has won
- ``results``: the result in words
"""
