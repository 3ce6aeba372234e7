"""Which lines of the log a page draws with a face: a hit, a fall, and the end of a battle."""

import re
from typing import Literal

NoteFace = Literal["", "hit", "fall", "end"]
"""What a line tells, empty for everything that has no face."""

_HIT = re.compile(r" takes [0-9]+ damage\.")
_FALLS = (" is dying.", " is eliminated.")
_END = "The battle is over."


def note_face(sentence: str) -> NoteFace:
    """Return what a sentence of the log tells: damage that was dealt, a creature that goes down, the end."""
    if sentence.endswith(_FALLS):
        return "fall"
    if _HIT.search(sentence):
        return "hit"
    return "end" if sentence.startswith(_END) else ""
