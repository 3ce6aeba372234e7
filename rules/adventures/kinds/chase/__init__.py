"""Chases: a line of obstacles, and two sides on it.

- ``facts``: the four types, the lengths, obstacles and paths, and the ready obstacles
- ``play``: groups, Chase Points, moving on, catching up; ``actions``: the check, and the effects of time
- ``events``: events without a check
- ``kind``: the kind itself, the drawn line, and stat blocks
"""
