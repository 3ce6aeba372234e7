"""Boards of one's own: drawn, saved from a battle, taken into another, shared, copied, and read as documents."""

import io
import json
from dataclasses import replace
from typing import Any

import pypdf
import pytest
from django.core.files.base import ContentFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.services.visitors import visitor_data_adopt
from battles.models import SavedBoard
from battles.room import archived_boards
from battles.selectors.boards import board_plan
from battles.selectors.folding import setup_of as stored_setup
from printing.battles.sheets import LONG, SHORT, board_sheets
from rules.board.documents import answers_document, board_from_document
from rules.errors import DocumentError
from rules.p2v_combat.setup.board_ground import ground_of_plan
from rules.p2v_combat.setup.drawn_boards import DRAWN_BOARDS
from rules.p2v_combat.setup.plan import BOARDS_BY_KEY, STANDARD_KINDS, TablePlan
from rules.p2v_combat.setup.saved_boards import empty_board, saved_board_document, saved_board_from
from tests.battles.play import BattleTable
from tests.battles.setup_changes import change
from tests.warbands.verbs import Person, account, text_of, visitor

pytestmark = pytest.mark.django_db


def made(person: Person, name: str = "The Ford", size: str = "small-board") -> SavedBoard:
    answer = person.client.post("/battles/boards/", {"name": name, "size": size})
    assert answer.status_code == 302, text_of(answer)
    return SavedBoard.objects.latest("pk")


def at(row: SavedBoard, rest: str = "") -> str:
    return f"/battles/boards/{row.key}/{rest}"


def draw(person: Person, row: SavedBoard, step: str, do: str, status: int = 302, **fields: str) -> str:
    answer = person.client.post(at(row, f"{step}/"), {"do": do, **fields})
    assert answer.status_code == status, text_of(answer)
    row.refresh_from_db()
    return text_of(answer)


def press(person: Person, row: SavedBoard, do: str, **fields: str) -> str:
    answer = person.client.post(at(row, "change/"), {"do": do, **fields}, follow=True)
    assert answer.status_code == 200
    return text_of(answer)


def forded(person: Person) -> SavedBoard:
    row = made(person)
    draw(person, row, "terrain", "add", kind="river-current", x="10", y="0", width="3", height="18")
    draw(person, row, "terrain", "add", kind="obstacle", x="4", y="5", width="1", height="1", label="Statue")
    draw(person, row, "objectives", "place", kind="exotic-flower", x="6", y="6")
    draw(person, row, "deployment", "deployment", deployment="vanguard", mirrored="on")
    return row


def plan_of(table: BattleTable) -> TablePlan:
    plan = stored_setup(table.battle).table
    assert plan is not None
    return plan


def test_a_board_is_drawn_by_the_steps_of_a_set_up_and_refuses_what_they_refuse():
    ada = account("ada")
    row = forded(ada)
    plan = board_plan(row)
    assert [(piece.kind, piece.name, piece.side) for piece in plan.terrain] == [
        ("river-current", "River Current", ""),
        ("obstacle", "Statue", ""),
    ]
    assert [(placed.kind, placed.face, placed.side) for placed in plan.objectives] == [("exotic-flower", None, "")]
    assert (plan.deployment, plan.is_mirrored, plan.rolls, plan.zones) == ("vanguard", True, (), ())
    assert "would overlap River Current" in draw(
        ada, row, "terrain", "add", 422, kind="mud", x="11", y="2", width="1", height="1"
    )
    assert "its d6 is rolled in the battle" in text_of(ada.get(at(row, "objectives/")))
    draw(ada, row, "terrain", "turn", piece="t2")
    draw(ada, row, "terrain", "repeat")
    assert board_plan(row).terrain == ()
    draw(ada, row, "terrain", "drawn", drawn="bone-pit")
    assert len(board_plan(row).terrain) == 6
    assert "Choose what to do." in draw(ada, row, "terrain", "agree", 422)
    assert ada.get(at(row, "victory/")).status_code == 404


@pytest.mark.parametrize(
    ("fields", "words"),
    [({"name": " "}, "Give the board a name."), ({"size": "moon"}, "Choose the size of the board.")],
)
def test_a_new_board_needs_a_name_and_a_size(fields: dict[str, str], words: str):
    answer = account("ada").client.post("/battles/boards/", {"name": "Ford", "size": "small-board", **fields})
    assert (answer.status_code, words in text_of(answer), SavedBoard.objects.count()) == (422, True, 0)


