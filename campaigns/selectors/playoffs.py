"""The play-offs of a league: their bracket with its games, the final ranking, and the seeds that the tables suggest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from campaigns.models import Campaign, CampaignScenario, CampaignWarband, Participant, ScenarioSide
from campaigns.models.scenarios import ScenarioPhase
from campaigns.selectors.leagues import division_tables, league_roller, leagues_of
from rules.campaigns.leagues.brackets import (
    Bracket,
    BracketGame,
    BracketMatch,
    MatchGround,
    PlayoffRank,
    play_bracket,
)
from rules.campaigns.leagues.games import SideOfScenario, scenario_game
from rules.campaigns.leagues.pairings import drawn_lots
from rules.campaigns.leagues.playoffs import (
    MAX_ENTRANTS,
    MIN_ENTRANTS,
    THIRD_PLACE,
    Playoffs,
    PlayoffStage,
    seeds_across,
)
from rules.campaigns.leagues.rounds import LeagueState
from rules.campaigns.leagues.settings import NOT_PLAYED
from rules.campaigns.leagues.tables import LETTERS
from rules.crests import Crest
from rules.text import counted, listed
from warbands.selectors.crests import crests_of


@dataclass(frozen=True, slots=True)
class PlayedBracket:
    """The play-offs that were drawn, their bracket, and the rows of its scenarios by their numbers."""

    playoffs: Playoffs
    bracket: Bracket
    scenarios: Mapping[int, CampaignScenario]


def playoffs_of(campaign: Campaign, league: LeagueState) -> PlayedBracket | None:
    """Return the play-offs of a league, None before they are drawn. One query, with play-offs."""
    return _brackets_of({campaign.pk: league}).get(campaign.pk)


def _brackets_of(leagues: Mapping[int, LeagueState]) -> dict[int, PlayedBracket]:
    drawn = {campaign: league.playoffs for campaign, league in leagues.items() if league.playoffs is not None}
    placed = playoff_scenarios({campaign: leagues[campaign] for campaign in drawn}) if drawn else {}
    brackets = {}
    for campaign, playoffs in drawn.items():
        own = {row: sides for row, sides in placed.items() if row.campaign_id == campaign}
        games = (_bracket_game(row, sides, leagues[campaign].stages) for row, sides in own.items())
        bracket = play_bracket(playoffs, [game for game in games if game is not None])
        brackets[campaign] = PlayedBracket(playoffs, bracket, {row.number: row for row in own})
    return brackets


def playoff_scenarios(leagues: Mapping[int, LeagueState]) -> dict[CampaignScenario, list[ScenarioSide]]:
    """Return the scenarios of all rounds of play-offs with their sides, canceled ones left out. One query.

    ``leagues`` are by the keys of the campaigns' rows.
    """
    of_playoffs = Q(pk__in=())
    for campaign, league in leagues.items():
        of_playoffs |= Q(scenario__campaign=campaign, scenario__round__in=league.stages)
    sides = ScenarioSide.objects.filter(of_playoffs).exclude(scenario__status=ScenarioPhase.CANCELED)
    placed: defaultdict[CampaignScenario, list[ScenarioSide]] = defaultdict(list)
    for side in sides.select_related("scenario", "warband"):
        placed[side.scenario].append(side)
    return placed


def playoff_duties(
    campaigns: Iterable[Campaign],
    places: Mapping[int, Participant],
    own: Iterable[CampaignWarband],
    league: LeagueState | None = None,
) -> Iterator[tuple[int, str]]:
    """Yield what play-offs that go on wait for, in sentences with the keys of their campaigns' rows.

    Organizers plan games and choose who goes on after a change; those who play see whom they meet. ``league`` is that
    of the only campaign, if it is loaded. Three queries at most, none without a league.
    """
    of_leagues = [campaign.pk for campaign in campaigns if campaign.has_league]
    leagues = dict.fromkeys(of_leagues, league) if league else leagues_of(of_leagues) if of_leagues else {}
    brackets = _brackets_of({campaign: league for campaign, league in leagues.items() if league.finished is None})
    if not brackets:
        return
    due = {
        campaign: [match for match in played.bracket.matches if match.is_due] for campaign, played in brackets.items()
    }
    mine = {(row.campaign_id, row.number) for row in own}
    known = CampaignWarband.objects.filter(campaign__in=[campaign for campaign, matches in due.items() if matches])
    names = {(row.campaign_id, row.number): str(row) for row in known.only("campaign", "number", "name")}
    for campaign, played in brackets.items():
        if places[campaign].organizes:
            for match in played.bracket.matches:
                if match.is_in_conflict:
                    yield campaign, f"{match.title}: the result changed. Choose who goes on."
            if due[campaign]:
                yield campaign, f"{counted(len(due[campaign]), 'game')} of the play-offs can be planned."
            continue
        for match in due[campaign]:
            sides = [(campaign, number) for number in match.sides if number is not None]
            if opponents := [names[side] for side in sides if side not in mine] if mine & set(sides) else []:
                yield campaign, f"{match.title}: you meet {listed(opponents)} once an organizer has planned the game."


def _bracket_game(
    row: CampaignScenario, sides: Sequence[ScenarioSide], stages: Mapping[int, PlayoffStage]
) -> BracketGame | None:
    if len(sides) != 2 or row.round is None:
        return None
    first, second = sides
    outcomes = [
        SideOfScenario(side.warband.number, side.outcome, side.victory_points)  # type: ignore[arg-type] # as results
        for side in sides
        if side.outcome
    ]
    return BracketGame(
        row.number, stages[row.round], (first.warband.number, second.warband.number), scenario_game(outcomes)
    )


@dataclass(frozen=True, slots=True)
class MatchSide:
    """A side of a match on the page; without a number it is not known yet. ``scores`` are by game."""

    number: int | None = None
    name: str = ""
    seed: int = 0
    crest: Crest | None = None
    scores: tuple[str, ...] = ()


_NOTES: Mapping[MatchGround, str] = {
    "": "",
    "won": "",
    "bye": "No opponent",
    "forfeit": "By forfeit",
    "draw": "Drawn: the higher seed goes on",
    "both absent": "Neither came: the higher seed goes on",
    "organizer": "An organizer decided",
    "plays on": "The result changed. Choose who goes on.",
}


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of the bracket on the page: its sides, its scenarios, and the entry of a decision, 0 without one."""

    match: BracketMatch
    sides: tuple[MatchSide, ...]
    scenarios: tuple[CampaignScenario, ...]
    decision: int = 0

    @property
    def note(self) -> str:
        """Why a warband goes on where its result does not say so, or what the match waits for."""
        if self.match.is_due:
            return "Drawn: to be played again" if self.match.games else "To be planned"
        return _NOTES[self.match.ground]


