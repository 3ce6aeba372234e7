"""Printed cards: what stands on one, as texts, and how these texts become the fields of a card.

``values`` holds the texts, ``cards`` reads a creature's card and ``items`` an item's; the other modules read one part
each. What no field can hold stays in the text, and whatever had to be guessed or left out is an ``ImportDoubt``.
"""

from rules.card_reading.cards import read_card
from rules.card_reading.items import read_item
from rules.card_reading.values import Candidate, ImportDoubt, PrintedCard, PrintedFeature, UnreadWords

__all__ = ["Candidate", "ImportDoubt", "PrintedCard", "PrintedFeature", "UnreadWords", "read_card", "read_item"]
