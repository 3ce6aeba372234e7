"""A season of 24 players in two divisions, with what goes wrong in a club; its tables equal a plain calculation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from campaigns.entries import numbered_event
from campaigns.models import CampaignScenario, CampaignWarband
from campaigns.selectors.boards import TableProgress, round_tables
from campaigns.selectors.leagues import (
    division_tables,
    league_of,
)
from campaigns.selectors.pairings import pairing_book, propose_round
from campaigns.selectors.playoffs import playoffs_of
from campaigns.selectors.warbands import warbands_ever, warbands_in
from campaigns.services.aftermath import dice_roll_all
from campaigns.services.allowances import allowance_give, allowance_roll
from campaigns.services.campaigns import campaign_settings_change
from campaigns.services.confirmations import dispute_settle, report_confirm, report_dispute
from campaigns.services.corrections import entry_void, scenario_void
from campaigns.services.leagues import (
    divisions_set,
    game_forfeit,
    league_set,
    round_apply,
    round_open,
    round_pair,
    round_plan,
)
from campaigns.services.pairings import playoff_decide, playoff_games_plan, playoffs_draw
from campaigns.services.people import participant_promote
from campaigns.services.scenarios import scenario_commit, scenario_open
from campaigns.services.seasons import season_finish
from campaigns.services.takeovers import campaign_take_over, takeover_ask
from campaigns.services.warbands import warband_leave
from rules.campaigns.leagues.playoffs import SEMIFINALS
from rules.campaigns.leagues.rounds import LeagueDivision, RoundPlan
from rules.campaigns.leagues.settings import RULE_SETS
from rules.campaigns.scenarios import ScenarioReport, SideScore
from rules.campaigns.state.scenarios import PLANNED
from rules.roster import Member
from tests.campaigns.corrections import report_correct
from tests.campaigns.files import exported, remove_campaigns
from tests.campaigns.play import KOBOLDS, enlist, field, record_of, report, state_of
from tests.campaigns.season_ledger import plain_tables
from tests.campaigns.verbs import Table, table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_compendium")]

PLAYERS = (
    "ada", "bob", "cleo", "dan", "eve", "finn", "gus", "hana", "ivo", "jane", "kim", "lou",
    "max", "nina", "otto", "pia", "quin", "rosa", "sam", "tess", "uma", "vic", "wim", "zoe",
)  # fmt: skip
NORTH, SOUTH = "North", "South"
MEMBERS = (*KOBOLDS, Member("kobold-warrior", "m3", name="Snok"))


class Season:
    """A league as its organizer runs it; the tables are compared after each act that writes an entry."""

    def __init__(self, campaign: Table) -> None:
        self.table = campaign
        self.random = Random(24)
        self.organizer = "ada"
        self.compared = 0
        self.head = 0

    @property
    def rows(self) -> dict[int, CampaignWarband]:
        return {row.number: row for row in warbands_in(self.table.campaign)}

    def act(self, service: Callable[..., Any], who: str = "", **fields: Any) -> Any:
        """Let the organizer, or somebody else, do something; then compare the tables."""
        answer = service(**self.table.asking(who or self.organizer), **fields)
        self.compare()
        return answer

    def compare(self) -> None:
        entries = [(entry.number, entry.event) for entry in self.table.entries]
        assert self.tables() == plain_tables(entries), f"after entry {entries[-1]}"
        self.compared += len(entries) - self.head
        self.head = len(entries)

    def tables(self) -> dict[str, list[tuple[int, int, int]]]:
        """Return place, warband and points of each line of each table, as the pages show them."""
        campaign = self.table.campaign
        shown = division_tables(campaign, list(warbands_ever(campaign)))
        return {
            division.name: [(line.row.place, line.row.warband, line.row.points) for line in division.lines]
            for division in shown
        }

    def paired(self, *absent: int) -> tuple[int, list[int], list[int]]:
        """Plan, pair and open the next round; return its number, its scenarios and its byes."""
        number = self.act(round_plan, plan=RoundPlan(points_limit=60))
        campaign = self.table.campaign
        book = pairing_book(campaign, league_of(campaign), number, self.rows)
        proposal = propose_round(campaign, league_of(campaign), number, book, absent)
        pairs = [(paired.first.number, paired.second.number) for paired in proposal.tables]
        byes = [row.number for row in proposal.byes]
        scenarios = self.act(round_pair, number=number, tables=pairs, byes=byes)
        assert not self.act(round_open, number=number).left_out
        return number, [scenario.number for scenario in scenarios], byes

    def sides(self, scenario: int) -> list[CampaignWarband]:
        """Return the two warbands of a scenario."""
        return [self.rows[warband] for warband in state_of(self.table, scenario).plan.warbands]

    def fight(self, scenario: int) -> None:
        """Field, report and roll a game by chance."""
        rows = self.sides(scenario)
        for row in rows:
            field(self.table, scenario, row)
        fielded = state_of(self.table, scenario).fielded
        members = [(row, member) for row in rows for member in fielded[row.number].members]
        fallen = [fighter for fighter in members if self.random.random() < 0.15]
        report(self.table, scenario, {row: self.random.randrange(9) for row in rows}, *fallen)
        dice_roll_all(**self.table.asking(self.organizer), scenario=scenario)
        self.compare()

    def seats(self, scenario: CampaignScenario) -> tuple[int, ...]:
        """Return the warbands of a scenario, as it is planned."""
        return state_of(self.table, scenario.number).plan.warbands

    def decide(self, scenario: int, first: int, second: int, own: int, theirs: int) -> None:
        """Open, field and report a game with these victory points, and apply it."""
        if state_of(self.table, scenario).status == PLANNED:
            self.act(scenario_open, scenario=scenario)
        rows = {self.rows[first]: own, self.rows[second]: theirs}
        for row in rows:
            field(self.table, scenario, row)
        report(self.table, scenario, rows)
        dice_roll_all(**self.table.asking(self.organizer), scenario=scenario)
        self.act(scenario_commit, scenario=scenario)

    def answer(self, service: Callable[..., Any], scenario: int, row: CampaignWarband, **fields: Any) -> None:
        """Let the player of a warband answer to the report of a scenario."""
        report_entry = state_of(self.table, scenario).report_entry
        self.act(service, row.participant.display_name, scenario=scenario, report=report_entry, **fields)

    def play(self, number: int, scenarios: list[int]) -> None:
        """Fight these games of a round, and apply them all."""
        for scenario in scenarios:
            self.fight(scenario)
        outcome = self.act(round_apply, number=number, scenarios=scenarios)
        assert not outcome.left_out

    def points_of(self, warband: int) -> int:
        """Return the points of a warband in its table."""
        return next(points for lines in self.tables().values() for _, number, points in lines if number == warband)

    def round_tables(self, number: int) -> list[TableProgress]:
        """Return the tables of a round."""
        planned = league_of(self.table.campaign).rounds[number]
        return round_tables(self.table.campaign, planned, warbands_ever(self.table.campaign))


def test_a_season_of_24_players_to_its_champion(run, tmp_path):
    season = Season(table(*PLAYERS, name="The Club League"))
    campaign = season.table
    for name in PLAYERS:
        enlist(campaign, name, *MEMBERS, warband=f"The {name}s")
    league_set(**campaign.asking("ada"), rules=RULE_SETS[1].rules)
    divisions = [LeagueDivision(NORTH, tuple(range(1, 13))), LeagueDivision(SOUTH, tuple(range(13, 25)))]
    season.act(divisions_set, divisions=divisions)
    season.act(participant_promote, number=campaign.number("cleo"), co_organizer=True)

    # Round 1: a mistyped report is corrected after it counted.
    number, scenarios, byes = season.paired()
    assert (len(scenarios), byes) == (12, [])
    season.play(number, scenarios)
    first, second = (row.number for row in season.sides(scenarios[0]))
    for scores in ((0, 8), (8, 0)):
        right = ScenarioReport((SideScore(first, scores[0]), SideScore(second, scores[1])))
        season.act(report_correct, scenario=scenarios[0], report=right, reason="They were mistyped.")
        assert season.points_of(first) == max(0, 5 * (scores[0] > scores[1]))

    # Round 2: someone leaves, so a division is odd; some do not come, and one game is undone and counts after all.
    season.act(warband_leave, who=PLAYERS[4], number=5)
    number, scenarios, byes = season.paired()
    assert (len(scenarios), len(byes)) == (11, 1)
    season.play(number, scenarios[2:])
    season.act(game_forfeit, scenario=scenarios[0], absent=[season.sides(scenarios[0])[1].number])
    both = season.act(game_forfeit, scenario=scenarios[1], absent=[row.number for row in season.sides(scenarios[1])])
    season.act(scenario_void, scenario=scenarios[-1], reason="They used the wrong cards.")
    season.act(round_apply, number=number, scenarios=[scenarios[-1]])
    assert state_of(campaign, scenarios[-1]).status == "committed"

    # Round 3: a forfeit is taken back for a game; someone stays away, and no one rests twice.
    season.act(entry_void, number=both.number, reason="They found another evening.")
    season.play(number, [scenarios[1]])
    number, scenarios, second_byes = season.paired(13)
    assert not {*byes} & {*second_byes}
    assert len(second_byes) == 2
    season.play(number, scenarios)
    rests = league_of(campaign.campaign).rounds[number].byes
    season.act(entry_void, number=rests[0][1], reason="They came.")

    # Who left comes back with another warband, which gets an allowance and takes the free place.
    late = enlist(campaign, PLAYERS[4], *MEMBERS, warband="The Latecomers").number
    season.act(allowance_give, number=late, points=0, advances=6, each=2, reason="As the others have.")
    for _ in range(2):
        season.act(allowance_roll, who=PLAYERS[4], number=late)
    assert sum(career.advances for career in record_of(season.rows[late]).careers.members) == 6
    divisions[0] = LeagueDivision(NORTH, (*range(1, 5), *range(6, 13), late))
    season.act(divisions_set, divisions=divisions)

    # Round 4: results have to be confirmed. Some are, one is disputed, and for the others the days run out.
    settings = campaign.view("ada").settings
    season.act(campaign_settings_change, settings=replace(settings, confirm_days=3))
    number, scenarios, _ = season.paired()
    for scenario in scenarios:
        season.fight(scenario)
    of_others = [scenario for scenario in scenarios if 1 not in state_of(campaign, scenario).fielded]
    disputed, *confirmed = of_others[:4]
    for scenario in confirmed:
        for row in season.sides(scenario):
            season.answer(report_confirm, scenario, row)
    season.answer(report_dispute, disputed, season.sides(disputed)[0], sentence="It ended four to two.")
    outcome = season.act(round_apply, number=number, scenarios=scenarios)
    assert [scenario.number for scenario in outcome.done] == confirmed
    with time_machine.travel(timezone.now() + timedelta(days=4)):
        outcome = season.act(round_apply, number=number, scenarios=scenarios)
        assert [scenario.number for scenario, _ in outcome.left_out] == [disputed]
        season.act(dispute_settle, scenario=disputed, reason="Two witnesses counted.")
        assert not season.act(round_apply, number=number, scenarios=scenarios).left_out

    # The organizer is not heard of any more, so the co-organizer takes the campaign over.
    with time_machine.travel(timezone.now() + timedelta(days=5)):
        season.act(takeover_ask, who="cleo")
    with time_machine.travel(timezone.now() + timedelta(days=20)):
        season.act(campaign_take_over, who="cleo")
        season.organizer = "cleo"
        season.act(campaign_settings_change, settings=settings)
        # Round 5 goes as it should; no two warbands have met twice.
        number, scenarios, _ = season.paired()
        season.play(number, scenarios)
    met = [frozenset(table.warbands) for played in range(1, 6) for table in season.round_tables(played)]
    assert len(met) == len(set(met))

    # The best two of each division meet across. One semifinal is drawn and played again; the other is undone after its
    # winner has a final, so the organizer decides.
    best = [[warband for _, warband, _ in lines[:2]] for lines in season.tables().values()]
    seeds = [best[0][0], best[1][0], best[0][1], best[1][1]]
    season.act(playoffs_draw, seeds=seeds, draws="played again", third_place=True)
    semifinals, left_out = season.act(playoff_games_plan)
    assert ([sorted(season.seats(game)) for game in semifinals], left_out) == (
        [sorted((seeds[0], seeds[3])), sorted((seeds[1], seeds[2]))],
        [],
    )
    first, second = (game.number for game in semifinals)
    season.decide(first, seeds[0], seeds[3], 4, 4)
    season.decide(second, seeds[1], seeds[2], 6, 1)
    (replay,), _ = season.act(playoff_games_plan)
    season.decide(replay.number, seeds[0], seeds[3], 2, 5)
    last, _ = season.act(playoff_games_plan)
    assert sorted(sorted(season.seats(game)) for game in last) == sorted(
        [sorted((seeds[3], seeds[1])), sorted((seeds[0], seeds[2]))]
    )
    season.act(scenario_void, scenario=second, reason="They counted twice.")
    season.act(game_forfeit, scenario=second, absent=[seeds[1]])
    season.act(playoff_decide, match=(SEMIFINALS, 2), warband=seeds[1], reason="The final is announced.")
    for game in last:
        season.decide(game.number, *season.seats(game), 7, 0)
    bracket = playoffs_of(campaign.campaign, league_of(campaign.campaign))
    assert bracket is not None
    assert [rank.place for rank in bracket.bracket.ranking] == [1, 2, 3, 4]
    final = next(game for game in last if seeds[3] in season.seats(game))
    assert bracket.bracket.ranking[0].warband == season.seats(final)[0]

    entry = season.act(season_finish)
    champions = {(place.table, place.warband) for place in numbered_event(entry).event.podium if place.place == 1}
    assert {warband for _, warband in champions} >= {bracket.bracket.ranking[0].warband, best[0][0], best[1][0]}
    assert numbered_event(entry).event.awards
    season.act(entry_void, number=entry.number, reason="One award was for the wrong warband.")
    season.act(season_finish)

    assert season.compared > 450
    campaign.assert_sound()
    tables, path = season.tables(), tmp_path / "league.json"
    exported(campaign, run, path)
    remove_campaigns()
    with time_machine.travel(timezone.now() + timedelta(days=21)):
        assert run("import_campaign", str(path))[0] == 0
    assert season.tables() == tables
    campaign.assert_sound()
