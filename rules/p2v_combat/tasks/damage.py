"""Damage on its way to a creature: its reductions and effects, and healing, which may turn into it."""

from dataclasses import dataclass

from rules.cards.model import Feature
from rules.combat.answers import FacesRolled, RollRuled
from rules.combat.resolution import Ask
from rules.errors import ChangeRefused
from rules.p2v_combat.announcements import announce_passive, announce_passives, announce_passives_of_others
from rules.p2v_combat.bans import is_banned
from rules.p2v_combat.conditions import end_early, gain_condition
from rules.p2v_combat.passives import carried_passives
from rules.p2v_combat.state import BattleState
from rules.p2v_combat.targeting import is_immune_to
from rules.p2v_combat.tasks.recovery import RecoveryTask, eliminate, release
from rules.p2v_combat.tasks.task import Announcement, Task, TaskAnswer, roll_ask
from rules.p2v_combat.triggers import eliminates, is_ferocity
from rules.p2v_combat.uses import Trigger
from rules.replacing import replace
from rules.tables.actions import ferocity_face, ferocity_hp, ferocity_saves
from rules.tables.damage import (
    RESISTED_BY,
    RESISTED_ON,
    Defences,
    IncomingDamage,
    canonical,
    damage_taken,
    is_immune,
    multiplied,
    resistance_dice,
    temporary_hp,
)
from rules.tables.dying import healed, is_dying
from rules.text import listed, with_minus


def conditions_by_damage(
    state: BattleState, creature: str, types: tuple[str, ...], amount: int, by: str | None
) -> BattleState:
    """Return the state after a creature's features have added conditions for damage, some for that of one attack."""
    for feature in state.fielded(creature).features:
        met = _types_of(feature) if feature.cost is None and feature.targets.who == "self" else set()
        least = [int(word) for word in met if word.isdecimal()]
        is_enough = not least or (by is not None and amount >= max(least))
        if is_enough and any(kind in met and not kind.isdecimal() for kind in map(canonical, types)):
            for word in feature.conditions:
                state = gain_condition(state, creature, word, by=creature, source=feature.name)
    return state


def _types_of(feature: Feature) -> set[str]:
    """Return the types of damage to which a feature answers: by its moments, in older battles by its triggers."""
    if feature.moments:
        named = (word for moment in feature.moments if moment.at == "damaged" for word in moment.of)
        return set() if feature.by_table else set(map(canonical, named))
    return {canonical(word) for trigger in feature.triggers if "damages" in trigger.kinds for word in trigger.of}


BROKEN = "broken"
STAYS, ELIMINATED = "stays", "eliminated"
VOID_HEALING = "void healing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """One amount of damage: its types, doubled or halved by the rolls, and its origin.

    ``by`` is the creature that deals it, ``source`` the name of its cause. ``strike`` marks a strike that hit, which
    makes a dying creature roll to recover, ``critical`` a critical hit, ``is_fall`` damage of a fall. ``reduced`` is
    the reduction by reactions, ``pierces`` how many dice of resistance it ignores.
    """

    amount: int
    types: tuple[str, ...] = ()
    doubled: bool = False
    halved: bool = False
    from_area: bool = False
    strike: bool = False
    critical: bool = False
    is_fall: bool = False
    by: str | None = None
    source: str = ""
    reduced: int = 0
    pierces: int = 0
    ignores_weakness: bool = False

    @property
    def amount_dealt(self) -> int:
        """The damage after doubling or halving and after reactions, in points."""
        # Reductions by reaction come after doubling or halving and before resistance.
        dealt = multiplied(IncomingDamage(self.amount, doubled=self.doubled, halved=self.halved))
        return max(dealt - self.reduced, 0)

    @property
    def incoming(self) -> IncomingDamage:
        """The damage that is subject to the target's resistance."""
        return IncomingDamage(self.amount_dealt, self.types, from_area=self.from_area)


