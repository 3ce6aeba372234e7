"""Power rolls with edges, banes and tiers as the table agreed, and the tests that are made by them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.combat.answers import FacesRolled, FightAnswer, OptionChosen, RollRuled
from rules.combat.events import typed_line
from rules.combat.resolution import Ask, ChoiceAsk, FightTask, Option, RollAsk
from rules.errors import ChangeRefused
from rules.heroic.combatants import HeroicCombatant, HeroicState
from rules.heroic.sheets import OPPOSED, TABLE_SAYS, TIERS
from rules.heroic.tables import DIE_SIDES, FORCED_KINDS, KNOCKBACK_SQUARES, POWER_DICE
from rules.text import counted

HIGHEST_TIER = 3
DOUBLE = 2
"""From this many edges or banes on that were not canceled, they are double."""
MOST_TICKED = 5
"""The most edges, and the most banes, added by hand."""


@dataclass(frozen=True, slots=True)
class PowerResult:
    """The result of a power roll: its total with edges and banes, its tier, and the reasons for both.

    The total is None if the players decided the tier.
    """

    total: int | None
    tier: int
    why: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The result in words, such as ``17, tier 3``."""
        return f"tier {self.tier}" if self.total is None else f"{self.total}, tier {self.tier}"


@dataclass(frozen=True, slots=True)
class PowerRoll:
    """A power roll to make: who rolls for what, the added score, and the numbers of edges and banes."""

    combatant: str
    purpose: str
    label: str
    score: int
    edges: int = 0
    banes: int = 0

    @property
    def net(self) -> int:
        """Edges less banes: each bane cancels an edge (ruling 323)."""
        return self.edges - self.banes

    def ask(self, state: HeroicState) -> RollAsk:
        """Return the question for the dice."""
        reason = f"{state.name(self.combatant)}: {self.label} ({roll_words(self.score, self.net)})"
        return state.roll_ask(self.combatant, self.purpose, reason, dice=POWER_DICE, sides=DIE_SIDES)

    def counted(self, state: HeroicState) -> HeroicState:
        """Return the state with the roll counted."""
        return state.counted_roll(self.combatant, self.purpose)

    def result(self, state: HeroicState, faces: tuple[int, ...], net: int | None = None) -> PowerResult:
        """Return the result of the faces; ``net`` replaces edges minus banes for a target with its own."""
        table = state.setup.table
        net = self.net if net is None else net
        is_shift = abs(net) >= DOUBLE and table.word("double") == "tier"
        steps = max(-DOUBLE, min(DOUBLE, net))
        added = 0 if is_shift else steps * table.number("edge")
        total = sum(faces) + self.score + added
        tier = tier_of(state, total)
        why = self._parts(faces, net, added)
        if is_shift:
            why.append(f"{net_words(net).capitalize()}: a tier {'up' if net > 0 else 'down'} from {tier}")
            tier = max(1, min(HIGHEST_TIER, tier + (1 if net > 0 else -1)))
        return PowerResult(total, tier, tuple(why))

    def compared(self, state: HeroicState, faces: tuple[int, ...]) -> tuple[int, tuple[str, ...]]:
        """Return the total and its reasons if totals are compared instead of tiers.

        A double edge or bane counts twice (ruling 324).
        """
        added = max(-DOUBLE, min(DOUBLE, self.net)) * state.setup.table.number("edge")
        return sum(faces) + self.score + added, tuple(self._parts(faces, self.net, added))

    def _parts(self, faces: tuple[int, ...], net: int, added: int) -> list[str]:
        why = [f"2d10: {' + '.join(str(face) for face in faces)}"]
        why += [f"Score: {self.score}"] if self.score else []
        return why + ([f"{net_words(net).capitalize()}: {added:+d}"] if added else [])


def tier_of(state: HeroicState, total: int) -> int:
    """Return the tier of a total by the borders of the table."""
    table = state.setup.table
    if total >= table.number("tier_3"):
        return HIGHEST_TIER
    return 2 if total >= table.number("tier_2") else 1


def net_words(net: int) -> str:
    """Return edges minus banes, in words.

    >>> net_words(1), net_words(-3), net_words(0)
    ('edge', 'double bane', '')
    """
    if not net:
        return ""
    return f"{'double ' if abs(net) >= DOUBLE else ''}{'edge' if net > 0 else 'bane'}"


