"""Every kind of entry has a sentence that a player reads without a second look."""

from typing import Any

from rules.campaigns.events import (
    CampaignEvent,
    adventures,
    campaign,
    corrections,
    leagues,
    scenarios,
    warbands,
)
from rules.campaigns.leagues.rounds import LeagueDivision, RoundPlan
from rules.campaigns.leagues.seasons import AwardHolder, PodiumPlace, SeasonAward
from rules.campaigns.leagues.settings import LeagueRules
from rules.campaigns.rosters import RosterEdit
from rules.campaigns.scenarios import (
    Elimination,
    HeroPoints,
    RollRecord,
    ScenarioPlan,
    ScenarioReport,
    SideScore,
    SpendingRecord,
)
from rules.campaigns.sentences import JournalNames, dice_words, entry_sentence
from rules.campaigns.settings import CampaignSettings
from rules.careers.events import SpentUse
from rules.careers.state import WarbandState
from rules.roster.model import ItemChoice, Member
from tests.rows import every_row

NAMES = JournalNames(
    people={1: "ada", 2: "bob"},
    warbands={1: "Ash Company", 2: "Hill Folk"},
    members={(1, "m1"): "Snik", (2, "m2"): "Old Boar"},
    scenarios={1: "“The Ford”"},
    items={"holy-water": "Holy Water"},
    adventures={3: "The Dry Well"},
)
ROLLS = (
    RollRecord(1, "m1", "elimination", (4,), "seeded", epoch=1),
    RollRecord(1, "m1", "injury", (2,), "seeded", epoch=1),
    RollRecord(1, "m1", "advance", (1, 3, 3), "seeded", epoch=1),
    RollRecord(2, "m2", "elimination", (6,), "entered"),
)


def corrected(correction: Any, **parts: Any) -> warbands.MemberCorrected:
    return warbands.MemberCorrected(1, 2, "m1", correction, "agreed at the table", **parts)


