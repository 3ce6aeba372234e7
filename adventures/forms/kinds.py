"""The site's additions to kinds of adventures: buttons without an event of their own, such as a duel's, and completion
of steps.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from adventures.forms.events import choice_documents
from adventures.models import AdventureRow
from adventures.selectors.parties import opposing_creature, standing_member, wanted_creature
from adventures.selectors.seats import AdventureSeat, AdventureVisitor
from adventures.services.adventures import LockedAdventure
from adventures.services.duels import duel_dice, dueling_reaction, initiative_choice, with_shown_choices
from adventures.services.recording import EventsOf
from adventures.templatetags.duels import DUEL_CIRCUMSTANCES, PASSES, DuelAnswer, DuelistScreen, duel_table
from common.refusal import Refusal
from common.typed import typed_number, typed_numbers, typed_text
from rules.adventures.events import AdventureEvent
from rules.adventures.kinds.duel.entering import CreatureDuelistEntered, DuelistFielded
from rules.adventures.kinds.duel.fighting import DuelMoveMade
from rules.adventures.kinds.duel.kind import DUEL
from rules.adventures.kinds.duel.play import DuelInPlay, Duelist
from rules.adventures.kinds.influence.events import creature_person
from rules.adventures.kinds.influence.kind import INFLUENCE
from rules.combat.answers import OfferPassed
from rules.combat.log import FightEvent
from rules.errors import ChangeRefused, require
from rules.lengths import MAX_NAME
from rules.p2v_combat.events.acting import CreatureActed, StepActed, StepSkipped
from rules.p2v_combat.events.by_hand import HeldSet, HpSet
from rules.p2v_combat.events.reactions import BattleOptionChosen, OfferTaken
from rules.p2v_combat.events.turns import TurnEnded
from rules.p2v_combat.numbers import DISTANCE_BANDS, AimedTarget, Circumstances
from rules.p2v_combat.options import options_for
from rules.p2v_combat.reactions import DUELING_BY_KEY


def duel_command(visitor: AdventureVisitor, seat: AdventureSeat, todo: str, data: QueryDict) -> EventsOf | None:
    """Return the function that makes the events of a duel's button, None for another kind's. Raises ``Refusal``."""
    who = typed_text(data.get("participant", ""))
    if todo == "duel-initiative":
        face = typed_text(data.get("face", ""))
        skill = typed_text(data.get("skill", ""))
        return initiative_choice(seat.row, who, skill, typed_number(face) if face else None)
    if todo == "duel-dice":
        return duel_dice(seat.row, who, typed_numbers(data.get("faces", ""))[:100])
    if todo == "duel-offer":
        return _taken(seat, who, data)
    if todo == "duel-field":
        return _fielded(visitor, seat, who)
    if todo == "duel-creature":
        return _creature_entered(visitor, seat, typed_text(data.get("creature", ""), MAX_NAME))
    make = _MOVES.get(todo)
    return None if make is None else lambda state: _move(state, who, make, data)


def _taken(seat: AdventureSeat, who: str, data: QueryDict) -> EventsOf:
    offer = typed_text(data.get("offer", ""))
    if offer in DUELING_BY_KEY:
        return dueling_reaction(seat.row, who, offer, typed_text(data.get("expends", ""), 120))
    return lambda state: _move(state, who, _passed if offer == PASSES else _offered, data)


def _fielded(visitor: AdventureVisitor, seat: AdventureSeat, who: str) -> EventsOf:
    standing = standing_member(visitor.owner, seat.campaign, who)
    if standing is None:
        raise Refusal("The warband of this member no longer exists.", code="command.invalid")
    return lambda state: (DuelistFielded(who, standing.card, (standing.member,)),)


def _creature_entered(visitor: AdventureVisitor, seat: AdventureSeat, wanted: str) -> EventsOf:
    LockedAdventure(seat).refuse_unless_organizer("let a creature enter the duel")
    who, card = opposing_creature(visitor.owner, wanted)
    return lambda state: (CreatureDuelistEntered(who, card),)


MoveMaker = Callable[[DuelInPlay, Duelist, QueryDict], FightEvent]


def _move(state: DuelInPlay, who: str, make: MoveMaker, data: QueryDict) -> Sequence[AdventureEvent]:
    state.running_battle()
    mine = require(state.own.of(who), ChangeRefused("Choose one of the duelists."))
    return (DuelMoveMade(who, make(state, mine, data)),)


def _aims(state: DuelInPlay, mine: Duelist, data: QueryDict) -> tuple[AimedTarget, ...]:
    distance = data.get("distance", "")
    # The first of the words for distances is within reach.
    known = next((band for band in DISTANCE_BANDS if band == distance), DISTANCE_BANDS[0])
    is_own = data.get("target", "") == "self"
    target = mine.creature if is_own else state.other_duelist(mine.participant).creature
    if is_own:
        return (AimedTarget(target, Circumstances(distance=known)),)
    ticked = {
        circumstance.name: (circumstance.reason,) for circumstance in DUEL_CIRCUMSTANCES if data.get(circumstance.name)
    }
    circumstances = Circumstances(
        distance=known,
        cover=ticked.get("cover", ()),
        concealment=ticked.get("concealment", ()),
        off_guard=ticked.get("off-guard", ()),
    )
    return (AimedTarget(target, circumstances),)


def _acted(state: DuelInPlay, mine: Duelist, data: QueryDict) -> FightEvent:
    action, _, rest = typed_text(data.get("act", "")).partition("|")
    way, _, choice = rest.partition("|")
    battle = state.running_battle()
    options = next((option for option in options_for(battle, mine.creature) if option.key == action), None)
    need = next((option.targets for option in options.ways if option.key == way), None) if options else None
    aims = _aims(state, mine, data) if need is not None else ()
    return CreatureActed(mine.creature, action, way, aims, (choice,) if choice else ())


def _step(state: DuelInPlay, mine: Duelist, data: QueryDict) -> FightEvent:
    action = typed_text(data.get("option", ""))
    return StepActed(action, "", _aims(state, mine, data)) if action else StepSkipped()


def _offered(state: DuelInPlay, mine: Duelist, data: QueryDict) -> FightEvent:
    return OfferTaken(mine.creature, typed_text(data.get("offer", "")))


def _passed(state: DuelInPlay, mine: Duelist, data: QueryDict) -> FightEvent:
    return OfferPassed(mine.side)


def _hp(state: DuelInPlay, mine: Duelist, data: QueryDict) -> FightEvent:
    temporary = state.running_battle().combatants[mine.creature].temporary_hp
    return HpSet(mine.creature, typed_number(data.get("hp", "")), temporary, typed_text(data.get("reason", "")))


def _condition(state: DuelInPlay, mine: Duelist, data: QueryDict) -> FightEvent:
    name, reason = typed_text(data.get("condition", "")), typed_text(data.get("reason", ""))
    has = not state.running_battle().combatants[mine.creature].has(name)
    return HeldSet(mine.creature, name, has, reason)


_MOVES: dict[str, MoveMaker] = {
    "duel-act": _acted,
    "duel-step": _step,
    "duel-choose": lambda state, mine, data: BattleOptionChosen(typed_text(data.get("option", ""))),
    "duel-turn-end": lambda state, mine, data: TurnEnded(mine.creature, ()),
    "duel-hp": _hp,
    "duel-condition": _condition,
}


ANSWERS: Mapping[str, tuple[str, str]] = {
    "roll": ("duel-dice", "faces"),
    "choice": ("duel-choose", "option"),
    "act": ("duel-step", "option"),
    "offer": ("duel-offer", "offer"),
}
"""The command that answers a battle's question, and the field with the answer."""


