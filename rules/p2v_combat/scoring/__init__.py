"""How a battle is won: objectives in play, victory points, and every victory condition scored from what happened.

- ``warbands``: what a side has left, by points and by number; who is Broken
- ``objectives``: what lies on the board and who has claimed it
- ``conditions``: each victory condition: when the game ends, what the players count, and who has won
- ``results``: the result in words
"""
