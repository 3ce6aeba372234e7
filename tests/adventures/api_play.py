"""A program that plays adventures through the API alone: it reads what may be done, and does it."""

from typing import Any

from tests.programs import Program, program_of, told
from tests.warbands.verbs import Person

MOST_STEPS = 200
MARA = {"name": "Mara", "level": 3, "modifiers": [{"name": "Society", "by": 9}, {"name": "Diplomacy", "by": 9}]}
BRAM = {"name": "Bram", "level": 3, "modifiers": [{"name": "Crafting", "by": 8}, {"name": "Perception", "by": 7}]}


def place(key: str, rest: str = "") -> str:
    """Return an address below that of an adventure."""
    return f"adventures/{key}/{rest}"


def made(program: Program, *party: dict[str, Any], **body: Any) -> dict[str, Any]:
    """Make an adventure with named characters, and return it as its organizer sees it."""
    key = told(program.post("adventures/", {"ready": "victory-the-dry-well", **body}), 201)["key"]
    for participant in party:
        told(program.post(place(key, "participants/"), participant, If_Match="*"), 201)
    adventure: dict[str, Any] = told(program.get(place(key)))
    return adventure


def sent(program: Program, adventure: str, kind: str, tag: str = "*", **parts: Any) -> Any:
    """Record an event, and return the answer."""
    headers = {"If_Match": tag} | {name: parts.pop(name) for name in list(parts) if name[0].isupper()}
    return program.post(place(adventure, "events/"), {"event": {"kind": kind, **parts}}, **headers)


def pressed(program: Program, adventure: str, button: str, tag: str = "*", **fields: str) -> Any:
    """Press a button of the page, and return the answer."""
    headers = {"If_Match": tag} | {name: fields.pop(name) for name in list(fields) if name[0].isupper()}
    form = [{"name": name, "value": value} for name, value in fields.items()]
    return program.post(place(adventure, "commands/"), {"do": button, "form": form}, **headers)


def rolled(program: Program, key: str, participant: str, *check: str, **more: Any) -> Any:
    """Roll a check of an action, against a target, with a skill, and return the answer."""
    headers = {"If_Match": "*"} | {name: more.pop(name) for name in list(more) if name[0].isupper()}
    words = dict(zip(("action", "target", "skill"), check, strict=False))
    return program.post(place(key, "checks/"), {"participant": participant, **words, **more}, **headers)


def joined(organizer: Program, key: str, person: Person) -> tuple[Program, dict[str, str]]:
    """Let a program of somebody play by the players' link; return it with the header that it sends."""
    link = told(organizer.send("PUT", place(key, "link/")))["players_link"]
    program = program_of(person.owner)
    answer = told(program.post("adventures/join/", {"link": link}))
    assert answer["adventure"] == key
    return program, {"Adventure_Pass": answer["adventure_pass"]}


def first_check(options: dict[str, Any]) -> dict[str, Any] | None:
    """Return the first check of some options that can be rolled, None where there is none."""
    for action in options["actions"]:
        for target in action["targets"]:
            for skill in target["skills"]:
                if not skill["refusal"]:
                    return {"action": action["key"], "target": target["key"], "skill": skill["skill"]}
    return None


def play_adventure_to_the_end(program: Program, key: str) -> dict[str, Any]:
    """Let everybody do the first thing that they can, round after round, until the adventure is over; return it."""
    for _ in range(MOST_STEPS):
        answer = program.get(place(key))
        adventure, tag = told(answer), answer["ETag"]
        if adventure["state"]["over"]:
            return dict(adventure)
        waiting = [participant["id"] for participant in adventure["state"]["participants"] if not participant["acted"]]
        options = told(program.get(place(key, f"options/?participant={waiting[0]}"))) if waiting else {"actions": []}
        if check := first_check(options):
            told(program.post(place(key, "checks/"), {"participant": waiting[0], **check}, If_Match=tag), 201)
        elif waiting:
            told(sent(program, key, "turn-passed", tag, participant=waiting[0]), 201)
        else:
            told(sent(program, key, "round-ended", tag), 201)
    raise AssertionError("this adventure has no end")
