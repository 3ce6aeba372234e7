"""How the parts of adventures' events are written and read, each with its bounds; a needed text is never empty."""

from __future__ import annotations

from rules.adventures.participants import MAX_ID
from rules.campaigns.codecs import shaped
from rules.documents import Fields
from rules.documents.shapes import Shape, choice, flag, integer, number, numbers, text, text_list
from rules.lengths import MAX_NAME

MAX_KEY = 120
MAX_REASON = 500
MAX_PART = 1_000
MOST_KEYS = 20
MOST_DICE = 20


def needed_text(high: int) -> Shape:
    """A text that is not empty."""

    def read(fields: Fields, name: str) -> str:
        return fields.text(name, low=1, high=high)

    return Shape(lambda value: value, read, {"type": "string", "minLength": 1})


WHO = shaped(needed_text(MAX_ID))
KEY = shaped(needed_text(MAX_KEY))
OPTIONAL_KEY = shaped(text(MAX_KEY))
SKILL = shaped(text(MAX_NAME))
KEYS = shaped(text_list(MOST_KEYS, MAX_KEY))
REASON = shaped(needed_text(MAX_REASON))
OPTIONAL_REASON = shaped(text(MAX_REASON))
CHANGE = shaped(integer(-MAX_PART, MAX_PART))
OPTIONAL_CHANGE = shaped(number(-MAX_PART, MAX_PART))
COUNT = shaped(integer(0, MAX_PART))
FACES_OF_DICE = shaped(numbers(MOST_DICE))
YES_OR_NO = shaped(flag())


def one_of(words: tuple[str, ...]) -> Shape:
    """One of some words, which has to be there."""
    return choice(words, needed=True)
