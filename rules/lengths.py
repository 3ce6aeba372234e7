"""How long names may be, in characters."""

MAX_NAME = 80
"""What players name: a campaign, a battle, an adventure, a table, a side, a person, a warband, a creature of theirs."""
MAX_CONVERTED_NAME = 100
"""A creature that is converted from PF2e."""
MAX_CARD_NAME = 120
"""A card or an item."""
MAX_ROSTER_NAME = 200
"""What a roster calls its warband and its members: it may come from elsewhere."""
