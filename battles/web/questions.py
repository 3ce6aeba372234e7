"""What a fight asks of a visitor, laid out for forms: dice, and what may be done before things go on."""

from __future__ import annotations

from dataclasses import dataclass

from battles.selectors.battles import BattleView
from battles.services.permissions import patience_left
from battles.web.sent_forms import roll_place
from rules.combat.asks import OfferAsk, OfferedAct, RollAsk
from rules.combat.family import PlannedFight
from rules.combat.resolution import ResolvingState
from rules.combat.setup import FightSide
from rules.text import listed


@dataclass(frozen=True, slots=True)
class RollQuestion:
    """A roll that the battle waits for: what forms call it, its dice, what it needs, whether the visitor rolls."""

    place: str
    reason: str
    dice: int
    sides: int
    need: int | None
    chances: tuple[tuple[str, int], ...]
    faces: tuple[int, ...]
    is_own: bool
    whose: str

    @property
    def numbers(self) -> range:
        """The dice, from 1."""
        return range(1, self.dice + 1)

    @property
    def has_buttons(self) -> bool:
        """Whether a face is entered by one tap."""
        return self.dice == 1 and self.sides <= 20


@dataclass(frozen=True, slots=True)
class OfferQuestion:
    """What creatures may do before things go on: the acts of the visitor's sides, and who else is asked.

    ``others`` are sides without which the visitor may go on after ``patience`` seconds.
    """

    reason: str
    acts: tuple[tuple[str, OfferedAct], ...]
    passes: tuple[tuple[str, str], ...]
    others: tuple[tuple[str, str], ...]
    patience: int
    waits_for: str


def roll_question(ask: RollAsk, setup: PlannedFight, *, is_own: bool) -> RollQuestion:
    """Return dice as forms ask for them; ``is_own`` says that the visitor rolls."""
    names = {side.key: side.name for side in setup.sides}
    return RollQuestion(
        place=roll_place(ask),
        reason=ask.reason,
        dice=ask.dice,
        sides=ask.sides,
        need=ask.need,
        chances=ask.chances,
        faces=tuple(range(1, ask.sides + 1)),
        is_own=is_own,
        whose=names.get(ask.side or "", ""),
    )


def offer_question(
    view: BattleView, state: ResolvingState, ask: OfferAsk, passes: tuple[tuple[str, str], ...]
) -> OfferQuestion:
    """Return what may be done before things go on; ``passes`` are the visitor's sides, each with the words to pass."""
    own = [side for side, _ in passes]
    others = [side for side in ask.sides if side not in own]
    may_go_on = bool(others) and view.plays and not own
    return OfferQuestion(
        reason=ask.reason,
        acts=tuple((_before(state, act), act) for act in ask.offers if _is_of(state, act, own)),
        passes=passes,
        others=tuple((side, state.setup.side(side).name) for side in others) if may_go_on else (),
        patience=patience_left(view.battle) if may_go_on else 0,
        waits_for=listed(state.setup.side(side).name for side in others),
    )


def pass_words(side: FightSide) -> str:
    """Return the words by which a side lets things go on."""
    return f"{side.name}: go on"


def _is_of(state: ResolvingState, act: OfferedAct, own: list[str]) -> bool:
    return act.creature in state.combatants and state.combatants[act.creature].side in own


def _before(state: ResolvingState, act: OfferedAct) -> str:
    """Return who may act, "" where the label says it."""
    name = state.name(act.creature)
    return "" if name in act.label else name
