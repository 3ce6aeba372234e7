"""The maximum lengths of names, in characters."""

MAX_NAME = 80
"""Players' names: a campaign, a battle, an adventure, a table, a side, a person, a warband, a player's creature."""
MAX_CONVERTED_NAME = 100
"""A creature that is converted from PF2e."""
MAX_CARD_NAME = 120
"""A card or an item."""
MAX_ROSTER_NAME = 200
"""A roster's names for its warband and its members: it may be imported."""