def defences(state: BattleState, creature: str, by: str | None = None) -> Defences:
    """Return a creature's present defenses against damage: its card's, those of effects and items, temporary HP.

    ``by`` is the creature that deals it: some resistances count only against some creatures.
    """
    combatant, card = state.combatants[creature], state.fielded(creature).card
    given = tuple(row for effect in combatant.active_effects for row in effect.resist)
    # Armor that breaks resists until then, also where the foot of the card names the same resistance.
    breaks = tuple(
        row
        for feature in state.fielded(creature).features
        if feature.cost is None and feature.lasts == BROKEN
        for row in feature.resist
    )
    printed = tuple(row for row in card.resist if not (combatant.is_broken and row in breaks))
    # Older logs have no roll for what items resist.
    worn = carried_passives(combatant.items) if combatant.items and state.has_limits else ()
    tags = state.fielded(by).card.tags if by and by in state.combatants else ()
    carried = tuple(row for item in worn for row in item.effect.resist)
    rows = (*printed, *(() if combatant.is_broken else breaks), *given, *carried)
    return Defences(
        tags=card.tags,
        immune=card.immune,
        resist=tuple(row for row in rows if not row.dealt_by or row.dealt_by in tags),
        weak=card.weak,
        temporary_hp=combatant.temporary_hp,
    )


def flat_resistance(types: tuple[str, ...], has: Defences) -> int:
    """Return the reduction of damage of those types by a resistance without dice; the highest counts."""
    # Some spells print a number in place of dice: ruling 142.
    flat = (replace(row, dice=row.flat, flat=0) for row in has.resist if row.flat)
    return resistance_dice(types, replace(has, resist=tuple(flat)))


def has_void_healing(state: BattleState, creature: str) -> bool:
    """Return True if healing hurts a creature and void damage heals it."""
    fielded = state.fielded(creature)
    return VOID_HEALING in (
        word.casefold() for word in (*fielded.card.other, *(feature.name for feature in fielded.features))
    )


class DamageTask(Task):
    """Damage reaches a creature: others may react, its resistance is rolled, and it loses the rest."""

    creature: str
    blow: Blow
    is_announced: bool = False

    @property
    def actor(self) -> str | None:
        """The attacker of a strike: none if a reaction fells it before its damage is dealt."""
        return self.blow.by if self.blow.strike else None

    def _dice(self, state: BattleState) -> int:
        has = defences(state, self.creature, self.blow.by)
        if not self.blow.amount_dealt or is_immune(self.blow.types, has):
            return 0
        return max(resistance_dice(self.blow.types, has) - self.blow.pierces, 0)

    def ask(self, state: BattleState) -> Ask | None:
        """Wait for the dice of its resistance, if it resists."""
        dice = self._dice(state) if self.is_announced else 0
        if not dice:
            return None
        name = state.name(self.creature)
        return roll_ask(state, self.creature, "resist", f"Resistance of {name}", dice=dice, sides=6)

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        combatant = state.combatants[self.creature]
        if not combatant.is_in_play:
            return state
        if self.blow.amount_dealt and (instead := _in_place_of_damage(state, self.creature, self.blow)):
            return instead
        if not self.is_announced:
            return state.pushed(Announcement(self._trigger), replace(self, is_announced=True))
        blow, dice = self.blow, self._dice(state)
        why = [blow.source] if blow.source else []
        if "void" in map(canonical, blow.types) and has_void_healing(state, self.creature):
            return raise_hp(state, self.creature, blow.amount_dealt, *why, "Void Healing")
        if not blow.amount_dealt:
            return state.note(self.creature, f"{state.name(self.creature)} takes no damage.", *why)
        has = defences(state, self.creature, self.blow.by)
        if blow.ignores_weakness:
            has = replace(has, weak=())
        if isinstance(answer, RollRuled):
            if not answer.outcome.isdecimal():
                raise ChangeRefused("Say how much the resistance takes off, as a number.")
            why.append(f"Resistance takes off {answer.outcome}: {answer.reason}")
            blow, faces = replace(blow, reduced=blow.reduced + int(answer.outcome)), (1,) * dice
        else:
            faces = answer.faces if isinstance(answer, FacesRolled) else ()
            if faces:
                state = state.counted_roll(self.creature, "resist")
                why.append(f"Resistance roll: {listed(map(str, faces))} on {dice}d6")
        flat = 0 if is_immune(blow.types, has) else flat_resistance(blow.types, has)
        if flat > RESISTED_BY * sum(face in RESISTED_ON for face in faces):
            # Resistances do not add up: the one that takes off more counts.
            why.append(f"Resistance takes off {min(flat, blow.amount_dealt)}")
            blow, faces = replace(blow, reduced=blow.reduced + flat), (1,) * dice
        if blow.pierces and not is_immune(blow.types, has):
            faces = (*faces, *(1,) * (resistance_dice(blow.types, has) - len(faces)))
        taken = damage_taken(blow.incoming, has, faces if dice or blow.pierces else ())
        if not taken.amount and blow.amount_dealt:
            return state.note(
                self.creature, f"{state.name(self.creature)} is immune to {listed(self.blow.types)}.", *why
            )
        if taken.resisted or (dice and blow is self.blow):  # also where no die of its roll counted
            why.append(f"Resistance takes off {taken.resisted}")
        if taken.weakness:
            why.append(f"Weakness adds {taken.weakness}")
        if taken.from_temporary_hp:
            why.append(f"{taken.from_temporary_hp} from temporary HP")
        return lose_hp(state, self.creature, blow, taken.from_hp, taken.from_temporary_hp, why)

    @property
    def _trigger(self) -> Trigger:
        return Trigger(
            kind="damages",
            creature=self.blow.by or self.creature,
            target=self.creature,
            source=self.blow.source,
            amount=self.blow.amount_dealt,
            types=self.blow.types,
            outcome="critical hit" if self.blow.critical else "",
        )


