"""A duel in play: its duelists, its battle, and the consequences of each event."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Self

from rules.adventures.kinds.duel.facts import INITIATIVE_SKILLS, TRADITION_OF, DuelFacts
from rules.adventures.participants import PERCEPTION, AdventureParticipant, known_skill
from rules.adventures.state import AdventureState
from rules.cards.model import Card
from rules.combat.log import FightEvent
from rules.combat.state import FightSide
from rules.documents.records import InDocument
from rules.errors import ChangeRefused, RulesError, require
from rules.p2v_combat.family import P2V
from rules.p2v_combat.reactions import COUNTER, DUELING_REACTIONS
from rules.p2v_combat.sides import BattleRules, BattleSetup, Fielded
from rules.p2v_combat.state import BattleState, DuelStance
from rules.p2v_combat.tasks.rounds import begin_round
from rules.roster.model import Member

DUEL_KEY = "duel"
SIDES = ("a", "b")
NOT_BEGUN = "The duel has not begun."


@dataclass(frozen=True, slots=True)
class Duelist:
    """One of the two: the participant, the creature in the battle, its side, and the card with which it fights."""

    participant: str
    side: str
    member: Member
    card: Card

    @property
    def creature(self) -> str:
        """Its id in the battle."""
        return f"{self.side}.{self.member.id}"


@dataclass(frozen=True, slots=True)
class InitiativeChoice:
    """A duelist's initiative in a round: sealed, then with a total, finally revealed with skill and face.

    ``box`` is only for the site, which opens it to reveal the choice.
    """

    participant: str
    round: int
    seal: str
    box: Annotated[str, InDocument(leave_out=True)] = ""
    total: int | None = None
    skill: str = ""
    face: int | None = None


@dataclass(frozen=True, slots=True)
class DuelState:
    """The state of a duel. ``focuses`` are traditions that everyone knows, by participant.

    ``claim`` is the participant that has met the goal of the duel and waits for the judge; ``winner`` has won.
    """

    duelists: tuple[Duelist, ...] = ()
    battle: BattleState | None = None
    choices: tuple[InitiativeChoice, ...] = ()
    focuses: tuple[tuple[str, str], ...] = ()
    claim: str = ""
    winner: str = ""

    def of(self, participant: str) -> Duelist | None:
        """Return the duelist that a participant is, None for any other."""
        return next((duelist for duelist in self.duelists if duelist.participant == participant), None)

    def by_creature(self, creature: str | None) -> Duelist | None:
        """Return the duelist that a creature of the battle is."""
        return next((duelist for duelist in self.duelists if duelist.creature == creature), None)

    def choice(self, participant: str, number: int) -> InitiativeChoice | None:
        """Return a participant's choice for a round, None if there is none."""
        return next(
            (choice for choice in self.choices if (choice.participant, choice.round) == (participant, number)), None
        )


class DuelInPlay(AdventureState):
    """A duel in play."""

    facts: DuelFacts
    own: DuelState

    def running_battle(self) -> BattleState:
        """Return the battle of a duel; raise ``ChangeRefused`` before its beginning."""
        return require(self.own.battle, ChangeRefused(NOT_BEGUN))

    def duelist_of(self, participant: str) -> Duelist:
        """Return a duelist; raise ``ChangeRefused`` for anyone else."""
        duelist = self.own.of(participant)
        if duelist is None:
            raise ChangeRefused(f"{self.participant(participant).name} is not one of the duelists.")
        return duelist

    def other_duelist(self, participant: str) -> Duelist:
        """Return the other duelist; raise ``ChangeRefused`` if there is none."""
        duelist = next((duelist for duelist in self.own.duelists if duelist.participant != participant), None)
        if duelist is None:
            raise ChangeRefused("A duel has two duelists.")
        return duelist

    def duelist_names(self) -> dict[str, str]:
        """Return the names of the duelists by participant, for choices on pages."""
        return {duelist.participant: self.participant(duelist.participant).name for duelist in self.own.duelists}

    def begin_duel(self) -> Self:
        """Return the state in which the battle of a duel waits for the first initiative."""
        own = self.own
        if own.battle is not None:
            raise ChangeRefused("The duel has already begun.")
        if len(own.duelists) < len(SIDES):
            raise ChangeRefused("A duel has two duelists. Give both their stats first.")
        names = {duelist.side: self.participant(duelist.participant).name for duelist in own.duelists}
        try:
            setup = BattleSetup(
                tuple(FightSide(side, names[side]) for side in SIDES),
                tuple(
                    Fielded(
                        duelist.creature, duelist.side, replace(duelist.member, name=names[duelist.side]), duelist.card
                    )
                    for duelist in own.duelists
                ),
                BattleRules(round_limit=False, order="given"),
            )
        except RulesError as fault:
            raise ChangeRefused(str(fault)) from fault
        battle = begin_round(replace(P2V.begin(setup), phase="playing"), SIDES[0])
        return replace(self, round=battle.round, has_rolled=True).with_own(battle=replace(battle, notes=()))

    def play_in_battle(self, event: FightEvent, side: str | None) -> DuelInPlay:
        """Return the state after something of the battle's own; raise ``ChangeRefused`` as the battle does."""
        battle = self.with_stances(self.running_battle())
        try:
            after = P2V.play(battle, event, side)
        except RulesError as fault:
            raise ChangeRefused(str(fault)) from fault
        return with_battle(self, after)

    def settle_in_battle(self, battle: BattleState) -> DuelInPlay:
        """Return the state once everything in a changed battle is resolved that waits for nothing."""
        try:
            after = P2V.resolved(battle)
        except RulesError as fault:
            raise ChangeRefused(str(fault)) from fault
        return with_battle(self, after)

    def with_stances(self, battle: BattleState) -> BattleState:
        """Return the battle in which each duelist gets the offers of its initiative."""
        stances = tuple(_stance(self, duelist, battle.round) for duelist in self.own.duelists)
        return replace(battle, stances=stances)

    def refuse_claimed(self) -> None:
        """Raise ``ChangeRefused`` while the judge must confirm a victory."""
        if self.own.claim:
            name = self.participant(self.own.claim).name
            raise ChangeRefused(f"{name} may have won. Wait until the judge confirms it or lets the duel go on.")


