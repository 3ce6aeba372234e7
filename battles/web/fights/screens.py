"""The layout of a declared family's fight for one visitor: the next step, the sides, the combatant in focus, the
log.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from battles.models.battles import BattleStatus
from battles.selectors.battles import BattleView
from battles.selectors.families import FightViewer, viewer_of, visible_ask
from battles.selectors.folding import AnyFoldedFight
from battles.web.fights.offers import NO_OFFERS, OfferInput, OfferList, offer_input, offer_list
from battles.web.shown_fights import LINES, ShownFight, ShownLine, asked_parts, asked_task, newest_step, pass_words
from rules.combat.declared import DeclaredFamily
from rules.combat.resolution import ChoiceAsk, OfferAsk
from rules.combat.sheets import FightRow, FightSection, kind_of_sheet, sheet_words
from rules.combat.state import FightState


@dataclass(frozen=True, slots=True)
class FightSideRows:
    """A side of a fight: its key and name, whether it is the game master's, and its combatants."""

    key: str
    name: str
    is_master: bool
    rows: tuple[FightRow, ...]

    @property
    def up(self) -> int:
        """The number of its combatants that are not out."""
        return sum(not row.is_out for row in self.rows)


@dataclass(frozen=True, slots=True)
class OrderPlace:
    """A combatant's place in the order. It has only the drawn values, so that the drawing can be cached."""

    name: str
    place: int | None
    is_acting: bool
    has_acted: bool
    is_out: bool


@dataclass(frozen=True, slots=True)
class FightPanel:
    """The combatant in focus: its row, its kind, its sheet in words, and the values to set by hand.

    ``is_known`` is True if the visitor may see its sheet.
    """

    row: FightRow
    kind: str
    is_known: bool
    sections: tuple[FightSection, ...] = ()
    sheet: tuple[FightSection, ...] = ()
    hand: tuple[OfferInput, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FightScreen(ShownFight):
    """A fight of a declared family as one visitor's screen shows it."""

    family: DeclaredFamily
    headline: str
    goal: str
    sides: tuple[FightSideRows, ...]
    order: tuple[OrderPlace, ...]
    offers: OfferList
    panel: FightPanel | None
    is_master: bool

    @property
    def is_mine(self) -> bool:
        """Whether the fight waits for the visitor."""
        return self.is_asked or bool(self.offers.main) or self.task == "begin"

    @property
    def doer(self) -> FightRow | None:
        """The combatant whose actions are offered, if they are of one."""
        return next((row for side in self.sides for row in side.rows if row.id == self.offers.doer), None)

    @property
    def latest(self) -> ShownLine | None:
        """The results of the newest step, its rolls and damage together."""
        return newest_step(self.log.lines)

    @property
    def ending(self) -> tuple[str, str]:
        """Who won, and why, once the fight is over; two empty texts before."""
        ending = self.state.family.ending(self.state)
        return (ending.sentence, ending.reason) if ending else ("", "")


def fight_screen(view: BattleView, folded: AnyFoldedFight, *, focus: str = "") -> FightScreen:
    """Return the layout of a fight for a visitor.

    No query; one while the visitor waits for another side with an offer.
    """
    state: FightState = folded.state
    viewer = viewer_of(view, folded)
    ask = visible_ask(folded, viewer)

    def _decides(side: str | None) -> bool:
        return _may_decide(view, state, side)

    def _passes(offer: OfferAsk) -> tuple[tuple[str, str], ...]:
        return tuple((side, pass_words(state.setup.side(side))) for side in offer.sides if side in view.held)

    task = asked_task(view, state, ask, _decides)
    task = task or ("wait" if not view.plays else "begin" if state.phase == "before" else "act")
    may_write = view.plays and view.battle.status != BattleStatus.CLOSED
    rows = fight_rows(state, viewer)
    return FightScreen(
        **asked_parts(view, folded, ask, _decides, _passes, LINES),
        task=task,
        choice=ask if isinstance(ask, ChoiceAsk) and task == "choice" else None,
        family=state.family,
        headline=state.family.headline(state) if state.phase == "playing" else "",
        goal=state.family.goal(state) if state.phase == "playing" else "",
        sides=_sides(state, rows),
        order=tuple(_order_place(rows[combatant]) for combatant in state.family.order(state)),
        offers=offer_list(view, folded) if task == "act" else NO_OFFERS,
        panel=_panel(state, viewer, rows, focus or _usual_focus(state, viewer, rows), may_write=may_write),
        is_master=may_write and state.setup.master in view.held,
    )


def _may_decide(view: BattleView, state: FightState, side: str | None) -> bool:
    """Return True if a visitor may decide for a side: the game master may for every side."""
    return view.plays and (side is None or side in view.held or state.setup.master in view.held)


def fight_sides(state: FightState, viewer: FightViewer, *, is_past: bool = False) -> tuple[FightSideRows, ...]:
    """Return the sides with their combatants as a visitor sees them.

    At the end of a past round (``is_past``), no one acts, and it does not matter who has acted.
    """
    rows = fight_rows(state, viewer)
    if is_past:
        rows = {combatant: replace(row, is_acting=False, has_acted=False) for combatant, row in rows.items()}
    return _sides(state, rows)


def _sides(state: FightState, rows: Mapping[str, FightRow]) -> tuple[FightSideRows, ...]:
    return tuple(
        FightSideRows(
            side.key,
            side.name,
            side.key == state.setup.master,
            tuple(row for row in rows.values() if row.side == side.key),
        )
        for side in state.setup.sides
    )


def fight_rows(state: FightState, viewer: FightViewer) -> dict[str, FightRow]:
    """Return the combatants as a visitor's lists show them, by id."""
    return {
        combatant: state.family.row(state, combatant, sees_hidden=knows(state, combatant, viewer))
        for combatant in state.combatants
    }


def knows(state: FightState, combatant: str, viewer: FightViewer) -> bool:
    """Return True if a visitor may see the sheet of a combatant, and its remaining values."""
    return viewer.sees_hidden or not state.is_master(combatant)


def _order_place(row: FightRow) -> OrderPlace:
    return OrderPlace(row.name, row.place, row.is_acting, row.has_acted, row.is_out)


def _usual_focus(state: FightState, viewer: FightViewer, rows: Mapping[str, FightRow]) -> str:
    """Return whose panel is shown: the acting combatant's, or one of the visitor’s own if that sheet is hidden."""
    acting = next((row.id for row in rows.values() if row.is_acting), "")
    if not acting or knows(state, acting, viewer):
        return acting
    own = [row for row in rows.values() if row.side in viewer.held]
    return next((row.id for row in own if not row.is_out), own[0].id if own else acting)


def _panel(
    state: FightState, viewer: FightViewer, rows: Mapping[str, FightRow], combatant: str, *, may_write: bool
) -> FightPanel | None:
    if combatant not in state.combatants:
        return None
    row, sheet = rows[combatant], state.entry(combatant).sheet
    kind = kind_of_sheet(state.family.kinds, sheet)
    if not knows(state, combatant, viewer):
        return FightPanel(row, "", is_known=False)
    hand = state.family.hand_fields(state, combatant) if may_write and state.phase == "playing" else ()
    return FightPanel(
        row,
        kind.label,
        is_known=True,
        sections=state.family.panel(state, combatant),
        sheet=sheet_words(kind, sheet),
        hand=tuple(offer_input(field) for field in hand if field.type != "choices"),
    )
