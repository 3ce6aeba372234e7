"""Initiative in a duel: each duelist chooses a skill in secret, the site rolls, and the totals set the order.

A choice is sealed like the secrets of a battle (``rules.p2v_combat.setup.steps``), and stays sealed during the round
unless its duelist reveals it with a reaction.
"""

from dataclasses import dataclass, replace
from typing import Annotated, Any

from rules.adventures.events.event import AdventureEvent
from rules.adventures.events.parts import ParticipantKey
from rules.adventures.fields import FACES
from rules.adventures.kinds.duel.facts import INITIATIVE_SKILLS, TRADITION_OF
from rules.adventures.kinds.duel.play import DuelInPlay, DuelState, InitiativeChoice, is_trained_in
from rules.adventures.participants import MAX_ID
from rules.adventures.state import DieOrigin, RecordedDice
from rules.combat.log import log_event_document
from rules.dice import Place
from rules.documents.records import records_of
from rules.documents.shapes import integer, number, text
from rules.errors import ChangeRefused, RulesError
from rules.lengths import MAX_NAME
from rules.p2v_combat.setup.steps import seal
from rules.p2v_combat.state import BattleState

PURPOSE = "initiative"
HASH_LENGTH, SALT_LENGTH = 64, 32
MOST_TOTAL = 300
MAX_BOX = 1_000
MAX_ROUND = 10_000

DuelistKey = Annotated[str, text(MAX_ID)]

NO_CHOICE_NOW = "It is not the time to choose initiative."


def awaits_initiative(state: DuelInPlay) -> bool:
    """Return True while the duelists choose their initiative."""
    battle = state.own.battle
    if battle is None or battle.phase != "playing" or battle.turn is not None or battle.stack or battle.order:
        return False
    return not state.own.claim and (state.facts.rolls_each_round or battle.round == 1)


def initiative_skills(state: DuelInPlay, participant: str) -> tuple[str, ...]:
    """Return the skills with which a duelist can roll initiative in this duel."""
    who, skills = state.participant(participant), []
    for skill in INITIATIVE_SKILLS[state.facts.type]:
        try:
            who.modifier(skill, state.scale)
        except ChangeRefused:
            continue
        skills.append(skill)
    return tuple(skills)


def sealed_text(skill: str, face: int | None) -> str:
    """Return the sealed text: a skill, with the face of a die that its player has rolled.

    >>> sealed_text("Deception", None), sealed_text("Deception", 14)
    ('Deception', 'Deception 14')
    """
    return skill if face is None else f"{skill} {face}"


def initiative_seal(state: DuelInPlay, participant: str, number: int, text: str, salt: str) -> str:
    """Return the seal of a choice for a round; raise ``ChangeRefused`` for an invalid salt."""
    try:
        return seal(state.adventure.key, participant, f"{PURPOSE} {number}", text, salt)
    except RulesError as fault:
        raise ChangeRefused(str(fault)) from fault


def initiative_place(state: DuelInPlay, participant: str, number: int) -> Place:
    """Return the place of a duelist's d20 for the initiative of a round; it is the same for every skill."""
    return (state.adventure.key, number, participant, PURPOSE, 1)


@dataclass(frozen=True, slots=True)
class ShownInitiative:
    """A revealed choice: skill, face and salt, and the origin of the die."""

    participant: DuelistKey
    round: Annotated[int, integer(1, MAX_ROUND)]
    skill: Annotated[str, text(MAX_NAME)]
    face: Annotated[int, integer(1, FACES)]
    salt: Annotated[str, text(SALT_LENGTH)]
    origin: DieOrigin = "entered"
    epoch: Annotated[int | None, number(1, None)] = None

    @property
    def text(self) -> str:
        """The sealed text."""
        return sealed_text(self.skill, self.face if self.origin == "entered" else None)


@dataclass(frozen=True, slots=True)
class InitiativeTotal:
    """The total of a duelist's initiative."""

    participant: DuelistKey
    total: Annotated[int, integer(-MOST_TOTAL, MOST_TOTAL)]


ShownInitiatives = Annotated[tuple[ShownInitiative, ...], records_of(ShownInitiative, 20)]


