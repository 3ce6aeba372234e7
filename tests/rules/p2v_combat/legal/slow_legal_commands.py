"""Every legal command, found slowly: each document that docs/battles.md allows is sent to the battle; most are refused.

It shares no code with the house's ``legal_commands``: it knows what a command's parts can be, not when one is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from typing import Any

from rules.combat.family import sent_event
from rules.combat.log import FightEvent
from rules.errors import ChangeRefused
from rules.families.documents import state_with_ask
from rules.p2v_combat.family import P2V
from rules.p2v_combat.solo.playing import next_instruction
from rules.p2v_combat.solo.targets import TargetQuestion
from rules.p2v_combat.state import BattleState
from rules.spells import find_spell
from rules.tables.actions import RULED_ACTIONS, UNIVERSAL_ACTIONS
from rules.tables.skills import BY_NAME as SKILLS
from rules.text import slug

Document = dict[str, Any]
COSTS = ("0", "1", "2", "3", "reaction", "spell")
WAYS = (*COSTS, "1-2", "2-2", "3-2", "")
BY_ANOTHER_NAME = ("act/strike", "act/grab")
OFFERS = ("offer-taken", "reaction-waived")
NO_SUCH_ACTION, FOR_ITSELF = "This creature has no such action.", "This action is for no other creature."
NO_ACTION_NOW = (
    "Something is still being resolved. Finish it first.",
    "It is not this creature’s turn.",
    "Only the creature that has claimed",
    "Another side decides",
)
LARGEST_GROUP = 3
"""The most creatures of a group that is listed on a board."""
CHECKED_FIRST = ("act/tumble-through", "act/long-jump")
"""Actions that may roll a check before they move: their way is not listed."""
STATED_IN_ADVANCE = ("part:", "type:")


def slow_legal_commands(state: BattleState) -> list[FightEvent]:
    """Return every listed command of all creatures, with all targets in the open."""
    search = _Search(state)
    return list(dict.fromkeys(P2V.event_from(document) for document in search.documents()))


class _Search:
    def __init__(self, state: BattleState) -> None:
        self.state = state
        self.shown = state_with_ask(P2V, state)
        self.ids = [creature["id"] for creature in self.shown["creatures"]]
        self.asked: Document = self.shown["asks"] or {"kind": ""}
        sizes = range(len(self.ids) + 1)
        self.aims = [list(aim) for size in sizes for aim in combinations(self.ids, size)]
        board = self.shown.get("board") or {"columns": 0, "rows": 0, "terrain": []}
        self.squares = [[x, y] for x in range(board["columns"]) for y in range(board["rows"])]
        self.names = [entry["name"] for entry in board["terrain"]]

    def after(self, document: Document) -> BattleState | str:
        """Return the state after an event, or why it is refused."""
        event = sent_event(P2V, document)
        try:
            after: BattleState = P2V.play(self.state, event, P2V.whose(self.state, event))
        except ChangeRefused as refused:
            return refused.message
        return after

    def documents(self) -> Iterator[Document]:
        for document in self.simple():
            if not isinstance(self.after(document), str):
                yield {**document, **dict(P2V.by_kind[document["kind"]].filled_in)}
        for creature in self.ids:
            yield from self.acts(self.keys_of_turn(creature), {"kind": "acted", "creature": creature}, creature)
            for servant in (other for other in self.ids if other.startswith("game.")):
                parts = {"kind": "objective-commanded", "creature": creature, "objective": servant[5:]}
                yield from self.acts(self.keys_of_turn(servant), parts, servant)
        if self.asked["kind"] == "act":
            creature = self.asked["creature"]
            offered = (option["key"] for option in self.asked["actions"])
            yield from self.acts([*self.keys(creature), *offered], {"kind": "step-acted"}, creature)

    def simple(self) -> Iterator[Document]:
        """Yield the commands without targets."""
        table = self.state.setup.table
        placed = [objective.kind for objective in table.objectives] if table else []
        pieces = [piece.id for piece in table.terrain] if table else []
        markers = [marker.kind for marker in table.markers] if table else []
        for creature in self.ids:
            yield {"kind": "activated", "creatures": [creature]}
            if self.squares:
                others = [other for other in self.ids if other != creature]
                groups = (group for size in range(1, LARGEST_GROUP) for group in permutations(others, size))
                yield from ({"kind": "activated", "creatures": [creature, *group]} for group in groups)
            for way in ([], *([square] for square in self.squares)):
                yield {"kind": "moved", "creature": creature, "way": way}
            yield from ({"kind": "door-turned", "creature": creature, "door": name} for name in self.names)
            yield {"kind": "turn-ended", "creature": creature, "hazards": []}
            yield from ({"kind": kind, "creature": creature} for kind in ("control-passed", "treasure-taken"))
            yield {"kind": "merchant-traded", "creature": creature}
            yield {"kind": "ap-given", "minion": creature}
            yield {"kind": "dismounted", "rider": creature}
            yield {"kind": "gambit-step", "creature": creature, "answers": self.answers(creature)}
            for number in range(1, markers.count("supply") + 1):
                parts = {"supply": f"supply-{number}", "on_other_half": False}
                yield {"kind": "supply-destroyed", "creature": creature, **parts}
            for number in range(1, markers.count("digging spot") + 1):
                yield {"kind": "spot-dug", "creature": creature, "spot": f"spot-{number}"}
            for held in (held for other in self.shown["creatures"] for held in other["statuses"]):
                yield {"kind": "load-dropped", "creature": creature, "load": held["source"]}
            for kind in placed:
                for skill in SKILLS:
                    yield {"kind": "objective-tried", "creature": creature, "objective": kind, "skill": skill}
            for other in self.shown["creatures"]:
                yield {"kind": "mounted", "rider": creature, "mount": other["id"]}
                yield {"kind": "body-lifted", "creature": creature, "body": other["id"]}
                for item in other["items"]:
                    yield {"kind": "body-looted", "creature": creature, "body": other["id"], "item": item["item"]}
                for suspect in (*placed, *pieces):
                    parts = {"suspect": suspect, "disguised": other["id"]}
                    yield {"kind": "disguise-spotted", "creature": creature, **parts}
            yield from self.appearances(creature)
            offered = [offer["key"] for offer in self.asked.get("offers", ())]
            for key in (*self.keys(creature), *offered) if offered else ():
                yield from ({"kind": kind, "creature": creature, "offer": key} for kind in OFFERS)
        for option in self.asked.get("options", ()):
            yield {"kind": "chosen", "option": option["key"]}
        yield from ({"kind": "offer-passed", "by": side.key} for side in self.state.setup.sides)
        yield {"kind": "step-skipped"}
        counts = [{"key": field["key"], "number": 0} for field in self.asked.get("fields", ())]
        yield {"kind": "counts-given", "counts": counts}

    def appearances(self, creature: str) -> Iterator[Document]:
        """Yield a creature's own appearance, or else its summoners."""
        alone = {"kind": "appeared", "creature": creature, "summoner": None}
        if not isinstance(self.after(alone), str):
            yield alone
            return
        yield from ({**alone, "summoner": other} for other in self.ids)

    def answers(self, creature: str) -> list[Document]:
        """Return the fewest answers that the target ladder takes."""
        answers: dict[str, tuple[str, ...]] = {}
        while isinstance(question := next_instruction(self.state, creature, answers), TargetQuestion):
            answers[question.key] = question.options[: question.fewest]
        return [{"key": key, "creatures": list(named)} for key, named in answers.items()]

    def keys_of_turn(self, creature: str) -> list[str]:
        return [key for key in self.keys(creature) if key not in BY_ANOTHER_NAME]

    def keys(self, creature: str) -> list[str]:
        """Return every key that an action of a creature can have."""
        fielded, combatant = self.state.fielded(creature), self.state.combatants[creature]
        keys = [f"act/{slug(action.name)}" for action in (*UNIVERSAL_ACTIONS, *RULED_ACTIONS)]
        for feature in fielded.features:
            keys += [f"feature/{feature.id}", *(f"feature/{feature.id}/{n}" for n in range(1, len(feature.then) + 1))]
            for number, group in enumerate(feature.caster.groups if feature.caster else (), start=1):
                for named in group.spells:
                    spell = find_spell(named.name, fielded.card.license)
                    word = spell.key if spell else slug(named.name)
                    keys.append(f"spell/{feature.id}/{number}/{word}")
        keys += ["/".join(filter(None, ("item", held.item, slug(held.choice or "")))) for held in combatant.items]
        keys += [f"granted/{slug(effect.grants.name)}" for effect in combatant.active_effects if effect.grants]
        return [*dict.fromkeys(keys), *(f"sustain/{spell.action}" for spell in combatant.sustained)]

    def acts(self, keys: list[str], parts: Document, user: str) -> Iterator[Document]:
        """Yield an action in every way, at every set of targets, with every choice."""
        stride = self.after({**parts, "action": "act/stride", "way": "", "targets": [], "choices": []})
        if isinstance(stride, str) and stride.startswith(NO_ACTION_NOW):
            return
        for key in dict.fromkeys(keys):
            known: list[tuple[list[str], BattleState]] = []
            for way in WAYS:
                plain = {**parts, "action": key, "way": way, "choices": []}
                refusals = [self.after({**plain, "targets": _at([other])}) for other in self.ids if other != user]
                if NO_SUCH_ACTION in refusals:
                    continue
                for aims in [[]] if FOR_ITSELF in refusals else self.aims:
                    document = {**plain, "targets": _at(aims)}
                    after = self.after(document)
                    # The empty word names the first way, which has come already if it has a word of its own.
                    if not isinstance(after, str) and (aims, after) not in known:
                        known.append((aims, after))
                        for complete in self.complete(document, after):
                            yield from self.with_ways(complete)

    def with_ways(self, document: Document) -> Iterator[Document]:
        """Yield a command with each square where it may go, if its movement comes before anything else is asked."""
        if document["kind"] != "acted" or document["action"] in CHECKED_FIRST:
            yield document
            return
        creature = document["creature"]
        here = self.shown.get("board", {}).get("places", {}).get(creature)
        asked = {"kind": "way", "creature": creature, "at": here}
        going = [{**document, "way_to": [square]} for square in self.squares] if self.asks(document) == asked else []
        yield from [way for way in going if self.asks(way) not in (asked, None)] or [document]

    def asks(self, document: Document) -> Document | None:
        """Return what the battle asks after an action, of which creature, and where that stands; None if refused."""
        after = self.after(document)
        if isinstance(after, str):
            return None
        asked, places = _without_reactions(after), state_with_ask(P2V, after).get("board", {}).get("places", {})
        creature = asked.get("creature")
        return {"kind": asked["kind"], "creature": creature, "at": places.get(creature)}

    def complete(self, document: Document, after: BattleState) -> Iterator[Document]:
        """Yield a command with each choice that the battle would ask for before it asks anything else of its user."""
        asked = _first_question(after)
        heard = not set(asked).isdisjoint(document["choices"])
        if not asked or heard or not all(word.startswith(STATED_IN_ADVANCE) for word in asked):
            yield document
            return
        for word in asked:
            chosen = {**document, "choices": [*document["choices"], word]}
            further = self.after(chosen)
            assert not isinstance(further, str), further
            yield from self.complete(chosen, further)


def _at(aims: list[str]) -> list[Document]:
    return [{"creature": creature} for creature in aims]


def _first_question(state: BattleState) -> list[str]:
    """Return the options of the first choice after everyone has let reactions go by, empty for any other question."""
    asked = _without_reactions(state)
    return [option["key"] for option in asked["options"]] if asked["kind"] == "choice" else []


def _without_reactions(state: BattleState) -> Document:
    """Return what the battle asks after everyone has let reactions go by."""
    while (asked := state_with_ask(P2V, state)["asks"]) and asked["kind"] == "offer":
        state = P2V.play(state, P2V.event_from({"kind": "offer-passed", "by": asked["sides"][0]}), None)
    return asked or {"kind": ""}
