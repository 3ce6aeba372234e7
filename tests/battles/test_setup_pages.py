"""The set-up of a battle on pages: each step by forms and reload, who may change it, and what stays secret."""

import io
import re
from typing import Any

import pypdf
import pytest
from selectolax.lexbor import LexborHTMLParser

from battles.models import Battle
from battles.models.battles import BattleStatus
from battles.selectors.battles import treasure_spot
from battles.selectors.folding import setup_of as stored_setup
from battles.services.battles import battle_store
from rules.p2v_combat.setup.plan import STEPS, TablePlan
from rules.p2v_combat.setup.steps import is_settled, seal
from rules.roster.model import Member
from tests.battles.pages import join
from tests.battles.play import SEED, BattleTable
from tests.battles.setup_changes import change
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import Person, account, text_of, visitor

pytestmark = pytest.mark.django_db


def plan_of(table: BattleTable) -> TablePlan:
    plan = stored_setup(table.battle).table
    assert plan is not None
    return plan


def show(table: BattleTable, rest: str = "", person: Person | None = None) -> Any:
    return (person or table.owner).get(f"/battles/{table.key}/setup/{rest}")


def test_everything_is_rolled_and_laid_out_at_once(table: BattleTable):
    assert table.owner.client.post(f"/battles/{table.key}/setup/everything/", {"do": "all"}).status_code == 302
    plan = plan_of(table)
    assert plan.terrain
    assert len(plan.objectives) == plan.objective_count
    assert {choice.side for choice in plan.zones} == {"a", "b"}
    answer = show(table)
    assert "Begin the battle" in text_of(answer)
    assert b'class="drawing board"' in answer.content
    table.owner.client.post(f"/battles/{table.key}/setup/everything/", {"do": "remove"})
    assert stored_setup(table.battle).table is None


@pytest.mark.parametrize("step", STEPS)
def test_every_step_has_a_page(table: BattleTable, step: str):
    answer = show(table, f"{step}/")
    assert answer.status_code == 200
    assert "Agree and go on" in text_of(answer)


def test_there_is_no_page_of_an_unknown_step(table: BattleTable):
    assert show(table, "haircut/").status_code == 404


def test_board_and_points_are_chosen(table: BattleTable):
    board = {"board": "large-board", "first_placer": "b", "gridless": "on", "3d": "on"}
    change(table, "board", "board", points=str(plan_points(table)), **board)
    plan = plan_of(table)
    assert (plan.board_key, plan.first_placer, plan.is_gridless, plan.is_3d) == ("large-board", "b", True, True)
    assert stored_setup(table.battle).rules.distances == "inches"
    change(table, "board", "board", points="400", **board)
    assert (plan_of(table).points, plan_of(table).board_key) == (400, "medium-board")


def plan_points(table: BattleTable) -> int:
    setup = stored_setup(table.battle)
    return max(sum(fighter.points for fighter in setup.fielded if fighter.side == side) for side in "ab")


def test_terrain_is_suggested_and_changed_by_hand(table: BattleTable):
    change(table, "terrain", "suggest", style="tiles")
    assert len(plan_of(table).terrain) == 6
    first = plan_of(table).terrain
    change(table, "terrain", "suggest", style="tiles")
    assert (plan_of(table).shuffle, plan_of(table).terrain != first) == (2, True)
    change(table, "terrain", "repeat")
    change(table, "terrain", "add", kind="hazard", x="2", y="2", width="1", height="1")
    change(table, "terrain", "move", piece="t1", x="5", y="6")
    change(table, "terrain", "turn", piece="t1")
    change(table, "terrain", "damage", piece="t1", damage_type="cold")
    [piece] = plan_of(table).terrain
    assert (piece.x, piece.y, piece.turned, piece.damage_type) == (5, 6, 1, "cold")
    refused = change(table, "terrain", "add", kind="mud", x="6", y="7", width="2", height="2")
    assert refused.status_code == 422
    assert "Mud would overlap Hazard." in text_of(refused)
    assert change(table, "terrain", "move", piece="t1", x="many", y="1").status_code == 422
    change(table, "terrain", "remove", piece="t1")
    assert plan_of(table).terrain == ()


