"""How the parts of adventures' events are written and read, each with its bounds; a needed text is never empty."""

from typing import Annotated

from rules.adventures.participants import MAX_ID
from rules.documents.shapes import Shape, choice, flag, integer, number, numbers, text, text_list
from rules.lengths import MAX_NAME

MAX_KEY = 120
MAX_REASON = 500
MAX_PART = 1_000
MOST_KEYS = 20
MOST_DICE = 20


def needed_text(high: int) -> Shape:
    """A text that is not empty."""
    return text(high, low=1)


ParticipantKey = Annotated[str, needed_text(MAX_ID)]
EventKey = Annotated[str, needed_text(MAX_KEY)]
OptionalKey = Annotated[str, text(MAX_KEY)]
SkillName = Annotated[str, text(MAX_NAME)]
EventKeys = Annotated[tuple[str, ...], text_list(MOST_KEYS, MAX_KEY)]
Reason = Annotated[str, needed_text(MAX_REASON)]
OptionalReason = Annotated[str, text(MAX_REASON)]
PartChange = Annotated[int, integer(-MAX_PART, MAX_PART)]
OptionalChange = Annotated[int | None, number(-MAX_PART, MAX_PART)]
PartCount = Annotated[int, integer(0, MAX_PART)]
DiceFaces = Annotated[tuple[int, ...], numbers(MOST_DICE)]
YesOrNo = Annotated[bool, flag()]


def one_of(words: tuple[str, ...]) -> Shape:
    """One of some words, which has to be there."""
    return choice(words, needed=True)
