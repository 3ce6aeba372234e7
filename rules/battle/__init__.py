"""A battle of Path 2 Victory: what happens at the table, as values and plain functions.

``setup`` is the table before the battle: board, terrain, objectives, victory condition, deployment, sealed choices.
"""
