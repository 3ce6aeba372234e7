"""What pages and programs see of heroic combat: rows, panels and documents."""

from __future__ import annotations

from typing import Any

from rules.combat.rows import FightMeter, FightRow, FightSection
from rules.combat.state import FightState
from rules.heroic.combatants import HeroicCombatant, fight_of, heroic_of, played_by, recovery_value
from rules.heroic.moving import speed_left
from rules.heroic.objectives import objective_of
from rules.heroic.surroundings import breath_rounds
from rules.heroic.tables import FEET_IN_A_SQUARE, SIZES
from rules.text import counted


def heroic_standing(combatant: HeroicCombatant, *, sees_hidden: bool) -> str:
    """Return how a combatant stands in a word; without ``sees_hidden`` only that it is out or dying."""
    if combatant.is_out:
        return "dead" if combatant.is_dead else "out"
    if combatant.is_dying:
        return "dying"
    if combatant.is_down:
        return "stable"
    return "winded" if sees_hidden and combatant.is_winded else ""


def badges(state: FightState, combatant: HeroicCombatant) -> tuple[str, ...]:
    """Return what else holds of a combatant."""
    aided = [state.name(other) for other in combatant.aids if not heroic_of(state, other).is_out]
    flags = (
        (combatant.is_prone and not combatant.is_out, "prone"),
        (
            bool(combatant.grabbed_by) and not combatant.is_out,
            f"grabbed by {state.name(combatant.grabbed_by)}" if combatant.grabbed_by else "",
        ),
        (combatant.is_defending, "defending"),
        (combatant.is_hidden, "hidden"),
        (combatant.is_surprised, "surprised"),
        (combatant.is_flying, "flying"),
        (combatant.is_underwater, "under water"),
        (
            combatant.breath is not None,
            f"breath for {counted(combatant.breath, 'round')}" if combatant.breath else "out of breath",
        ),
        (bool(combatant.mount), f"rides {state.name(combatant.mount)}" if combatant.mount else ""),
        (bool(aided), f"edge against {', '.join(aided)}"),
        (combatant.is_marked, "objective"),
        (fight_of(state).holder == combatant.id, "has the object"),
        (bool(combatant.held), combatant.held),
    )
    return tuple(words for holds, words in flags if holds)


def heroic_row(state: FightState, combatant: HeroicCombatant, *, sees_hidden: bool) -> FightRow:
    """Return a combatant as lists show it."""
    meters: tuple[FightMeter, ...] = ()
    if sees_hidden:
        meters = (FightMeter("Stamina", combatant.stamina, combatant.most, combatant.temporary),)
        if combatant.is_hero or combatant.sheet.number("recoveries"):
            meters = (*meters, FightMeter("Recoveries", combatant.recoveries, combatant.sheet.number("recoveries")))
    return FightRow(
        combatant.id,
        state.name(combatant.id),
        combatant.side,
        heroic_standing(combatant, sees_hidden=sees_hidden),
        meters,
        badges(state, combatant),
        state.entry(combatant.id).group,
        is_acting=combatant.id in fight_of(state).acting,
        has_acted=combatant.has_acted,
        is_out=combatant.is_out,
    )


def heroic_panel(state: FightState, combatant: HeroicCombatant) -> tuple[FightSection, ...]:
    """Return what is worked out of a combatant: its turn, Recoveries, size and breath."""
    size, sections = SIZES[combatant.sheet.word("size")], []
    if combatant.id in fight_of(state).acting:
        turn = (
            ("Main action", "used" if combatant.main_used else "left"),
            ("Maneuver", "used" if combatant.maneuver_used else "left"),
            ("Squares of speed", f"{speed_left(combatant)} of {combatant.speed} left"),
        )
        sections.append(FightSection("This turn", turn))
    numbers = (
        ("Winded at", str(combatant.most // 2)),
        ("Recovery value", str(recovery_value(state, combatant))),
        ("Space", f"{counted(size.squares, 'square')}, {size.width} wide"),
        ("Speed", f"{combatant.speed} squares, {combatant.speed * FEET_IN_A_SQUARE} feet"),
        ("Holds its breath", _breath_words(combatant)),
        ("Triggered actions used", str(combatant.triggered)),
        ("Played by", state.setup.side(played_by(state, combatant.id) or combatant.side).name),
    )
    sections.append(FightSection("In this fight", numbers))
    if size.doubt:
        sections.append(FightSection("Doubt", (("Size", size.doubt),)))
    return tuple(sections)


def _breath_words(combatant: HeroicCombatant) -> str:
    """Return for how long a combatant holds its breath, in a fight and out of one."""
    return f"{counted(breath_rounds(combatant), 'round')}; out of combat {counted(max(0, combatant.might), 'minute')}"


def heroic_document(state: FightState, combatant: str, *, sees_hidden: bool) -> dict[str, Any]:
    """Return a combatant as an object of JSON; what it has left is null where that is not known."""
    heroic_combatant = heroic_of(state, combatant)
    left = (
        (heroic_combatant.stamina, heroic_combatant.recoveries, heroic_combatant.temporary)
        if sees_hidden
        else (None, None, None)
    )
    return {
        "stamina": left[0],
        "max_stamina": heroic_combatant.most if sees_hidden else None,
        "recoveries": left[1],
        "temporary_stamina": left[2],
        "standing": heroic_standing(heroic_combatant, sees_hidden=sees_hidden),
        "prone": heroic_combatant.is_prone,
        "defending": heroic_combatant.is_defending,
        "hidden": heroic_combatant.is_hidden,
        "surprised": heroic_combatant.is_surprised,
        "under_water": heroic_combatant.is_underwater,
        "flying": heroic_combatant.is_flying,
        "breath": heroic_combatant.breath,
        "grabbed_by": heroic_combatant.grabbed_by or None,
        "mount": heroic_combatant.mount or None,
        "aided_against": list(heroic_combatant.aids),
        "marked": heroic_combatant.is_marked,
        "note": heroic_combatant.held,
        "acted": heroic_combatant.has_acted,
        "turn": {
            "main": heroic_combatant.main_used,
            "maneuver": heroic_combatant.maneuver_used,
            "moved": heroic_combatant.moved,
            "rode": heroic_combatant.has_ridden,
        }
        if heroic_combatant.id in fight_of(state).acting
        else None,
        "triggered": heroic_combatant.triggered,
    }


def fight_document(state: FightState) -> dict[str, Any]:
    """Return what is known of the whole fight as an object of JSON."""
    fight, objective = fight_of(state), objective_of(state)
    return {
        "first": fight.first,
        "due": fight.due,
        "acting": list(fight.acting),
        "objective": {
            "key": objective.key,
            "name": objective.label,
            "about": state.setup.table.word("about"),
            "goal": state.setup.table.number("goal"),
            "progress": fight.progress,
            "against": fight.against,
            "holder": fight.holder or None,
            "verdict": fight.verdict or None,
        },
    }
