"""What lies on the board, on the pages of a battle: objectives, supplies, digging spots and the hidden treasure."""

import re
from typing import Any

import pytest
from django.utils import timezone

from battles.models import BattleSecret
from battles.selectors.battles import battle_view
from battles.services.battles import battle_store
from battles.web.creature_rows import CreatureRow, side_rows
from rules.p2v_combat.belongings import loads_of
from rules.p2v_combat.events.by_hand import ApSet, HeldSet, LeftPlay
from rules.p2v_combat.events.turns import CreaturesActivated, TurnEnded
from rules.p2v_combat.scoring.objectives import owners_of
from rules.p2v_combat.setup.plan import PlacedObjective, SealedChoice
from rules.roster import ItemChoice, Member
from tests.battles.boards import actor, events, laid_out
from tests.battles.pages import page, press
from tests.battles.play import SEED, BattleTable
from tests.rules.p2v_combat.tables import setup_of
from tests.warbands.verbs import account, text_of, visitor

pytestmark = pytest.mark.django_db


def with_book() -> BattleTable:
    return laid_out(objectives=(PlacedObjective("book", 5, 5, "a", face=1),))


def test_an_objective_is_tried_with_one_of_its_skills() -> None:
    table = with_book()
    shown = text_of(page(table))
    assert "Interact with an objective" in shown
    assert "Unclaimed" in shown
    for _ in range(12):
        if owners_of(table.folded.state):
            break
        table.do(ApSet(actor(table), 3, ""))
        assert press(table, do="claim", creature=actor(table), claim="book:Lore").status_code == 302
    owner = actor(table)[0]
    assert owners_of(table.folded.state) == {"book": owner}
    assert "Interact with an objective" not in text_of(page(table)), "its own objective is left out"
    for rest in ("", "table/"):
        assert "Book (O1)" in text_of(page(table, rest=rest))
        assert "Unclaimed" not in text_of(page(table, rest=rest))


def test_spectators_see_the_objectives_and_no_buttons() -> None:
    table, guest = with_book(), visitor()
    table.owner.client.post(f"/battles/{table.key}/spectators/", {"switch": "on"})
    guest.get(f"/battles/watch/{table.battle.spectator_token}/")
    shown = text_of(guest.get(f"/battles/{table.key}/"))
    assert "Unclaimed" in shown
    assert "Interact with an objective" not in shown


def test_a_skill_that_the_objective_does_not_take_is_refused() -> None:
    table = with_book()
    answer = press(table, do="claim", creature=actor(table), claim="book:Athletics")
    assert answer.status_code == 422
    assert "is claimed with" in text_of(answer)


def test_a_supply_is_destroyed_on_the_half_that_the_players_name() -> None:
    table = laid_out("destroy-supplies")
    assert "Destroy a Supply" in text_of(page(table))
    press(table, do="destroy", creature=actor(table), supply="supply-1", **{"other-half": "1"})
    fact = table.folded.state.scored_facts[-1]
    assert (fact.kind, fact.to, fact.amount) == ("supply destroyed", "supply-1", 1)
    assert b'value="supply-1"' not in page(table).content


def hide(table: BattleTable, spot: str) -> None:
    BattleSecret.objects.create(
        battle=table.battle,
        side="",
        purpose="buried-treasure",
        choice=spot,
        salt="0" * 32,
        seal="0" * 64,
        sealed_at=timezone.now(),
    )


def test_the_server_knows_where_the_treasure_lies() -> None:
    table = laid_out("buried-treasure")
    hide(table, "2")
    first = page(table).content
    press(table, do="dig", creature=actor(table), spot="spot-1", has_treasure="1")
    assert events(table)[-1]["has_treasure"] is False
    BattleSecret.objects.update(choice="3")
    table.do(ApSet(actor(table), 3, ""))
    press(table, do="dig", creature=actor(table), spot="spot-3")
    assert table.folded.state.combatants[actor(table)].has("heavy load")
    assert b"has_treasure" not in first


def test_a_page_says_the_same_wherever_the_treasure_lies() -> None:
    table = laid_out("buried-treasure")
    hide(table, "2")
    before = text_of(page(table))
    BattleSecret.objects.update(choice="4")
    assert text_of(page(table)) == before