class InitiativeSealed(AdventureEvent, kind="initiative-sealed", by_site=True):
    """A duelist has chosen its skill for initiative, which no one else knows. ``box`` is only for the site."""

    participant: ParticipantKey
    seal: Annotated[str, text(HASH_LENGTH)]
    box: Annotated[str, text(MAX_BOX)] = ""

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        state.duelist_of(self.participant)
        battle, own = state.running_battle(), state.own
        state.refuse_claimed()
        if not awaits_initiative(state):
            raise ChangeRefused(NO_CHOICE_NOW)
        if len(self.seal) != HASH_LENGTH:
            raise ChangeRefused("A seal is a SHA-256 in hexadecimal.")
        name = state.participant(self.participant).name
        if own.choice(self.participant, battle.round) is not None:
            raise ChangeRefused(f"{name} has already chosen. Undo that to choose again.")
        made = InitiativeChoice(self.participant, battle.round, self.seal, self.box)
        return state.with_own(choices=(*own.choices, made)).note(
            f"{name} has chosen in secret what to roll for initiative."
        )

    def player_document(self, state: DuelInPlay) -> dict[str, Any] | None:
        """Show the seal without the box."""
        return {**log_event_document(self), "box": ""}


class InitiativeRolled(AdventureEvent, kind="initiative-rolled", by_site=True, reveals=True):
    """Both duelists have chosen: the totals of their initiative, which give the order. The dice are shown later."""

    totals: Annotated[tuple[InitiativeTotal, ...], records_of(InitiativeTotal, 2)]

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        battle, own = state.running_battle(), state.own
        totals = {total.participant: total.total for total in self.totals}
        if not awaits_initiative(state) or set(totals) != {duelist.participant for duelist in own.duelists}:
            raise ChangeRefused(NO_CHOICE_NOW)
        if any(own.choice(total, battle.round) is None for total in totals):
            raise ChangeRefused("Both duelists have to choose before you roll.")
        choices = tuple(
            replace(choice, total=totals[choice.participant]) if choice.round == battle.round else choice
            for choice in own.choices
        )
        # A new initiative takes the place of the focus that the one before gave: ruling 307.
        state = state.with_own(choices=choices, focuses=())
        for total in self.totals:
            state = state.note(f"{state.participant(total.participant).name}: initiative {total.total}.")
        return give_order(replace(state, has_rolled=True), initiative_order(state, battle.round))


def initiative_order(state: DuelInPlay, number: int) -> tuple[str, ...]:
    """Return the creatures of the battle in the order of a round's initiative, the highest total first."""
    # Of equal totals the other side's is first; within one side the one that was second before: ruling 308.
    own = state.own
    before = own.battle.last_side if own.battle is not None else None

    def rank(participant: str) -> tuple[int, bool, bool, str]:
        chosen, duelist = own.choice(participant, number), state.duelist_of(participant)
        total = chosen.total if chosen is not None and chosen.total is not None else 0
        return (-total, not state.participant(participant).is_rival, duelist.side != before, duelist.side)

    names = sorted((duelist.participant for duelist in own.duelists), key=rank)
    return tuple(state.duelist_of(name).creature for name in names)


def give_order(state: DuelInPlay, order: tuple[str, ...]) -> DuelInPlay:
    """Return the state in which the battle has the order of its round."""
    battle = state.running_battle()
    state = state.note(f"{battle.name(order[0])} acts first.")
    return state.settle_in_battle(state.with_stances(replace(battle, order=order)))


def kept_order(state: DuelInPlay) -> DuelInPlay:
    """Return the state of a spell duel that keeps the order of the first round in the next one."""
    own, battle = state.own, state.own.battle
    if battle is None or state.facts.rolls_each_round or battle.round < 2 or battle.order or own.claim:
        return state
    if battle.phase != "playing" or battle.turn is not None or battle.stack or not _was_rolled(own):
        return state
    return give_order(state, initiative_order(state, 1))


def _was_rolled(own: DuelState) -> bool:
    return bool(own.duelists) and all(
        (chosen := own.choice(duelist.participant, 1)) is not None and chosen.total is not None
        for duelist in own.duelists
    )


