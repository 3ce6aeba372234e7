"""The set-up of a battle on one page: everything is on it, readable, in its place."""

import re
from dataclasses import replace

import pytest

from printing.aids.terrain import LOOKS
from printing.battles.setup import SetupPage, draw_setup
from printing.battles.tables import draw_swatch, draw_table, legend_sections, terrain_legend
from printing.canvas import Box, Paper, paper_size
from printing.pdf import PdfCanvas
from printing.svg import SvgFigure
from rules.p2v_combat.setup.deploying import choose_order, new_table, table_zones
from rules.p2v_combat.setup.objectives import objective_kind
from rules.p2v_combat.setup.plan import TERRAIN_TYPES, PlacedObjective, TablePlan
from rules.p2v_combat.setup.steps import skip_step
from rules.p2v_combat.setup.terrain import add_piece
from rules.tables.boards import ALTERNATIVE as DEPLOYMENTS
from rules.tables.victory_conditions.conditions import CONDITIONS
from tests.printing import measuring
from tests.printing.battles.tables import BOARDS, NAMES, gridless, table
from tests.rows import every_row

ZONE_LETTER = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" class="zone-name')


def drawn(plan: TablePlan, paper: Paper = "a4", *, low_ink: bool = False) -> PdfCanvas:
    canvas = PdfCanvas(paper_size(paper, landscape=True), low_ink=low_ink, recording=True)
    draw_setup(canvas, SetupPage("Battle at the ford", plan, {side: NAMES[side] for side in plan.sides}))
    return canvas


def words(plan: TablePlan) -> str:
    placed = drawn(plan).placed
    assert placed is not None
    return " ".join(mark.text for mark in placed)


@every_row("board", BOARDS)
@every_row("style", ["pieces", "tiles"])
@every_row("sides, paper, low_ink", [(2, "a4", False), (4, "letter", True), (3, "a4", True)])
def test_a_set_up_is_one_page_on_which_nothing_covers_anything(
    board: str, style: str, sides: int, paper: Paper, low_ink: bool
):
    canvas = drawn(table(sides, board, style), paper, low_ink=low_ink)  # type: ignore[arg-type] # one of the two
    assert canvas.page == 1
    assert measuring.misplaced(canvas) == []


@every_row("victory", [row.key for row in CONDITIONS])
@every_row("board", BOARDS)
def test_every_condition_fits_with_its_props(victory: str, board: str):
    plan = table(board=board, victory=victory)
    canvas = drawn(gridless(plan))
    assert canvas.page == 1
    assert measuring.misplaced(canvas) == []
    assert plan.condition.name in words(plan)


@every_row("deployment", [row.key for row in DEPLOYMENTS])
def test_every_deployment_fits_with_its_zones(deployment: str):
    plan = table(deployment=deployment, style="tiles")
    assert measuring.misplaced(drawn(plan)) == []
    assert f"Deployment: {deployment}".lower().replace("-", " ") in words(plan).lower()


def test_an_objective_whose_die_is_still_to_roll_is_printed_all_the_same():
    plan = replace(table(), objectives=(PlacedObjective("book", 12, 9, "a"),))
    assert "its d6 is rolled in the battle" in words(plan)


def test_the_page_says_what_was_settled():
    plan = table(board="medium-board")
    said = words(plan)
    for kind in ("Wall", "Standard Victory", "Ash Company", "Medium Board"):
        assert kind in said
    for placed in plan.objectives:
        assert objective_kind(placed.kind).name in said
    assert "Number of objectives: 6, 2 on 2d6" in said
    assert str(len(plan.terrain)) in said


def test_only_the_seal_of_a_hidden_choice_is_on_the_page():
    plan = table(victory="assassins")
    said = words(plan)
    assert plan.seals[0].digest[:32] in said
    assert "Sealed choices" in said


def test_the_legend_names_each_kind_of_terrain_once_with_all_its_pieces():
    plan = table()
    rows = terrain_legend(plan)
    assert len({row.name for row in rows}) == len(rows)
    assert sorted(int(number) for row in rows for number in row.numbers) == list(range(1, len(plan.terrain) + 1))


def test_the_type_of_a_hazards_damage_is_told_or_asked_for():
    plan = add_piece(add_piece(new_table(2, 150), "hazard", 0, 0), "magma", 12, 0)
    assert [row.traits for row in terrain_legend(plan)] == [
        "solid and hazardous (agree on the type of damage)",
        "hazardous and difficult (fire damage)",
    ]


@pytest.mark.parametrize("order", ["secret", "one by one"])
def test_the_order_of_placing_is_told(order: str):
    plan = choose_order(new_table(2, 150), order)  # type: ignore[arg-type] # one of the two
    lines = [line for section in legend_sections(plan, NAMES) for line in section.lines]
    assert any(line.startswith("Instead of placing") for line in lines)


def test_a_table_with_nothing_on_it_is_drawn_too():
    plan = new_table(2, 150)
    for step in ("terrain", "objectives", "deployment"):
        plan = skip_step(plan, step)  # type: ignore[arg-type] # steps of a set-up
    assert drawn(plan).page == 1


def _strokes_of(kind: str) -> list[str]:
    """Return the lines of a swatch of a kind of terrain."""
    figure, box = SvgFigure(Box(0, 0, 60, 30)), Box(0, 0, 60, 30)
    plan = add_piece(new_table(2, 150), kind, 0, 0, width=2, height=1)
    draw_swatch(figure, plan.terrain[0], box)
    return re.findall(r' (?:d|points)="([^"]+)"', figure.svg("drawing"))


def test_no_two_kinds_of_terrain_that_stand_look_alike():
    kinds = [key for key, row in TERRAIN_TYPES.items() if "directional" not in row.traits]
    looks = {kind: tuple(_strokes_of(kind)) for kind in kinds}
    assert len(set(looks.values())) == len(kinds)
    assert set(LOOKS) == set(TERRAIN_TYPES)


def test_a_zone_has_the_color_of_its_side_and_its_letter_covers_no_terrain_where_there_is_room():
    plan = table()
    figure = SvgFigure(Box(-12, -12, 500, 400))
    draw_table(figure, plan, NAMES, 0, 0, 20)
    svg = figure.svg("drawing board")
    assert {f'class="zone zone-{choice.side}"' in svg for choice in plan.zones} == {True}
    bare = new_table(2, 150)
    (zone, *_) = table_zones(bare)
    middle = zone.area.x + zone.area.width // 2, zone.area.y + zone.area.height // 2
    covered = add_piece(bare, "mud", middle[0] - 1, middle[1] - 1, width=2, height=2)
    mud = Box(*(20.0 * edge for edge in (middle[0] - 1, middle[1] - 1, middle[0] + 1, middle[1] + 1)))
    hidden = []
    for shown in (bare, covered):
        figure = SvgFigure(Box(-12, -12, 500, 400))
        draw_table(figure, shown, NAMES, 0, 0, 20)
        x, y = map(float, ZONE_LETTER.findall(figure.svg("drawing board"))[0])
        hidden.append(mud.left - 8 < x < mud.right and mud.top < y < mud.bottom + 8)
    assert hidden == [True, False]


def test_the_same_drawing_is_a_figure_for_the_screen():
    plan = table(victory="passing-through")
    figure = SvgFigure(Box(-12, -12, 500, 400))
    draw_table(figure, plan, NAMES, 0, 0, 20)
    svg = figure.svg("drawing board")
    assert 'class="zone zone-a"' in svg
    assert "terrain solid" in svg
    assert 'class="exit"' in svg
    assert "Ash Company" in svg
