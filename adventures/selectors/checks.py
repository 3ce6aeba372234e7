"""A participant's possible checks: the effect of each degree, and its chance if the DC is known."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from adventures.selectors.folding import FoldedAdventure
from adventures.selectors.seats import AdventureSeat
from rules.adventures.checks import CheckAction, CheckForecast, check_forecast, degree_lines
from rules.adventures.fields import DEGREES, FACES
from rules.adventures.participants import LORE, PERCEPTION, AdventureParticipant
from rules.adventures.state import AdventureState, CheckAttempt
from rules.errors import ChangeRefused, RulesError
from rules.p2v_combat.numbers import SAVES
from rules.tables.skills import BY_NAME
from rules.tables.stats import stat_name
from rules.text import with_minus

MOST_SKILLS_SHOWN = 30


@dataclass(frozen=True, slots=True)
class SkillOption:
    """A skill for a check: its possible results, or ``why_not`` if it cannot be rolled.

    Pages show the modifier with its parts, and the DC and the chance of a success if the viewer knows them.
    """

    skill: str
    forecast: CheckForecast | None = None
    why_not: str = ""

    @property
    def modifier(self) -> str:
        """The modifier with its sign."""
        return "" if self.forecast is None else with_minus(f"{self.forecast.modifier.value:+d}")

    @property
    def parts(self) -> str:
        """The parts of the modifier."""
        return "" if self.forecast is None else ", ".join(map(str, self.forecast.modifier.parts))

    @property
    def dc(self) -> str:
        """The DC, "" if the viewer does not know it."""
        return "" if self.forecast is None or self.forecast.dc is None else str(self.forecast.dc.value)

    @property
    def good_faces(self) -> int | None:
        """The number of faces that succeed, None if the viewer does not know it."""
        chances = self.forecast.chances if self.forecast else None
        return sum(chances[degree] for degree in DEGREES[2:]) if chances else None

    @property
    def chance(self) -> str:
        """The chance of a success, "" if the viewer does not know it."""
        return "" if self.good_faces is None else f"{percent_of(self.good_faces)}%"

    @property
    def odds(self) -> str:
        """The chance of a success in words; if it is unknown, the modifier."""
        return f"{self.chance} to succeed" if self.chance else self.modifier


@dataclass(frozen=True, slots=True)
class TargetOption:
    """A target of a check: its skills, and the choices before the roll.

    ``asked`` is a skill that the viewer requested, "" for none.
    """

    key: str
    name: str
    skills: tuple[SkillOption, ...]
    choices: tuple[tuple[str, str], ...] = ()
    meets: tuple[tuple[str, str], ...] = ()
    is_open: bool = False
    asked: str = ""

    @property
    def best(self) -> SkillOption | None:
        """The preselected skill: the likeliest to succeed or, if that is unknown, the one with the highest modifier.

        A requested skill comes before these. None if nothing can be rolled.
        """
        possible = [skill for skill in self.skills if skill.forecast]
        asked = [option for option in possible if option.skill == self.asked]
        return max(asked or possible, key=_promise, default=None)

    @property
    def best_words(self) -> str:
        """The skill that is chosen at first, with its odds."""
        return f"{self.best.skill} {self.best.odds}".strip() if self.best else ""

    @property
    def first(self) -> CheckForecast | None:
        """The possible results of the initial skill, None if nothing can be rolled."""
        return self.best.forecast if self.best else None

    @property
    def why_not(self) -> str:
        """Why nothing can be rolled, "" if something can."""
        return "" if self.first else self.skills[0].why_not

    @property
    def degrees(self) -> tuple[tuple[str, str], ...]:
        """The effect of each degree, with its chance if the viewer knows the DC."""
        first = self.first
        if first is None:
            return ()
        lines, chances = degree_lines(first.outcomes), first.chances
        if chances is None:
            return lines
        percents = {degree.value.capitalize(): percent_of(number) for degree, number in chances.items()}
        return tuple((f"{degree} ({percents[degree]}%)", words) for degree, words in lines)

    @property
    def chances_of(self) -> str:
        """The skill to which the degrees' chances belong, "" if there is no other or no chance is known."""
        best = self.best
        return best.skill if best and best.chance and len(self.skills) > 1 else ""


def _promise(option: SkillOption) -> tuple[int, int]:
    modifier = option.forecast.modifier.value if option.forecast else 0
    return (-1 if option.good_faces is None else option.good_faces), modifier


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
    """The selection in the address: an action, its target, and a skill that is not listed."""

    action: str = ""
    target: str = ""
    skill: str = ""


def check_options(
    seat: AdventureSeat, folded: FoldedAdventure, who: AdventureParticipant, wanted: WantedCheck
) -> tuple[ActionChecks, ...]:
    """Return a participant's possible checks; for players, without unknown ones."""
    seen = folded.newest(for_players=not seat.organizes).state
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
        attempts = attempts[:MOST_SKILLS_SHOWN] or [CheckAttempt(action.key, who.id, target.key)]
        choices = action.choices(seen, target.key)
        options = tuple(_skill(state, attempt, choices, for_players=not seat.organizes) for attempt in attempts)
        yield TargetOption(
            target.key,
            target.name,
            options,
            tuple(choices.items()),
            tuple(action.meets(seen, target.key).items()),
            is_wanted,
            wanted.skill if is_wanted else "",
        )


def _own_skills(who: AdventureParticipant) -> list[str]:
    """Return a participant's skills if none is listed: those that it is trained in or has entered."""
    if who.skills is None:
        return [modifier.name for modifier in who.typed]
    return [*who.skills.trained, PERCEPTION]


def _skill(state: AdventureState, attempt: CheckAttempt, choices: Iterable[str], *, for_players: bool) -> SkillOption:
    """Return the forecast of a skill: without a choice or, if one is required, with the first."""
    why_not = ""
    for check_attempt in (attempt, *(replace(attempt, choices=(choice,)) for choice in islice(choices, 1))):
        try:
            return SkillOption(attempt.skill, check_forecast(state, check_attempt, for_players=for_players))
        except (ChangeRefused, RulesError) as refused:
            why_not = why_not or str(refused)
    return SkillOption(attempt.skill, why_not=why_not)


def percent_of(faces: int) -> int:
    """Return the chance of so many of the faces of a d20, in percent."""
    return 100 * faces // FACES


def skill_words() -> tuple[str, ...]:
    """Return the skills, saves and Perception that a check may be rolled with."""
    return (*BY_NAME, PERCEPTION, LORE, *(stat_name(save) for save in SAVES))
