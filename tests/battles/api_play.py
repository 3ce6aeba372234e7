"""A program that plays battles through the API alone: it reads where a battle stands, and answers."""

from typing import Any

from tests.battles.play import BattleTable
from tests.programs import Program, program_of
from tests.warbands.verbs import Person

MOST_EVENTS = 600


def sent(program: Program, key: str, event: dict[str, Any], tag: str = "*", **more: Any) -> Any:
    """Send an event to a battle, and return the answer."""
    headers = {"If_Match": tag} | {name: more.pop(name) for name in list(more) if name[0].isupper()}
    return program.post(f"battles/{key}/events/", {"event": event, **more}, **headers)


def read(program: Program, key: str, **headers: str) -> dict[str, Any]:
    """Return a battle as a program sees it."""
    answer = program.get(f"battles/{key}/", **headers)
    assert answer.status_code == 200, answer.content
    battle: dict[str, Any] = answer.json()
    return battle


def taken(table: BattleTable, side: str, person: Person) -> tuple[Program, str]:
    """Let a program of somebody take a side's seat by its link; return it with its pass."""
    owner = program_of(table.owner.owner)
    seats = owner.send("PUT", f"battles/{table.key}/seats/{side}/link/").json()["seats"]
    link = next(seat["link"] for seat in seats if seat["key"] == side)
    program = program_of(person.owner)
    answer = program.post("battles/join/", {"link": link}).json()
    assert (answer["battle"], answer["side"]) == (table.key, side)
    return program, answer["battle_pass"]


def play_to_the_end(program: Program, key: str) -> dict[str, Any]:
    """Play every side of a battle until it is over, and return it."""
    for _ in range(MOST_EVENTS):
        battle = read(program, key)
        if battle["state"]["phase"] == "over":
            return battle
        answer = _move(program, key, battle)
        assert answer.status_code in (200, 201), answer.content
    raise AssertionError("this battle has no end")


def _move(program: Program, key: str, battle: dict[str, Any]) -> Any:
    state, tag = battle["state"], f'"{battle["head"]}"'
    if state["asks"] is not None:
        return _answer(program, key, state["asks"], tag)
    if state["phase"] == "initiative":
        return sent(program, key, {"kind": "begun"}, tag)
    acting = [creature for creature in (state["turn"] or {"acting": ()})["acting"] if not creature["ended"]]
    if not acting:
        ready = next(
            creature["id"]
            for creature in state["creatures"]
            if creature["side"] == state["next_side"] and not creature["acted"] and creature["presence"] == "in play"
        )
        return sent(program, key, {"kind": "activated", "creatures": [ready]}, tag)
    creature = acting[0]["creature"]
    if acting[0]["ap"]:
        options = program.get(f"battles/{key}/options/?creature={creature}").json()
        if event := _attack(state, creature, options):
            return sent(program, key, event, tag)
    return sent(program, key, {"kind": "turn-ended", "creature": creature, "hazards": []}, tag)


def _attack(state: dict[str, Any], creature: str, options: dict[str, Any]) -> dict[str, Any] | None:
    sides = {creature["id"]: creature["side"] for creature in state["creatures"]}
    for action in options["actions"]:
        for way in action["ways"]:
            need = way["targets"]
            enemies = [enemy for enemy in need["creatures"] if sides[enemy] != sides[creature]] if need else []
            if action["kind"] == "feature" and not way["refusal"] and way["ap"] and enemies and need["least"] <= 1:
                circumstances = {"distance": "reach"}
                return {
                    "kind": "acted",
                    "creature": creature,
                    "action": action["key"],
                    "way": way["key"],
                    "targets": [{"creature": enemies[0], "circumstances": circumstances}],
                    "choices": [],
                }
    return None


def _answer(program: Program, key: str, asks: dict[str, Any], tag: str) -> Any:
    match asks["kind"]:
        case "roll":
            return program.post(f"battles/{key}/roll/", If_Match=tag)
        case "choice":
            return sent(program, key, {"kind": "chosen", "option": asks["options"][0]["key"]}, tag)
        case "offer":
            return sent(program, key, {"kind": "offer-passed", "by": asks["sides"][0]}, tag)
        case "count":
            counts = [{"key": field["key"], "number": 0} for field in asks["fields"]]
            return sent(program, key, {"kind": "counts-given", "counts": counts}, tag)
        case "act":
            return sent(program, key, {"kind": "step-skipped"}, tag)
        case "reveal":
            side, purpose = asks["secrets"][0]["side"], asks["secrets"][0]["purpose"]
            own = program.get(f"battles/{key}/secrets/").json()["own"]
            number = next(
                choice["number"]
                for choice in own
                if choice["side"] == side and f"{choice['purpose']} {choice['subject']}".strip() == purpose
            )
            return program.post(f"battles/{key}/secrets/{number}/reveal/")
    raise AssertionError(asks)
