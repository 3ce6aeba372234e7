"""Research: a library of places with checks, points toward discoveries, and the passing time.

- ``facts``: places, checks with their maximum, thresholds, events by time, rivals
- ``play``: the state, the check and the events; ``kind``: the kind itself, players' knowledge, and stat blocks
"""
