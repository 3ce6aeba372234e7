"""How a battle is won: objectives in play, victory points, and every victory condition scored from what happened.

- ``objectives``: what lies on the board and who has claimed it
- ``condition_in_play``: what conditions answer, and what a side has left
- ``conditions``: each victory condition: when the game ends, what the players count, and who has won
- ``results``: the result in words
"""
