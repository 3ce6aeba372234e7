"""Fights of declared families before they begin: creating one, its combatants, and the players' agreements."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from django.db import transaction

from accounts.models import Owner
from accounts.selectors.rooms import STORED
from battles.models import Battle, CombatantList, PartyInFight
from battles.models.battles import BattleDice
from battles.selectors.battles import BattleView, BattleVisitor
from battles.selectors.folding import OTHER_RULES, planned_fight
from battles.services.battles import battle_locked, battle_store, readable_document, refuse_over_quota
from battles.services.recording import event_record
from common.refusal import Refusal
from common.saving import save_new_version
from rules.combat.declared import DeclaredFamily
from rules.combat.events import CombatantJoined
from rules.combat.lists import MAX_ALIKE, ListedCombatant, numbered_names
from rules.combat.log import LogEvent
from rules.combat.sheets import FightSheet, sheet_document
from rules.combat.state import MIN_SIDES, SIDE_KEYS, FightCombatant, FightSetup, FightSide, FightState
from rules.errors import RulesError
from rules.families import family_of
from rules.lengths import MAX_NAME
from rules.text import without_directions

HAS_BEGUN = "The fight has begun. Combatants can still join."
NOT_THERE = "That combatant is not in this fight."
NOT_YOUR_SIDE = "You do not play this side."


@transaction.atomic
def fight_make(
    *,
    owner: Owner,
    family: DeclaredFamily,
    party: Sequence[str],
    master: str,
    table: FightSheet,
    name: str = "",
    dice: str = BattleDice.SERVER,
    hides_left: bool = True,
) -> Battle:
    """Store a new fight without combatants. ``party`` are the names of the party's seats, one to three of them.

    Raises ``Refusal`` for sides that cannot be, and for too many battles.
    """
    refuse_over_quota(owner, "battles", STORED)
    if not MIN_SIDES - 1 <= len(party) < len(SIDE_KEYS):
        raise Refusal("The party has one to three seats.", code="battle.invalid")
    if dice not in BattleDice.values:
        raise Refusal("Choose whether Muster rolls or you enter your own dice.", code="battle.invalid")
    names = [*(_plain(name) or family.party_name for name in party), _plain(master) or family.master_name]
    sides = tuple(FightSide(key, side_name) for key, side_name in zip(SIDE_KEYS, names, strict=False))
    called = _plain(name) or f"{family.name}: {names[0]}"[:MAX_NAME]
    setup = FightSetup(sides, (), table, sides[-1].key, hides_left, called)
    return battle_store(owner=owner, setup=setup, family=family, dice=dice)


def _plain(typed: str) -> str:
    return " ".join(without_directions(typed).split())[:MAX_NAME]


@transaction.atomic
def combatants_enter(
    *,
    visitor: BattleVisitor,
    key: str,
    side: str,
    entries: Sequence[ListedCombatant],
    party: CombatantList | None = None,
) -> Battle:
    """Add combatants to a fight that has not begun; several with one sheet are numbered.

    ``party`` is their saved party, which counts the results of the fight.
    """

    def _entered(setup: FightSetup) -> FightSetup:
        combatants = list(setup.combatants)
        for entry in entries:
            combatants += entering_combatants(combatants, side, entry)
        return replace(setup, combatants=tuple(combatants))

    view, before = _opened(visitor, key, side)
    battle = _store(view, before, _entered)
    if party is not None and party.is_party:
        known = {combatant.id for combatant in before.combatants}
        _link(
            battle, party, [combatant.id for combatant in planned_fight(battle).combatants if combatant.id not in known]
        )
    return battle


@transaction.atomic
def combatants_join(
    *,
    visitor: BattleVisitor,
    key: str,
    side: str,
    entries: Sequence[ListedCombatant],
    party: CombatantList | None = None,
) -> None:
    """Let combatants join a fight under way, all of them in one step of its log.

    ``party`` is the saved party that they are of: it counts the results of the fight.
    """
    known: set[str] = set()

    def _joining(state: FightState) -> tuple[LogEvent, ...]:
        known.update(state.combatants)
        there = [state.entry(combatant) for combatant in state.combatants]
        events: list[LogEvent] = []
        for entry in entries:
            coming = entering_combatants(there, side, entry)
            there += coming
            sheets = [(other.group, sheet_document(state.family.kinds, other.sheet)) for other in coming]
            events += [CombatantJoined(side, group, sheet) for group, sheet in sheets]
        return tuple(events)

    log = event_record(visitor=visitor, key=key, command=_joining, needs="offers")
    joined = [combatant for combatant in log.folded.state.combatants if combatant not in known]
    _unlink(log.battle, joined)
    if party is not None and party.is_party:
        _link(log.battle, party, joined)


def entering_combatants(
    there: Sequence[FightCombatant], side: str, combatant: ListedCombatant
) -> tuple[FightCombatant, ...]:
    """Return the combatants of an entry of a list, with ids and names that no one there has."""
    if not 1 <= combatant.count <= MAX_ALIKE:
        raise Refusal(f"Enter how many there are, from 1 to {MAX_ALIKE}.", code="combatants.invalid")
    names = numbered_names(combatant.sheet.name, combatant.count, {other.sheet.name for other in there})
    numbers = [int(other.id.rpartition(".")[2]) for other in there if other.id.startswith(f"{side}.")]
    first = 1 + max(numbers, default=0)
    return tuple(
        FightCombatant(f"{side}.{place}", side, replace(combatant.sheet, name=name), _plain(combatant.group))
        for place, name in enumerate(names, start=first)
    )


@transaction.atomic
def combatant_change(*, visitor: BattleVisitor, key: str, combatant: str, sheet: FightSheet, group: str) -> Battle:
    """Change the sheet and the group of a combatant of a fight that has not begun."""
    view, setup = _opened(visitor, key, combatant.partition(".")[0])
    if combatant not in setup.by_id:
        raise Refusal(NOT_THERE, code="combatants.gone")

    def _changed(setup_now: FightSetup) -> FightSetup:
        changed = replace(setup_now.by_id[combatant], sheet=sheet, group=_plain(group))
        return replace(
            setup_now,
            combatants=tuple(
                changed if fight_combatant.id == combatant else fight_combatant
                for fight_combatant in setup_now.combatants
            ),
        )

    return _store(view, setup, _changed)


@transaction.atomic
def combatant_leave(*, visitor: BattleVisitor, key: str, combatant: str) -> Battle:
    """Take a combatant out of a fight that has not begun."""
    view, setup = _opened(visitor, key, combatant.partition(".")[0])
    if combatant not in setup.by_id:
        raise Refusal(NOT_THERE, code="combatants.gone")
    _unlink(view.battle, [combatant])
    others = tuple(fight_combatant for fight_combatant in setup.combatants if fight_combatant.id != combatant)
    return _store(view, setup, lambda setup_now: replace(setup_now, combatants=others))


@transaction.atomic
def fight_agree(
    *, visitor: BattleVisitor, key: str, table: FightSheet, hides_left: bool, names: Mapping[str, str] | None = None
) -> Battle:
    """Change the table's agreements, and whether hit points are hidden, before a fight begins.

    ``names`` are new ones of sides by their keys; an empty one changes nothing.
    """
    view, setup = _opened(visitor, key, None)
    named = {side: _plain(typed) for side, typed in (names or {}).items()}

    def _agreed(setup_now: FightSetup) -> FightSetup:
        sides = tuple(replace(side, name=named.get(side.key) or side.name) for side in setup_now.sides)
        return replace(setup_now, table=table, hides_left=hides_left, sides=sides)

    return _store(view, setup, _agreed)


def _opened(visitor: BattleVisitor, key: str, side: str | None) -> tuple[BattleView, FightSetup]:
    """Lock a fight for a visitor who may change a side of its set-up; None means what only the game master may
    change.
    """
    view = battle_locked(visitor, key)
    setup = planned_fight(view.battle)
    if not isinstance(setup, FightSetup):
        raise Refusal(OTHER_RULES, code="battle.family")
    if setup.master not in view.held and side not in view.held:
        raise Refusal(NOT_YOUR_SIDE, code="side.forbidden")
    if not view.may_set_up:
        raise Refusal(HAS_BEGUN, code="battle.state")
    if side is not None and side not in setup.people:
        raise Refusal("That side is not in this fight.", code="battle.invalid")
    return view, setup


def _store(view: BattleView, setup: FightSetup, change: Callable[[FightSetup], FightSetup]) -> Battle:
    refuse_over_quota(Owner(view.battle.owner, view.battle.owner_token), STORED)
    try:
        changed = change(setup)
    except RulesError as fault:
        raise Refusal(str(fault), code="battle.invalid") from fault
    view.battle.setup = readable_document(family_of(view.battle.family), changed)
    save_new_version(view.battle, "setup")
    return view.battle


def _unlink(battle: Battle, combatants: Collection[str]) -> None:
    """Let no saved party of a fight have these ids: they left, or joined in the place of some that were undone."""
    for link in PartyInFight.objects.filter(battle=battle):
        left = [combatant for combatant in link.combatants if combatant not in combatants]
        if not left:
            link.delete()
        elif left != link.combatants:
            link.combatants = left
            link.save(update_fields=["combatants"])


def _link(battle: Battle, party: CombatantList, combatants: list[str]) -> None:
    # The party was read before the fight was held: it may be gone by now.
    if not CombatantList.objects.select_for_update().filter(pk=party.pk).exists():
        raise Refusal("Choose who takes part.", code="combatants.gone")
    link, _ = PartyInFight.objects.get_or_create(battle=battle, party=party)
    link.combatants = [*link.combatants, *combatants]
    link.save(update_fields=["combatants"])
