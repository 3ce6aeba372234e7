"""The sentences of triggers, read once as a card without such fields is opened: events, damage, distances."""

import re
from typing import Any, TypeVar

from rules.effects.model import Effect
from rules.effects.triggers import ReactionTrigger
from rules.effects.values import Where
from rules.replacing import replace
from rules.tables.actions import common_reaction
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


_PLACES: tuple[tuple[str, Where], ...] = (
    (r"adjacent", "adjacent"),
    (r"reach", "reach"),
    (r"line of sight|can see", "sight"),
    (r"within (?!\d)", "aura"),
)
_WITHIN = re.compile(r"within (\d{1,3})\b", re.IGNORECASE)
_LAST = re.compile(r"\b(?:this creature is eliminated|dies)\b", re.IGNORECASE)
_TAKES = re.compile(r"\btakes (?P<types>[a-z, ]{1,200}) damage\b", re.IGNORECASE)
_WORD = re.compile(r"[a-z]+")


E = TypeVar("E", bound=Effect)
_REPORTED = ReactionTrigger(kinds=("reported",))
_OWN = "it "
"""The start of a sentence that is about the card's own creature."""


def with_triggers(effect: E, name: str, text: str = "") -> E:
    """Return an effect with the triggers of its sentence, if its fields say none; ``text`` is its other text.

    A trigger that only players see is reported by them. Cards of older battles, whose passives have no moments, name
    the damage that they wait for, and their elimination, in sentences alone.
    """
    sentence = effect.trigger or ""
    if effect.triggers or not (effect.is_reaction or (effect.cost is None and not effect.moments)):
        return effect
    if not effect.is_reaction:
        triggers = _of_older_passives(sentence, text)
    elif sentence and (common := common_reaction(name)):
        types = damage_types_in(sentence)
        triggers = tuple(replace(trigger, of=types or trigger.of, **_place(sentence)) for trigger in common.triggers)
    else:
        triggers = read_triggers(sentence, reduces=bool(effect.reduces))
    return replace(effect, triggers=triggers) if triggers else effect


def _of_older_passives(sentence: str, text: str) -> tuple[ReactionTrigger, ...]:
    types = damage_types_taken(sentence or text)
    taken = (ReactionTrigger(kinds=("damages",), to="self", of=types),) if types else ()
    return (*taken, *((ReactionTrigger(kinds=("eliminated",), by="self"),) if _LAST.search(sentence) else ()))


@cached_by_text(1_024)
def read_triggers(text: str, *, reduces: bool = False) -> tuple[ReactionTrigger, ...]:
    """Return the triggers that a sentence means: one that players report if no row fits, none without a sentence.

    What ``reduces`` the damage of a critical hit waits for that damage.
    """
    words = text.casefold()
    if reduces and "critical" in words:
        trigger: ReactionTrigger | None = ReactionTrigger(kinds=("damages",), to="self", outcomes=(CRITICAL_HIT,))
    else:
        trigger = next((row for pattern, row in _SENTENCES if re.search(pattern, words)), None)
    if trigger is None:
        return (replace(_REPORTED, by="self" if words.startswith(_OWN) else "any"),) if words else ()
    return (replace(trigger, of=damage_types_in(text), **_place(text)),)


def damage_types_in(text: str) -> tuple[str, ...]:
    """Return the types of damage that a sentence names."""
    return tuple(word for word in _WORD.findall(text.casefold()) if word in DAMAGE_TYPES)


def _place(text: str) -> dict[str, Any]:
    """Return where somebody has to be, and within how many squares, by a sentence."""
    where: Where = next((where for pattern, where in _PLACES if re.search(pattern, text, re.IGNORECASE)), "")
    within = _WITHIN.search(text)
    return {"where": where, "within": int(within[1]) if within else None}


def damage_types_taken(text: str) -> tuple[str, ...]:
    """Return the words for the damage that a creature takes, by a sentence: ``it takes fire or cold damage``."""
    match = _TAKES.search(text)
    return tuple(_WORD.findall(match["types"].casefold())) if match else ()
