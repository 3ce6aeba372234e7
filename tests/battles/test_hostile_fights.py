"""What hostile people send to fights of other games: refused in words, nothing is written, and no win counts twice."""

import json
from typing import Any

import pytest
from django.core.files.base import ContentFile

from battles.models import Battle, CombatantList
from battles.room import archived_battles
from battles.selectors.battles import BattleVisitor
from battles.selectors.families import saved_combatants
from battles.services.combatants import party_counts_set
from battles.services.fights import combatants_enter
from common.refusal import Refusal
from tests.battles.fight_play import FightTable, new_fight, saved_list
from tests.battles.marbles import MARBLES
from tests.warbands.verbs import account, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("marbles")]


@pytest.fixture
def table() -> FightTable:
    """Return a fight that has begun, with bo at the party's side."""
    table = new_fight()
    table.people["bo"] = account("bo")
    table.seat("a", "bo")
    table.act("begin")
    return table


def forged(table: FightTable, who: str, kind: str, **parts: Any) -> Any:
    """Send an event by the form of an offer that no page shows."""
    return table.act("offer", who, kind=kind, parts=json.dumps(parts))


def test_a_forged_offer_redoes_no_step_of_another_side(table: FightTable) -> None:
    assert table.act("undo").status_code == 302
    head = table.battle.head
    for kind, parts in (
        ("step-redone", {"step": 1}),
        ("undo-asked", {"step": 1}),
        ("undo-answered", {"step": 1, "agrees": True}),
    ):
        answer = forged(table, "bo", kind, **parts)
        assert (answer.status_code, "Expected one of" in text_of(answer)) == (422, True), kind
    assert (table.battle.head, table.battle.status) == (head, "setting-up")


def test_no_one_passes_typed_faces_off_as_dice_of_the_site(table: FightTable) -> None:
    table.toss("a.1", "b.1")
    head = table.battle.head
    answer = forged(table, "ada", "rolled", faces=[1], entered=False)
    assert (answer.status_code, "only the site fills in" in text_of(answer)) == (422, True)
    assert table.battle.head == head
    assert table.act("faces", face="1").status_code == 302
    assert table.battle.entries.get(number=head + 1).event["entered"] is True


def test_players_set_nothing_of_what_is_hidden_and_no_refusal_tells_how_much_it_can_be(table: FightTable) -> None:
    head = table.battle.head
    for value in ("9", "1", "x"):
        answer = table.act("set", "bo", combatant="b.1", what="luck", **{"number.luck": value}, reason="mine")
        assert (answer.status_code, "Another side decides this." in text_of(answer)) == (422, True)
    table.toss("a.1", "b.1")
    table.act("faces", face="1")
    table.toss("b.1", "a.1")
    answer = forged(table, "bo", "ruled", outcome="heads", reason="mine")
    assert (answer.status_code, "Another side decides this." in text_of(answer)) == (422, True)
    assert table.battle.head == head + 3
    assert table.act("set", "bo", combatant="a.1", what="luck", **{"number.luck": "3"}).status_code == 302


@pytest.mark.parametrize(
    "parts",
    [
        '{"reason": "a\\u0000b", "winner": null}',
        '{"reason": "a\\ud800b", "winner": null}',
        '{"reason": "' + "x" * 2_001 + '", "winner": null}',
        '{"reason": "twice", "reason": "twice", "winner": null}',
        '{"reason": NaN, "winner": null}',
        '{"reason": ' + "[" * 2_000 + "]" * 2_000 + ', "winner": null}',
        '{"reason": ' + "9" * 5_000 + ', "winner": null}',
    ],
)
def test_parts_that_could_not_be_stored_are_refused(table: FightTable, parts: str) -> None:
    head = table.battle.head
    assert table.act("offer", kind="ended", parts=parts).status_code == 422
    assert table.battle.head == head


def test_a_forged_text_turns_no_sentence_around(table: FightTable) -> None:
    assert forged(table, "ada", "ended", reason="\u202egnp.exe", winner=None).status_code == 302
    assert table.battle.entries.latest("number").event["reason"] == "gnp.exe"


@pytest.mark.parametrize("odd", ["a.x", "a.²", "a", "", "b.77", "a.0", "a.99999", "<b>"])
def test_a_document_with_odd_ids_is_refused(odd: str) -> None:
    table = new_fight()
    document = json.loads(table.get("battle.json").content)
    document["setup"]["combatants"][0]["id"] = odd
    file = ContentFile(json.dumps(document).encode(), "fight.json")
    answer = table.people["ada"].client.post("/battles/import/", {"file": file})
    assert (answer.status_code, "The id of a combatant" in text_of(answer)) == (422, True)
    assert Battle.objects.count() == 1


def test_a_log_that_cannot_be_played_is_refused_with_the_place_of_its_entry() -> None:
    table = new_fight()
    table.act("begin")
    table.toss("a.1", "b.1")
    document = json.loads(table.get("battle.json").content)
    document["log"][1]["event"]["target"] = "a.1"
    file = ContentFile(json.dumps(document).encode(), "fight.json")
    answer = table.people["ada"].client.post("/battles/import/", {"file": file})
    assert answer.status_code == 422
    assert "The log of this battle cannot be played. log[1]: Choose an opponent." in text_of(answer)


def test_a_saved_party_that_stood_against_the_party_counts_no_win() -> None:
    ada = account("ada")
    rivals = saved_list(ada, "Rivals", ("Max", 1), is_party=True)
    table = new_fight(ada, opponents=f"{rivals.key}:all")
    table.act("begin")
    table.act("end-fight", winner="a", reason="Done.")
    for _ in range(2):
        assert table.post("close/").status_code == 302
    heroes = table.battle.parties.get(party__name="Heroes").party
    rivals.refresh_from_db()
    assert (heroes.tallies["wins"], rivals.tallies) == (1, {})


def test_a_rest_that_is_sent_twice_counts_once() -> None:
    ada = account("ada")
    row = saved_list(ada, "Heroes", ("Ann", 1), is_party=True)
    party_counts_set(owner=ada.owner, key=row.key, tally="wins", count=3, experience=0)
    sent = {"do": "respite", "tally": "wins", "gained": "6"}
    answers = [ada.client.post(f"/battles/combatants/{row.key}/change/", sent, follow=True) for _ in range(2)]
    row.refresh_from_db()
    assert (row.tallies["wins"], row.experience["wins"]) == (0, 6)
    assert "has none since its last rest" in text_of(answers[1])


def test_a_party_that_was_deleted_meanwhile_enters_no_fight() -> None:
    ada = account("ada")
    late = saved_list(ada, "Late", ("Max", 1), is_party=True)
    table = new_fight(ada)
    entries, before = saved_combatants(late).combatants, table.battle.setup
    CombatantList.objects.get(pk=late.pk).delete()
    with pytest.raises(Refusal, match="Choose who takes part"):
        combatants_enter(visitor=BattleVisitor(ada.owner), key=table.key, side="a", entries=entries, party=late)
    assert table.battle.setup == before


def test_the_archive_of_who_made_a_fight_holds_nothing_that_another_game_master_hides() -> None:
    table = new_fight()
    table.people["gil"] = account("gil")
    user = table.people["ada"].owner.user
    assert user is not None
    assert [name for name, _ in archived_battles(user)] == [f"battles/{table.key}.muster-battle.json"]
    Battle.objects.update(family="chess")
    assert not list(archived_battles(user)), "rules that are not known"
    Battle.objects.update(family=MARBLES.key)
    table.seat("b", "gil")
    assert not list(archived_battles(user))
    assert table.get("battle.json").status_code == 302
