"""A scenario whose battle was begun again after dice of Muster had fallen says so."""

import pytest

from battles.models import Battle, BattleEntry
from campaigns.selectors.files import campaign_file
from rules.campaigns.files import FiledBattles
from rules.campaigns.fresh_dice import fresh_dice
from tests.battles.scenario_battles import battle_of_scenario
from tests.campaigns.verbs import main_text, usual_table

SENTENCE = "The battle of scenario 1 was begun 2 times; dice had fallen."


@pytest.mark.usefixtures("small_compendium")
def test_a_battle_that_is_begun_again_shows(db: None):
    winter = usual_table()
    battle, where, _ = battle_of_scenario(winter)
    ada = winter.people["ada"].client

    def shown() -> list[bool]:
        pages = (ada.get(f"/campaigns/{winter.key}/{page}/") for page in ("standings", "dice"))
        return [SENTENCE in main_text(page) for page in pages]

    ada.post(f"/battles/{battle.key}/act/", {"do": "begin", "seen": 0})
    assert BattleEntry.objects.filter(battle=battle).exists()
    assert shown() == [False, False]
    ada.post(where, {"dice": "server"})
    assert Battle.objects.count() == 2
    assert shown() == [True, True]
    file = campaign_file(winter.campaign)
    assert file.battles == (FiledBattles(1, 2),)
    assert SENTENCE in fresh_dice(file.events, file.battles)


@pytest.mark.usefixtures("small_compendium")
def test_one_that_had_no_dice_does_not(db: None):
    winter = usual_table()
    _, where, _ = battle_of_scenario(winter)
    winter.people["ada"].client.post(where, {"dice": "server"})
    assert Battle.objects.count() == 2
    assert campaign_file(winter.campaign).battles == ()
