"""Victory points: gathered toward a goal or preserved, of one kind or several.

- ``facts``: tracks of points, checks that move them, and the scales with their suggested thresholds
- ``play``: the state, the events and the checks; ``kind``: the kind itself, and how it is printed
"""
