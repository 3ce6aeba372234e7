"""Codecs for the parts of events: ids of creatures, faces of dice, what held at the table."""

from __future__ import annotations

from rules.campaigns.codecs import shaped
from rules.documents.shapes import numbers, text_list

MAX_CREATURES = 200
CREATURES = shaped(text_list(MAX_CREATURES, longest=80))
"""Ids of creatures, or other short words."""
FACES = shaped(numbers(100))
"""Faces of dice."""