def test_pages_of_boards_ask_a_fixed_number_of_queries():
    ada = account("ada")
    row = forded(ada)
    made(ada, "The Mill")
    # Session and account, then the board or the number and the page of boards, and quotas of the list.
    for address, most in ((at(row), 3), (at(row, "terrain/"), 3), ("/battles/boards/", 6)):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert ada.get(address).status_code == 200
        assert len(queries) <= most, (address, [query["sql"] for query in queries])


def test_the_board_of_a_battle_is_saved_and_taken_into_another_one(table: BattleTable):
    person = table.owner
    person.client.post(f"/battles/{table.key}/setup/everything/", {"do": "all"})
    person.client.post(f"/battles/{table.key}/setup/everything/", {"do": "save-board", "name": "Old Field"})
    row, before = SavedBoard.objects.get(), plan_of(table)
    assert (row.name, board_plan(row).deployment) == ("Old Field", before.deployment)
    change(table, "terrain", "repeat")
    change(table, "objectives", "repeat")
    assert "Old Field" in text_of(person.get(f"/battles/{table.key}/setup/terrain/"))
    change(table, "terrain", "saved", board=row.key)
    plan = plan_of(table)
    assert plan.terrain == before.terrain
    assert [(placed.kind, placed.x, placed.y, placed.side) for placed in plan.objectives] == [
        (placed.kind, placed.x, placed.y, placed.side) for placed in before.objectives
    ]
    assert all(placed.face for placed in plan.objectives if placed.kind in STANDARD_KINDS)
    assert plan.objective_count == len(plan.objectives)


def test_a_taken_board_brings_its_size_and_zones_and_needs_the_visitor_s_own(table: BattleTable):
    row = made(table.owner, size="large-board")
    draw(table.owner, row, "terrain", "drawn", drawn="great-keep")
    draw(table.owner, row, "deployment", "deployment", deployment="vanguard", mirrored="on")
    change(table, "terrain", "saved", board=row.key)
    plan = plan_of(table)
    assert (plan.board_key, len(plan.terrain), plan.deployment, plan.is_mirrored) == (
        "large-board",
        16,
        "vanguard",
        True,
    )
    assert {piece.side for piece in plan.terrain} == {"a", "b"}
    stranger = made(account("eve"))
    assert "Choose a board that you have saved." in text_of(change(table, "terrain", "saved", board=stranger.key))


def test_a_board_is_shared_by_a_link_copied_renamed_and_deleted():
    ada, eve = account("ada"), visitor()
    row = forded(ada)
    assert "Anyone with the link" in press(ada, row, "", switch="on")
    row.refresh_from_db()
    shared = f"/battles/boards/shared/{row.share_token}/"
    assert "The Ford" in text_of(eve.get(shared))
    assert eve.get(at(row)).status_code == 404
    eve.client.post(shared)
    copy = SavedBoard.objects.latest("pk")
    assert (copy.owner_token != "", board_plan(copy), copy.share_token) == (True, board_plan(row), None)
    press(ada, row, "copy")
    assert SavedBoard.objects.latest("pk").name == "The Ford (copy)"
    press(ada, row, "rename", name="The Mill")
    press(ada, row, "", switch="off")
    assert eve.get(shared).status_code == 404
    press(ada, row, "delete")
    assert sorted(SavedBoard.objects.values_list("name", flat=True)) == ["The Ford", "The Ford (copy)"]


def test_boards_are_belongings_with_a_quota(settings: Any):
    settings.QUOTAS = {**settings.QUOTAS, "boards": (1, 1)}
    eve, ada = visitor(), account("ada")
    row = made(eve)
    answer = eve.client.post("/battles/boards/", {"name": "More", "size": "small-board"})
    assert (answer.status_code, SavedBoard.objects.count()) == (422, 1)
    assert ada.owner.user is not None
    visitor_data_adopt(user=ada.owner.user, token=eve.owner.token)
    row.refresh_from_db()
    assert row.owner == ada.owner.user
    (filed,) = archived_boards(ada.owner.user)
    assert filed[0] == f"battles/boards/{row.key}.muster-board.json"


def test_a_file_of_a_board_is_taken_in_again_and_answers_questions_of_the_board():
    ada = account("ada")
    row = forded(ada)
    document = json.loads(ada.get(at(row, "board.json")).content)
    assert document["format"] == "muster-board/1"
    assert [entry["name"] for entry in document["terrain"]] == ["River Current", "Statue", "Exotic Flower"]
    assert answers_document(board_from_document({**document, "creatures": [], "questions": []}))["answers"] == []
    answer = ada.client.post("/battles/boards/import/", {"file": ContentFile(json.dumps(document), "a.json")})
    assert answer.status_code == 302
    assert board_plan(SavedBoard.objects.latest("pk")) == board_plan(row)


