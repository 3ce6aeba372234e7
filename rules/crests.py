"""The crest of a warband: a shield that represents the warband.

Its field is the warband's alignment, or that of its most expensive creature; its division is the play mode, its emblem
that of the most expensive creature. The owner may choose emblem and division. ``printing.crests`` draws it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, get_args

Division = Literal["plain", "fess", "pale", "quarterly", "chevron", "bend"]
DIVISIONS: tuple[Division, ...] = get_args(Division)
"""The divisions of a field, in heraldic terms."""
DIVISION_NAMES: Mapping[Division, str] = {
    "plain": "Undivided",
    "fess": "Halved across",
    "pale": "Halved upright",
    "quarterly": "Quartered",
    "chevron": "Chevron",
    "bend": "Halved aslant",
}
DIVISION_BY_MODE: Mapping[str, Division] = {
    "narrative": "plain",
    "unlimited": "fess",
    "limited": "pale",
    "random_box": "quarterly",
    "campaign": "chevron",
}
"""The division of each play mode that a roster may name."""


class CrestCreature(NamedTuple):
    """A creature that may give its emblem: its name, key, cost in points and emblem, and its alignment as a code."""

    name: str
    key: str
    points: int
    emblem: str
    alignment: str = ""


@dataclass(frozen=True, slots=True)
class CrestChoice:
    """The owner's choices for a crest; an empty part follows from the warband."""

    emblem: str = ""
    division: str = ""


@dataclass(frozen=True, slots=True)
class Crest:
    """A crest: the code of the ``alignment`` ("" for none), the division, the name of the emblem ("" for none).

    ``border`` is the side of a battle whose border it has, "" if it needs none.
    """

    alignment: str = ""
    division: Division = "plain"
    emblem: str = ""
    border: str = ""


NO_CHOICE = CrestChoice()


def crest_document(shown: Crest) -> dict[str, str]:
    """Return a crest's stored document; without the border, which depends on the other crests beside it."""
    return {"alignment": shown.alignment, "division": shown.division, "emblem": shown.emblem}


def crest_from_document(document: Mapping[str, str], choice: CrestChoice = NO_CHOICE) -> Crest:
    """Return a stored crest with its owner's later choices; unknown words give a plain one."""
    return Crest(
        alignment=document.get("alignment", ""),
        division=_division(choice.division) or _division(document.get("division", "")) or "plain",
        emblem=choice.emblem or document.get("emblem", ""),
    )


def crest(creatures: Iterable[CrestCreature], *, alignment: str, mode: str, choice: CrestChoice = NO_CHOICE) -> Crest:
    """Return the crest of a warband of these creatures; ``mode`` is its play mode as rosters write it."""
    strongest = costliest(creatures)
    return Crest(
        alignment=alignment or (strongest.alignment if strongest else ""),
        division=_division(choice.division) or DIVISION_BY_MODE.get(mode, "plain"),
        emblem=choice.emblem or (strongest.emblem if strongest else ""),
    )


def _division(word: str) -> Division | None:
    return next((division for division in DIVISIONS if division == word), None)


def costliest(creatures: Iterable[CrestCreature]) -> CrestCreature | None:
    """Return the most expensive creature with an emblem, then the first by name; None if there is none."""
    with_emblem = [creature for creature in creatures if creature.emblem]
    return min(with_emblem, key=lambda each: (-each.points, each.name, each.key), default=None)


def told_apart(crests: Mapping[str, Crest]) -> dict[str, Crest]:
    """Return the crests of sides by their sides; those that are equal get the border of their side."""
    bare = {side: replace(each, border="") for side, each in crests.items()}
    numbers = Counter(bare.values())
    return {side: replace(each, border=side) if numbers[each] > 1 else each for side, each in bare.items()}
