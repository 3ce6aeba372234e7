"""Printed cards: their texts, and the fields that these become.

``values`` has the texts, ``cards`` reads a creature's card and ``items`` an item's; the other modules read one part
each. Text that fits no field stays text, and every guess or omission is an ``ImportDoubt``.
"""