class InitiativeShown(AdventureEvent, kind="initiative-shown", by_site=True, after_end=True, reveals=True):
    """Sealed choices are shown, each with its die and the salt that it was sealed with."""

    shown: ShownInitiatives

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        """Compare the seals, and store the choices."""
        if not self.shown:
            raise ChangeRefused("There is no choice to show.")
        for initiative in self.shown:
            state = show_initiative(state, initiative)
        return state


def show_initiative(state: DuelInPlay, initiative: ShownInitiative) -> DuelInPlay:
    """Return the state in which everyone knows a choice; raise ``ChangeRefused`` for one that was not sealed."""
    own, who = state.own, state.participant(initiative.participant)
    chosen = own.choice(initiative.participant, initiative.round)
    is_sealed = chosen is not None and not chosen.skill
    if chosen is None or not is_sealed or initiative.skill not in INITIATIVE_SKILLS[state.facts.type]:
        raise ChangeRefused("There is no choice to show.")
    if (
        initiative_seal(state, initiative.participant, initiative.round, initiative.text, initiative.salt)
        != chosen.seal
    ):
        raise ChangeRefused("That does not match the sealed choice.")
    if (initiative.epoch is None) is (initiative.origin == "seeded"):
        raise ChangeRefused("A die of the site has a seed epoch, and an entered one has none.")
    choices = tuple(
        replace(row, skill=initiative.skill, face=initiative.face) if row == chosen else row for row in own.choices
    )
    state = state.with_own(choices=choices)
    reason = f"{who.name}’s initiative with {initiative.skill}"
    place = initiative_place(state, initiative.participant, initiative.round)
    state = replace(
        state,
        dice=(*state.dice, RecordedDice(reason, place, FACES, (initiative.face,), initiative.origin, initiative.epoch)),
    )
    by = who.modifier(initiative.skill, state.scale).value
    state = state.note(
        f"{who.name} rolled {initiative.skill} for initiative of round {initiative.round}: {initiative.face}."
    )
    if chosen.total is not None and chosen.total != initiative.face + by:
        state = state.note(
            f"With today’s modifier of {by} the total would be {initiative.face + by}, not {chosen.total}."
        )
    return _focused(state, initiative)


def _focused(state: DuelInPlay, initiative: ShownInitiative) -> DuelInPlay:
    """Return the state with the tradition focus that a shown initiative gives, unless it was changed since."""
    own, battle = state.own, state.running_battle()
    tradition = TRADITION_OF.get(initiative.skill)
    is_now = initiative.round == battle.round or not state.facts.rolls_each_round
    if tradition is None or not is_now or initiative.participant in dict(own.focuses):
        return state
    if not is_trained_in(state.participant(initiative.participant), initiative.skill):
        return state
    state = state.with_own(focuses=(*own.focuses, (initiative.participant, tradition)))
    battle = state.with_stances(battle)
    state = state.with_own(battle=battle)
    return state.note(f"{state.participant(initiative.participant).name} focuses on {tradition} magic.")


class SecondTurnChosen(AdventureEvent, kind="second-turn-chosen", button="Act second", drawn=True):
    """A duelist that won initiative lets the other one act first in this round."""

    participant: ParticipantKey

    @classmethod
    def options(cls, state: DuelInPlay) -> dict[str, dict[str, str]]:
        """Offer it to the first duelist before its turn."""
        battle = state.own.battle
        first = state.own.by_creature(battle.order[0]) if battle and _may_swap(state, battle) else None
        return {"participant": {first.participant: state.participant(first.participant).name} if first else {}}

    def play(self, state: DuelInPlay, side: str | None) -> DuelInPlay:
        battle, mine = state.running_battle(), state.duelist_of(self.participant)
        state.refuse_claimed()
        if not _may_swap(state, battle) or battle.order[0] != mine.creature:
            raise ChangeRefused("Only a duelist that has won initiative may act second, before its turn.")
        return give_order(state, (battle.order[1], battle.order[0]))


def _may_swap(state: DuelInPlay, battle: BattleState) -> bool:
    acted = any(combatant.has_acted for combatant in battle.combatants.values())
    is_open = battle.turn is None and not battle.stack and len(battle.order) > 1 and not acted
    return is_open and state.facts.rolls_each_round and not state.own.claim