def _in_place_of_damage(state: BattleState, creature: str, blow: Blow) -> BattleState | None:
    """Return the state after a creature's feature has replaced damage, None if it has none."""
    types = tuple(map(canonical, blow.types))
    passives = (
        passive for passive in state.fielded(creature).passives if passive.comes_at("in_place_of_damage", types)
    )
    passive = next(passives, None)
    if passive is None:
        return None
    state = state.note(creature, f"{state.name(creature)} takes no damage.", passive.name, blow.source)
    if passive.effect.heal and not is_banned(state, creature, "be healed"):
        state = raise_hp(state, creature, passive.effect.heal, passive.name)
    for word in passive.effect.conditions:
        state = gain_condition(state, creature, word, by=creature, source=passive.name)
    return state


def raise_hp(state: BattleState, creature: str, amount: int, *why: str) -> BattleState:
    """Return the state with the HP of a creature raised, up to its maximum, whether it can be healed or not."""
    combatant = state.combatants[creature]
    hp = healed(combatant.hp, amount, combatant.max_hp)
    text = with_minus(f"{state.name(creature)} heals from {combatant.hp} to {hp} HP.")
    return state.change(creature, hp=hp).note(creature, text, *why)


def reduce_damage(state: BattleState, creature: str, by: int, source: str) -> BattleState:
    """Return the state with the damage on its way to a creature reduced, by a reaction."""
    for place in reversed(range(len(state.stack))):
        task = state.stack[place]
        if isinstance(task, DamageTask) and task.creature == creature:
            reduced = replace(task, blow=replace(task.blow, reduced=task.blow.reduced + by))
            state = state.with_task(place, reduced)
            return state.note(creature, f"{state.name(creature)} takes {by} less damage.", source)
    return state


def lose_hp(
    state: BattleState, creature: str, blow: Blow, from_hp: int, from_temporary: int, why: list[str]
) -> BattleState:
    """Return the state after a creature has lost HP; one that would fall may first react."""
    combatant = state.combatants[creature]
    loss = LossTask(creature, blow, from_hp, from_temporary, tuple(why))
    if combatant.is_dying or not is_dying(combatant.hp - from_hp):
        return loss.resume(state, None)
    # Ferocity is asked last, once nothing else changes the damage: ruling 201.
    falls = Trigger(kind="falls", creature=blow.by or creature, target=creature, source=blow.source, types=blow.types)
    own: list[Task] = []
    for passive in state.fielded(creature).passives:
        if passive.comes_at("would_fall"):
            if is_ferocity(passive.name):
                own.append(FerocityTask(creature, passive.name, eliminates(passive.effect, passive.text)))
            else:
                state = announce_passive(state, creature, passive)
    return state.pushed(Announcement(falls), *own, loss)


