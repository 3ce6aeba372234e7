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


def heroic_standing(one: HeroicCombatant, *, knows_left: bool) -> str:
    """Return how a combatant stands in a word; without ``knows_left`` only that it is out or dying."""
    if one.is_out:
        return "dead" if one.is_dead else "out"
    if one.is_dying:
        return "dying"
    if one.is_down:
        return "stable"
    return "winded" if knows_left and one.is_winded else ""


def badges(state: FightState, one: HeroicCombatant) -> tuple[str, ...]:
    """Return what else holds of a combatant."""
    aided = [state.name(other) for other in one.aids if not heroic_of(state, other).is_out]
    flags = (
        (one.is_prone and not one.is_out, "prone"),
        (bool(one.grabbed_by) and not one.is_out, f"grabbed by {state.name(one.grabbed_by)}" if one.grabbed_by else ""),
        (one.is_defending, "defending"),
        (one.is_hidden, "hidden"),
        (one.is_surprised, "surprised"),
        (one.is_flying, "flying"),
        (one.is_underwater, "under water"),
        (one.breath is not None, f"breath for {counted(one.breath, 'round')}" if one.breath else "out of breath"),
        (bool(one.mount), f"rides {state.name(one.mount)}" if one.mount else ""),
        (bool(aided), f"edge against {', '.join(aided)}"),
        (one.is_marked, "objective"),
        (fight_of(state).holder == one.id, "has the object"),
        (bool(one.held), one.held),
    )
    return tuple(words for holds, words in flags if holds)


def heroic_row(state: FightState, one: HeroicCombatant, *, knows_left: bool) -> FightRow:
    """Return a combatant as lists show it."""
    meters: tuple[FightMeter, ...] = ()
    if knows_left:
        meters = (FightMeter("Stamina", one.stamina, one.most, one.temporary),)
        if one.is_hero or one.sheet.number("recoveries"):
            meters = (*meters, FightMeter("Recoveries", one.recoveries, one.sheet.number("recoveries")))
    return FightRow(
        one.id,
        state.name(one.id),
        one.side,
        heroic_standing(one, knows_left=knows_left),
        meters,
        badges(state, one),
        state.entry(one.id).group,
        is_acting=one.id in fight_of(state).acting,
        has_acted=one.has_acted,
        is_out=one.is_out,
    )


def heroic_panel(state: FightState, one: HeroicCombatant) -> tuple[FightSection, ...]:
    """Return what is worked out of a combatant: its turn, Recoveries, size and breath."""
    size, sections = SIZES[one.sheet.word("size")], []
    if one.id in fight_of(state).acting:
        turn = (
            ("Main action", "used" if one.main_used else "left"),
            ("Maneuver", "used" if one.maneuver_used else "left"),
            ("Squares of speed", f"{speed_left(one)} of {one.speed} left"),
        )
        sections.append(FightSection("This turn", turn))
    numbers = (
        ("Winded at", str(one.most // 2)),
        ("Recovery value", str(recovery_value(state, one))),
        ("Space", f"{counted(size.squares, 'square')}, {size.width} wide"),
        ("Speed", f"{one.speed} squares, {one.speed * FEET_IN_A_SQUARE} feet"),
        ("Holds its breath", _breath_words(one)),
        ("Triggered actions used", str(one.triggered)),
        ("Played by", state.setup.side(played_by(state, one.id) or one.side).name),
    )
    sections.append(FightSection("In this fight", numbers))
    if size.doubt:
        sections.append(FightSection("Doubt", (("Size", size.doubt),)))
    return tuple(sections)


def _breath_words(one: HeroicCombatant) -> str:
    """Return for how long a combatant holds its breath, in a fight and out of one."""
    return f"{counted(breath_rounds(one), 'round')}; out of combat {counted(max(0, one.might), 'minute')}"


def heroic_document(state: FightState, combatant: str, *, knows_left: bool) -> dict[str, Any]:
    """Return a combatant as an object of JSON; what it has left is null where that is not known."""
    one = heroic_of(state, combatant)
    left = (one.stamina, one.recoveries, one.temporary) if knows_left else (None, None, None)
    return {
        "stamina": left[0],
        "max_stamina": one.most if knows_left else None,
        "recoveries": left[1],
        "temporary_stamina": left[2],
        "standing": heroic_standing(one, knows_left=knows_left),
        "prone": one.is_prone,
        "defending": one.is_defending,
        "hidden": one.is_hidden,
        "surprised": one.is_surprised,
        "under_water": one.is_underwater,
        "flying": one.is_flying,
        "breath": one.breath,
        "grabbed_by": one.grabbed_by or None,
        "mount": one.mount or None,
        "aided_against": list(one.aids),
        "marked": one.is_marked,
        "note": one.held,
        "acted": one.has_acted,
        "turn": {"main": one.main_used, "maneuver": one.maneuver_used, "moved": one.moved, "rode": one.has_ridden}
        if one.id in fight_of(state).acting
        else None,
        "triggered": one.triggered,
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
