"""Playing the games of play-offs in tests."""

from campaigns.selectors.leagues import league_of
from campaigns.selectors.playoffs import playoffs_of
from campaigns.services.scenarios import scenario_open
from rules.campaigns.leagues.brackets import Bracket
from tests.campaigns.play import commit, field, report, state_of
from tests.campaigns.verbs import Table


def bracket(table: Table) -> Bracket:
    """Return the bracket of play-offs that are drawn."""
    played = playoffs_of(table.campaign, league_of(table.campaign))
    assert played is not None
    return played.bracket


def fought(table: Table, scenario: int, *scores: int) -> None:
    """Play a planned scenario to its commit."""
    asking = table.asking("ada")
    scenario_open(**asking, scenario=scenario)
    rows = {row.number: row for row in table.campaign.warbands.all()}
    pair = [rows[number] for number in state_of(table, scenario).plan.warbands]
    for row in pair:
        field(table, scenario, row)
    report(table, scenario, dict(zip(pair, scores, strict=True)))
    commit(table, scenario)
