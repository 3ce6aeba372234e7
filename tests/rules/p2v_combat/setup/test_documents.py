"""The plan of a table as a document: written, read back, refused."""

import json
from typing import Any

import pytest

from rules.dice import EnteredRoller, SeededRoller
from rules.documents.reading import Fields
from rules.errors import DocumentError
from rules.p2v_combat.setup.deploying import measure_by, new_table
from rules.p2v_combat.setup.faults import TABLE_PLAN
from rules.p2v_combat.setup.objectives import place_objective, roll_objective_count
from rules.p2v_combat.setup.plan import BoardMarker, TablePlan, TerrainPiece, ZoneChoice
from rules.p2v_combat.setup.steps import agree_on, changed_in, skip_step
from tests.rows import every_row


def read(document: Any) -> TablePlan:
    return TABLE_PLAN.read(Fields({"table": document}), "table")


def full_plan() -> TablePlan:
    plan = measure_by(new_table(2, 200), gridless=True, in_3d=True)
    pieces = (
        TerrainPiece("t1", "donjon", 3, 3, 8, 5, 1, "a"),
        TerrainPiece("t2", "pool-of-acid", 20, 10, 3, 2, 0, "b", "acid"),
        TerrainPiece("t3", "obstacle", 30, 10, 1, 1, label="Statue"),
    )
    plan = changed_in(plan, "terrain", terrain=pieces, shuffle=2, terrain_style="tiles")
    plan = roll_objective_count(plan, SeededRoller(b"a seed"))
    plan = place_objective(plan, EnteredRoller((6,)), "book", 15, 15)
    plan = changed_in(
        plan,
        "deployment",
        markers=(BoardMarker("flag", 12, 9), BoardMarker("font", 4.5, 4.5, "b")),
        zones=(ZoneChoice("a", "B"),),
        first_chooser="b",
        order="secret",
    )
    return agree_on(skip_step(plan, "secrets"), "board", "a")


def test_a_plan_is_read_as_it_was_written():
    plan = full_plan()
    document = json.loads(json.dumps(TABLE_PLAN.write(plan)))
    assert read(document) == plan
    assert document["markers"][0] == {"kind": "flag", "x": 12, "y": 9}
    assert document["board"] == "medium-board"


def test_a_new_plan_writes_only_what_was_settled():
    assert TABLE_PLAN.write(new_table(2, 150)) == {
        "sides": ["a", "b"],
        "points": 150,
        "board": "small-board",
        "victory": "standard-victory",
    }


@every_row(
    "changes, words",
    [
        ({"sides": ["a"]}, "two to four sides"),
        ({"sides": ["b", "a"]}, "two to four sides"),
        ({"board": "no-board"}, "Expected one of"),
        ({"first_placer": "c"}, "no side c"),
        ({"first_placer": None}, "missing"),
        ({"terrain": [{"id": "t1", "kind": "mud", "x": 35, "y": 0, "width": 2, "height": 2}]}, "on the board"),
        ({"terrain": [{"id": "t1", "kind": "donjon", "x": 0, "y": 0, "width": 7, "height": 5}]}, "another size"),
        ({"terrain": [{"id": "t1", "kind": "sofa", "x": 0, "y": 0, "width": 2, "height": 2}]}, "Expected one of"),
        ({"terrain": [{"id": x, "kind": "mud", "x": 1, "y": 1, "width": 2, "height": 2} for x in "xy"]}, "overlap"),
        (
            {"terrain": [{"id": "t", "kind": "mud", "x": x, "y": 1, "width": 2, "height": 2} for x in (1, 5)]},
            "called t",
        ),
        ({"objectives": [{"kind": "book", "x": x, "y": 1} for x in (1, 5)]}, "twice"),
        ({"objectives": [{"kind": kind, "x": 1, "y": 1} for kind in ("book", "device")]}, "Two objectives"),
        ({"objectives": [{"kind": "book", "x": 36, "y": 1}]}, "on the board"),
        ({"objectives": [{"kind": "book", "x": 1, "y": 1}], "victory": "confrontation"}, "without objectives"),
        ({"sides": ["a", "b", "c"], "victory": "confrontation"}, "for two sides"),
        ({"markers": [{"kind": "flag", "x": 1.25, "y": 1}]}, "halves"),
        ({"markers": [{"kind": "flag", "x": True, "y": 1}]}, "halves"),
        ({"markers": [{"kind": "flag", "x": 37, "y": 1}]}, "on the board"),
        ({"zones": [{"side": side, "zone": "A"} for side in "ab"]}, "Two sides"),
        ({"zones": [{"side": "a", "zone": zone} for zone in "AB"]}, "two zones"),
        (
            {"rolls": 2 * [{"sides": 6, "faces": [1], "reason": "x", "source": "seeded", "place": ["setup", 1]}]},
            "Two rolls",
        ),
        (
            {"rolls": [{"sides": 6, "faces": [1], "reason": "x", "source": "seeded", "place": [1.5]}]},
            "words and whole numbers",
        ),
        ({"agreements": [{"step": "board", "sides": ["d"]}]}, "no side d"),
        ({"seed": "0000"}, "no field"),
    ],
)
def test_a_plan_that_contradicts_itself_is_refused(changes: dict[str, Any], words: str):
    document = {"sides": ["a", "b"], "points": 200, "board": "medium-board", "victory": "standard-victory", **changes}
    with pytest.raises(DocumentError, match=words):
        read(document)
