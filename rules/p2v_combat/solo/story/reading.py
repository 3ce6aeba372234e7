"""Reading an adventure's file, TOML: every field by name and type, every fault with its path and a sentence."""

import tomllib
from functools import cache, partial
from typing import Any, cast

from rules.documents.reading import Fields, fail, toml_files
from rules.documents.records import records_of
from rules.documents.shapes import Shape
from rules.errors import DocumentError
from rules.p2v_combat.setup.deploying import new_table
from rules.p2v_combat.setup.faults import TABLE_PLAN
from rules.p2v_combat.setup.plan import TILES_BY_KEY, TablePlan
from rules.p2v_combat.solo.story.adventure import (
    MAX_POOL,
    MAX_SCENARIOS,
    MAX_WORDS,
    PROSE,
    AdventureScenario,
    SoloAdventure,
)
from rules.tables.tiles import COLUMNS, ROWS
from rules.text import slug

MAX_ADVENTURE = 256 * 1024
"""The largest file, in bytes."""

MAX_PARTY = 1_000
PARTY_SIDE = "a"
"""The side of the adventurers; the game plays side b."""


def read_solo_adventure(data: bytes) -> SoloAdventure:
    """Return the adventure of a file; raise ``DocumentError`` with the path of the fault.

    Codes besides those of ``rules.documents``: ``adventure.toml``, ``adventure.scenario`` (a key that is missing,
    duplicate or never reached), ``adventure.endless`` (no path ends).
    """
    if len(data) > MAX_ADVENTURE:
        fail("document.too_large", "", f"An adventure has at most {MAX_ADVENTURE // 1024} KiB.")
    try:
        document = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        fail("adventure.toml", "", "This is not TOML: the text is not UTF-8.")
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        fail("adventure.toml", "", f"This is not TOML: {fault}.")
    read = Fields(document)
    name = read.text("name", low=1, high=MAX_WORDS)
    points = read.integer("points", low=1, high=MAX_PARTY)
    table = Shape(TABLE_PLAN.write, partial(_read_table, points), TABLE_PLAN.schema)
    adventure = SoloAdventure(
        key=read.text("key", slug(name), low=1, high=MAX_WORDS),
        name=name,
        about=PROSE.read(read, "about"),
        points=points,
        scenarios=records_of(AdventureScenario, MAX_SCENARIOS, {"table": table}).read(read, "scenarios"),
        party=read.texts("party", high=MAX_POOL, longest=MAX_WORDS),
    )
    read.done()
    for place, scenario in enumerate(adventure.scenarios):
        _check_scenario(scenario, f"scenarios[{place}]")
    _check_ways(adventure)
    return adventure


def _check_scenario(scenario: AdventureScenario, path: str) -> None:
    """Refuse a scenario without monsters, and one whose goal cannot be reached."""
    if not scenario.creatures:
        fail("document.missing", f"{path}.monsters", "A scenario has monsters, or a pool to take them from.")
    if scenario.goal.kind == "slay" and scenario.goal.creature not in [
        monster.creature for monster in scenario.monsters
    ]:
        fail("document.value", f"{path}.goal.creature", "The creature to slay is not among the monsters.")
    if scenario.goal.kind == "claim" and len(scenario.table.objectives) < scenario.goal.number:
        fail("document.value", f"{path}.goal.number", "There are fewer objectives on the table.")


def _read_table(points: int, read: Fields, name: str) -> TablePlan:
    """Read the map: it is checked as the table of a battle is, with places counted from the top left corner."""
    given = read.fields(name)
    pieces = [_piece(fields, number) for number, fields in enumerate(given.items("terrain", high=MAX_POOL), start=1)]
    zone = given.text("zone", "A", high=1)
    objectives = [dict(fields.raw) for fields in given.items("objectives", high=MAX_POOL)]
    document: dict[str, Any] = {
        **TABLE_PLAN.write(new_table(2, points)),
        "terrain_style": "tiles",
        "terrain": pieces,
        "objectives": objectives,
        "objective_count": len(objectives) or None,
        "zones": [{"side": PARTY_SIDE, "zone": zone}] if zone else [],
        "markers": [{"kind": "monster", **fields.raw} for fields in given.items("monsters_at", high=MAX_POOL)],
    }
    if "board" in given.raw:
        document["board"] = given.text("board")
    given.done()
    try:
        return cast("TablePlan", TABLE_PLAN.read(Fields({"table": document}), "table"))
    except DocumentError as fault:
        path = fault.path.removeprefix("table").replace(".markers", ".monsters_at").replace(".zones[0]", "")
        fail(fault.code, f"{given.path}{path}", fault.message)


def _piece(read: Fields, number: int) -> dict[str, Any]:
    """Return a piece of terrain as a table's document has it; a tile needs no size."""
    kind = read.raw.get("kind")
    size = {"width": COLUMNS, "height": ROWS} if isinstance(kind, str) and kind in TILES_BY_KEY else {}
    return {"id": f"t{number}", **size, **read.raw}


def _check_ways(adventure: SoloAdventure) -> None:
    """Refuse ways that lead nowhere, scenarios that no way leads to, and adventures that never end."""
    keys = [scenario.key for scenario in adventure.scenarios]
    if not keys:
        fail("document.missing", "scenarios", "An adventure has at least one scenario.")
    if twice := next((key for key in keys if keys.count(key) > 1), None):
        fail("adventure.scenario", "scenarios", f"Two scenarios have the key “{twice}”.")
    for place, scenario in enumerate(adventure.scenarios):
        for outcome, path in (("won", scenario.won), ("lost", scenario.lost)):
            if path.following and path.following not in keys:
                where = f"scenarios[{place}].{outcome}.next"
                fail("adventure.scenario", where, f"There is no scenario “{path.following}”.")
    reached = [keys[0]]
    for key in reached:
        scenario = adventure.scenario(key)
        reached += [path.following for path in (scenario.won, scenario.lost) if path.following not in ("", *reached)]
    if lost := sorted(set(keys) - set(reached)):
        fail("adventure.scenario", "scenarios", f"No outcome leads to “{lost[0]}”.")
    ending = {
        scenario.key for scenario in adventure.scenarios if not (scenario.won.following and scenario.lost.following)
    }
    while (
        more := {
            scenario.key
            for scenario in adventure.scenarios
            if {scenario.won.following, scenario.lost.following} & ending
        }
        - ending
    ):
        ending |= more
    if stuck := [key for key in keys if key not in ending]:
        fail("adventure.endless", "scenarios", f"From “{stuck[0]}” no outcome ever leads to an end.")


@cache
def solo_adventures() -> dict[str, SoloAdventure]:
    """Return every adventure by its key, in the order of their files."""
    adventures = (read_solo_adventure(file.read_bytes()) for file in toml_files("rules.p2v_combat.solo.story"))
    return {adventure.key: adventure for adventure in adventures}