def roll_words(score: int, net: int = 0) -> str:
    """Return a power roll in words, such as ``2d10 + 2, edge``."""
    added = f" {'+' if score > 0 else '−'} {abs(score)}" if score else ""
    return f"2d10{added}{', ' if net else ''}{net_words(net)}"


def water_banes(combatant: HeroicCombatant) -> int:
    """Return 1 under water for a combatant that does not swim by nature."""
    return int(combatant.is_underwater and "swim" not in combatant.sheet.chosen("moves"))


def ruled_tier(answer: RollRuled) -> int:
    """Return the tier that the table decided on; raise ``ChangeRefused`` for another word."""
    if answer.outcome.strip() not in ("1", "2", "3"):
        raise ChangeRefused("Enter the tier: 1, 2 or 3.")
    return int(answer.outcome)


def rolled_faces(answer: FightAnswer | None) -> tuple[int, ...]:
    """Return the faces of an answer; raise ``ChangeRefused`` for another."""
    if not isinstance(answer, FacesRolled):
        raise ChangeRefused("The fight waits for dice.")
    return answer.faces


def ruling_result(answer: RollRuled) -> PowerResult:
    """Return the table's own result in place of the dice."""
    return PowerResult(None, ruled_tier(answer), (f"The table decides: {typed_line(answer.reason)}",))


def force_moved(state: HeroicState, combatant: str, kind: str, squares: int) -> HeroicState:
    """Return the state once a combatant was pushed, pulled or slid by squares, less its stability."""
    name, stability = state.name(combatant), state.heroic_of(combatant).sheet.number("stability")
    left = max(0, squares - stability)
    why = (f"{FORCED_KINDS[kind]} {squares}", *((f"Stability: −{min(stability, squares)}",) if stability else ()))
    words = f"{name} is moved {counted(left, 'square')}." if left else f"{name} is not moved."
    state = state.note(combatant, words, *why)
    riders = (
        [heroic_combatant for heroic_combatant in state.everyone() if heroic_combatant.mount == combatant]
        if left
        else []
    )
    for rider in riders:
        state = state.note(rider.id, f"{state.name(rider.id)} may be dismounted and fall: by the table.")
    return state


MightPurpose = Literal["grab", "escape", "knockback"]
UnresistedPurpose = Literal["hide", "search", "test"]
_LABELS = {"grab": "Grab", "escape": "Escape Grab", "knockback": "Knockback"}
SUCCESS, FAILURE = "success", "failure"


def resisting_score(combatant: HeroicCombatant, purpose: MightPurpose) -> int:
    """Return a creature's resisting score: the better of Might and Agility; a grabber's Might (ruling 325)."""
    return combatant.might if purpose == "escape" else max(combatant.might, combatant.agility)


def might_test(
    state: HeroicState, combatant: HeroicCombatant, target: str, purpose: MightPurpose, edges: int, banes: int
) -> MightTask:
    """Return a Might test against another combatant; to escape, the better of Might and Agility is rolled."""
    other = state.heroic_of(target)
    score = max(combatant.might, combatant.agility) if purpose == "escape" else combatant.might
    if state.setup.table.word("might_test") == TIERS:
        score -= resisting_score(other, purpose)
    roll = PowerRoll(combatant.id, purpose, _LABELS[purpose], score, edges, banes + water_banes(combatant))
    return MightTask(purpose, roll, target)


def _ruled_success(answer: RollRuled) -> bool:
    word = answer.outcome.strip().lower()
    if word not in (SUCCESS, FAILURE):
        raise ChangeRefused("Enter success or failure.")
    return word == SUCCESS


def _ruled(state: HeroicState, combatant: str, answer: RollRuled) -> HeroicState:
    words = SUCCESS if _ruled_success(answer) else FAILURE
    return state.note(combatant, f"The table decides: {words}.", typed_line(answer.reason))


class MightTask(FightTask):
    """A Might test that waits for its dice; the players agree how it is resisted."""

    purpose: MightPurpose
    roll: PowerRoll
    target: str

    def ask(self, state: HeroicState) -> Ask | None:
        return self.roll.ask(state)

    def resume(self, state: HeroicState, answer: FightAnswer | None) -> HeroicState:
        """Let the other resist, compare the tier, or let the Director decide."""
        mover = self.roll.combatant
        if isinstance(answer, RollRuled):
            return might_result(_ruled(state, mover, answer), self, _ruled_success(answer))
        faces, method = rolled_faces(answer), state.setup.table.word("might_test")
        words, state = f"{state.name(mover)}, {self.roll.label}", self.roll.counted(state)
        if method == OPPOSED:
            total, why = self.roll.compared(state, faces)
            return state.note(mover, f"{words}: {total}.", *why).pushed(ResistTask(self, total))
        result = self.roll.result(state, faces)
        state = state.note(mover, f"{words}: {result.text}.", *result.why)
        if method == TABLE_SAYS:
            return state.pushed(DirectorDecides(self))
        return might_result(state, self, result.tier >= state.setup.table.number("success"))


