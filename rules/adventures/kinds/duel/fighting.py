"""Turns of a duel: the duelists' actions in its battle, their dice, dueling reactions, and a change of focus."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

from rules.adventures.events.event import AdventureEvent
from rules.adventures.events.parts import MAX_KEY, EventKey, ParticipantKey, one_of
from rules.adventures.kinds.duel.facts import TRADITION_OF
from rules.adventures.kinds.duel.initiative import ShownInitiatives, show_initiative
from rules.adventures.kinds.duel.play import DUEL_KEY, DuelInPlay, is_trained_in
from rules.adventures.state import ORGANIZER, DieOrigin, RecordedDice
from rules.combat.answers import FacesRolled, OfferPassed, RollRuled
from rules.combat.log import FightEvent, LogEvent
from rules.combat.resolution import OfferAsk, RollAsk, pending
from rules.dice import DieFaces, Place
from rules.documents.reading import Fields, fail
from rules.documents.shapes import Shape, number, text
from rules.errors import ChangeRefused
from rules.p2v_combat.action_points import ap_to_spend, spend_ap
from rules.p2v_combat.events.acting import CreatureActed, StepActed, StepSkipped
from rules.p2v_combat.events.by_hand import HeldSet, HpSet, PersistentSet
from rules.p2v_combat.events.moving import SkillTried
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken, ReactionWaived
from rules.p2v_combat.events.turns import ControlPassed, CreaturesActivated, TurnEnded
from rules.p2v_combat.family import P2V
from rules.p2v_combat.reactions import COUNTER, DUELING_BY_KEY
from rules.p2v_combat.tasks.dueling import take_dueling_reaction

NOT_THIS = "That is not possible in a duel."
_FOR_DUELISTS = (
    CreatureActed,
    StepActed,
    StepSkipped,
    TurnEnded,
    BattleOptionChosen,
    OfferPassed,
    OfferTaken,
    ReactionWaived,
    SkillTried,
    ControlPassed,
)
_FOR_ORGANIZERS = (RollRuled, HpSet, HeldSet, PersistentSet)
_GOES_ON = (CreatureActed, SkillTried)


def _read_move(read: Fields, name: str) -> LogEvent:
    read.ignore(name)
    event = P2V.event_from(read.raw.get(name), read.at(name))
    if not isinstance(event, (*_FOR_DUELISTS, *_FOR_ORGANIZERS)):
        fail("document.value", read.at(name), NOT_THIS)
    return event


_MOVE = Shape(P2V.event_document, _read_move, {"type": "object"})


class DuelTurnBegun(AdventureEvent, kind="duel-turn-begun", button="Begin the turn", drawn=True):
    """The turn of the next duelist begins."""

    participant: ParticipantKey

    @classmethod
    def options(cls, state: DuelInPlay) -> Mapping[str, Mapping[str, str]]:
        battle = state.own.battle
        if battle is None or battle.turn is not None or battle.stack or state.own.claim:
            return {"participant": {}}
        actors = (duelist for duelist in state.own.duelists if duelist.side == battle.next_side)
        return {"participant": {duelist.participant: state.participant(duelist.participant).name for duelist in actors}}

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        state.refuse_claimed()
        mine = state.duelist_of(self.participant)
        return state.play_in_battle(CreaturesActivated((mine.creature,)), mine.side)


class DuelMoveMade(AdventureEvent, kind="duel-move-made", by_site=True):
    """Something that a duelist does, or answers, as in any battle: ``move`` is an event of a battle's document."""

    participant: ParticipantKey
    move: Annotated[FightEvent, _MOVE]

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        mine, move = state.duelist_of(self.participant), self.move
        state.running_battle()
        if isinstance(move, _FOR_ORGANIZERS):
            if side != ORGANIZER:
                raise ChangeRefused("Only the organizer can do this.")
            return state.play_in_battle(move, None)
        if isinstance(move, _GOES_ON):
            state.refuse_claimed()
        named = getattr(move, "creature", mine.creature)
        if named != mine.creature or getattr(move, "by", mine.side) != mine.side:
            raise ChangeRefused("Each duelist acts for itself.")
        return state.play_in_battle(move, mine.side)


def duel_place(state: DuelInPlay, ask: RollAsk) -> Place:
    """Return the place of the dice that a duel's battle needs."""
    return (state.adventure.key, DUEL_KEY, *ask.place)


