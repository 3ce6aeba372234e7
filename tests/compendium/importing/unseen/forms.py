"""Actors, Strikes, actions and spells as the two Foundry forms hold them."""

from typing import Any


def actor(name: str, level: int, size: str, traits: str, **given: Any) -> dict[str, Any]:
    """Return an actor of today's form; ``more`` is laid over the attributes."""
    fortitude, reflex, will = given["saves"]
    attributes = {
        "ac": {"details": "", "value": given["ac"]},
        "allSaves": {"value": ""},
        "hp": {"details": "", "max": given["hp"], "temp": 0, "value": given["hp"]},
        "speed": {
            "details": "",
            "value": given.get("walk", 25),
            "otherSpeeds": [{"type": kind, "value": feet} for kind, feet in given.get("speeds", {}).items()],
        },
    }
    return {
        "_id": "x" * 16,
        "name": name,
        "type": "npc",
        "img": "systems/pf2e/icons/default-icons/npc.svg",
        "items": given.get("items", []),
        "system": {
            "abilities": {"str": {"mod": 3}, "dex": {"mod": 2}},
            "attributes": attributes | given.get("more", {}),
            "details": {
                "blurb": "",
                "languages": {"details": "", "value": ["common"]},
                "level": {"value": level},
                "privateNotes": "",
                "publicNotes": "<p>Nobody has met one.</p>",
                "publication": {"license": "ORC", "remaster": True, "title": "Nobody's Bestiary"},
            },
            "initiative": {"statistic": "perception"},
            "perception": {"details": "", "mod": 9, "senses": [{"type": "darkvision"}]},
            "resources": given.get("resources", {}),
            "saves": {
                "fortitude": {"saveDetail": "", "value": fortitude},
                "reflex": {"saveDetail": "", "value": reflex},
                "will": {"saveDetail": "", "value": will},
            },
            "skills": {"athletics": {"base": 12}},
            "traits": {"rarity": "common", "size": {"value": size}, "value": traits.split()},
        },
    }


def strike(name: str, bonus: int, *rolls: tuple[str, ...], traits: str = "", **system: Any) -> dict[str, Any]:
    keys = ("damage", "damageType", "category")
    damage = {
        f"r{number}": {"category": None} | dict(zip(keys, roll, strict=False)) for number, roll in enumerate(rolls)
    }
    usual = {
        "attackEffects": {"custom": "", "value": []},
        "bonus": {"value": bonus},
        "damageRolls": damage,
        "description": {"value": ""},
        "traits": {"value": traits.split()},
    }
    return {"name": name, "type": "melee", "system": usual | system}


def action(name: str, cost: int | str | None, html: str, traits: str = "", **system: Any) -> dict[str, Any]:
    kind = {None: "passive", "reaction": "reaction", "free": "free"}.get(cost, "action")  # type: ignore[arg-type] # or a number
    usual = {
        "actionType": {"value": kind},
        "actions": {"value": cost if isinstance(cost, int) else None},
        "category": "offensive",
        "description": {"value": html},
        "traits": {"value": traits.split()},
    }
    return {"name": name, "type": "action", "system": usual | system}


def spell_entry(id: str, name: str, tradition: str, prepared: str, dc: int, **slots: int) -> dict[str, Any]:
    return {
        "_id": id,
        "name": name,
        "type": "spellcastingEntry",
        "system": {
            "prepared": {"flexible": False, "value": prepared},
            "slots": {slot: {"max": most, "value": most, "prepared": []} for slot, most in slots.items()},
            "spelldc": {"dc": dc, "mod": 0, "value": dc - 8},
            "tradition": {"value": tradition},
        },
    }


def spell(entry: str, name: str, rank: int, *, cantrip: bool = False, **location: Any) -> dict[str, Any]:
    return {
        "name": name,
        "type": "spell",
        "system": {
            "level": {"value": 1 if cantrip else rank},
            "location": {"value": entry} | location,
            "traits": {"rarity": "common", "value": ["cantrip", "concentrate"] if cantrip else ["concentrate"]},
        },
    }


def condition(word: str, value: str = "") -> str:
    return f"@UUID[Compendium.pf2e.conditionitems.Item.{word}]{{{f'{word} {value}'.strip()}}}"


def actor_2021(name: str, level: str, size: str, alignment: str, **given: Any) -> dict[str, Any]:
    """Return an actor of the form of 2021, with numbers as texts where files of the time have them."""
    fortitude, reflex, will = given["saves"]
    attributes = {
        "ac": {"value": given["ac"], "details": given.get("ac_details", "")},
        "hp": {"value": given["hp"], "max": given["hp"], "details": ""},
        "speed": {"value": given["speed"], "otherSpeeds": given.get("speeds", [])},
        "perception": {"value": 11},
    }
    return {
        "name": name,
        "type": "npc",
        "items": given["items"],
        "data": {
            "attributes": attributes,
            "details": {
                "alignment": {"value": alignment},
                "level": {"value": level},
                "source": {"value": given.get("source", "Pathfinder Bestiary 3"), "author": ""},
                "creatureType": "",
            },
            "saves": {
                "fortitude": {"value": fortitude, "saveDetail": ""},
                "reflex": {"value": reflex, "saveDetail": ""},
                "will": {"value": will, "saveDetail": ""},
            },
            "traits": {
                "size": {"value": size},
                "rarity": {"value": "uncommon"},
                "senses": {"value": "darkvision"},
                "traits": {"value": given["traits"].split(), "custom": ""},
                "di": {"value": given.get("immune", [])},
                "dr": given.get("resist", []),
                "dv": given.get("weak", []),
            },
        },
    }


def item_2021(name: str, type: str, **data: Any) -> dict[str, Any]:
    return {"name": name, "type": type, "data": {"description": {"value": ""}} | data}


def strike_2021(name: str, bonus: object, rolls: list[dict[str, str]], *traits: str) -> dict[str, Any]:
    return item_2021(
        name,
        "melee",
        bonus={"value": bonus},
        damageRolls=rolls,
        attackEffects={"value": []},
        traits={"value": list(traits)},
        weaponType={"value": "melee"},
    )


def action_2021(name: str, kind: str, actions: object, html: str, *traits: str) -> dict[str, Any]:
    return item_2021(
        name,
        "action",
        actionType={"value": kind},
        actions={"value": actions},
        description={"value": html},
        traits={"value": list(traits)},
    )


def spell_2021(name: str, level: int, place: str, *traits: str) -> dict[str, Any]:
    return item_2021(name, "spell", level={"value": level}, location={"value": place}, traits={"value": list(traits)})