class ResistTask(FightTask):
    """The roll of the creature that resists a Might test; the higher total wins, a tie changes nothing."""

    test: MightTask
    total: int

    def _roll(self, state: HeroicState) -> PowerRoll:
        other = state.heroic_of(self.test.target)
        score = resisting_score(other, self.test.purpose)
        label = f"resists {self.test.roll.label}"
        return PowerRoll(self.test.target, "resist", label, score, banes=water_banes(other))

    def ask(self, state: HeroicState) -> Ask | None:
        return self._roll(state).ask(state)

    def resume(self, state: HeroicState, answer: FightAnswer | None) -> HeroicState:
        if isinstance(answer, RollRuled):
            return might_result(_ruled(state, self.test.target, answer), self.test, _ruled_success(answer))
        roll = self._roll(state)
        total, why = roll.compared(state, rolled_faces(answer))
        state = roll.counted(state)
        succeeds = self.total > total
        verb = "does not resist" if succeeds else "resists"
        words = f"{state.name(roll.combatant)} {verb} {self.test.roll.label}: {total} against {self.total}."
        return might_result(state.note(roll.combatant, words, *why), self.test, succeeds)


class DirectorDecides(FightTask):
    """The Director decides a Might test that was rolled."""

    test: MightTask

    def ask(self, state: HeroicState) -> Ask | None:
        options = (Option(SUCCESS, "It succeeds"), Option(FAILURE, "It fails"))
        return ChoiceAsk(state.setup.master, f"Does {self.test.roll.label} succeed?", options)

    def resume(self, state: HeroicState, answer: FightAnswer | None) -> HeroicState:
        assert isinstance(answer, OptionChosen)
        return might_result(state, self.test, answer.option == SUCCESS)


def might_result(state: HeroicState, test: MightTask, succeeds: bool) -> HeroicState:
    """Return the state after a Might test: a creature is grabbed, free, or pushed by a square."""
    mover, target = test.roll.combatant, test.target
    name, other = state.name(mover), state.name(target)
    if not succeeds:
        return state.note(mover, f"{name}: {test.roll.label} fails.")
    if test.purpose == "escape":
        return state.change(mover, grabbed_by="").note(mover, f"{name} is no longer grabbed.")
    if test.purpose == "knockback":
        return force_moved(state, target, "push", KNOCKBACK_SQUARES)
    if state.heroic_of(target).is_out or state.heroic_of(mover).is_down:
        return state.note(mover, f"{name} cannot hold {other} any more.")
    return state.change(target, grabbed_by=mover).note(target, f"{name} grabs {other}, which cannot move.")


class UnresistedTask(FightTask):
    """A test without an opponent: to hide, to find hidden creatures, or any other that the Director calls for."""

    purpose: UnresistedPurpose
    roll: PowerRoll
    found: tuple[str, ...] = ()

    def ask(self, state: HeroicState) -> Ask | None:
        return self.roll.ask(state)

    def resume(self, state: HeroicState, answer: FightAnswer | None) -> HeroicState:
        """Compare the tier with the one that succeeds at this table."""
        tester = self.roll.combatant
        if isinstance(answer, RollRuled):
            succeeds, state = _ruled_success(answer), _ruled(state, tester, answer)
        else:
            result = self.roll.result(state, rolled_faces(answer))
            succeeds = result.tier >= state.setup.table.number("success")
            words = f"{state.name(tester)}, {self.roll.label}: {result.text}, {'success' if succeeds else 'failure'}."
            state = self.roll.counted(state).note(tester, words, *result.why)
        return self._after(state, succeeds) if succeeds else state

    def _after(self, state: HeroicState, succeeds: bool) -> HeroicState:
        if self.purpose == "hide":
            name = state.name(self.roll.combatant)
            return state.change(self.roll.combatant, is_hidden=True).note(self.roll.combatant, f"{name} is hidden.")
        for target in self.found:
            state = state.change(target, is_hidden=False).note(target, f"{state.name(target)} is no longer hidden.")
        return state
