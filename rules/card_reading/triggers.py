"""The sentences of triggers, read as a card comes into a battle: their events, types of damage and distances."""

import re

from rules.effects.triggers import ReactionTrigger
from rules.replacing import replace
from rules.tables.damage import BY_NAME as DAMAGE_TYPES
from rules.tables.rolls import Degree, Strike
from rules.text import cached_by_text

CRITICAL_HIT = Strike.CRITICAL_HIT.value
FAILURES = (Degree.FAILURE.value, Degree.CRITICAL_FAILURE.value)
_STRUCK = ReactionTrigger(kinds=("hits",), by="other", to="self")
# The first row that fits counts, so narrower sentences stand first. What no row fits, the players report.
_SENTENCES: tuple[tuple[str, ReactionTrigger], ...] = (
    (r"begins its turn|starts its turn", ReactionTrigger(kinds=("starts turn",), by="enemy")),
    (r"^its hp fall to 0", ReactionTrigger(kinds=("falls",), to="self")),
    (r"^it takes .*damage", ReactionTrigger(kinds=("damages",), to="self")),
    (r"^an ally .*takes damage", ReactionTrigger(kinds=("damages",), to="ally")),
    (
        r"^it is critically hit by a melee",
        ReactionTrigger(kinds=("hits",), to="self", outcomes=(CRITICAL_HIT,), is_ranged=False),
    ),
    (r"^it is critically hit", ReactionTrigger(kinds=("hits",), to="self", outcomes=(CRITICAL_HIT,))),
    (r"^a creature hits you with a melee", ReactionTrigger(kinds=("hits",), by="other", to="self", is_ranged=False)),
    (r"^a melee strike hits the carrier", ReactionTrigger(kinds=("hits",), by="other", to="self", is_ranged=False)),
    (r"^it is hit|^a strike would hit it", _STRUCK),
    (r"critically misses it", ReactionTrigger(kinds=("misses",), by="other", to="self", outcomes=("critical miss",))),
    (
        r"^a rock strike .*targets it",
        ReactionTrigger(kinds=("strikes", "targets"), by="other", to="self", source="rock"),
    ),
    (r"^a melee strike targets it", ReactionTrigger(kinds=("strikes",), by="other", to="self", is_ranged=False)),
    (r"^an attack targets an ally", ReactionTrigger(kinds=("strikes", "targets"), by="enemy", to="ally")),
    (r"^an attack targets|attacks it$", ReactionTrigger(kinds=("strikes", "targets"), by="enemy", to="self")),
    (r"attempts a strike", ReactionTrigger(kinds=("strikes",), by="enemy")),
    (r"attempts to move", ReactionTrigger(kinds=("moves",), by="enemy")),
    (r"^it strides", ReactionTrigger(kinds=("moves",), by="self", own_turn=True)),
    (r"^an ally .*fails its will save", ReactionTrigger(kinds=("save",), by="ally", outcomes=FAILURES, source="will")),
    (r"^an ally makes a will save", ReactionTrigger(kinds=("save",), by="ally", outcomes=FAILURES, source="will")),
    (r"^an enemy .*fails a skill check", ReactionTrigger(kinds=("check",), by="enemy", outcomes=FAILURES)),
)


_NEAR = re.compile(r"within|adjacent|reach|line of sight|can see", re.IGNORECASE)
_LAST = re.compile(r"\b(?:this creature is eliminated|dies)\b", re.IGNORECASE)
_TAKES = re.compile(r"\btakes (?P<types>[a-z, ]+) damage\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z]+")


@cached_by_text(1_024)
def read_triggers(text: str, *, reduces: bool = False) -> tuple[ReactionTrigger, ...]:
    """Return the triggers that a sentence means; empty if only the players can see them.

    What ``reduces`` the damage of a critical hit waits for that damage.
    """
    words = text.casefold()
    if reduces and "critical" in words:
        trigger: ReactionTrigger | None = ReactionTrigger(kinds=("damages",), to="self", outcomes=(CRITICAL_HIT,))
    else:
        trigger = next((row for pattern, row in _SENTENCES if re.search(pattern, words)), None)
    return (replace(trigger, of=damage_types_in(text), is_near=says_where(text)),) if trigger else ()


def damage_types_in(text: str) -> tuple[str, ...]:
    """Return the types of damage that a sentence names."""
    return tuple(word for word in _WORD.findall(text.casefold()) if word in DAMAGE_TYPES)


def says_where(text: str) -> bool:
    """Return True if a sentence says how far away somebody is, or who sees whom."""
    return _NEAR.search(text) is not None


def is_of_elimination(text: str) -> bool:
    """Return True if a sentence is about the moment at which its creature is eliminated."""
    return _LAST.search(text) is not None


def damage_types_taken(text: str) -> tuple[str, ...]:
    """Return the words for the damage that a creature takes, by a sentence: ``it takes fire or cold damage``."""
    match = _TAKES.search(text)
    return tuple(_WORD.findall(match["types"].casefold())) if match else ()