class DuelDiceRolled(AdventureEvent, kind="duel-dice-rolled", by_site=True):
    """The dice that the battle needs; ``epoch`` is the seed epoch of dice that the site rolled."""

    participant: ParticipantKey
    faces: DieFaces
    origin: DieOrigin = "entered"
    epoch: Annotated[int | None, number(1, None)] = None

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        mine, ask = state.duelist_of(self.participant), pending(state.running_battle())
        if not isinstance(ask, RollAsk) or ask.side not in (mine.side, None):
            raise ChangeRefused("No dice are needed now.")
        if (self.epoch is None) is (self.origin == "seeded"):
            raise ChangeRefused("A die of the site has a seed epoch, and an entered one has none.")
        dice = RecordedDice(ask.reason, duel_place(state, ask), ask.sides, self.faces, self.origin, self.epoch)
        after = state.play_in_battle(FacesRolled(self.faces, entered=self.origin == "entered"), mine.side)
        return replace(after, dice=(*after.dice, dice))


class DuelingReactionTaken(AdventureEvent, kind="dueling-reaction-taken", by_site=True):
    """A duelist takes a reaction of its initiative, which is revealed.

    ``shown`` are the choices that become known: its own, and the opponent's if the reaction does more against it.
    ``expends`` names the boxes of the spell that Dueling Counter spends.
    """

    participant: ParticipantKey
    reaction: Annotated[str, one_of(tuple(DUELING_BY_KEY))]
    shown: ShownInitiatives = ()
    expends: Annotated[str, text(MAX_KEY)] = ""

    @property
    def reveals(self) -> bool:
        """Players cannot forget what it reveals."""
        return bool(self.shown)

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        """Show the choices, and react."""
        mine, battle = state.duelist_of(self.participant), state.running_battle()
        if not isinstance(pending(battle), OfferAsk):
            raise ChangeRefused("This option is not available now.")
        for initiative in self.shown:
            state = show_initiative(state, initiative)
        self._refuse_without(state, battle.round)
        reaction, other = DUELING_BY_KEY[self.reaction], state.other_duelist(self.participant)
        theirs = state.own.choice(other.participant, battle.round)
        is_countering = bool(theirs and reaction.counters and theirs.skill == reaction.counters)
        battle = state.with_stances(state.running_battle())
        battle = replace(battle, notes=())
        after = take_dueling_reaction(
            battle, mine.creature, self.reaction, is_countering=is_countering, expends=self.expends
        )
        return state.settle_in_battle(after)

    def _refuse_without(self, state: DuelInPlay, number: int) -> None:
        """Raise ``ChangeRefused`` unless the shown initiative gives the reaction."""
        reaction, own = DUELING_BY_KEY[self.reaction], state.own
        name = state.participant(self.participant).name
        if self.reaction == COUNTER:
            if self.participant not in dict(own.focuses):
                raise ChangeRefused(f"{name} has no tradition focus.")
            return
        choice = own.choice(self.participant, number)
        if choice is None or choice.skill != reaction.skill:
            raise ChangeRefused(f"{reaction.name} needs {reaction.skill} rolled for initiative in this round.")
        if not is_trained_in(state.participant(self.participant), reaction.skill):
            raise ChangeRefused(f"{name} is not trained in {reaction.skill}.")


class TraditionFocusChanged(AdventureEvent, kind="tradition-focus-changed", button="Change Tradition Focus"):
    """A duelist changes its tradition focus for 1 AP, on its turn."""

    participant: ParticipantKey
    tradition: EventKey

    @classmethod
    def options(cls, state: DuelInPlay) -> Mapping[str, Mapping[str, str]]:
        battle, names = state.own.battle, {}
        if battle is not None and battle.turn is not None and not battle.stack and state.facts.has_focus:
            for duelist in state.own.duelists:
                if battle.acting(duelist.creature) is not None:
                    names[duelist.participant] = state.participant(duelist.participant).name
        traditions = {tradition: tradition.capitalize() for tradition in TRADITION_OF.values()}
        return {"participant": names, "tradition": traditions}

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        state.refuse_claimed()
        mine, battle, own = state.duelist_of(self.participant), state.running_battle(), state.own
        who, acting = state.participant(self.participant), battle.acting(mine.creature)
        skill = next((skill for skill, tradition in TRADITION_OF.items() if tradition == self.tradition), None)
        if skill is None or not state.facts.has_focus:
            raise ChangeRefused("This duel has no such tradition focus.")
        if acting is None or acting.has_ended or battle.stack or ap_to_spend(battle, mine.creature) < 1:
            raise ChangeRefused(f"{who.name} can change its focus only on its own turn, for 1 AP.")
        if not is_trained_in(who, skill):
            raise ChangeRefused(f"{who.name} is not trained in {skill}.")
        if dict(own.focuses).get(who.id) == self.tradition:
            raise ChangeRefused(f"{who.name} already focuses on {self.tradition} magic.")
        focuses = (*((duelist, word) for duelist, word in own.focuses if duelist != who.id), (who.id, self.tradition))
        battle = replace(spend_ap(battle, mine.creature, 1), notes=())
        state = state.with_own(focuses=focuses)
        state = state.note(f"{who.name} now focuses on {self.tradition} magic.")
        return state.settle_in_battle(state.with_stances(battle))
