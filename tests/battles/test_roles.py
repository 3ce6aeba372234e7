"""Who may do what with a battle: every address, asked for by everybody around a table of two phones."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import transaction

from battles.models import Battle, BattleEntry, BattleSeat, BattleSecret
from rules.combat.resolution import pending
from rules.p2v_combat.setup.plan import STEPS
from tests.battles.pages import join, watch
from tests.battles.play import BattleTable, small_battle
from tests.battles.scenario_battles import battle_of_scenario
from tests.battles.setup_changes import change
from tests.campaigns.verbs import usual_table
from tests.warbands.verbs import Person, account, visitor

pytestmark = pytest.mark.django_db

ROLES = ("visitor", "stranger", "spectator", "side a", "side b", "maker")
"""``maker`` made the battle and gave both seats away."""
ALL, PLAYERS, SIDES, MAKER = "  yyyy", "   yyy", "   yyn", "   nny"
"""Who may, in the order of the roles: ``y`` may, ``n`` is told why not, to others the battle is not there."""
ONE_SIDE = "   ynn"


def everybody(table: BattleTable) -> dict[str, Person]:
    people = [visitor(), account("eve"), visitor(), visitor(), account("bob"), table.owner]
    by_role = dict(zip(ROLES, people, strict=True))
    watch(table, by_role["spectator"])
    join(table, "a", by_role["side a"])
    join(table, "b", by_role["side b"])
    return by_role


def stored(table: BattleTable) -> Any:
    columns = ("name", "dice", "status", "head", "head_hash", "setup", "spectator_token")
    return (
        list(Battle.objects.filter(key=table.key).values_list(*columns)),
        list(BattleSeat.objects.values_list("side", "token", "holder")),
        list(BattleEntry.objects.values_list("battle", "number")),
        list(BattleSecret.objects.values_list("side", "purpose", "seal", "revealed_at")),
    )


@contextmanager
def forgotten() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def faults(
    table: BattleTable, people: dict[str, Person], rows: list[tuple[str, str, dict[str, str], str]]
) -> list[str]:
    mistakes = []
    for method, rest, fields, allowed in rows:
        for role, may in zip(ROLES, allowed, strict=True):
            with forgotten():
                before = stored(table)
                address = f"/battles/{table.key}/{rest}"
                answer = people[role].client.generic(method, address) if method == "GET" else None
                answer = answer or people[role].client.post(address, fields)
                has_changed = stored(table) != before
            if may == " ":
                is_right = answer.status_code == 404 and not has_changed
            elif method == "GET":
                is_right = (answer.status_code == 200) is (may == "y") and not has_changed
            else:
                is_right = answer.status_code in (200, 302, 422) and has_changed is (may == "y")
            if not is_right:
                changed = "changed" if has_changed else "nothing changed"
                mistakes.append(f"{method} {rest} {fields} as {role}: {answer.status_code}, {changed}; meant: {may!r}")
    return mistakes


def test_everybody_may_do_in_a_battle_what_is_theirs() -> None:
    table = small_battle()
    people = everybody(table)
    person = people["side a"]
    person.client.post(f"/battles/{table.key}/act/", {"do": "begin", "seen": "0"})
    own = table.folded.state.next_side or ""
    theirs = ONE_SIDE if own == "a" else "   nyn"
    seen = {"seen": str(table.battle.head)}
    act = "act/"
    rows = [
        *(
            ("GET", rest, {}, ALL)
            for rest in ("", "now/", "table/", "log/", "result/", "report.txt", "report.pdf", "setup/", "setup/sheet/")
        ),
        ("GET", "setup/secrets/", {}, ALL),
        *(("GET", rest, {}, PLAYERS) for rest in ("battle.json", "phones/", "settings/", "setup/board/")),
        ("GET", "report/", {}, "      "),  # it belongs to no campaign
        ("GET", "setup/secrets/a/", {}, "   y  "),
        ("GET", "setup/secrets/b/choose/", {}, "    y "),
        ("POST", act, {"do": "activate", "creature": f"{own}.m1", **seen}, theirs),
        ("POST", act, {"do": "hp", "creature": "a.m1", "by": "-1"}, SIDES),
        ("POST", act, {"do": "held", "creature": "b.m1", "toggle": "1:prone"}, SIDES),
        ("POST", act, {"do": "undo", **seen}, "   nnn"),  # Muster rolled in this step, so the other side has to agree
        ("POST", act, {"do": "back", "step": "1", **seen}, SIDES),
        ("POST", act, {"do": "end", "creature": "a.m1", **seen}, "   nnn"),
        ("POST", act, {"do": "roll", **seen}, "   nnn"),
        ("POST", act, {"do": "no such thing"}, "   nnn"),
        ("POST", "edit/", {"name": "Night", "dice": "entered"}, MAKER),
        ("POST", "close/", {}, "   nnn"),  # while it is played only the maker may, who plays no side here
        ("POST", "delete/", {}, MAKER),
        ("POST", "spectators/", {"switch": "off"}, PLAYERS),
        ("POST", "phones/a/", {"switch": "on"}, ONE_SIDE),
        ("POST", "phones/b/", {"switch": "on"}, "   nyn"),
        ("POST", "phones/a/", {"switch": "back"}, "   yny"),
        ("POST", "setup/board/", {"do": "board", "board": "large-board", "points": "99"}, "   nnn"),  # it has begun
        ("POST", "setup/everything/", {"do": "all"}, "   nnn"),
        ("POST", "setup/secrets/act/", {"do": "treasure"}, "   nnn"),
    ]
    assert faults(table, people, rows) == []


def test_everybody_may_do_in_a_set_up_what_is_theirs() -> None:
    table = small_battle()
    change(table, "board", "all")
    people = everybody(table)
    rows = [
        ("GET", "", {}, ALL),
        ("GET", "setup/terrain/", {}, PLAYERS),
        ("POST", "act/", {"do": "begin", "seen": "0"}, SIDES),
        *(("POST", f"setup/{step}/", {"do": "agree"}, SIDES) for step in STEPS if step != "secrets"),
        *(("POST", f"setup/{step}/", {"do": "skip"}, "   nnn") for step in STEPS if step != "secrets"),
        ("POST", "setup/secrets/act/", {"do": "agree"}, SIDES),
        ("POST", "setup/secrets/act/", {"do": "skip"}, "   nnn"),
        ("POST", "setup/everything/", {"do": "remove"}, "   nnn"),
        ("POST", "setup/terrain/", {"do": "suggest", "style": "tiles"}, SIDES),
        ("POST", "delete/", {}, MAKER),
    ]
    assert faults(table, people, rows) == []


def test_the_maker_who_plays_a_side_skips_steps_and_removes_the_plan_and_the_other_side_does_not() -> None:
    table = small_battle()
    bob = account("bob")
    join(table, "b", bob)
    change(table, "board", "all")
    address = f"/battles/{table.key}/setup"
    setup = table.battle.setup
    assert bob.client.post(f"{address}/terrain/", {"do": "skip"}).status_code == 422
    bob.client.post(f"{address}/everything/", {"do": "remove"})
    assert table.battle.setup == setup
    assert b'value="skip"' not in bob.client.get(f"{address}/terrain/").content
    assert table.owner.client.post(f"{address}/terrain/", {"do": "skip"}).status_code == 302
    assert table.battle.setup != setup
    table.owner.client.post(f"{address}/everything/", {"do": "remove"})
    assert table.battle.setup["table"] is None


def test_only_the_side_that_rolls_decides_its_roll_by_hand() -> None:
    table = small_battle(dice="entered")
    bob = account("bob")
    join(table, "b", bob)
    people = {"a": table.owner, "b": bob}
    table.owner.client.post(f"/battles/{table.key}/act/", {"do": "begin", "seen": "0"})

    ask = pending(table.folded.state)
    side = ask.side
    fields = {"do": "rule", "outcome": "hit", "reason": "agreed", "seen": str(table.battle.head)}
    if side in people:
        other = people["b" if side == "a" else "a"]
        answer = other.client.post(f"/battles/{table.key}/act/", fields)
        assert "Another side decides this." in answer.content.decode()


def test_a_phone_of_several_sides_opens_secrets_only_behind_the_cover() -> None:
    table = small_battle()
    change(table, "victory", "condition", victory="assassins")
    address = f"/battles/{table.key}/setup/secrets"
    client = table.owner.client
    cover = f"{address}/a/"
    assert client.get(f"{address}/a/choose/").headers["Location"] == cover
    assert client.post(f"{address}/a/choose/", {"demand": "0"}).headers["Location"] == cover
    assert client.post(f"{address}/a/choose/", {"do": "uncover"}).status_code == 302
    assert client.get(f"{address}/a/choose/").status_code == 200
    assert client.get(f"{address}/b/choose/").headers["Location"] == f"{address}/b/"
    client.get(f"{address}/")
    assert client.get(f"{address}/a/choose/").headers["Location"] == cover, (
        "whoever has the phone next passes the cover"
    )
    bob = account("bob")
    join(table, "b", bob)
    assert bob.client.get(f"{address}/b/choose/").status_code == 200, "a phone of one side has no cover to pass"
    assert client.get(f"{address}/a/choose/").status_code == 200


def test_a_battle_of_a_campaign_is_closed_to_its_players_and_organizers(small_compendium: None) -> None:
    winter = usual_table()
    battle, _, _ = battle_of_scenario(winter)
    table = BattleTable(battle.key, winter.people["ada"])
    before = stored(table)
    for name in ("bob", "cleo", "eve"):  # a player whose warband fights, a co-organizer, a stranger
        client = winter.people[name].client
        for rest in ("", "now/", "log/", "setup/", "setup/board/", "phones/", "battle.json", "report/"):
            assert client.get(f"/battles/{battle.key}/{rest}").status_code == 404, (name, rest)
        for rest in (
            "act/",
            "setup/board/",
            "setup/everything/",
            "edit/",
            "close/",
            "delete/",
            "spectators/",
            "phones/a/",
        ):
            assert client.post(f"/battles/{battle.key}/{rest}", {"do": "begin", "switch": "on"}).status_code == 404
    assert stored(table) == before
