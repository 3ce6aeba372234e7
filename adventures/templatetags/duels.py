"""The table of a duel as the page shows it: both duelists, and the viewer's possible actions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django import template

from adventures.selectors.seats import AdventureSeat
from rules.adventures.events import AdventureEvent
from rules.adventures.kinds.duel.entering import DuelBegun, DuelYielded, PreparedDuelistEntered, VictoryConfirmed
from rules.adventures.kinds.duel.fighting import DuelTurnBegun
from rules.adventures.kinds.duel.initiative import SecondTurnChosen, awaits_initiative, initiative_skills
from rules.adventures.kinds.duel.play import SIDES, DuelInPlay, Duelist
from rules.adventures.participants import AdventureParticipant
from rules.combat.hp import HpLook, hp_look
from rules.combat.resolution import ActAsk, Ask, ChoiceAsk, OfferAsk, RollAsk, pending
from rules.p2v_combat.forecast import forecast, odds_words
from rules.p2v_combat.numbers import AimedTarget, Circumstances
from rules.p2v_combat.options import options_for
from rules.p2v_combat.reactions import COUNTER, DUELING_BY_KEY, spells_to_expend
from rules.p2v_combat.state import BattleState
from rules.tables.conditions import CONDITIONS
from rules.text import listed, with_minus

DISTANCES = (("reach", "within reach"), ("short", "at short range"), ("long", "at long range"))
PASSES = "pass"
"""The value sent in place of an offer's key by a duelist who takes none."""
_UNIVERSAL = "universal"
_KINDS = ("feature", "spell", "item", _UNIVERSAL)


@dataclass(frozen=True, slots=True)
class DuelCircumstance:
    """A circumstance of the opponent as a box to tick; ``reason`` is its text in the log of the battle."""

    name: str
    label: str
    reason: str


DUEL_CIRCUMSTANCES = (
    DuelCircumstance("cover", "Behind cover", "terrain"),
    DuelCircumstance("concealment", "Concealed", "concealment"),
    DuelCircumstance("off-guard", "Off-guard", "another reason"),
)


@dataclass(frozen=True, slots=True)
class DuelAction:
    """An action that a duelist can take now: what its form sends, its words, and whether it is the duelist's own.

    Actions that everyone has, such as Stride, are nobody's own.
    """

    value: str
    label: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class DuelistScreen:
    """A duelist for a page; ``may_act`` is True if the viewer acts for it.

    ``initiative`` are words about its initiative, ``skills`` those among which it chooses now.
    """

    id: str
    name: str
    may_act: bool
    hp: int
    max_hp: int
    percent: int
    conditions: str
    focus: str
    initiative: str
    skills: tuple[str, ...]
    is_acting: bool
    ap: int
    actions: tuple[DuelAction, ...]
    side: str
    is_rival: bool

    @property
    def ap_words(self) -> str:
        """Its Action Points in words."""
        return f"{self.ap} AP left"

    @property
    def own_actions(self) -> tuple[DuelAction, ...]:
        """Its own features, spells and items; every action of a duelist that can use none of its own now."""
        return tuple(action for action in self.actions if action.is_own) or self.actions

    @property
    def more_actions(self) -> tuple[DuelAction, ...]:
        """The other actions."""
        own = self.own_actions
        return tuple(action for action in self.actions if action not in own)

    @property
    def hp_look(self) -> HpLook:
        """The look of its HP."""
        return hp_look(self.hp, self.max_hp)


@dataclass(frozen=True, slots=True)
class DuelAnswer:
    """The battle's question, and who answers: ``roll``, ``choice``, ``offer`` or ``act``.

    ``options`` are values with words. ``dice`` is how many own dice may be entered. ``expends`` are spells for a
    counter.
    """

    type: str
    who: str
    name: str
    reason: str
    options: tuple[tuple[str, str, str], ...] = ()
    dice: int = 0
    sides: int = 0
    need: int | None = None
    may_skip: bool = False
    expends: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DuelButton:
    """A button without text fields: its command, with one field, and its words."""

    do: str
    field: str
    value: str
    label: str
    is_primary: bool = False


@dataclass(frozen=True, slots=True)
class DuelTable:
    """The state of a duel, and the viewer's possible actions."""

    duelists: tuple[DuelistScreen, ...]
    answers: tuple[DuelAnswer, ...]
    to_field: tuple[AdventureParticipant, ...]
    waits: str
    claim: str
    has_begun: bool
    buttons: tuple[DuelButton, ...]
    yields: tuple[DuelButton, ...]
    conditions: tuple[str, ...] = tuple(condition.name for condition in CONDITIONS)
    distances: tuple[tuple[str, str], ...] = DISTANCES
    circumstances: tuple[DuelCircumstance, ...] = DUEL_CIRCUMSTANCES