def is_trained_in(who: AdventureParticipant, skill: str) -> bool:
    """Return True if a participant is trained in a skill; everyone is in Perception."""
    # A named character is trained in what it has typed: ruling 305.
    if skill == PERCEPTION:
        return True
    if who.skills is not None:
        return skill in who.skills.trained
    return any(known_skill(modifier.name) == skill for modifier in who.typed)


def field_duelist(state: DuelInPlay, participant: str, member: Member, card: Card) -> DuelInPlay:
    """Return the state in which a participant is one of the duelists, in place of its earlier stats."""
    own = state.own
    if own.battle is not None:
        raise ChangeRefused("The duel has begun, so its duelists can no longer change.")
    if card.stats.missing:
        raise ChangeRefused(f"{card.name} lacks stats that a duel needs.")
    known = own.of(participant)
    if known is None and len(own.duelists) >= len(SIDES):
        raise ChangeRefused("A duel has two duelists. Undo the step that made one of the others a duelist.")
    taken = {duelist.side for duelist in own.duelists}
    side = known.side if known else next(side for side in SIDES if side not in taken)
    fielded = Duelist(participant, side, replace(member, id="m1", minion_of=None), card)
    others = tuple(duelist for duelist in own.duelists if duelist.participant != participant)
    duelists = tuple(sorted((*others, fielded), key=lambda other: other.side))
    state = state.with_own(duelists=duelists)
    return state.note(f"{state.participant(participant).name} enters the duel.")


def with_battle(state: DuelInPlay, battle: BattleState) -> DuelInPlay:
    """Return the state with another state of its battle, and with that state's notes."""
    own = state.own
    before = own.battle
    state = replace(state, round=max(battle.round, state.round))
    for note in battle.notes:
        state = state.note(note.text)
    state = state.with_own_value(replace(own, battle=replace(battle, notes=())))
    return _claimed(state, before, battle)


def _claimed(state: DuelInPlay, before: BattleState | None, battle: BattleState) -> DuelInPlay:
    """Return the state with a claim if one of the duelists has met the goal just now."""
    own, facts = state.own, state.facts
    if own.claim or own.winner or before is None:
        return state
    for duelist in own.duelists:
        other = state.other_duelist(duelist.participant)
        drew_blood = facts.goal == "first blood" and any(
            fact.kind == "damage" and fact.amount > 0 and (fact.by, fact.to) == (duelist.creature, other.creature)
            for fact in battle.scored_facts[len(before.scored_facts) :]
        )
        is_down = before.combatants[other.creature].is_up and not battle.combatants[other.creature].is_up
        if drew_blood or is_down:
            what = "First blood" if drew_blood else f"{battle.name(other.creature)} is down"
            state = state.with_own(claim=duelist.participant)
            return state.note(f"{what}: {battle.name(duelist.creature)} has won if the judge confirms it.")
    return state


def _stance(state: DuelInPlay, duelist: Duelist, number: int) -> DuelStance:
    # While a choice is sealed, everything is offered that its duelist is trained for; an offer gives nothing away.
    own, facts = state.own, state.facts
    who, choice = state.participant(duelist.participant), own.choice(duelist.participant, number)
    possible = INITIATIVE_SKILLS[facts.type]
    if choice is not None and choice.skill:
        possible = (choice.skill,)
    trained = [skill for skill in possible if is_trained_in(who, skill)]
    reactions = [
        reaction.key
        for reaction in DUELING_REACTIONS
        if reaction.skill and reaction.skill in trained and facts.rolls_each_round
    ]
    if not facts.has_focus:
        return DuelStance(duelist.creature, tuple(reactions))
    focus = dict(own.focuses).get(duelist.participant)
    sealed = choice is not None and not choice.skill
    traditions = (focus,) if focus else tuple(TRADITION_OF[name] for name in trained if name in TRADITION_OF and sealed)
    return DuelStance(duelist.creature, (*reactions, COUNTER), traditions)
