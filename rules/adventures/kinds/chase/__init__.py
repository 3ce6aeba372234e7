"""Chases: a line of obstacles, and two sides on it.

- ``facts``: the four types, the lengths, obstacles and ways; ``shapes``: how documents write them
- ``obstacles``: the ready obstacles
- ``play``: groups, Chase Points, moving on, catching up; ``rounds``: what time brings
- ``actions``: the check; ``events``: what happens without one; ``drawing``: the line as it is drawn
- ``blocks``: stat blocks; ``kind``: the kind itself
"""

from rules.adventures.kinds.chase.kind import CHASE

__all__ = ["CHASE"]
