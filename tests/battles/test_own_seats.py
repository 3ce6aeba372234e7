"""A seat by account: the other player learns of a battle that their warband is in, and takes its seat."""

import pytest

from battles.models import Battle, BattleSeat
from campaigns.selectors.waiting import tasks_of_other_rooms
from tests.battles.scenario_battles import battle_of_scenario
from tests.campaigns.verbs import Table, usual_table
from tests.warbands.verbs import Person, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]


@pytest.fixture
def played() -> tuple[Table, Battle]:
    winter = usual_table()
    return winter, battle_of_scenario(winter)[0]


def sees(person: Person, battle: Battle) -> bool:
    return person.client.get(f"/battles/{battle.key}/").status_code == 200


def test_the_other_player_learns_of_it_in_three_places(played):
    winter, battle = played
    bob = winter.people["bob"].client
    seat = f'href="/battles/{battle.key}/seat/"'
    for path in ("/battles/", f"/campaigns/{winter.key}/", f"/campaigns/{winter.key}/scenarios/1/", "/campaigns/"):
        assert seat in bob.get(path).content.decode(), path
        assert seat not in winter.people["ada"].client.get(path).content.decode(), path
        assert seat not in winter.people["cleo"].client.get(path).content.decode(), path


def test_the_seat_is_taken_by_the_account_and_opens_the_battle_on_any_phone(played):
    winter, battle = played
    ada, bob = winter.people["ada"], winter.people["bob"]
    assert not sees(bob, battle)
    answer = bob.client.get(f"/battles/{battle.key}/seat/")
    assert "It is your warband in" in text_of(answer)
    assert BattleSeat.objects.get(side="b").player is None
    bob.client.post(f"/battles/{battle.key}/seat/")
    assert BattleSeat.objects.get(side="b").player == bob.owner.user
    assert sees(bob, battle)
    bob.client.session.flush()
    bob.client.force_login(bob.owner.user)
    assert sees(bob, battle)
    assert battle.name in text_of(bob.client.get("/battles/"))
    ((_, task),) = tasks_of_other_rooms([winter.campaign.pk], bob.owner)
    assert task.sentence.endswith("you have a seat.")
    assert bob.client.get(f"/battles/{battle.key}/seat/").status_code == 302
    answer = ada.client.post(f"/battles/{battle.key}/phones/b/", {"switch": "back"})
    assert BattleSeat.objects.get(side="b").player is None
    assert not sees(bob, battle)


def test_no_one_else_takes_it(played):
    winter, battle = played
    for who in ("ada", "cleo", "dan", "eve"):
        winter.people[who].client.post(f"/battles/{battle.key}/seat/")
        assert not BattleSeat.objects.exclude(player=None).exists(), who
    assert winter.people["dan"].client.get(f"/battles/{battle.key}/seat/").status_code == 404


def test_a_seat_that_a_phone_has_taken_and_one_of_a_battle_that_is_over_are_not_offered(played):
    winter = played[0]
    bob = winter.people["bob"]
    BattleSeat.objects.filter(side="b").update(holder="somebody")
    assert tasks_of_other_rooms([winter.campaign.pk], bob.owner) == []
    BattleSeat.objects.filter(side="b").update(holder="")
    Battle.objects.update(status="over")
    assert tasks_of_other_rooms([winter.campaign.pk], bob.owner) == []
    assert "seat/" not in bob.client.get("/battles/").content.decode()
