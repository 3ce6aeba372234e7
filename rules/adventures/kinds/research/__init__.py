"""Research: a library of places with checks, points toward what can be learnt, and the time that passes meanwhile.

- ``facts``: places, checks with their maximum, thresholds, events by time, rivals
- ``play``: the state, the check and the events; ``kind``: the kind itself, what players know of it, and stat blocks
"""
