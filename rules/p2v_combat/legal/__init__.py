"""What a creature may do now, as complete events that the fold accepts.

- ``commands``: the entry, with answers to questions and turns; ``acts``: actions with their targets and choices
- ``interactions``: what lies on the board, mounts and company; ``surroundings``: what only the table shows
"""