def test_a_drawn_board_is_taken_in_one_step(table: BattleTable):
    assert "Bone Pit" in text_of(show(table, "terrain/"))
    change(table, "terrain", "drawn", drawn="bone-pit")
    assert [piece.kind for piece in plan_of(table).terrain] == [
        kind for kind in ("watchtower", "dragon-bones", "crumbling-ruin") for _ in "ab"
    ]
    refused = change(table, "terrain", "drawn", drawn="great-keep")
    assert (refused.status_code, len(plan_of(table).terrain)) == (422, 6)


def test_a_form_that_is_refused_keeps_what_was_typed(table: BattleTable):
    answer = change(table, "terrain", "add", kind="wall", label="The old wall", x="99", y="3", width="4", height="1")
    assert answer.status_code == 422
    form = LexborHTMLParser(answer.content.decode())
    shown = {name: form.css_first(f"#add-{name}").attributes["value"] for name in ("x", "y", "width", "height")}
    assert shown == {"x": "99", "y": "3", "width": "4", "height": "1"}
    assert form.css_first("#label").attributes["value"] == "The old wall"
    assert form.css_first("#kind option[selected]").attributes["value"] == "wall"
    answer = change(table, "board", "board", points="many", board="large-board", gridless="on", first_placer="b")
    form = LexborHTMLParser(answer.content.decode())
    assert form.css_first("#points").attributes["value"] == "many"
    chosen = {str(node.attributes["value"]) for node in form.css("form.part input[checked]")}
    assert chosen == {"large-board", "b", "on"}


def test_objectives_are_rolled_and_placed_in_turn(table: BattleTable):
    change(table, "objectives", "count", faces="2 3")
    assert "Red places the next objective" in text_of(show(table, "objectives/"))
    change(table, "objectives", "place", kind="book", x="8", y="8", faces="6")
    assert "Blue places the next objective" in text_of(show(table, "objectives/"))
    assert "Book Arcana, Lore, Occultism or Religion, Power 20, at 8 and 8" in text_of(show(table, "objectives/"))
    change(table, "objectives", "move", objective="book", x="9", y="9")
    change(table, "objectives", "suggest")
    assert len(plan_of(table).objectives) == 3
    change(table, "objectives", "remove", objective="book")
    assert len(plan_of(table).objectives) == 2
    assert change(table, "objectives", "count", faces="7 7").status_code == 422
    change(table, "objectives", "spaced", spaced="on")
    assert plan_of(table).is_spaced


def test_an_alternative_condition_has_its_props(table: BattleTable):
    change(table, "victory", "condition", victory="passing-through")
    change(table, "victory", "lone", side="b")
    change(table, "victory", "edge", edge="left")
    assert (plan_of(table).lone_side, plan_of(table).edge) == ("b", "left")
    assert "played without objectives" in text_of(show(table, "objectives/"))
    change(table, "victory", "condition", victory="fonts-of-power")
    change(table, "victory", "font", x="4", y="4")
    assert len(plan_of(table).markers) == 2
    change(table, "victory", "font-remove", font="1")
    assert len(plan_of(table).markers) == 1
    change(table, "victory", "condition", victory="rescue-mission")
    change(table, "victory", "lone-creature", creature="a.m1")
    assert stored_setup(table.battle).lone_creature == "a.m1"
    change(table, "victory", "condition", victory="standard-victory")
    assert stored_setup(table.battle).lone_creature == ""


def test_the_monster_of_a_beast_hunt_fights_for_no_side(table: BattleTable, small_compendium: None):
    change(table, "victory", "condition", victory="beast-hunt")
    change(table, "victory", "monster", creature="kobold-warrior")
    setup = stored_setup(table.battle)
    assert [(fighter.id, fighter.side) for fighter in setup.fielded if fighter.side == "game"] == [("game.m1", "game")]
    assert plan_of(table).markers[0].creature == "kobold-warrior"
    assert change(table, "victory", "monster", creature="nessie").status_code == 422
    change(table, "victory", "condition", victory="confrontation")
    assert all(fighter.side != "game" for fighter in stored_setup(table.battle).fielded)


def test_zones_are_rolled_for_and_chosen(table: BattleTable):
    change(table, "deployment", "deployment", deployment="across-the-way", order="one by one", mirrored="on")
    change(table, "deployment", "roll", faces="12 12")
    assert "Red: 12" not in text_of(show(table, "deployment/"))  # a tie: both roll again
    assert change(table, "deployment", "roll", faces="12").status_code == 422
    change(table, "deployment", "roll", faces="3 17")
    assert "Blue chooses a zone" in text_of(show(table, "deployment/"))
    change(table, "deployment", "zone", zone="B")
    plan = plan_of(table)
    assert (plan.first_chooser, plan.order, plan.is_mirrored) == ("b", "one by one", True)
    assert {(choice.side, choice.zone) for choice in plan.zones} == {("b", "B"), ("a", "A")}


