"""The awards of a season: who earns each one, how ties are shared, and what the holders did, in words."""

from rules.campaigns.events.corrections import EntryVoided
from rules.campaigns.events.leagues import SeasonFinished
from rules.campaigns.fairness import RollCounts
from rules.campaigns.fold import fold_campaign
from rules.campaigns.journal import NumberedEvent
from rules.campaigns.leagues.awards import (
    AWARD_BY_KEY,
    AWARDS,
    LevelGain,
    SeasonFacts,
    SeasonGame,
    levels_gained,
    podium,
    season_awards,
)
from rules.campaigns.leagues.games import SideOfScenario
from rules.campaigns.leagues.seasons import AWARD_KEYS, AwardHolder, PodiumPlace, SeasonAward, podium_titles
from rules.campaigns.results import Feud, MemberTally, Standing
from rules.campaigns.sentences import JournalNames
from rules.campaigns.state.warbands import WarbandRecord
from rules.careers.state import CareerState, WarbandState, Wound
from rules.roster.model import Member
from tests.rows import every_row

NAMES = JournalNames(
    warbands={1: "Ash Company", 2: "Hill Folk", 3: "Red Ferry"},
    members={(1, "m1"): "Snik", (2, "m1"): "Old Boar"},
    scenarios={4: "“The Ford”"},
)


def career(member="m1", **now):
    return CareerState(Member("kobold", id=member), "Kobold", **now)


def record(*careers, played=5, **sums):
    return WarbandRecord("", WarbandState(careers or (career(),)), Standing(played=played), **sums)


def game(scenario, *sides):
    return SeasonGame(scenario, tuple(SideOfScenario(*side) for side in sides))


def won(scenario, winner, loser, points=(50, 50), lost=0):
    return game(scenario, (winner, "minor victory", 5, lost, points[0]), (loser, "defeat", 3, 0, points[1]))


def dice(*faces):
    return (RollCounts("elimination", "seeded", tuple(faces)), RollCounts("injury", "seeded", (50, 0, 0, 0, 0, 0)))


def given(key, facts):
    award = AWARD_BY_KEY[key].given(facts)
    return [] if award is None else list(award.holders)


SCAR, SCRATCH = Wound("cursed", None, permanent=True), Wound("fragile", None)
THREE = {1: record(), 2: record(), 3: record()}


