"""Path 2 Victory's battle as a family of combat rules, and its documents; docs/battles.md describes
``muster-battle/1``.
"""

from typing import Any, ClassVar

from rules.cards.documents import card_document, card_from_document
from rules.combat.answers import CountsGiven, FacesRolled, OfferPassed, RollRuled
from rules.combat.family import FightCapability, FightEnding, FightFamily
from rules.combat.log import FightEvent, LogEvent
from rules.combat.state import MIN_SIDES, SIDES
from rules.documents.reading import Fields, fail, writable
from rules.documents.shapes import REQUIRED, RecordField, integer, records, text, text_list
from rules.errors import DocumentError, RulesError
from rules.legality.resolved import is_unlicensed_homebrew
from rules.lengths import MAX_NAME
from rules.p2v_combat.announcements import announce_changes
from rules.p2v_combat.events import acting, belongings, by_hand, moving, objectives, reactions, standing, turns
from rules.p2v_combat.legal.commands import legal_commands
from rules.p2v_combat.setup.faults import TABLE_PLAN
from rules.p2v_combat.sides import BattleRules, BattleSetup, Fielded
from rules.p2v_combat.solo.reacting import game_answer
from rules.p2v_combat.solo.solo_plan import MONSTER_KINDS, SOLO_PLAN
from rules.p2v_combat.standing import board_document, board_lines
from rules.p2v_combat.state import ActiveCondition, BattleState, Combatant
from rules.p2v_combat.tasks.acting import after_moves
from rules.p2v_combat.tasks.rounds import continue_round
from rules.p2v_combat.waiting import combatant_of
from rules.roster.model import IDENTIFIED_MEMBERS

MAX_FIELDED = 200
MAX_CARDS = 200
_UNTIL_DECIDED = "until_decided"
_WITH_OTHER_END = ("passing-through", "beast-hunt")
"""Victory conditions that older versions ended at another moment."""

_SPENT = records(
    lambda key, boxes: (key, boxes),
    (
        RecordField("key", text(MAX_NAME), REQUIRED, always=True),
        RecordField("boxes", integer(high=100), REQUIRED, always=True),
    ),
)


def setup_document(setup: BattleSetup) -> dict[str, Any]:
    """Return a battle's start; each card appears once."""
    cards: list[Any] = []
    for creature in setup.fielded:
        if creature.card not in cards:
            cards.append(creature.card)
    had_other_end = _had_other_end(len(setup.sides), setup.table.victory if setup.table else None)
    return {
        "name": setup.name,
        "sides": SIDES.write(setup.sides),
        "rules": {
            "first_player": setup.rules.first_player,
            "round_limit": setup.rules.round_limit,
            "distances": setup.rules.distances,
            **({_UNTIL_DECIDED: setup.rules.until_decided} if had_other_end else {}),
        },
        "table": TABLE_PLAN.write(setup.table),
        "lone_creature": setup.lone_creature,
        "solo": SOLO_PLAN.write(setup.solo),
        **({"neutral_kinds": MONSTER_KINDS.write(setup.neutral_kinds)} if setup.neutral_kinds else {}),
        "cards": [card_document(card) for card in cards],
        "fielded": [_fielded_document(creature, cards.index(creature.card)) for creature in setup.fielded],
    }


def _fielded_document(creature: Fielded, card: int) -> dict[str, Any]:
    (member,) = IDENTIFIED_MEMBERS.write((creature.member,))
    return {
        "id": creature.id,
        "side": creature.side,
        "member": member,
        "card": card,
        "points": creature.points,
        "minion_of": creature.minion_of,
        "starts": list(creature.starts),
        "spent": [{"key": key, "boxes": boxes} for key, boxes in creature.spent],
    }


