"""What analyses of a campaign's battles say of its warbands: luck, and the least likely victory by games."""

import pytest

from battles.models import BattleAnalysis
from battles.selectors.analyses import battles_analyzed
from campaigns.models import Campaign
from rules.campaigns.chronicles import PlayedGame
from rules.campaigns.leagues.games import SideOfScenario
from rules.campaigns.luck import AnalyzedBattle, luck_of_warbands, unlikely_record
from rules.p2v_combat.luck import ALL, BattleLuck, LuckSum
from tests.battles.scenario_battles import battle_of_scenario
from tests.campaigns.verbs import usual_table
from tests.warbands.verbs import text_of


def test_luck_adds_up_and_the_luckiest_comes_first() -> None:
    battles = [
        AnalyzedBattle(1, {1: LuckSum(4, 2, 2.0, -3.0, 9.0), 2: LuckSum(4, 2, 2.0, 3.0, 9.0)}, {}),
        AnalyzedBattle(2, {1: LuckSum(5, 3, 2.5, -1.0, 7.0)}, {}),
    ]
    lucks = luck_of_warbands(battles, {1: "Red", 2: "Blue"})
    assert [(luck.name, luck.battles, luck.total.figure, luck.times) for luck in lucks] == [
        ("Blue", 1, "+3.0", "+1.0"),
        ("Red", 2, "−4.0", "−1.0"),
    ]


def test_the_least_likely_victory_by_games_was_below_a_half() -> None:
    game = PlayedGame(1, (SideOfScenario(1, "minor victory"), SideOfScenario(2, "defeat")))
    battle = AnalyzedBattle(7, {}, {1: 0.2, 2: 0.75})
    (record,) = unlikely_record([battle], [(7, game)], {1: "Red", 2: "Blue"})
    assert (record.figure, record.names) == ("20%", ("Red in scenario 7",))
    assert not unlikely_record([battle], [(8, game)], {1: "Red", 2: "Blue"})
    assert not unlikely_record([AnalyzedBattle(7, {}, {1: 0.5})], [(7, game)], {1: "Red"})


@pytest.mark.django_db
def test_the_standings_show_the_luck_of_analyzed_battles(small_compendium: None) -> None:
    winter = usual_table()
    battle, _, boars = battle_of_scenario(winter)
    campaign = Campaign.objects.get()
    assert battles_analyzed(campaign) == ()
    luck = BattleLuck({"a": {ALL: LuckSum(4, 2, 2.0, -3.0, 9.0)}, "b": {ALL: LuckSum(4, 2, 2.0, 3.0, 9.0)}}, {}, {})
    point = {"entry": 1, "round": 1, "names": "Boar", "side": "b", "games": 10, "wins": {"a": 7, "b": 2}}
    tally = {"luck": luck.document(), "points": [point]}
    row = BattleAnalysis.objects.create(battle=battle, head=battle.head, games=10, seed=1, tally=tally)
    (analyzed,) = battles_analyzed(campaign)
    assert analyzed.luck[boars].damage == 3
    assert analyzed.odds[boars] == 0.2
    address = f"/campaigns/{winter.key}/standings/"
    assert "+3.0" in text_of(winter.people["ada"].client.get(address))
    answer = winter.people["ada"].client.get(f"/api/v1{address}").json()
    assert answer["luck"][0] | {"name": ""} == {"number": boars, "name": "", "battles": 1, "damage": 3.0, "spread": 3.0}
    BattleAnalysis.objects.filter(pk=row.pk).update(head=battle.head + 1)
    assert battles_analyzed(campaign) == ()