SENTENCES: list[tuple[CampaignEvent, int | None, str]] = [
    (campaign.CampaignCreated("Winter", "", CampaignSettings()), 1, "ada began the campaign “Winter”."),
    (campaign.CampaignDescribed("Spring", ""), 1, "ada edited the campaign’s name and story: “Spring”."),
    (
        campaign.SettingsChanged(CampaignSettings()),
        1,
        "ada changed the house rules for scenarios that are opened from now on.",
    ),
    (
        adventures.AdventureBegun(1, "The Dry Well", "victory-points", 0, 0, "cd", 1, "ab"),
        1,
        "ada began adventure 1, “The Dry Well”, before the first scenario.",
    ),
    (
        adventures.AdventureBegun(2, "The Dry Well", "victory-points", 3, 0, "cd", 1, "ab"),
        1,
        "ada began adventure 2, “The Dry Well”, after 3 scenarios.",
    ),
    (adventures.AdventurePrepared(1, "The Well", "cd"), 1, "ada prepared adventure 1, “The Well”, anew."),
    (adventures.AdventureRecorded(1, 4, "cd"), 1, "ada went on with adventure 1 (entry 4 of its log)."),
    (
        adventures.AdventureSeeded(1, 2, "ab"),
        None,
        "Muster chose a new secret seed for the dice of adventure 1 and published its hash.",
    ),
    (
        adventures.AdventureRecorded(3, 4, "cd"),
        1,
        "ada went on with adventure 3, “The Dry Well” (entry 4 of its log).",
    ),
    (
        adventures.AdventureSeeded(3, 2, "ab"),
        None,
        "Muster chose a new secret seed for the dice of adventure 3, “The Dry Well” and published its hash.",
    ),
    (adventures.AdventureFinished(3), 1, "ada closed adventure 3, “The Dry Well”."),
    (adventures.AdventureRemoved(3), 1, "ada removed adventure 3, “The Dry Well” from the campaign."),
    (adventures.AdventureFinished(1), 1, "ada closed adventure 1."),
    (adventures.AdventureRemoved(1), 1, "ada removed adventure 1 from the campaign."),
    (leagues.RoundPlanned(2, RoundPlan()), 1, "ada planned round 2."),
    (leagues.RoundPlanned(2, RoundPlan("The Thaw")), 1, "ada planned round 2, “The Thaw”."),
    (leagues.ByeGiven(2, 1), 1, "ada gave “Ash Company” the bye of round 2."),
    (leagues.GameForfeited(1, (2,), ""), 1, "ada recorded “The Ford” as forfeited by “Hill Folk”."),
    (
        leagues.GameForfeited(1, (1, 2), "Snow"),
        1,
        "ada recorded “The Ford” as forfeited by “Ash Company” and “Hill Folk”. Reason: Snow.",
    ),
    (leagues.LeagueRulesSet(LeagueRules(), ""), 1, "ada set the rules of the league."),
    (
        leagues.LeagueRulesSet(LeagueRules(), "as voted"),
        1,
        "ada set the rules of the league. Reason: as voted.",
    ),
    (
        leagues.PlayoffsDrawn((2, 1), "played again", True),
        1,
        "ada drew the play-offs with the seeds 1. “Hill Folk” and 2. “Ash Company”.",
    ),
    (leagues.PlayoffRoundBegun(7, "semifinals"), 1, "ada planned the semifinals of the play-offs as round 7."),
    (leagues.PlayoffRoundBegun(8, "final"), 1, "ada planned the final of the play-offs as round 8."),
    (
        leagues.PlayoffDecided("semifinals", 2, 1, "Snow"),
        1,
        "ada decided “Semifinal 2” for “Ash Company”. Reason: Snow.",
    ),
    (leagues.PlayoffDecided("final", 1, 1, "Snow"), 1, "ada decided “Final” for “Ash Company”. Reason: Snow."),
    (leagues.DivisionsSet(()), 1, "ada put all warbands of the league into one table."),
    (
        leagues.DivisionsSet((LeagueDivision("North"), LeagueDivision("South"))),
        1,
        "ada divided the league into “North” and “South”.",
    ),
    (leagues.SeasonFinished((), ()), 1, "ada finished the season."),
    (
        leagues.SeasonFinished(
            (
                PodiumPlace(1, 1, "league", "North"),
                PodiumPlace(2, 2, "league", "North"),
                PodiumPlace(2, 1, "play-offs"),
            ),
            (SeasonAward("survivor", (AwardHolder(1, "m1", 4),)),),
        ),
        1,
        "ada finished the season and gave 1 award. Champion of North: “Ash Company”."
        " Champion of the play-offs: “Hill Folk”.",
    ),
    (
        campaign.TakeoverDaysSet(30),
        1,
        "ada set how long a request to take the campaign over runs: 30 days.",
    ),
    (
        campaign.TakeoverAsked(2, 14),
        2,
        "bob asked to take the campaign over. The organizer has 14 days to answer.",
    ),
    (campaign.TakeoverWithdrawn(2), 2, "bob withdrew the request to take the campaign over."),
    (campaign.OrganizerPresent(), 1, "ada is here: requests to take the campaign over have ended."),
    (
        campaign.CampaignTakenOver(2, 9),
        2,
        "bob took the campaign over, as the request in entry 9 was not answered.",
    ),
    (campaign.SeedCommitted(1, "ab"), 1, "Muster chose the secret seed of its dice and published its hash."),
    (campaign.SeedCommitted(2, "ab"), None, "Muster chose a new secret seed for its dice and published its hash."),
    (
        campaign.SeedRevealed(1, "ab"),
        1,
        "Muster revealed the seed of its dice (epoch 1): anyone can check every roll now.",
    ),
    (campaign.CampaignArchived(archived=True), 1, "ada archived the campaign."),
    (campaign.CampaignArchived(archived=False), 1, "ada brought the campaign back from the archive."),
    (campaign.CampaignClosed(), 1, "ada closed the campaign for good."),
    (campaign.ParticipantJoined(1, "organizer"), 1, "ada joined as the organizer."),
    (campaign.ParticipantJoined(2, "player"), 2, "bob joined."),
    (campaign.ParticipantJoined(3, "player"), 1, "ada added Player 3."),
    (campaign.ParticipantClaimed(2), 2, "bob took their place in the campaign."),
    (campaign.ParticipantLeft(2), 2, "bob left the campaign."),
    (campaign.ParticipantLeft(2), 1, "ada let bob join again."),
    (campaign.ParticipantLeft(2, declined=True), 2, "bob declined the invitation."),
    (campaign.ParticipantRemoved(2), 1, "ada removed bob from the campaign."),
    (campaign.RoleChanged(2, "co_organizer"), 1, "ada made bob a co-organizer."),
    (campaign.RoleChanged(2, "player"), 2, "bob became a player again."),
    (campaign.CampaignHandedOver(2), 1, "ada handed the campaign over to bob."),
    (
        warbands.WarbandJoined(1, 1, "Ash Company", 0, (Member("boar", "m1"),)),
        1,
        "“Ash Company” of ada joined with 1 member.",
    ),
    (
        warbands.CareersAccepted(1, WarbandState()),
        2,
        "bob accepted the careers with which “Ash Company” came.",
    ),
    (warbands.WarbandLeft(2), 2, "bob took “Hill Folk” out of the campaign."),
    (warbands.RosterChanged(1, 0, "Recruited Boar", RosterEdit()), 1, "ada changed “Ash Company”: Recruited Boar."),
    (warbands.RevisionTaken(1, 0, "m1", 3), 1, "ada took revision 3 of the card of Snik (Ash Company)."),
    (
        warbands.RevisionLeft(1, 0, "m1", 3),
        1,
        "ada left revision 3 of the card of Snik (Ash Company), which keeps the card that it has.",
    ),
    (
        warbands.AllowanceGiven(1, 3, 40, 12, 4, "joins late"),
        1,
        "ada gave “Ash Company” an allowance: 40 points and 12 advances, at most 4 for one member. Reason: joins late.",
    ),
    (
        warbands.AllowanceGiven(1, 3, 1, 0, 0, "joins late"),
        1,
        "ada gave “Ash Company” an allowance: 1 point. Reason: joins late.",
    ),
    (
        warbands.AllowanceRolled(1, 3, "m1", 1, (1, 1, 1), "seeded", 1),
        2,
        "bob rolled an advance of the allowance for Snik (Ash Company).",
    ),
    (
        warbands.AllowanceRolled(1, 3, "m1", 1, (1, 1, 1), "entered"),
        2,
        "bob entered an advance of the allowance for Snik (Ash Company).",
    ),
    (warbands.OpenFeatChosen(1, 0, "m1", "e4", "fleet"), 2, "bob chose the feat Fleet for Snik (Ash Company)."),
    (
        corrected("injury-add", subject="injured-eye", permanent=True),
        1,
        "ada corrected Snik (Ash Company): added Injured Eye (permanent). Reason: agreed at the table.",
    ),
    (
        scenarios.ScenarioPlanned(1, ScenarioPlan(warbands=(1, 2))),
        1,
        "ada planned “The Ford”: Ash Company against Hill Folk.",
    ),
    (scenarios.ScenarioPlanned(3, ScenarioPlan()), 1, "ada planned scenario 3."),
    (scenarios.ScenarioOpened(1, CampaignSettings()), 1, "ada opened “The Ford”."),
    (
        scenarios.ScenarioOpened(1, CampaignSettings(fielded_points=180), again=True),
        1,
        "ada opened “The Ford” again, for at most 180 points.",
    ),
    (
        scenarios.ScenarioOpened(1, CampaignSettings(fielded_points=None), again=True),
        1,
        "ada opened “The Ford” again, without a points limit.",
    ),
    (
        scenarios.WarbandFielded(1, 1, ("m1", "m7"), (HeroPoints("m1", 2),), 24, ""),
        1,
        "ada fielded “Ash Company” for 24 points with 2 hero points: Snik and member m7.",
    ),
    (
        scenarios.WarbandFielded(1, 1, ("m1",), (), 1, "He is small"),
        1,
        "ada fielded “Ash Company” for 1 point: Snik. Allowed by an organizer: He is small.",
    ),
    (scenarios.WarbandWithdrawn(1, 2), 2, "bob withdrew “Hill Folk” from “The Ford”."),
    (scenarios.ScenarioCanceled(1, "Rain!"), 1, "ada canceled “The Ford”. Reason: Rain!"),
    (
        scenarios.ScenarioReported(
            1, ScenarioReport((SideScore(1, 3), SideScore(2, 1)), (Elimination(1, "m1", 2, "m2"), Elimination(2, "m3")))
        ),
        1,
        "ada reported how “The Ford” ended. Victory points: Ash Company 3, Hill Folk 1. "
        "Eliminated: Snik by Old Boar, member m3.",
    ),
    (
        scenarios.ScenarioReported(1, ScenarioReport((SideScore(1, 3),), game_points=2)),
        1,
        "ada reported how “The Ford” ended. Victory points: Ash Company 3, the game 2.",
    ),
    (scenarios.DiceRolled(1, ROLLS), 1, "ada had 3 rolls made by Muster and entered 1 roll for “The Ford”."),
    (scenarios.DiceRolled(1, ROLLS[3:]), 2, "bob entered 1 roll for “The Ford”."),
    (scenarios.FeatChosen(1, 1, "m1", "fleet", None), 1, "ada chose the feat Fleet for Snik (Ash Company)."),
    (scenarios.FeatChosen(1, 1, "m1", "", None), 1, "ada took back the choice of a feat for Snik (Ash Company)."),
    (
        scenarios.SpendingRecorded(
            1,
            1,
            "m1",
            SpendingRecord(
                (SpentUse("battle-medicine", "daily", 2),),
                (ItemChoice("holy-water"),),
                1,
                (ItemChoice("fiery-weapon", "Tusk"),),
                (ItemChoice("holy-water"),),
            ),
        ),
        1,
        "ada noted for Snik (Ash Company): used Battle Medicine twice; used up Holy Water; spent 1 hero point; "
        "gained Fiery Weapon (Tusk); lost Holy Water.",
    ),
    (scenarios.SpendingRecorded(1, 1, "m1", SpendingRecord()), 1, "ada noted that Snik (Ash Company) spent nothing."),
    (scenarios.ScenarioCommitted(1, 4), 1, "ada applied “The Ford”."),
    (
        scenarios.ScenarioCommitted(1, 4, "confirmed"),
        1,
        "ada applied “The Ford”. Every player confirmed the result.",
    ),
    (
        scenarios.ScenarioCommitted(1, 4, "silence"),
        1,
        "ada applied “The Ford”. The days to confirm the result were over.",
    ),
    (
        scenarios.ScenarioCommitted(1, 4, "organizer", "bob is away"),
        1,
        "ada applied “The Ford”. An organizer decided. Reason: bob is away.",
    ),
    (scenarios.ReportConfirmed(1, 9, 2), 2, "bob confirmed the result of “The Ford”."),
    (scenarios.ReportDisputed(1, 9, 2), 2, "bob disputed the result of “The Ford”."),
    (scenarios.DisputeSettled(1, 9, ""), 1, "ada settled the dispute about “The Ford”."),
    (
        scenarios.DisputeSettled(1, 9, "Recounted"),
        1,
        "ada settled the dispute about “The Ford”. Reason: Recounted.",
    ),
    (corrections.EntryVoided(7, "mistyped"), 1, "ada undid entry 7. Reason: mistyped."),
    (
        corrections.EntryCorrected(7, scenarios.DiceRolled(1, ROLLS[3:]), "a 6, not a 4"),
        1,
        "ada corrected entry 7, which now reads: ada entered 1 roll for “The Ford”. Reason: a 6, not a 4.",
    ),
]


