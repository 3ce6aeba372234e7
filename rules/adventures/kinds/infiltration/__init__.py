"""Infiltrations: objectives behind obstacles, and the opposition's awareness.

- ``facts``: objectives, obstacles, awareness, complications, opportunities
- ``preparations``: the activities before it; ``preparing``: those in play
- ``play``: the state and its consequences; ``actions``: the checks inside
- ``events``: events without a check; ``kind``: the kind itself, players' view, and stat blocks
"""
