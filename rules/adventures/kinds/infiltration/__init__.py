"""Infiltrations: objectives behind obstacles, and the awareness of those who must not notice.

- ``facts``: objectives, obstacles, awareness, complications, opportunities
- ``preparations``: the activities before it; ``preparing``: those in play
- ``play``: where it stands, and what follows from it; ``actions``: the checks inside
- ``events``: what happens without a check; ``kind``: the kind itself, what players see, and stat blocks
"""