@every_row(
    ("key", "facts", "holders"),
    [
        # Advances of an earlier season do not count; a recruit counts from none, and a dismissed member too.
        (
            "most-advanced",
            SeasonFacts(
                {1: record(career(advances=9)), 2: record(career(advances=4))}, {1: record(career(advances=6))}
            ),
            [AwardHolder(2, "m1", 4)],
        ),
        (
            "most-advanced",
            SeasonFacts({1: record(career(advances=2), career("m2", advances=2, is_dismissed=True)), 2: record()}),
            [AwardHolder(1, "m1", 2), AwardHolder(1, "m2", 2)],
        ),
        ("most-advanced", SeasonFacts(THREE), []),
        (
            "first-level",
            SeasonFacts(THREE, first_level=LevelGain(4, ((2, "m1"), (1, "m1")))),
            [AwardHolder(1, "m1", scenario=4), AwardHolder(2, "m1", scenario=4)],
        ),
        ("first-level", SeasonFacts(THREE), []),
        (
            "most-eliminations",
            SeasonFacts(
                {1: record(tallies={"m1": MemberTally(5, 0, 7)}), 2: record(tallies={"m1": MemberTally(5, 0, 6)})}
            ),
            [AwardHolder(1, "m1", 7)],
        ),
        (
            "survivor",
            SeasonFacts(
                {
                    1: record(tallies={"m1": MemberTally(9, 1, 0)}),
                    2: record(tallies={"m1": MemberTally(4, 0, 0)}),
                    3: record(tallies={"m1": MemberTally(3, 0, 0)}),
                }
            ),
            [AwardHolder(2, "m1", 4)],
        ),
        ("survivor", SeasonFacts({1: record(tallies={"m1": MemberTally(2, 0, 0)})}), []),
        # An enemy without a name is no nemesis; one who is a nemesis twice holds the award once.
        (
            "nemesis",
            SeasonFacts({1: record(feuds=(Feud("m1", 2, "", 9), Feud("m1", 2, "m4", 3), Feud("m2", 2, "m4", 3)))}),
            [AwardHolder(2, "m4", 3, against=1, enemy="m1")],
        ),
        ("nemesis", SeasonFacts({1: record(feuds=(Feud("m1", 2, "m4", 1),))}), []),
        (
            "nine-lives",
            SeasonFacts(
                {
                    1: record(
                        career(ended_by="s1"), career("m2"), tallies={"m1": MemberTally(9, 4), "m2": MemberTally(9, 2)}
                    ),
                    2: record(career(is_dismissed=True), tallies={"m1": MemberTally(9, 3)}),
                }
            ),
            [AwardHolder(1, "m2", 2)],
        ),
        (
            "most-scars",
            SeasonFacts(
                {1: record(career(wounds=(SCAR, SCAR))), 2: record(career(wounds=(SCAR, SCRATCH)))},
                {1: record(career(wounds=(SCAR,)))},
            ),
            [AwardHolder(1, "m1", 1), AwardHolder(2, "m1", 1)],
        ),
        (
            "giant-slayer",
            SeasonFacts(THREE, games=(won(3, 1, 2, (50, 60)), won(4, 3, 2, (40, 65)), won(5, 3, 1, (90, 50)))),
            [AwardHolder(3, figure=40, of=65, against=2, scenario=4)],
        ),
        # Neither a draw, nor a forfeit, nor a battle of three has a giant.
        (
            "giant-slayer",
            SeasonFacts(
                THREE,
                games=(
                    game(1, (1, "draw", 3, 0, 10), (2, "draw", 3, 0, 90)),
                    game(2, (1, "forfeit won", 0, 0, 10), (2, "forfeit lost", 0, 0, 90)),
                    game(3, (1, "major victory", 9, 0, 10), (2, "defeat", 1, 0, 90), (3, "defeat", 1, 0, 20)),
                ),
            ),
            [],
        ),
        # A forfeit neither breaks a streak nor is part of it.
        (
            "winning-streak",
            SeasonFacts(
                THREE,
                games=(
                    won(1, 1, 2),
                    won(2, 1, 3),
                    game(3, (1, "forfeit lost"), (2, "forfeit won")),
                    won(4, 1, 2),
                    won(5, 2, 1),
                    won(6, 1, 2),
                ),
            ),
            [AwardHolder(1, figure=3)],
        ),
        ("winning-streak", SeasonFacts(THREE, games=(won(1, 1, 2), won(2, 1, 2), won(3, 2, 1))), []),
        (
            "good-shepherd",
            SeasonFacts(THREE, games=(*(won(number, 1, 2, lost=2) for number in range(3)), won(4, 3, 1))),
            [AwardHolder(2, figure=0, of=3)],
        ),
        (
            "most-faithful",
            SeasonFacts(
                THREE,
                games=(won(1, 1, 2), won(2, 1, 2), won(3, 3, 1), game(4, (1, "forfeit lost"), (3, "forfeit won"))),
            ),
            [AwardHolder(2, figure=2)],
        ),
        # An award that every warband holds is none.
        ("most-faithful", SeasonFacts({1: record(), 2: record(), 3: record(played=0)}, games=(won(1, 1, 2),)), []),
        # Six ones are worse than six ones and six twos; injuries and few dice do not count.
        (
            "unluckiest-dice",
            SeasonFacts(
                {
                    1: record(dice=dice(6, 0, 0, 0, 0, 0)),
                    2: record(dice=dice(6, 6, 0, 0, 0, 0)),
                    3: record(dice=dice(5, 0, 0, 0, 0, 0)),
                }
            ),
            [AwardHolder(2, figure=18, of=12)],
        ),
        (
            "luckiest-dice",
            SeasonFacts(
                {
                    1: record(dice=dice(1, 1, 1, 1, 1, 2)),
                    2: record(dice=dice(0, 0, 0, 0, 0, 6)),
                    3: record(dice=dice(0, 0, 6, 6, 0, 0)),
                }
            ),
            [AwardHolder(2, figure=36, of=6)],
        ),
        ("luckiest-dice", SeasonFacts({1: record(dice=dice(6, 0, 0, 0, 0, 0))}), []),
    ],
)
def test_an_award_goes_to_those_who_did_best(key, facts, holders):
    assert given(key, facts) == holders