@pytest.mark.parametrize("drawn", DRAWN_BOARDS, ids=lambda drawn: drawn.key)
def test_drawn_boards_come_back_from_their_documents(drawn: Any):
    pieces = (replace(piece, id=f"t{number}") for number, piece in enumerate(drawn.pieces()))
    plan = TablePlan(
        sides=("a", "b"), points=0, board_key=drawn.board.key, terrain_style="tiles", terrain=tuple(pieces)
    )
    assert saved_board_from(saved_board_document("Keep", plan)) == ("Keep", plan)


@pytest.mark.parametrize(
    ("size", "pages", "last"), [("small-board", 9, "D2 of 4 × 2"), ("large-board", 29, "G4 of 7 × 4")]
)
@pytest.mark.parametrize("query", ["", "?paper=letter&low_ink=on"])
def test_a_board_is_printed_as_sheets_of_whole_squares_with_names_and_coordinates(
    size: str, pages: int, last: str, query: str
):
    ada = account("ada")
    row = made(ada, size=size)
    draw(ada, row, "terrain", "add", kind="wall", x="6", y="9", width="3", height="2")
    answer = ada.get(at(row, f"sheets.pdf{query}"))
    file = pypdf.PdfReader(io.BytesIO(answer.content))
    assert len(file.pages) == pages
    key, first, final = (file.pages[place].extract_text() for place in (0, 1, -1))
    assert "Wall 1: solid" in key.replace("\n", " ")
    assert "A1 of " in first
    assert {"A", "G", "1", "10"} <= {*first.split()}
    assert last in final
    for page in file.pages[1:]:
        assert page.mediabox.height > LONG * 72
        assert page.mediabox.width > SHORT * 72


def test_sheets_cover_every_square_once():
    for key, size in BOARDS_BY_KEY.items():
        for landscape in (False, True):
            squares = [
                (sheet.x + x, sheet.y + y)
                for sheet in board_sheets(empty_board(key), landscape=landscape)
                for x in range(sheet.across)
                for y in range(sheet.down)
            ]
            assert len(squares) == len({*squares}) == size.width * size.height


def board(**more: Any) -> dict[str, Any]:
    return {"format": "muster-board/1", "columns": 24, "rows": 18, "terrain": [], **more}


def test_a_board_without_a_table_gets_pieces_for_its_squares():
    squares = [[3, 3], [4, 3], [3, 4], [4, 4], [5, 4]]
    wall = {"name": "Old wall", "squares": [[9, 9]], "traits": ["solid"]}
    brook = {
        "name": "River Current",
        "squares": [[0, 0], [0, 1]],
        "traits": ["directional"],
        "direction": "south",
        "water": True,
    }
    mud = {"name": "Mud", "squares": squares, "traits": ["difficult"]}
    name, plan = saved_board_from(board(terrain=[mud, wall, brook]))
    assert name == "Board"
    assert [(piece.kind, piece.x, piece.y, piece.across, piece.down, piece.turned) for piece in plan.terrain][:2] == [
        ("mud", 3, 3, 2, 2, 0),
        ("mud", 5, 4, 1, 1, 0),
    ]
    ground = ground_of_plan(plan)
    assert {entry.direction for entry in ground.terrain} == {None, "south"}
    assert frozenset.union(*(entry.squares for entry in ground.terrain)) == {
        *map(tuple, squares), (9, 9), (0, 0), (0, 1)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("document", "path"),
    [
        (board(columns=25), "columns"),
        (board(terrain=[{"name": "gate", "borders": [[[5, 4], [6, 4]]], "traits": ["door"]}]), "terrain[0]"),
        (board(terrain=[{"name": "odd", "squares": [[1, 1]], "traits": ["solid", "hazardous"]}]), "terrain[0]"),
        (
            board(
                terrain=[
                    {"name": "a", "squares": [[1, 1]], "traits": ["solid"]},
                    {"name": "b", "squares": [[1, 1]], "traits": ["solid"]},
                ]
            ),
            "terrain",
        ),
        (board(table={"sides": ["a"], "points": 0, "board": "small-board"}), "table"),
        (board(more=1), "more"),
        (board(name="a\nb"), "name"),
    ],
)
def test_a_document_that_is_not_a_board_is_refused_with_its_path(document: dict[str, Any], path: str):
    with pytest.raises(DocumentError) as refused:
        saved_board_from(document)
    assert refused.value.path == path