def setup_from(read: Fields) -> BattleSetup:
    """Read a battle's start."""
    cards = [
        card_from_document(document, f"{read.at('cards')}[{place}]")
        for place, document in enumerate(read.sequence("cards", high=MAX_CARDS))
    ]
    fielded = []
    for item in read.items("fielded", high=MAX_FIELDED):
        place = item.integer("card", low=0)
        if place >= len(cards):
            fail("document.value", item.at("card"), "There is no such card in this battle.")
        item.ignore("member")
        (member,) = IDENTIFIED_MEMBERS.read(Fields({"members": [item.raw.get("member")]}, item.path), "members")
        if not member.id:
            fail("document.missing", item.at("member.id"), "A creature of a battle has an id.")
        fielded.append(
            Fielded(
                id=item.text("id", low=1, high=MAX_NAME),
                side=item.text("side"),
                member=member,
                card=cards[place],
                points=item.integer("points", 0, low=0, high=9_999),
                minion_of=item.optional_text("minion_of"),
                starts=text_list().read(item, "starts"),
                spent=_SPENT.read(item, "spent"),
            )
        )
        item.done()
    sides, table = SIDES.read(read, "sides"), TABLE_PLAN.read(read, "table")
    rules = read.optional_fields("rules") or Fields({}, read.at("rules"))
    played = BattleRules(
        first_player=rules.choice("first_player", ("left", "last")) or "left",  # type: ignore[arg-type] # one of these
        round_limit=rules.boolean("round_limit", True),
        distances=rules.choice("distances", ("squares", "inches")) or "squares",  # type: ignore[arg-type] # one of these
        until_decided=rules.boolean(_UNTIL_DECIDED, True),
    )
    rules.done()
    try:
        setup = BattleSetup(
            sides,
            tuple(fielded),
            played,
            name=writable(read.text("name", "", high=MAX_NAME), read.at("name")),
            table=table,
            lone_creature=read.text("lone_creature", "", high=MAX_NAME),
            solo=SOLO_PLAN.read(read, "solo"),
            neutral_kinds=MONSTER_KINDS.read(read, "neutral_kinds"),
        )
    except DocumentError:
        raise
    except RulesError as fault:
        fail("document.value", read.path, str(fault))
    read.done()
    return setup


def _had_other_end(sides: int, victory: str | None) -> bool:
    """Return True for a battle whose end older versions timed differently: its document says how it ends."""
    return sides > MIN_SIDES or victory in _WITH_OTHER_END


def as_stored(document: dict[str, Any]) -> dict[str, Any]:
    """Return a stored set-up in its document form: one from before that word existed ends as it did."""
    had_other_end = _had_other_end(len(document["sides"]), (document["table"] or {}).get("victory"))
    if not had_other_end or _UNTIL_DECIDED in document["rules"]:
        return document
    return {**document, "rules": {**document["rules"], _UNTIL_DECIDED: False}}


def battle_state_document(state: BattleState) -> dict[str, Any]:
    """Return a state as a document, with everything that everybody may see."""
    turn, awarded = state.turn, [award.side for award in state.awards]
    return {
        "phase": state.phase,
        "round": state.round,
        "first": state.first,
        "next_side": state.next_side,
        "turn": None
        if turn is None
        else {
            "side": turn.side,
            "number": turn.number,
            "group": turn.is_group,
            "shared": list(turn.shared),
            "acting": [
                {
                    "creature": actor.id,
                    "ap": actor.ap,
                    "opponent": actor.opponent if actor.opponent_ap else None,
                    "opponent_ap": actor.opponent_ap,
                    "fight_actions": actor.fight_actions,
                    "done": list(actor.done),
                    "ended": actor.has_ended,
                    "minion": actor.is_minion,
                }
                for actor in turn.acting
            ],
        },
        "creatures": [_combatant_document(combatant) for combatant in state.combatants.values()],
        "scores": {side: state.points(side) for side in dict.fromkeys((*dict(state.scores), *awarded))},
        **({"board": board_document(state)} if state.board else {}),
        **({"conceded": list(state.conceded)} if state.conceded else {}),
        **({"end_wanted": list(state.end_wanted)} if state.end_wanted else {}),
        "notes": [{"creature": note.creature, "text": note.text, "why": list(note.why)} for note in state.notes],
    }


