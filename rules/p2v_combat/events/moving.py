"""How creatures enter and move: mounting, appearing, joining, hazards, falls, and checks of the ground."""

from dataclasses import replace

from rules.documents.reading import UNWRITABLE
from rules.documents.records import LaterFlag
from rules.effects.model import Effect
from rules.errors import ChangeRefused
from rules.lengths import MAX_NAME
from rules.p2v_combat.action_points import MOUNTED, mount_of, part_from_mount, pay_for_action
from rules.p2v_combat.announcements import announce_passives
from rules.p2v_combat.conditions import FLIGHT, gain_condition, mode_now
from rules.p2v_combat.events.event import BattleEvent, EventCard
from rules.p2v_combat.move_kinds import ENCUMBERING
from rules.p2v_combat.numbers import AimedTarget, BattleNumber, NamedModifier
from rules.p2v_combat.scoring.places import refuse_far
from rules.p2v_combat.sides import NEUTRAL, BattleSetup, Fielded
from rules.p2v_combat.solo.monsters import stock_gambits_for
from rules.p2v_combat.solo.solo_plan import MonsterKind
from rules.p2v_combat.state import Acting, BattleState
from rules.p2v_combat.tasks.checks import DEEPEST_FALL, CheckEnd, DropTask, fallen, skill_test
from rules.p2v_combat.tasks.damage import Blow, DamageTask
from rules.p2v_combat.tasks.effects import EffectTask
from rules.p2v_combat.tasks.task import D20Task
from rules.p2v_combat.tasks.turns import StartTurn
from rules.p2v_combat.uses import ActionUse
from rules.p2v_combat.waiting import (
    FALSE_OBJECT,
    SUMMONABLE,
    SUMMONING_AP,
    TEMPTING_DISGUISE,
    appear,
    combatant_of,
    waiting_upgrade,
)
from rules.roster.model import Member
from rules.tables import skills
from rules.tables.damage import BY_NAME as DAMAGE_TYPES
from rules.tables.positioning import POSITIONING_UPGRADES
from rules.tables.terrain import HAZARD_DAMAGE, TerrainTrait, trait

MOUNT, DISMOUNT, SUMMON = "mount", "dismount", "summon"
MAX_CREATURES = 200


class RiderMounted(BattleEvent, kind="mounted", by_part="rider"):
    """A creature mounts another one of its side, which becomes its minion."""

    rider: str
    mount: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        """Pay for it; a mount that has yet to act acts on its rider's turn."""
        # Mounting and dismounting cost 1 action point each: a ruling.
        combatant, mount = state.combatants.get(self.rider), state.combatants.get(self.mount)
        if combatant is None or mount is None or mount is combatant or mount.side != combatant.side or not mount.is_up:
            raise ChangeRefused("A creature mounts another creature of its own side that is up.")
        if mount.commander or combatant.has(MOUNTED) or mount.has(MOUNTED):
            raise ChangeRefused("A creature that is mounted already, or has a commander, is not mounted.")
        if state.turn is not None and state.turn.is_group:
            raise ChangeRefused("Commanders with minions act alone: leave the group first.")
        refuse_far(state, self.rider, self.mount)
        state = pay_for_action(state, self.rider, MOUNT, 1)
        state = state.change(self.mount, commander=self.rider)
        state = gain_condition(state, self.mount, MOUNTED, by=self.rider, source=state.name(self.rider))
        state = gain_condition(state, self.rider, MOUNTED, by=self.mount, source=state.name(self.mount))
        if mount.has_acted or state.turn is None or state.acting(self.mount):
            return state
        acting = (*state.turn.acting, Acting(id=self.mount, is_minion=True))
        return replace(state, turn=replace(state.turn, acting=acting)).pushed(StartTurn(self.mount))


class RiderDismounted(BattleEvent, kind="dismounted", by_part="rider"):
    """A rider dismounts, and its mount returns to normal."""

    rider: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        if mount_of(state, self.rider) is None:
            raise ChangeRefused("That creature rides no other.")
        return part_from_mount(pay_for_action(state, self.rider, DISMOUNT, 1), self.rider)


