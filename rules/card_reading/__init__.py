"""Printed cards: their texts, and the fields that these become.

``values`` has the texts, ``cards`` reads a creature's card and ``items`` an item's; the other modules read one part
each. Text that fits no field stays text, and every guess or omission is an ``ImportDoubt``.
"""

from rules.card_reading.cards import read_card
from rules.card_reading.items import read_item
from rules.card_reading.values import Candidate, ImportDoubt, PrintedCard, PrintedFeature, UnreadWords

__all__ = ["Candidate", "ImportDoubt", "PrintedCard", "PrintedFeature", "UnreadWords", "read_card", "read_item"]