def duel_command_offers(state: DuelInPlay, seat: AdventureSeat) -> Iterator[dict[str, Any]]:
    """Yield the commands of a duel that a viewer may send now; ``state`` is theirs."""
    table = duel_table(state, seat)
    for member in table.to_field:
        yield _offer("duel-field", member.id, member.name)
    for duelist in table.duelists:
        yield from _of_duelist(duelist)
    for answer in table.answers:
        yield _of_answer(answer)


def _of_duelist(screen: DuelistScreen) -> Iterator[dict[str, Any]]:
    if screen.skills:
        yield _offer("duel-initiative", screen.id, screen.name, "skill", {skill: skill for skill in screen.skills})
    if screen.actions:
        yield _offer(
            "duel-act", screen.id, screen.name, "act", {action.value: action.label for action in screen.actions}
        )
    if screen.is_acting:
        yield _offer("duel-turn-end", screen.id, screen.name)


def _of_answer(answer: DuelAnswer) -> dict[str, Any]:
    do, field = ANSWERS[answer.type]
    options = {value: words for value, words, _ in answer.options}
    if answer.type == "offer":
        options |= {PASSES: "Pass"}
    elif answer.may_skip:
        options |= {"": "Skip it"}
    return _offer(do, answer.who, answer.reason or answer.name, field, options, dict(answer.expends))


def _offer(
    do: str,
    participant: str,
    name: str,
    field: str = "",
    options: Mapping[str, str] | None = None,
    expends: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    return {
        "do": do,
        "participant": participant,
        "name": name,
        "field": field,
        "options": choice_documents(options or {}),
        "expends": choice_documents(expends or {}),
    }


def gathering_command(visitor: AdventureVisitor, seat: AdventureSeat, todo: str, data: QueryDict) -> EventsOf | None:
    """Return the function that makes the event of a creature that joins as a person, None for another button. Raises
    ``Refusal``.
    """
    if todo != "person-creature":
        return None
    LockedAdventure(seat).refuse_unless_organizer("add a person")
    _, card = wanted_creature(visitor.owner, typed_text(data.get("creature", ""), MAX_NAME))
    return lambda state: (creature_person(card),)


@dataclass(frozen=True, slots=True, kw_only=True)
class KindForms:
    """The site's additions to a kind of adventure.

    ``command`` returns the function that makes the events of a button, None for an unknown one; ``offers`` are the
    buttons that a viewer may press now, as documents for programs. ``completed`` adds to a step the facts that only the
    site knows.
    """

    command: Callable[[AdventureVisitor, AdventureSeat, str, QueryDict], EventsOf | None] = (
        lambda visitor, seat, todo, data: None
    )
    offers: Callable[[Any, AdventureSeat], Iterable[dict[str, Any]]] = lambda state, seat: ()
    completed: Callable[[AdventureRow, EventsOf], EventsOf] = lambda row, make: make


_FORMS: Mapping[str, KindForms] = {
    DUEL.key: KindForms(command=duel_command, offers=duel_command_offers, completed=with_shown_choices),
    INFLUENCE.key: KindForms(command=gathering_command),
}
_NOTHING_ADDED = KindForms()


def kind_forms(kind: str) -> KindForms:
    """Return the site's additions to a kind of adventure, by its key."""
    return _FORMS.get(kind, _NOTHING_ADDED)