class CreatureAppeared(BattleEvent, kind="appeared", filled_in=(("waits", True),)):
    """A waiting creature enters play: it leaves its disguise, or a caster of its side summons it.

    A False Object leaves its disguise with its reaction. One that leaves a Tempting Disguise by choice ``waits`` for
    the next round. In older logs, both may act: by any action that is ready, and in this round.
    """

    creature: str
    summoner: str | None
    waits: LaterFlag = True

    @property
    def reveals(self) -> bool:
        """A creature that leaves its disguise is seen by everyone; one that is summoned was never hidden."""
        return not self.summoner

    def play(self, state: BattleState, side: str | None) -> BattleState:
        combatant = state.combatants.get(self.creature)
        if state.phase != "playing" or combatant is None or combatant.presence != "waiting":
            raise ChangeRefused("That creature is not waiting to appear.")
        upgrade = waiting_upgrade(state.setup, self.creature)
        if upgrade == SUMMONABLE:
            caster = state.combatants.get(self.summoner or "")
            if caster is None or caster.side != combatant.side or not state.fielded(caster.id).card.is_caster:
                raise ChangeRefused("A creature of its side that can cast spells summons it.")
            return appear(pay_for_action(state, caster.id, SUMMON, SUMMONING_AP), self.creature)
        state = appear(state, self.creature)
        if upgrade == TEMPTING_DISGUISE and self.waits:
            # By choice it may be activated from the next round on. "Positioning upgrades", "Tempting Disguise".
            state = state.change(self.creature, has_acted=True)
            return state.note(self.creature, f"{state.name(self.creature)} acts from the next round on.")
        if upgrade == FALSE_OBJECT:
            return _sprung(state, self.creature) if self.waits else state.change(self.creature, readied=True)
        return state


def _sprung(state: BattleState, creature: str) -> BattleState:
    """Return the state in which a False Object reacts, by a Strike or a Stride."""
    # "Positioning upgrades", "False Object".
    upgrade = next(row for row in POSITIONING_UPGRADES if row.key == FALSE_OBJECT)
    state = state.change(creature, has_reacted=True)
    state = state.note(creature, f"{state.name(creature)} reacts: {upgrade.name}.", "Reaction")
    use = ActionUse(
        user=creature, action=FALSE_OBJECT, name=upgrade.name, effect=upgrade.reaction or Effect(), is_reaction=True
    )
    return state.pushed(EffectTask(use=use))


class CreatureJoined(BattleEvent, kind="joined", is_sent=False):
    """A creature joins the battle: summoned, or part of the scenario. It counts no points.

    ``commander`` is the creature whose minion it is; a minion acts on the turn of a commander that is acting now.
    """

    creature: str
    of: str
    name: str
    card: EventCard
    commander: str | None

    def play(self, state: BattleState, side: str | None) -> BattleState:
        # Summoned creatures cost nothing and count no points: ruling 3.
        if state.phase != "playing" or len(state.combatants) >= MAX_CREATURES:
            raise ChangeRefused("No creature can join this battle now.")
        if self.of not in [NEUTRAL, *(side.key for side in state.setup.sides)] or self.of in state.conceded:
            raise ChangeRefused("Choose the side that the creature joins.")
        member = self.creature.removeprefix(f"{self.of}.")
        if self.creature in state.combatants or not member or member == self.creature:
            raise ChangeRefused("Give the new creature an id of its own, the key of its side before it.")
        if max(len(self.creature), len(self.name)) > MAX_NAME or UNWRITABLE.search(self.creature + self.name):
            raise ChangeRefused(f"Ids and names are single lines of at most {MAX_NAME} characters.")
        leader = state.combatants.get(self.commander or "")
        if self.commander and (leader is None or leader.side != self.of):
            raise ChangeRefused("Its commander is a creature of the same side.")
        fielded = Fielded(
            self.creature,
            self.of,
            Member(self.card.key, id=member, name=self.name),
            self.card,
            minion_of=self.commander or None,
        )
        setup = with_monster_kind(state.setup, fielded)
        setup = replace(setup, fielded=(*setup.fielded, fielded))
        state = replace(state, setup=setup).with_combatant(replace(combatant_of(setup, fielded), presence="in play"))
        state = state.note(self.creature, f"{state.name(self.creature)} joins the battle.")
        state = announce_passives(state, self.creature, "begins")
        leading = state.acting(self.commander) if self.commander else None
        if state.turn is None or leading is None or leading.has_ended:
            return state
        acting = (*state.turn.acting, Acting(id=self.creature, is_minion=True))
        return replace(state, turn=replace(state.turn, acting=acting)).pushed(StartTurn(self.creature))


