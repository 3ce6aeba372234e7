"""Battles on paper and screen: the table before the battle.

- ``tables``: a table as one figure: board, terrain, zones, objectives, props
- ``board_grounds``: the ground of a board on which a battle is played
- ``scenes``: who stood where on the board
- ``sheets``: a board as sheets of paper to play on
- ``setup``: the set-up of a battle on one page
"""