def test_warbands_equally_far_from_the_average_share_their_luck():
    """6 dice that lack 3 and 24 that lack 6 are the same number of standard deviations below the average."""
    facts = SeasonFacts({1: record(dice=dice(0, 0, 6, 0, 0, 0)), 2: record(dice=dice(4, 5, 5, 4, 3, 3)), 3: record()})
    assert [(holder.figure, holder.of) for holder in given("unluckiest-dice", facts)] == [(18, 6), (78, 24)]


@every_row(
    ("key", "holder", "deed"),
    [
        ("most-advanced", AwardHolder(1, "m1", 1), "gained 1 advance"),
        ("first-level", AwardHolder(1, "m1", scenario=4), "was the first to gain a level, in “The Ford”"),
        ("most-eliminations", AwardHolder(1, "m1", 2), "eliminated 2 enemies"),
        ("survivor", AwardHolder(1, "m1", 8), "fought 8 scenarios and was never eliminated"),
        ("nemesis", AwardHolder(1, "m1", 2, against=2, enemy="m1"), "eliminated Old Boar (Hill Folk) twice"),
        ("nine-lives", AwardHolder(1, "m1", 3), "was eliminated 3 times and goes on"),
        ("most-scars", AwardHolder(1, "m1", 2), "suffered 2 permanent injuries"),
        (
            "giant-slayer",
            AwardHolder(3, figure=40, of=65, against=2, scenario=4),
            "won “The Ford” against Hill Folk, fielding 40 points to 65",
        ),
        ("winning-streak", AwardHolder(1, figure=3), "won 3 games in a row"),
        ("good-shepherd", AwardHolder(1, figure=0, of=5), "had no member eliminated in 5 games"),
        ("good-shepherd", AwardHolder(1, figure=1, of=5), "had 1 member eliminated in 5 games"),
        ("most-faithful", AwardHolder(1, figure=9), "played 9 games and forfeited none"),
        ("unluckiest-dice", AwardHolder(1, figure=18, of=7), "7 elimination rolls came to 18, where 24.5 is average"),
        ("luckiest-dice", AwardHolder(1, figure=36, of=6), "6 elimination rolls came to 36, where 21 is average"),
    ],
)
def test_a_deed_is_a_sentence(key, holder, deed):
    assert AWARD_BY_KEY[key].deed(holder, NAMES) == deed


def test_every_award_has_a_rule_and_awards_come_in_their_order():
    assert tuple(award.key for award in AWARDS) == AWARD_KEYS
    facts = SeasonFacts({1: record(career(advances=4)), 2: record()}, games=(won(1, 1, 2), won(2, 1, 2), won(3, 1, 2)))
    assert [award.award for award in season_awards(facts)] == ["most-advanced", "winning-streak"]


def test_a_level_is_gained_at_every_third_advance():
    opening = record(career(advances=2), career("m2", advances=3), career("m3", advances=1))
    now = record(career(advances=3), career("m2", advances=5), career("m3", advances=2), career("m4", advances=3))
    assert levels_gained(opening, now) == ["m1", "m4"]


def test_a_podium_has_three_places_and_titles():
    north = podium([(4, 1), (2, 1), (1, 3), (3, 4)], "league", "North")
    assert [(title, place.warband) for title, place in podium_titles((*north, PodiumPlace(4, 1, "play-offs")))] == [
        ("Joint champion of North", 4),
        ("Joint champion of North", 2),
        ("Third place in North", 1),
        ("Champion of the play-offs", 4),
    ]
    assert [title for title, _ in podium_titles(podium([(1, 1), (2, 2)], "campaign"))] == [
        "Champion of the campaign",
        "Runner-up of the campaign",
    ]


def test_a_finished_season_can_be_undone_and_restored():
    podium_places, awards = (PodiumPlace(1, 1),), (SeasonAward("survivor", (AwardHolder(1, "m1", 4),)),)
    events = [SeasonFinished(podium_places, awards)]

    def finished():
        return fold_campaign(
            NumberedEvent(number, event) for number, event in enumerate(events, start=1)
        ).league.finished

    assert (finished().entry, finished().podium, finished().awards) == (1, podium_places, awards)
    events.append(EntryVoided(1, "too early"))
    assert finished() is None
    events.append(EntryVoided(2, "it was time"))
    assert finished().entry == 1