def test_nothing_is_dug_up_where_the_server_hid_nothing() -> None:
    table = laid_out("buried-treasure")
    answer = press(table, do="dig", creature=actor(table), spot="spot-1")
    assert answer.status_code == 422
    assert "hid no treasure" in text_of(answer)


def test_creatures_near_the_markers_are_counted_at_the_end() -> None:
    table = laid_out("fonts-of-power")
    for creature in ("b.m1", "b.m2"):
        if table.folded.state.phase == "playing" and not table.folded.state.stack:
            table.do(LeftPlay(creature, True, "", ""))
    shown = page(table)
    assert "Count the creatures near each marker" in text_of(shown)
    assert press(table, do="counts", **{"count-font-1.a": "x"}).status_code == 422
    counts = dict.fromkeys(re.findall(r'name="(count-[^"]+)"', shown.content.decode()), "0")
    press(table, do="counts", **{**counts, "count-font-1.a": "2"})
    assert table.folded.state.phase == "over"


def assassins_over(**plan: Any) -> BattleTable:
    """Play a battle of Assassins until nothing but its secrets is open."""
    table = laid_out("assassins", **plan)
    table.do(LeftPlay("b.m1", True, "", ""))
    table.do(LeftPlay("b.m2", True, "", ""))
    while not table.folded.state.stack:
        table.take_turn()
    return table


def test_choices_that_were_made_on_paper_are_asked_for() -> None:
    table = assassins_over()
    assert "Who was Red’s assassin?" in text_of(page(table))
    press(table, do="choose", option="a.m2")
    assert "Who was Red’s target?" in text_of(page(table))


def test_secrets_that_have_to_be_shown_are_one_link_away() -> None:
    seals = tuple(SealedChoice(side, word, "0" * 64) for side in "ab" for word in ("assassin", "target"))
    table = assassins_over(seals=seals)
    shown = page(table)
    assert "Show the secret choices first" in text_of(shown)
    assert f"/battles/{table.key}/setup/secrets/" in shown.content.decode()
    assert b'value="counts"' not in shown.content


def test_a_trigger_that_only_the_players_see_is_reported() -> None:
    table = laid_out(creature="guard")
    own = actor(table)
    other = "b.m1" if own == "a.m1" else "a.m1"
    assert "A reaction’s trigger came up" not in text_of(page(table, rest=f"?creature={own}"))
    assert "A reaction’s trigger came up" in text_of(page(table, rest=f"?creature={other}"))
    address = next(
        node
        for node in re.findall(r'href="([^"]*reports=1[^"]*)"', page(table, rest=f"?creature={other}").content.decode())
    )
    form = table.owner.get(address.replace("&amp;", "&")).content.decode()
    assert 'value="report"' in form
    action, way = (re.search(rf'name="{name}" value="([^"]*)"', form) for name in ("action", "way"))
    assert action is not None
    assert way is not None
    press(table, do="report", creature=other, action=action[1], way=way[1], target=own)
    assert table.folded.state.combatants[other].has_reacted
    again = text_of(page(table, rest=f"?creature={other}"))
    assert "A reaction’s trigger came up" not in again


def test_another_phone_reports_no_trigger_of_this_side() -> None:
    table, guest = laid_out(creature="orc-warchief"), visitor()
    table.owner.client.post(f"/battles/{table.key}/phones/b/", {"switch": "on"})
    token = table.battle.seats.get(side="b").token
    guest.client.post(f"/battles/join/{token}/")
    assert "A reaction’s trigger came up" not in text_of(guest.get(f"/battles/{table.key}/?creature=a.m2"))


def test_a_creature_mounts_and_dismounts() -> None:
    table = laid_out()
    own = actor(table)
    other = f"{own[0]}.m2"
    assert "Mount …" in text_of(page(table))
    press(table, do="mount", creature=own, of=other)
    assert table.folded.state.combatants[other].commander == own
    assert "Dismount …" in text_of(page(table, rest=f"?creature={own}"))
    press(table, do="dismount", creature=own, of=other)
    assert table.folded.state.combatants[other].commander is None


def test_a_body_is_carried_and_dropped() -> None:
    table = laid_out()
    own = actor(table)
    fallen = "b.m1" if own == "a.m1" else "a.m1"
    table.do(LeftPlay(fallen, True, "", ""))
    assert "Carry a body …" in text_of(page(table))
    press(table, do="lift", creature=own, of=fallen)
    (load,) = loads_of(table.folded.state, own)
    assert "Drop a load …" in text_of(page(table))
    press(table, do="drop", creature=own, of=load.source)
    assert loads_of(table.folded.state, own) == ()