def duel_table(state: DuelInPlay, seat: AdventureSeat) -> DuelTable:
    """Return the table of a duel; ``state`` is the viewer's."""
    own, battle = state.own, state.own.battle
    is_open = seat.is_open and bool(seat.side) and not state.is_over
    duelists = tuple(_duelist(state, seat, duelist, is_open=is_open) for duelist in own.duelists)
    ask = pending(battle) if battle is not None else None
    answers = tuple(_answers(state, battle, ask, duelists)) if battle is not None and is_open else ()
    fielded = {duelist.participant for duelist in own.duelists}
    members = (
        participant for participant in state.participants if participant.skills is not None and not participant.is_out
    )
    to_field = tuple(member for member in members if member.id not in fielded and seat.may_act_for(member))
    return DuelTable(
        duelists,
        answers,
        to_field if battle is None and is_open and len(fielded) < 2 else (),
        "" if state.is_over or answers else _waits_for(state, battle, ask, duelists),
        state.participant(own.claim).name if own.claim else "",
        battle is not None,
        tuple(_buttons(state, seat, _BUTTONS)) if is_open else (),
        tuple(_buttons(state, seat, _YIELDS)) if is_open else (),
    )


_ButtonRows = tuple[tuple[type[AdventureEvent], str, str, bool], ...]
_BUTTONS: _ButtonRows = (
    (PreparedDuelistEntered, "key", "{name} enters the duel", False),
    (DuelBegun, "", "Begin the duel", True),
    (DuelTurnBegun, "participant", "Begin the turn of {name}", True),
    (SecondTurnChosen, "participant", "{name} acts second", False),
    (VictoryConfirmed, "participant", "Confirm the victory of {name}", True),
)


_YIELDS: _ButtonRows = ((DuelYielded, "participant", "{name} yields", False),)


def _buttons(state: DuelInPlay, seat: AdventureSeat, rows: _ButtonRows) -> Iterator[DuelButton]:
    """Yield the buttons of these rows that may be pressed now."""
    own = state.own
    for event, field, label, is_primary in rows:
        if event.by_organizer and not seat.organizes:
            continue
        if event is DuelBegun and (own.battle is not None or len(own.duelists) < len(SIDES)):
            continue
        if event is PreparedDuelistEntered and len(own.duelists) == len(SIDES):
            continue
        if event is VictoryConfirmed and not own.claim:
            continue
        options = event.options(state).get(field, {}) if field else {"": ""}
        for value, name in options.items():
            if field != "participant" or seat.may_act_for(state.participant(value)):
                yield DuelButton(event.kind, field, value, label.format(name=name), is_primary)


def _duelist(state: DuelInPlay, seat: AdventureSeat, duelist: Duelist, *, is_open: bool) -> DuelistScreen:
    who, own = state.participant(duelist.participant), state.own
    battle = own.battle
    may_act = is_open and seat.may_act_for(who)
    hp = duelist.card.stats.hp or 1
    stands = battle.combatants[duelist.creature] if battle else None
    left = max(stands.hp, 0) if stands else hp
    acting = battle.acting(duelist.creature) if battle else None
    is_acting = acting is not None and not acting.has_ended and battle is not None and not battle.stack
    chosen = own.choice(who.id, battle.round) if battle else None
    chooses = may_act and chosen is None and awaits_initiative(state)
    acts = may_act and is_acting and not own.claim
    known = (
        AimedTarget(other.creature, Circumstances(distance="reach"))  # as the form is filled in at first
        for other in own.duelists
        if other != duelist and (seat.organizes or not state.participant(other.participant).is_rival)
    )
    return DuelistScreen(
        id=who.id,
        name=who.name,
        may_act=may_act,
        hp=left,
        max_hp=hp,
        percent=100 * left // hp,
        conditions=listed((*stands.condition_names, *stands.status_names)) if stands else "",
        focus=dict(own.focuses).get(who.id, ""),
        initiative=_initiative_words(state, duelist),
        skills=initiative_skills(state, who.id) if chooses else (),
        is_acting=may_act and is_acting,
        ap=acting.ap if acting else 0,
        actions=tuple(_actions(battle, duelist.creature, tuple(known))) if acts and battle else (),
        side=duelist.side,
        is_rival=who.is_rival,
    )