def with_monster_kind(setup: BattleSetup, joined: Fielded) -> BattleSetup:
    """Return the set-up with gambits for a creature that joins the game's side, if its kind has none yet."""
    solo, kind = setup.solo, joined.member.creature
    is_monster = any(side.key == joined.side and side.player == "game" for side in setup.sides)
    if solo is None or not is_monster or kind in solo.gambits():
        return setup
    known = (*solo.kinds, MonsterKind(kind, stock_gambits_for(joined.card).gambits))
    return replace(setup, solo=replace(solo, kinds=known))


UNEVEN, VOID = "uneven", "void"
ENTERED = (ENCUMBERING, UNEVEN, VOID)
"""The words for ground that does something to a creature that enters it, in addition to types of damage."""
HIGHEST_POWER = 60


def _refuse_out_of_play(state: BattleState, creature: str) -> None:
    if creature not in state.combatants or not state.combatants[creature].is_in_play:
        raise ChangeRefused("Choose a creature that is in play.")
    if state.phase != "playing":
        raise ChangeRefused("The battle is not being played.")


class HazardEntered(BattleEvent, kind="hazard-entered"):
    """A creature has entered terrain that does something: a type of damage, ``encumbering``, ``uneven`` or ``void``.

    One that starts to move on uneven ground has entered it too.
    """

    creature: str
    hazard: str

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _refuse_out_of_play(state, self.creature)
        if self.hazard == ENCUMBERING:
            return gain_condition(state, self.creature, "encumbered", source="Encumbering terrain")
        if self.hazard in (UNEVEN, VOID):
            return _entered(state, self.creature, trait(self.hazard))
        if self.hazard not in DAMAGE_TYPES:
            raise ChangeRefused("A hazard deals one of the types of damage.")
        # Once for each entry from outside: ruling 162.
        blow = Blow(amount=HAZARD_DAMAGE, types=(self.hazard,), source="Hazardous terrain")
        return state.pushed(DamageTask(self.creature, blow))


def _entered(state: BattleState, creature: str, ground: TerrainTrait) -> BattleState:
    """Return the state after a creature has entered ground that asks for a check, or lets it fall."""
    if mode_now(state, creature) == FLIGHT:
        raise ChangeRefused(f"{state.name(creature)} has Flight now: the ground does nothing to it.")
    if not ground.place:
        return state.pushed(DropTask(creature, "into the gap"))
    places = tuple(dict.fromkeys((*state.combatants[creature].places, ground.place)))
    state = state.change(creature, places=places)
    # Being there gives the rest.
    use = ActionUse(user=creature, action="", name=f"{ground.name} ground", effect=replace(ground, gives=()))
    return state.pushed(EffectTask(use=use, aims=(AimedTarget(creature),)))


class CreatureFell(BattleEvent, kind="fallen"):
    """A creature has fallen a number of squares."""

    creature: str
    squares: int

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _refuse_out_of_play(state, self.creature)
        if not 1 <= self.squares <= DEEPEST_FALL:
            raise ChangeRefused("Say how many squares it fell.")
        # Creatures with Flight do not fall. "Falling".
        if mode_now(state, self.creature) == FLIGHT:
            raise ChangeRefused(f"{state.name(self.creature)} has Flight now and does not fall.")
        return fallen(state, self.creature, self.squares)


class SkillTried(BattleEvent, kind="skill-tried"):
    """A creature makes a skill check that the board requires, such as Acrobatics on a narrow ledge."""

    creature: str
    skill: str
    power: int

    def play(self, state: BattleState, side: str | None) -> BattleState:
        _refuse_out_of_play(state, self.creature)
        if self.skill not in skills.BY_NAME or not 1 <= self.power <= HIGHEST_POWER:
            raise ChangeRefused("Choose a skill, and the Power of the check.")
        power = BattleNumber("Power", (NamedModifier("this check", self.power),))
        test = skill_test(state, self.creature, self.skill, f"{self.skill} check", power)
        return state.pushed(D20Task(test=test, then=CheckEnd(self.creature, self.skill)))