def test_an_item_is_taken_from_a_body() -> None:
    member = Member("kobold-warrior", "m1", items=(ItemChoice("holy-water"),))
    setup = setup_of([member, "kobold-warrior"], [member, "kobold-warrior"])
    person = account("ada")
    table = BattleTable(battle_store(owner=person.owner, setup=setup, seed=SEED).key, person)
    table.begin()
    own = f"{table.folded.state.next_side}.m2"
    table.do(CreaturesActivated((own,)))
    fallen = "b.m1" if own == "a.m2" else "a.m1"
    table.do(LeftPlay(fallen, True, "", ""))
    assert "Holy Water, from the body of" in text_of(page(table))
    press(table, do="loot", creature=own, of=f"{fallen}:holy-water")
    assert [choice.item for choice in table.folded.state.combatants[own].items] == ["holy-water"]


def test_another_side_mounts_nothing_here() -> None:
    table, guest = laid_out(), visitor()
    own = actor(table)
    side = "b" if own[0] == "a" else "a"
    table.owner.client.post(f"/battles/{table.key}/phones/{side}/", {"switch": "on"})
    guest.client.post(f"/battles/join/{table.battle.seats.get(side=side).token}/")
    fields = {"do": "mount", "creature": own, "of": f"{own[0]}.m2", "seen": table.battle.head}
    assert guest.client.post(f"/battles/{table.key}/act/", fields).status_code == 422


def test_the_opponent_lets_a_confused_creature_be() -> None:
    table = laid_out()
    table.do(TurnEnded(actor(table), ()))
    side = table.folded.state.next_side
    creature = f"{side}.m1"
    table.do(HeldSet(creature, "confused", True, ""))
    table.do(CreaturesActivated((creature,)))
    assert "Spend no points" in text_of(page(table))
    press(table, do="pass-control", creature=creature, of=creature)
    assert "Spend no points" not in text_of(page(table))
    acting = table.folded.state.acting(creature)
    assert acting is not None
    assert acting.opponent_ap == 0


def test_a_spot_that_was_dug_closes_again_only_with_the_consent_of_the_other_phone() -> None:
    table, guest = laid_out("buried-treasure"), visitor()
    hide(table, "2")
    own = actor(table)
    other = "b" if own[0] == "a" else "a"
    table.owner.client.post(f"/battles/{table.key}/phones/{other}/", {"switch": "on"})
    guest.client.post(f"/battles/join/{table.battle.seats.get(side=other).token}/")
    press(table, do="dig", creature=own, spot="spot-1")
    step = table.folded.log.done[-1].number
    assert "Ask to undo" in text_of(page(table))
    refused = press(table, do="undo")
    assert (refused.status_code, "showed something hidden" in text_of(refused)) == (422, True)
    press(table, do="back", step=step)
    assert table.folded.log.done[-1].number == step, "the other side has yet to agree"
    guest.client.post(f"/battles/{table.key}/act/", {"do": "answer", "agrees": "1"})
    assert step not in table.folded.live_steps()


def test_one_phone_takes_back_what_it_dug_up() -> None:
    table = laid_out("buried-treasure")
    hide(table, "2")
    press(table, do="dig", creature=actor(table), spot="spot-1")
    step = table.folded.log.done[-1].number
    assert "Ask to undo" not in text_of(page(table))
    press(table, do="back", step=step)
    assert step not in table.folded.live_steps()


def test_an_eliminated_creature_shows_no_hp() -> None:
    table = laid_out()
    table.do(LeftPlay("b.m2", True, "", ""))
    row = next(row for side in side_rows_of(table) for row in side if row.id == "b.m2")
    assert (row.hp, row.percent, row.out) == (0, 0, "Eliminated")


def side_rows_of(table: BattleTable) -> list[tuple[CreatureRow, ...]]:
    view = battle_view(table.visitor(), table.key)
    assert view is not None
    return [side.rows for side in side_rows(view, table.folded.state)]


def test_weapons_stand_by_themselves_and_two_spells_of_one_name_are_told_apart() -> None:
    shown = text_of(page(laid_out(creature="kobold-druid-1")))
    assert "Heal (animal or beast only)" in shown
    assert "Strike ●" not in shown
