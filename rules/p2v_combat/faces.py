"""The lines of the log that pages illustrate: a roll, a hit, a fall, and the end of a battle."""

import re
from typing import Literal

NoteFace = Literal["", "roll", "hit", "fall", "end"]
"""The picture of a line, empty for lines without one."""

_HIT = re.compile(r" takes [0-9]+ damage\.")
_ROLL = re.compile(r": ([0-9]+)(?: [+−] [0-9]+)+ = −?[0-9]+ against .+\.$")
_FALLS = (" is dying.", " is eliminated.")
_END = "The battle is over."


def note_face(sentence: str) -> NoteFace:
    """Return the picture of a sentence of the log: a die, damage, a creature that goes down, the end."""
    if sentence.endswith(_FALLS):
        return "fall"
    if _HIT.search(sentence):
        return "hit"
    if _ROLL.search(sentence):
        return "roll"
    return "end" if sentence.startswith(_END) else ""


def rolled_face(sentence: str) -> str:
    """Return the face of the die in a sentence, "" for none."""
    roll = _ROLL.search(sentence)
    return roll[1] if roll else ""