@every_row(("event", "actor", "expected"), SENTENCES, ids=lambda value: getattr(value, "kind", ""))
def test_an_entry_reads(event: CampaignEvent, actor: int | None, expected: str):
    assert entry_sentence(event, actor, NAMES) == expected


def test_every_kind_of_entry_has_a_sentence():
    assert {event.kind for event, _, _ in SENTENCES} == CampaignEvent.by_kind.keys()


@every_row("event", [event for event, _, _ in SENTENCES], ids=lambda event: event.kind)
def test_an_entry_can_be_read_without_any_names(event: CampaignEvent):
    assert entry_sentence(event, 9, JournalNames()).endswith((".", "!"))


@every_row(
    ("correction", "parts", "expected"),
    [
        ("injury-add", {"subject": "weakened"}, "added Weakened (temporary)"),
        ("injury-remove", {"subject": "s1.m1.injury"}, "removed an injury"),
        ("advance-add", {"subject": "will"}, "added an advance (Will +1)"),
        ("advance-add", {"subject": "fleet"}, "added an advance (Fleet)"),
        ("advance-remove", {}, "removed an advance (a feat)"),
        ("level", {"amount": -1}, "level 1 below what its advances give"),
        ("level", {}, "level as its advances give it"),
        ("points", {"amount": 5}, "costs 5 points more"),
        ("points", {}, "points without an adjustment"),
        ("hp-class", {"subject": "fighter"}, "its HP grow like those of the class Fighter"),
        ("spell-add", {"subject": "fireball"}, "noted the spell Fireball"),
        ("career-reopen", {}, "its career goes on"),
    ],
)
def test_a_correction_says_what_it_does(correction: str, parts: dict[str, object], expected: str):
    assert f": {expected}. Reason" in entry_sentence(corrected(correction, **parts), 1, NAMES)


def test_the_dice_of_an_entry_say_what_they_gave():
    assert [die.text for die in dice_words(scenarios.DiceRolled(1, ROLLS), NAMES)] == [
        "Snik, elimination (4): Wounded",
        "Snik, injury (2): Injured Eye",
        "Snik, advance (1-3-3): Feat",
        "Old Boar, elimination (6, entered): Full Recovery",
    ]
    assert dice_words(corrections.EntryCorrected(1, scenarios.DiceRolled(1, ROLLS[:1]), ""), NAMES) == dice_words(
        scenarios.DiceRolled(1, ROLLS[:1]), NAMES
    )
    assert dice_words(campaign.CampaignClosed(), NAMES) == ()


def test_faces_that_no_die_has_give_nothing():
    odd = RollRecord(1, "m1", "elimination", (9,), "seeded")
    assert dice_words(scenarios.DiceRolled(1, (odd,)), NAMES)[0].gave.startswith("nothing")