def test_steps_are_agreed_on_by_each_phone_skipped_and_begun_anew(table: BattleTable):
    bob = visitor()
    join(table, "b", bob)
    change(table, "board", "agree")
    assert not is_settled(plan_of(table), "board")
    change(table, "board", "agree", bob)
    assert is_settled(plan_of(table), "board")
    change(table, "terrain", "suggest", bob)
    change(table, "terrain", "skip")
    assert plan_of(table).terrain == ()
    assert "skipped" in text_of(show(table))


def test_a_side_that_the_game_plays_agrees_with_everything(table: BattleTable):
    battle = table.battle
    battle.setup["sides"][1]["player"] = "game"
    battle.save(update_fields=["setup"])
    change(table, "board", "agree")
    assert is_settled(plan_of(table), "board")


def test_strangers_see_no_table_and_spectators_change_none(table: BattleTable):
    stranger, watcher = account("eve"), visitor()
    assert show(table, person=stranger).status_code == 404
    assert change(table, "terrain", "suggest", stranger).status_code == 404
    table.owner.client.post(f"/battles/{table.key}/spectators/", {"switch": "on"})
    watcher.get(f"/battles/watch/{table.battle.spectator_token}/")
    answer = show(table, person=watcher)
    assert answer.status_code == 200
    assert "Set it all up" not in text_of(answer)
    assert change(table, "terrain", "suggest", watcher).status_code == 404
    assert show(table, "secrets/a/choose/", watcher).status_code == 404
    assert show(table, "sheet/", watcher).status_code == 200


def test_a_battle_that_has_begun_keeps_its_table(table: BattleTable):
    change(table, "terrain", "suggest")
    before = plan_of(table)
    table.begin()
    assert table.battle.status == BattleStatus.PLAYING
    refused = change(table, "terrain", "suggest")
    assert refused.status_code == 422
    assert "The battle has begun" in text_of(refused)
    assert plan_of(table) == before


def test_the_set_up_is_printed_on_one_page(table: BattleTable):
    table.owner.client.post(f"/battles/{table.key}/setup/everything/", {"do": "all"})
    for query in ("", "?low_ink=on&paper=letter"):
        answer = show(table, f"sheet/{query}")
        assert answer.headers["Content-Type"] == "application/pdf"
        [page] = pypdf.PdfReader(io.BytesIO(answer.content)).pages
        assert "Red" in page.extract_text()


def choose_secret(table: BattleTable, side: str, fields: dict[str, str]) -> Any:
    """Take the phone behind the cover of a side, and send what it chooses."""
    address = f"/battles/{table.key}/setup/secrets/{side}/choose/"
    table.owner.client.post(address, {"do": "uncover"})
    return table.owner.client.post(address, fields)


def test_assassins_are_chosen_behind_a_cover_and_sealed(table: BattleTable):
    change(table, "victory", "condition", victory="assassins")
    assert "Still to choose: Red , Blue" in text_of(show(table, "secrets/"))
    assert "Pass the phone to Red" in text_of(show(table, "secrets/a/"))
    chosen = {"demand": "0", "choice-0": "a.m1", "choice-1": "b.m1"}
    answer = choose_secret(table, "a", chosen)
    assert answer.headers["Location"].endswith("/setup/secrets/")
    assert "Still to choose: Blue" in text_of(show(table, "secrets/"))
    rows = {row.purpose: row for row in table.battle.secrets.all()}
    assert (rows["assassin"].choice, rows["target"].choice) == ("a.m1", "b.m1")
    for row in rows.values():
        assert re.fullmatch(r"[0-9a-f]{32}", row.salt)
        assert row.seal == seal(table.key, "a", row.purpose, row.choice, row.salt)
    refused = choose_secret(table, "a", {**chosen, "choice-0": "b.m1"})
    assert refused.status_code == 422


