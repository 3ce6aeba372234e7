"""Skill checks: what is rolled, and against which Power."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.effects import Check
from rules.p2v_combat.numbers import (
    SAVES,
    BattleNumber,
    NamedModifier,
    armor_number,
    check_number,
    is_assured,
    power_number,
)
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.tasks.offers import Announcement
from rules.p2v_combat.tasks.rolls import D20Test
from rules.p2v_combat.tasks.task import RolledResult, Task, TaskAnswer
from rules.p2v_combat.triggers import Trigger
from rules.tables import skills

CHECK = "check"


def is_known_check(check: Check) -> bool:
    """Return True if the check names a skill or a save that the rules know."""
    stat = check.stat.casefold()
    return stat in SAVES or any(stat in (row.name.casefold(), *map(str.casefold, row.aliases)) for row in _ROWS)


_ROWS = tuple(skills.BY_NAME.values())


def check_test(state: BattleState, creature: str, check: Check, *, source: str, target: str | None = None) -> D20Test:
    """Return the d20 of a check; one without a number to reach counts by its total."""
    against = _power(state, creature, check, target)
    stat = check.stat.casefold()
    skill = stat if stat in SAVES else skills.skill(check.stat).name
    return skill_test(state, creature, skill, f"{check.stat} check for {source}", against)


def skill_test(
    state: BattleState,
    creature: str,
    skill: str,
    what: str,
    against: BattleNumber | None,
    more: Iterable[NamedModifier] = (),
) -> D20Test:
    """Return the d20 of a skill check; ``what`` follows whose it is, and ``more`` adds to the creature's own number."""
    number = check_number(state, creature, skill)
    return D20Test(
        creature=creature,
        kind="check" if against else "total",
        purpose=CHECK,
        reason=f"{state.name(creature)}’s {what}",
        number=replace(number, parts=(*number.parts, *more)),
        against=against,
        stats=("skills",),
        is_assured=is_assured(state, creature, skill),
    )


def _power(state: BattleState, creature: str, check: Check, target: str | None) -> BattleNumber | None:
    if check.dc is not None:
        return BattleNumber("Power", (NamedModifier("this check", check.dc),))
    if not check.against:
        return None
    if check.is_against_armor:
        return armor_number(state, target or creature)
    return power_number(state, target or creature)


@dataclass(frozen=True, slots=True)
class CheckEnd(Task):
    """A skill check by itself is over: it is announced to whoever may react, and the players do the rest."""

    creature: str
    skill: str

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        """Announce how it ended."""
        outcome = answer.outcome if isinstance(answer, RolledResult) else ""
        trigger = Trigger(kind="check", creature=self.creature, source=self.skill, outcome=outcome)
        return state.pushed(Announcement(trigger))