def _initiative_words(state: DuelInPlay, duelist: Duelist) -> str:
    own = state.own
    if own.battle is None:
        return ""
    number = max((row.round for row in own.choices if row.participant == duelist.participant), default=0)
    chosen = own.choice(duelist.participant, number)
    if chosen is None or (number < own.battle.round and awaits_initiative(state)):
        return "No initiative yet"
    if chosen.total is None:
        return "Has chosen in secret"
    with_what = f"with {chosen.skill}" if chosen.skill else "with a sealed skill"
    return with_minus(f"Initiative {chosen.total}, {with_what}")


def _actions(battle: BattleState, creature: str, known: tuple[AimedTarget, ...]) -> Iterator[DuelAction]:
    """Yield a duelist's possible actions, its own features and spells first.

    Strikes have their odds at opponents that are ``known``: players do not know the numbers of a rival.
    """
    options = sorted(
        options_for(battle, creature), key=lambda option: (_KINDS.index(option.kind), not option.is_strike)
    )
    for action in options:
        for way in action.ways:
            if way.refusal:
                continue
            left = "" if action.uses_left is None else f", {action.uses_left} left"
            words = f"{action.name} ({way.ap} AP{left})"
            is_own = action.kind != _UNIVERSAL
            aimed = known if action.is_strike else ()
            odds = odds_words(forecast(battle, creature, action.key, way.key, aimed).targets)
            for choice in way.choices:
                yield DuelAction(f"{action.key}|{way.key}|{choice.key}", f"{words}: {choice.label}", is_own)
            if not way.choices:
                yield DuelAction(f"{action.key}|{way.key}|", f"{words}, {odds}" if odds else words, is_own)


def _answers(
    state: DuelInPlay, battle: BattleState, ask: Ask | None, duelists: Sequence[DuelistScreen]
) -> Iterator[DuelAnswer]:
    """Yield the viewer's possible answers, for each of their duelists."""
    for duelist in duelists:
        if not duelist.may_act:
            continue
        match ask:
            case RollAsk() if ask.side in (duelist.side, None):
                yield DuelAnswer("roll", duelist.id, duelist.name, ask.reason, (), ask.dice, ask.sides, ask.need)
            case ChoiceAsk() if ask.side == duelist.side:
                options = tuple((option.key, option.label, "") for option in ask.options)
                yield DuelAnswer("choice", duelist.id, duelist.name, ask.reason, options)
            case ActAsk() if ask.side == duelist.side:
                options = tuple((option.key, option.label, "") for option in ask.actions)
                yield DuelAnswer("act", duelist.id, duelist.name, ask.reason, options, may_skip=ask.may_skip)
            case OfferAsk() if duelist.side in ask.sides:
                yield _offer(state, battle, ask, duelist)


def _offer(state: DuelInPlay, battle: BattleState, ask: OfferAsk, screen: DuelistScreen) -> DuelAnswer:
    creature = next(row.creature for row in state.own.duelists if row.participant == screen.id)
    mine = [offer for offer in ask.offers if offer.creature == creature]
    options = tuple(
        (offer.key, offer.label.removeprefix(f"{screen.name}: "), DUELING_BY_KEY[offer.key].text)
        if offer.key in DUELING_BY_KEY
        else (offer.key, offer.label, "")
        for offer in mine
    )
    spends = {key: words for key, (words, _) in spells_to_expend(battle, creature).items()}
    has_counter = any(offer.key == COUNTER for offer in mine)
    return DuelAnswer(
        "offer", screen.id, screen.name, ask.reason, options, expends=tuple(spends.items()) if has_counter else ()
    )


def _waits_for(
    state: DuelInPlay, battle: BattleState | None, ask: Ask | None, duelists: Sequence[DuelistScreen]
) -> str:
    if battle is None:
        return "" if len(duelists) == 2 else "A duel needs two duelists with stats."
    if awaits_initiative(state):
        if any(duelist.skills for duelist in duelists):
            return ""
        return "Waiting for the other duelist to choose."
    return "Waiting for the other duelist." if ask is not None else ""


register = template.Library()


@register.simple_tag
def duel_at_table(state: DuelInPlay, seat: AdventureSeat) -> DuelTable:
    """Return the state of a duel, and the viewer's possible actions; ``state`` is the viewer's."""
    return duel_table(state, seat)
