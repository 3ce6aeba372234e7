"""The checks that a participant may try now: what each degree would do, and its chance where the DC is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adventures.selectors.folding import FoldedAdventure
from adventures.selectors.seats import AdventureSeat
from rules.battle.numbers import SAVES
from rules.errors import ChangeRefused, RulesError
from rules.subsystems.checks import CheckAction, CheckForecast, check_forecast, degree_lines
from rules.subsystems.participants import LORE, PERCEPTION, AdventureParticipant
from rules.subsystems.scales import DEGREES, FACES
from rules.subsystems.state import AdventureState, CheckAttempt
from rules.tables.skills import BY_NAME
from rules.tables.stats import stat_name
from rules.text import with_minus

MOST_SKILLS_SHOWN = 30


@dataclass(frozen=True, slots=True)
class SkillOption:
    """A skill with which a check may be rolled: the modifier with its parts, the DC and the chance of success if known.

    ``why_not`` says why it cannot be, "" where it can.
    """

    skill: str
    modifier: str = ""
    parts: str = ""
    dc: str = ""
    chance: str = ""
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class TargetOption:
    """Something that a check may be tried against: its skills, what degrees do, and what is chosen before the roll."""

    key: str
    name: str
    skills: tuple[SkillOption, ...]
    degrees: tuple[tuple[str, str], ...]
    choices: tuple[tuple[str, str], ...] = ()
    meets: tuple[tuple[str, str], ...] = ()
    why_not: str = ""
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class ActionChecks:
    """An action that rolls a check, with its targets."""

    key: str
    name: str
    is_secret: bool
    targets: tuple[TargetOption, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class WantedCheck:
    """What the address asks to be looked at: an action, its target, and a skill that nobody listed."""

    action: str = ""
    target: str = ""
    skill: str = ""


def check_options(
    seat: AdventureSeat, folded: FoldedAdventure, who: AdventureParticipant, wanted: WantedCheck
) -> tuple[ActionChecks, ...]:
    """Return the checks that a participant may try; of what players do not know, nothing for players."""
    seen = folded.view(for_players=not seat.organizes).state
    return tuple(
        ActionChecks(
            action.key,
            action.name,
            action.is_secret,
            tuple(_targets(seat, folded.state, seen, action, who, wanted)),
            action.key == wanted.action,
        )
        for action in seen.adventure.kind.actions
    )


def _targets(
    seat: AdventureSeat,
    state: AdventureState,
    seen: AdventureState,
    action: CheckAction,
    who: AdventureParticipant,
    wanted: WantedCheck,
) -> Iterator[TargetOption]:
    for target in action.targets(seen):
        is_wanted = (action.key, target.key) == (wanted.action, wanted.target)
        skills = [*target.skills, *([wanted.skill] if is_wanted and wanted.skill else [])] or _own_skills(who)
        attempts = [CheckAttempt(action.key, who.id, target.key, skill) for skill in dict.fromkeys(skills)]
        options = tuple(_skill(state, one, for_players=not seat.organizes) for one in attempts[:MOST_SKILLS_SHOWN])
        if not options:
            options = (_skill(state, CheckAttempt(action.key, who.id, target.key), for_players=not seat.organizes),)
        first = next((one for one in options if not one.why_not), None)
        attempt = CheckAttempt(action.key, who.id, target.key, first.skill if first else "")
        yield TargetOption(
            target.key,
            target.name,
            options,
            _degrees(state, attempt, for_players=not seat.organizes),
            tuple(action.choices(seen, target.key).items()),
            tuple(action.meets(seen, target.key).items()),
            "" if first else options[0].why_not,
            is_wanted,
        )


def _own_skills(who: AdventureParticipant) -> list[str]:
    """Return what somebody may roll where no skill is listed: what they are trained in or have typed."""
    if who.skills is None:
        return [one.name for one in who.typed]
    return [*who.skills.trained, PERCEPTION]


def _skill(state: AdventureState, attempt: CheckAttempt, *, for_players: bool) -> SkillOption:
    try:
        found = check_forecast(state, attempt, for_players=for_players)
    except (ChangeRefused, RulesError) as refused:
        return SkillOption(attempt.skill, why_not=str(refused))
    parts = ", ".join(map(str, found.modifier.parts))
    dc = "" if found.dc is None else str(found.dc.value)
    return SkillOption(attempt.skill, with_minus(f"{found.modifier.value:+d}"), parts, dc, _chance(found))


def _chance(found: CheckForecast) -> str:
    if found.chances is None:
        return ""
    good = sum(found.chances[degree] for degree in DEGREES[2:])
    return f"{100 * good // FACES}%"


def _degrees(state: AdventureState, attempt: CheckAttempt, *, for_players: bool) -> tuple[tuple[str, str], ...]:
    try:
        found = check_forecast(state, attempt, for_players=for_players)
    except (ChangeRefused, RulesError):
        return ()
    lines = degree_lines(found.outcomes)
    if found.chances is None:
        return lines
    chances = {degree.value.capitalize(): 100 * number // FACES for degree, number in found.chances.items()}
    return tuple((f"{degree} ({chances[degree]}%)", words) for degree, words in lines)


def skill_words() -> tuple[str, ...]:
    """Return the skills, saves and Perception that a check may be rolled with."""
    return (*BY_NAME, PERCEPTION, LORE, *(stat_name(save) for save in SAVES))
