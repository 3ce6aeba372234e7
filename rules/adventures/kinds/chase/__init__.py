"""Chases: a line of obstacles, and two sides on it.

- ``facts``: the four types, the lengths, obstacles and ways, and the ready obstacles
- ``play``: groups, Chase Points, moving on, catching up; ``actions``: the check, and what time brings
- ``events``: what happens without a check
- ``kind``: the kind itself, the line as it is drawn, and stat blocks
"""