def test_no_one_else_is_shown_a_choice_or_a_salt_before_it_is_revealed(table: BattleTable):
    bob, watcher = visitor(), visitor()
    join(table, "b", bob)
    table.owner.client.post(f"/battles/{table.key}/spectators/", {"switch": "on"})
    watcher.get(f"/battles/watch/{table.battle.spectator_token}/")
    change(table, "victory", "condition", victory="assassins")
    chosen = {"demand": "0", "choice-0": "a.m1", "choice-1": "b.m2"}
    choose_secret(table, "a", chosen)
    target = table.battle.secrets.get(purpose="target")
    assert show(table, "secrets/a/choose/", bob).status_code == 404
    for person in (table.owner, bob, watcher):
        for rest in ("", "secrets/", "sheet/"):
            content = show(table, rest, person).content
            assert target.salt.encode() not in content
        assert target.seal.encode() in show(table, "secrets/", person).content
    assert target.salt not in str(Battle.objects.get(key=table.key).setup)
    act = f"/battles/{table.key}/setup/secrets/act/"
    bob.client.post(act, {"do": "reveal", "secret": target.pk})
    assert target.salt.encode() not in show(table, "secrets/", watcher).content
    table.owner.client.post(act, {"do": "reveal", "secret": target.pk})
    assert target.salt.encode() in show(table, "secrets/", watcher).content
    assert "Revealed: b.m2" in text_of(show(table, "secrets/", watcher))


def test_a_secret_that_is_revealed_in_the_battle_stands_in_its_log(table: BattleTable):
    change(table, "victory", "condition", victory="assassins")
    for side, assassin, target in (("a", "a.m1", "b.m1"), ("b", "b.m2", "a.m1")):  # the kobolds of level -1
        chosen = {"demand": "0", "choice-0": assassin, "choice-1": target}
        choose_secret(table, side, chosen)
    table.begin()
    row = table.battle.secrets.get(side="b", purpose="assassin")
    table.owner.client.post(f"/battles/{table.key}/setup/secrets/act/", {"do": "reveal", "secret": row.pk})
    assert ("b", "assassin", "b.m2") in table.folded.state.revealed


def test_the_treasure_is_drawn_by_the_server_and_shown_to_no_one(table: BattleTable):
    change(table, "victory", "condition", victory="buried-treasure")
    act = f"/battles/{table.key}/setup/secrets/act/"
    table.owner.client.post(act, {"do": "treasure"})
    assert treasure_spot(table.battle) in range(1, 6)
    row = table.battle.secrets.get()
    assert (row.side, plan_of(table).rolls) == ("", ())
    assert row.salt not in text_of(show(table, "secrets/"))
    table.owner.client.post(act, {"do": "reveal", "secret": row.pk})
    assert table.battle.secrets.get().revealed_at is None


def test_a_deployment_in_secret_is_sealed_and_revealed():
    ada = account("ada")
    battle = battle_store(owner=ada.owner, setup=setup_of(("boar",), ("boar",)), seed=SEED)
    table = BattleTable(battle.key, ada)
    change(table, "deployment", "deployment", order="secret")
    change(table, "deployment", "first", side="a")
    change(table, "deployment", "zone", zone="A")
    refused = choose_secret(table, "a", {"demand": "0", "x-a.m1": "9", "y-a.m1": "1"})
    assert refused.status_code == 422
    assert "would not start in a zone" in text_of(refused)
    choose_secret(table, "a", {"demand": "0", "x-a.m1": "1", "y-a.m1": "2"})
    row = table.battle.secrets.get()
    assert row.choice == "a.m1 1 2"
    ada.client.post(f"/battles/{table.key}/setup/secrets/act/", {"do": "reveal", "secret": row.pk})
    assert plan_of(table).revealed[0].choice == "a.m1 1 2"


def test_a_disguised_creature_is_one_of_the_objectives():
    ada = account("ada")
    liar = Member("boar", "m1", positioning=("tempting-disguise",))
    battle = battle_store(owner=ada.owner, setup=setup_of((liar,), ("boar",)), seed=SEED)
    table = BattleTable(battle.key, ada)
    change(table, "objectives", "count", faces="1 1")
    change(table, "objectives", "place", kind="book", x="10", y="8", faces="1")
    change(table, "objectives", "place", kind="device", x="12", y="8", faces="1")
    choose_secret(table, "a", {"demand": "0", "choice-0": "device"})
    row = table.battle.secrets.get()
    assert (row.purpose, row.subject, row.choice) == ("tempting-disguise", "a.m1", "device")
    assert "Tempting Disguise of" in text_of(show(table, "secrets/"))
