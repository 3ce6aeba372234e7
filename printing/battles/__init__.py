"""Battles on paper and screen: the table before the battle.

- ``tables``: a table as one figure: board, terrain, zones, objectives, props
- ``legends``: the text beside the figure
- ``setup``: the set-up of a battle on one page
"""
