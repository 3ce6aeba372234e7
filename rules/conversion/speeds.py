"""Speed and the one movement mode of a card."""

from __future__ import annotations

from rules.conversion.steps import ConversionWork

FEET_PER_SQUARE = 5
BARELY_WALKS = 10
"""Feet: a creature that swims and walks no faster than this belongs in the water."""

_MODES: tuple[tuple[str, str], ...] = (("fly", "Flight"), ("burrow", "Burrowing"), ("climb", "Wall Climb"))
_CARD_MODES = dict((*_MODES, ("swim", "Aquatic")))


def squares(feet: int) -> int:
    """Return a distance in squares, rounded down, but no distance becomes nothing."""
    return max(feet // FEET_PER_SQUARE, 1) if feet > 0 else 0


def speed(work: ConversionWork) -> int | None:
    """Return Speed in squares."""
    # The highest of all speeds, divided by 5. "Converting from PF2e", "Speed". The game's author leaves an amphibious
    # creature that hardly walks its land speed.
    if not work.block.speeds:
        work.note("speed", "The stat block has no speed.", "nothing", None)
        return None
    best = max(feet for _, feet in work.block.speeds)
    rule = "Speed is the highest speed, one square for each 5 feet."
    if work.style.keeps_amphibious_walk and _is_amphibious(work) and 0 < work.block.speed("walk") <= BARELY_WALKS:
        dry = [feet for name, feet in work.block.speeds if name != "swim"]
        best = max(dry, default=best)
        rule = "An amphibious creature that hardly walks keeps its land speed, one square for each 5 feet."
    value = squares(best)
    others = sorted({squares(feet) for _, feet in work.block.speeds if feet}, reverse=True)
    choice = work.choose("speed", value, (value, *others))
    chosen: int = choice.value
    work.note("speed", rule, _speeds_read(work), chosen, choice)
    return chosen


def movement_mode(work: ConversionWork) -> str | None:
    """Return the movement mode, at most one."""
    # One mode, the most useful: Flight, then Burrowing, then the others; none that is much slower than the highest
    # speed. "Converting from PF2e", "Speed". "Much slower" is read as less than half.
    block = work.block
    owned = [(name, feet) for name, feet in block.speeds if name in _CARD_MODES and feet > 0]
    if not owned:
        return None
    best = max(feet for _, feet in block.speeds)
    pick = next((mode for name, mode in _MODES if 2 * block.speed(name) >= best and block.speed(name) > 0), None)
    if pick is None and _swims(work, best):
        pick = "Aquatic"
    choice = work.choose("movement_mode", pick, (pick, *(_CARD_MODES[name] for name, _ in owned), None))
    chosen: str | None = choice.value
    rule = "One movement mode, the most useful that is not much slower than the highest speed."
    work.note("movement_mode", rule, _speeds_read(work), chosen, choice)
    return chosen


def is_aquatic_only(work: ConversionWork) -> bool:
    """Return True if the creature can hardly leave the water."""
    # A swimmer with a land speed of 10 feet or less is Aquatic Only. "Converting from PF2e", "Speed".
    block = work.block
    others = max(block.speed(name) for name in ("walk", "fly", "burrow", "climb"))
    return block.speed("swim") > 0 and others <= BARELY_WALKS and not _is_amphibious(work)


def _swims(work: ConversionWork, best: int) -> bool:
    swim, walk = work.block.speed("swim"), work.block.speed("walk")
    if not work.style.keeps_amphibious_walk:
        return 2 * swim >= best and swim > 0
    if _is_amphibious(work):
        return 0 < walk <= BARELY_WALKS and swim > walk
    return swim > 0 and swim >= walk


def _is_amphibious(work: ConversionWork) -> bool:
    return "amphibious" in work.block.traits


def _speeds_read(work: ConversionWork) -> str:
    return ", ".join(f"{name} {feet} feet" for name, feet in work.block.speeds)
