"""Attacks: abilities and free strikes against targets, and the free strikes that moving away causes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rules.combat.answers import FightAnswer, OfferAccepted, OfferPassed, RollRuled
from rules.combat.events import number_within
from rules.combat.resolution import Ask, FightTask, OfferAsk, OfferedAct
from rules.errors import ChangeRefused
from rules.heroic.combatants import HeroicCombatant, HeroicState
from rules.heroic.power_rolls import MOST_TICKED, PowerResult, PowerRoll, rolled_faces, ruling_result, water_banes
from rules.heroic.stamina import HeroicDamageTask
from rules.heroic.tables import MELEE, STRIKES, UNTYPED, StandardStrike

MAX_TARGETS = 20
DEFEND_BANES = 2


@dataclass(frozen=True, kw_only=True)
class SaidCircumstances:
    """The players' circumstances of an attack: flanking is an edge, cover and concealment are a bane each.

    A part of the events of attacks.
    """

    # The events are classes with slots, of which only one base may have any.
    __slots__ = ()

    flanking: bool = False
    cover: bool = False
    concealed: bool = False
    edges: int = 0
    banes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackCircumstances(SaidCircumstances):
    """The circumstances of an attack alone."""


@dataclass(frozen=True, slots=True)
class AttackProfile:
    """The effects of an attack: its name, the score of its roll, and damage and effect of each tier.

    ``damages`` are numbers or dice as entered, "" for none.
    """

    name: str
    score: int
    is_melee: bool
    damages: tuple[str, str, str]
    damage_type: str = UNTYPED
    effects: tuple[str, str, str] = ("", "", "")

    @property
    def deals_damage(self) -> bool:
        """Whether any tier deals damage."""
        return any(self.damages)


def strike_profile(combatant: HeroicCombatant, strike: StandardStrike) -> AttackProfile:
    """Return a standard free strike as an attack of a combatant."""
    low, middle, high = (str(number) for number in strike.damages)
    score = combatant.might if strike.characteristic == "might" else combatant.agility
    return AttackProfile(strike.label, score, strike.is_melee, (low, middle, high))


def ability_profile(combatant: HeroicCombatant, row: Any) -> AttackProfile:
    """Return an ability of a sheet as an attack."""
    score = {"might": combatant.might, "agility": combatant.agility, "score": int(row["score"])}[row["roll"]]
    return AttackProfile(
        row["name"],
        score,
        row["reach"] == "melee",
        (row["damage_1"], row["damage_2"], row["damage_3"]),
        row["damage_type"],
        (row["effect_1"], row["effect_2"], row["effect_3"]),
    )


@dataclass(frozen=True, slots=True)
class AttackTarget:
    """A target with edges and banes of its own: flanking and help with the attack, defense, cover, concealment."""

    id: str
    edges: int = 0
    banes: int = 0


def aimed_at(
    state: HeroicState, combatant: HeroicCombatant, target: str, attack: AttackProfile, said: SaidCircumstances
) -> AttackTarget:
    """Return a target with the edges and banes that count against it; raise ``ChangeRefused`` for one that is out."""
    target_state = state.combatant_there(target)
    edges = said.edges + int(target in combatant.aids) + int(said.flanking and attack.is_melee)
    banes = said.banes + int(said.concealed) + int(said.cover and attack.deals_damage) + water_banes(combatant)
    return AttackTarget(target, edges, banes + (DEFEND_BANES if target_state.is_defending else 0))


def attack_task(
    state: HeroicState,
    combatant: HeroicCombatant,
    attack: AttackProfile,
    targets: tuple[str, ...],
    said: SaidCircumstances,
) -> AttackTask:
    """Return an attack to resolve: one roll for all targets. Raises ``ChangeRefused`` for targets that do not fit."""
    number_within(said.edges, 0, MOST_TICKED, "More edges")
    number_within(said.banes, 0, MOST_TICKED, "More banes")
    if said.flanking and not attack.is_melee:
        raise ChangeRefused("Flanking helps melee strikes only.")
    if not targets:
        raise ChangeRefused("Choose a target.")
    if len(set(targets)) != len(targets) or len(targets) > MAX_TARGETS:
        raise ChangeRefused(f"Choose each target once, at most {MAX_TARGETS}.")
    return AttackTask(
        combatant.id, attack, tuple(aimed_at(state, combatant, target, attack, said) for target in targets)
    )


class AttackTask(FightTask):
    """An attack that waits for its power roll."""

    combatant: str
    attack: AttackProfile
    targets: tuple[AttackTarget, ...]

    @property
    def roll(self) -> PowerRoll:
        """The roll; with one target, its edges and banes are those of the roll."""
        only = self.targets[0] if len(self.targets) == 1 else AttackTarget("")
        return PowerRoll(
            self.combatant, "attack", self.attack.name, self.attack.score, edges=only.edges, banes=only.banes
        )

    def _is_void(self, state: HeroicState) -> bool:
        is_able = state.may_act(state.heroic_of(self.combatant))
        return not is_able or all(state.heroic_of(target.id).is_out for target in self.targets)

    def ask(self, state: HeroicState) -> Ask | None:
        """Ask for the dice, unless a strike in between has settled it."""
        return None if self._is_void(state) else self.roll.ask(state)

    def resume(self, state: HeroicState, answer: FightAnswer | None) -> HeroicState:
        """Resolve the tier against each target, the damage of each after it."""
        if answer is None:
            return state.note(self.combatant, f"{state.name(self.combatant)} can no longer make this attack.")
        faces = () if isinstance(answer, RollRuled) else rolled_faces(answer)
        state = self.roll.counted(state)
        damages = []
        for target in self.targets:
            result = (
                ruling_result(answer)
                if isinstance(answer, RollRuled)
                else self.roll.result(state, faces, target.edges - target.banes)
            )
            state = self._noted(state, target, result)
            amount = self.attack.damages[result.tier - 1]
            if amount:
                reason = f"{self.attack.name} against {state.name(target.id)}: {amount}"
                damages.append(HeroicDamageTask(self.combatant, target.id, amount, self.attack.damage_type, reason))
        return state.pushed(*damages)

    def _noted(self, state: HeroicState, target: AttackTarget, result: PowerResult) -> HeroicState:
        attacker = state.heroic_of(self.combatant)
        if target.id in attacker.aids:
            state = state.change(self.combatant, aids=tuple(aid for aid in attacker.aids if aid != target.id))
        words = f"{state.name(self.combatant)}, {self.attack.name} against {state.name(target.id)}: {result.text}."
        effect = self.attack.effects[result.tier - 1]
        state = state.note(self.combatant, words, *result.why)
        return state.note(target.id, f"{state.name(target.id)}: {effect}", "By the table") if effect else state


STRIKE_KEYS = {"strike": (0, 0), "strike-edge": (1, 0), "strike-bane": (0, 1)}
"""The offer of a free strike out of turn: its key, with the edges and banes that the players see."""
_LABELS = {
    "strike": "Melee free strike",
    "strike-edge": "Melee free strike with an edge",
    "strike-bane": "Melee free strike with a bane",
}


class FreeStrikesTask(FightTask):
    """Free strikes that are offered because an adjacent enemy willingly moved away without shifting."""

    mover: str
    strikers: tuple[str, ...]

    def _able(self, state: HeroicState) -> tuple[str, ...]:
        if state.heroic_of(self.mover).is_out:
            return ()
        return tuple(striker for striker in self.strikers if may_strike(state, state.heroic_of(striker)))

    def ask(self, state: HeroicState) -> Ask | None:
        able = self._able(state)
        if not able:
            return None
        offers = tuple(
            OfferedAct(actor, key, f"{state.name(actor)}: {label}") for actor in able for key, label in _LABELS.items()
        )
        sides = tuple(dict.fromkeys(state.entry(combatant).side for combatant in able))
        return OfferAsk(sides, f"{state.name(self.mover)} moves away", offers)

    def resume(self, state: HeroicState, answer: FightAnswer | None) -> HeroicState:
        """Make the chosen strike; the remaining ones are offered after it."""
        if isinstance(answer, OfferPassed):
            left = tuple(striker for striker in self._able(state) if state.entry(striker).side != answer.by)
            return state.pushed(replace(self, strikers=left))
        if not isinstance(answer, OfferAccepted):
            return state
        left = tuple(striker for striker in self.strikers if striker != answer.creature)
        edges, banes = STRIKE_KEYS[answer.offer]
        combatant = state.heroic_of(answer.creature)
        said = AttackCircumstances(edges=edges, banes=banes)
        task = attack_task(state, combatant, strike_profile(combatant, STRIKES[MELEE]), (self.mover,), said)
        return counted_strike(state, combatant).pushed(task, replace(self, strikers=left))


def may_strike(state: HeroicState, combatant: HeroicCombatant) -> bool:
    """Return True if a combatant may strike out of turn: if that is a triggered action, it needs one left."""
    if not state.may_act(combatant):
        return False
    return not state.setup.table.flag("strikes_count") or triggers_left(state, combatant)


def triggers_left(state: HeroicState, combatant: HeroicCombatant) -> bool:
    """Return True if a combatant has a triggered action left in this round."""
    most = state.setup.table.number("triggered")
    return not most or combatant.triggered < most


def counted_strike(state: HeroicState, combatant: HeroicCombatant) -> HeroicState:
    """Return the state after counting a strike out of turn, if the table counts it."""
    if not state.setup.table.flag("strikes_count"):
        return state
    return state.change(combatant.id, triggered=combatant.triggered + 1)


def refuse_strike(state: HeroicState, combatant: HeroicCombatant) -> None:
    """Raise ``ChangeRefused`` if a combatant may not strike out of turn."""
    if not may_strike(state, combatant):
        raise ChangeRefused(f"{state.name(combatant.id)} cannot strike out of turn now.")