@dataclass(frozen=True, slots=True)
class RankLine:
    """A line of the final ranking: a settled place, and whose it is."""

    rank: PlayoffRank
    side: MatchSide

    @property
    def title(self) -> str:
        """What the place is called: that of those who lost early is named by their stage."""
        titles = {1: "Champion", 2: "Runner-up", 3: "Third", 4: "Fourth"}
        return titles.get(self.rank.place, f"Lost in the {self.rank.stage}")


StageLines = tuple[str, tuple[MatchLine, ...]]
"""The name of a stage, and its matches."""


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The bracket as its page shows it: stages with their matches, the ranking, and the scenarios that are stale.

    ``third`` is the game for third place, which stands outside the columns; ``due`` says how many games can be planned.
    """

    playoffs: Playoffs
    columns: tuple[StageLines, ...]
    third: tuple[StageLines, ...]
    ranking: tuple[RankLine, ...]
    stale: tuple[CampaignScenario, ...]
    due: int
    has_games: bool

    @property
    def stages(self) -> tuple[StageLines, ...]:
        """All stages with their matches, that for third place last."""
        return (*self.columns, *self.third)

    @property
    def lines(self) -> list[MatchLine]:
        """All matches."""
        return [line for _, lines in self.stages for line in lines]

    @property
    def has_champion(self) -> bool:
        """Whether the final is decided."""
        return bool(self.ranking) and self.ranking[0].rank.place == 1

    @property
    def conflicts(self) -> list[MatchLine]:
        """The matches in which an organizer has to choose."""
        return [line for line in self.lines if line.match.is_in_conflict]

    @property
    def known(self) -> list[MatchLine]:
        """The matches that an organizer may decide, those in conflict first."""
        return sorted(
            (line for line in self.lines if line.match.is_known), key=lambda line: not line.match.is_in_conflict
        )


def bracket_page(played: PlayedBracket, warbands: Iterable[CampaignWarband]) -> BracketPage:
    """Return the bracket for a page. The queries of ``crests_of``; load ``warband`` of all that ever took part."""
    rows = {row.number: row for row in warbands}
    crests = crests_of([rows[number].warband for number in played.playoffs.seeds if number in rows])

    def side(number: int | None, games: Iterable[BracketGame] = ()) -> MatchSide:
        if number is None:
            return MatchSide()
        name, shield = f"Warband {number}", None
        if number in rows:
            name, shield = str(rows[number]), crests.get(rows[number].warband_id)
        return MatchSide(number, name, played.playoffs.seeds.index(number) + 1, shield, _scores(games, number))

    stages: dict[str, StageLines] = {
        stage: (
            stage.capitalize(),
            tuple(_line(played, match, [side(number, match.games) for number in match.sides]) for match in matches),
        )
        for stage, matches in played.bracket.stages
    }
    third = (stages.pop(THIRD_PLACE),) if THIRD_PLACE in stages else ()
    return BracketPage(
        played.playoffs,
        tuple(stages.values()),
        third,
        tuple(RankLine(rank, side(rank.warband)) for rank in played.bracket.ranking),
        tuple(played.scenarios[game.scenario] for game in played.bracket.stale),
        sum(match.is_due for match in played.bracket.matches),
        bool(played.scenarios),
    )


def _line(played: PlayedBracket, match: BracketMatch, sides: Iterable[MatchSide]) -> MatchLine:
    scenarios = tuple(played.scenarios[number] for number in match.scenarios)
    _, entry = played.playoffs.decisions.get(match.key, (0, 0))
    return MatchLine(match, tuple(sides), scenarios, entry if match.ground == "organizer" else 0)


def _scores(games: Iterable[BracketGame], warband: int) -> tuple[str, ...]:
    """Return the victory points of a warband in each game that counts, a letter for a forfeit."""
    return tuple(
        LETTERS[side.result] if side.result in NOT_PLAYED else str(side.victory_points)
        for game in games
        if game.game is not None
        for side, _ in game.game.sides()
        if side.warband == warband
    )


def suggested_seeds(
    campaign: Campaign, warbands: Collection[CampaignWarband], entrants: int | None = None
) -> tuple[int, ...]:
    """Return the seeds that tables suggest: all firsts, then all seconds; lots decide shared places.

    By default for the largest power of two up to half of those present, at least 4. One query, and those of
    ``division_tables``.
    """
    most = min(sum(not row.has_left for row in warbands), MAX_ENTRANTS)
    size = max(4, 1 << ((most // 2).bit_length() - 1 if most > 1 else 0)) if entrants is None else entrants
    tables = division_tables(campaign, warbands)
    lines = [[line for line in table.lines if not line.has_left] for table in tables]
    lots = drawn_lots(league_roller(campaign), 0, [line.row.warband for table in lines for line in table])
    ordered = [sorted(table, key=lambda line: (line.row.place, lots[line.row.warband])) for table in lines]
    return seeds_across([[line.row.warband for line in table] for table in ordered], min(max(size, MIN_ENTRANTS), most))