class LossTask(Task):
    """A loss of HP: the creature may start dying, or must check for recovery.

    ``ends`` is a reaction's change to a fall: ``stays`` at 1 HP, or ``eliminated`` at once.
    """

    creature: str
    blow: Blow
    from_hp: int
    from_temporary: int
    why: tuple[str, ...] = ()
    ends: str = ""

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        combatant, blow = state.combatants[self.creature], self.blow
        if not combatant.is_in_play:
            return state
        was_dying, total = combatant.is_dying, self.from_hp + self.from_temporary
        # HP go below 0: ruling 202.
        hp = ferocity_hp() if self.ends == STAYS else combatant.hp - self.from_hp
        # Temporary HP may have gone while the loss waited for a reaction.
        temporary = max(combatant.temporary_hp - self.from_temporary, 0)
        state = state.change(self.creature, hp=hp, temporary_hp=temporary)
        state = state.note(self.creature, f"{state.name(self.creature)} takes {total or 'no'} damage.", *self.why)
        if total:
            state = state.with_scored_fact("damage", blow.by, self.creature, total)
            if blow.critical:
                state = state.change(self.creature, broken=True)
            state = conditions_by_damage(state, self.creature, blow.types, total, blow.by)
            state = end_early(state, self.creature, "damaged")
            if blow.is_fall:
                state = gain_condition(state, self.creature, "prone", source=blow.source)
            state = announce_passives(state, self.creature, "damaged", blow.types)
        if not was_dying and state.combatants[self.creature].is_dying:
            state = fall(state, self.creature, blow.by)
            return eliminate(state, self.creature, blow.by) if self.ends == ELIMINATED else state
        if was_dying and blow.strike and total:
            return state.pushed(RecoveryTask(self.creature))
        return state


def fall(state: BattleState, creature: str, by: str | None) -> BattleState:
    """Return the state with a creature that has just reached 0 HP or less: dying, its turn over."""
    state = state.note(creature, f"{state.name(creature)} is dying.", "Dying").with_scored_fact("felled", by, creature)
    state = gain_condition(state, creature, "prone", source="Dying")
    state = announce_passives_of_others(
        announce_passives(release(state, creature), creature, "dying"), creature, "another_dying"
    )
    return state.with_acting(creature, ap=0, opponent_ap=0)


class FerocityTask(Task):
    """A creature that is about to fall rolls the d6 of Ferocity: on a success it stays up, with the HP of its part.

    It ``eliminates`` if the card says so of a low one.
    """

    creature: str
    name: str
    eliminates: bool = False

    def ask(self, state: BattleState) -> Ask | None:
        reason = f"{self.name} of {state.name(self.creature)}"
        return roll_ask(state, self.creature, "ferocity", reason, sides=6, need=ferocity_face())

    def resume(self, state: BattleState, answer: TaskAnswer | None) -> BattleState:
        if isinstance(answer, RollRuled):
            saved, why = answer.outcome == "success", answer.reason
        elif isinstance(answer, FacesRolled):
            state = state.counted_roll(self.creature, "ferocity")
            saved, why = ferocity_saves(answer.faces[0]), f"{answer.faces[0]} on 1d6"
        else:
            raise ChangeRefused("This reaction takes a d6.")
        verb = "stays up" if saved else "falls"
        state = state.note(self.creature, f"{state.name(self.creature)} {verb}.", self.name, why)
        ends = STAYS if saved else ELIMINATED if self.eliminates else ""
        changed = tuple(
            replace(task, ends=ends) if isinstance(task, LossTask) and task.creature == self.creature else task
            for task in state.stack
        )
        return replace(state, stack=changed)


HEALED, HEALING = "healed", "healing"


def heal(
    state: BattleState, creature: str, amount: int, *, source: str, by: str | None = None, is_magical: bool = False
) -> BattleState:
    """Return the state with a creature healed; a dying one starts from 0 and is still prone."""
    combatant, name = state.combatants[creature], state.name(creature)
    if not combatant.is_in_play or amount <= 0:
        return state
    if is_immune_to(state.fielded(creature).card, HEALING):
        return state.note(creature, f"{name} is immune to healing.", source)
    if is_magical and has_void_healing(state, creature):
        state = state.note(creature, f"{name} takes the healing as damage.", "Void Healing")
        return state.pushed(DamageTask(creature, Blow(amount=amount, by=by, source=source)))
    if is_banned(state, creature, "be healed"):
        return state.note(creature, f"{name} cannot be healed.", source)
    state = raise_hp(state, creature, amount, source)
    state = state.with_scored_fact(HEALED, by, creature, state.combatants[creature].hp - combatant.hp)
    return state.note(creature, f"{name} is no longer dying, and still prone.") if combatant.is_dying else state


def gain_temporary_hp(state: BattleState, creature: str, amount: int, *, source: str) -> BattleState:
    """Return the state with temporary HP for a creature; they do not add up."""
    combatant = state.combatants[creature]
    new = temporary_hp(combatant.temporary_hp, amount)
    return state.change(creature, temporary_hp=new).note(
        creature, f"{state.name(creature)} has {new} temporary HP.", source
    )