def _combatant_document(combatant: Combatant) -> dict[str, Any]:
    waived = {"waived": list(combatant.waived)} if combatant.waived else {}
    return {
        "id": combatant.id,
        "side": combatant.side,
        "hp": combatant.hp,
        "max_hp": combatant.max_hp,
        "temporary_hp": combatant.temporary_hp,
        "conditions": [_held_document(held) for held in combatant.conditions],
        "statuses": [_held_document(held) for held in combatant.statuses],
        "places": list(combatant.places),
        "persistent": dict(combatant.persistent),
        "spent": dict(combatant.spent),
        "items": [{"item": choice.item, "choice": choice.choice} for choice in combatant.items],
        "hero_points": combatant.hero_points,
        "acted": combatant.has_acted,
        "reacted": combatant.has_reacted,
        **({"extra_reactions": combatant.extra_reactions} if combatant.extra_reactions else {}),
        "readied": combatant.readied,
        "commander": combatant.commander,
        "presence": "dying" if combatant.is_dying else combatant.presence,
        **waived,
    }


def _held_document(held: ActiveCondition) -> dict[str, Any]:
    return {"name": held.name, "by": held.by, "source": held.source, "until": held.until}


def begin_battle(setup: BattleSetup) -> BattleState:
    """Return the state before the first event: every creature at full HP, with its starting conditions."""
    combatants = {fielded.id: combatant_of(setup, fielded) for fielded in setup.fielded}
    return BattleState(setup=setup, combatants=combatants)


class BattleFamily(FightFamily):
    """Path 2 Victory: creatures with cards, a set-up of the table, sealed choices, victory points, solo play."""

    key = "p2v"
    name = "Path 2 Victory"
    about = "Warbands of the compendium’s creatures fight for objectives on a board."
    events = (
        FacesRolled,
        reactions.BattleOptionChosen,
        reactions.OfferTaken,
        OfferPassed,
        RollRuled,
        CountsGiven,
        *FightEvent.defined_in(turns, acting, reactions, moving, objectives, belongings, by_hand, standing),
    )
    capabilities: ClassVar[frozenset[FightCapability]] = frozenset(
        ("table", "secrets", "alone", "creatures", "options", "forecast", "points", "campaign")
    )

    setup_document = staticmethod(setup_document)
    setup_from = staticmethod(setup_from)
    as_stored = staticmethod(as_stored)
    begin = staticmethod(begin_battle)
    resolve_all = staticmethod(continue_round)
    after_task = staticmethod(after_moves)
    following = staticmethod(game_answer)
    commands = staticmethod(legal_commands)

    def play(self, state: BattleState, event: LogEvent, side: str | None) -> BattleState:
        return announce_changes(state, super().play(state, event, side))

    def ending(self, state: BattleState) -> FightEnding | None:
        result = state.result
        if result is None:
            return None
        return FightEnding(result.sentence({side.key: side.name for side in state.setup.sides}), result.reason)

    def standing(self, state: BattleState) -> tuple[str, ...]:
        """Return the HP of each creature, and whether it is in play; then the board, if there is one."""
        of_creatures = (
            f"{state.name(combatant.id)}: {combatant.hp} of {combatant.max_hp} HP, {combatant.presence}"
            for combatant in state.combatants.values()
        )
        return (*of_creatures, *board_lines(state))

    def creature_documents(self, state: BattleState, *, sees_hidden: bool = True) -> list[dict[str, Any]]:
        return [
            {
                "id": creature.id,
                "name": creature.name,
                "side": creature.side,
                "creature": creature.member.creature,
                "level": creature.card.level,
                "points": creature.points,
                "leader": creature.minion_of,
            }
            for creature in state.setup.fielded
        ]

    def state_document(self, state: BattleState, *, sees_hidden: bool = True) -> dict[str, Any]:
        """Return a state as a document; all of it is open to everyone."""
        return battle_state_document(state)

    def private_cards(self, setup: BattleSetup) -> tuple[str, ...]:
        """Return the names of homebrew that names no license."""
        fielded = setup.fielded
        return tuple(
            dict.fromkeys(
                creature.card.name
                for creature in fielded
                if is_unlicensed_homebrew(creature.member.creature, creature.card)
            )
        )


P2V = BattleFamily()
