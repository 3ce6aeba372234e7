"""One event of each kind."""

from rules.campaigns.events import CampaignEvent
from rules.campaigns.events.adventures import (
    AdventureBegun,
    AdventureFinished,
    AdventurePrepared,
    AdventureRecorded,
    AdventureRemoved,
    AdventureSeeded,
)
from rules.campaigns.events.campaign import (
    CampaignArchived,
    CampaignClosed,
    CampaignCreated,
    CampaignDescribed,
    CampaignHandedOver,
    CampaignTakenOver,
    OrganizerPresent,
    ParticipantClaimed,
    ParticipantJoined,
    ParticipantLeft,
    ParticipantRemoved,
    RoleChanged,
    SeedCommitted,
    SeedRevealed,
    SettingsChanged,
    TakeoverAsked,
    TakeoverDaysSet,
    TakeoverWithdrawn,
)
from rules.campaigns.events.corrections import EntryCorrected, EntryVoided
from rules.campaigns.events.leagues import (
    ByeGiven,
    DivisionsSet,
    GameForfeited,
    LeagueRulesSet,
    PlayoffDecided,
    PlayoffRoundBegun,
    PlayoffsDrawn,
    RoundPlanned,
    SeasonFinished,
)
from rules.campaigns.events.scenarios import (
    DiceRolled,
    DisputeSettled,
    FeatChosen,
    ReportConfirmed,
    ReportDisputed,
    ScenarioCanceled,
    ScenarioCommitted,
    ScenarioOpened,
    ScenarioPlanned,
    ScenarioReported,
    SpendingRecorded,
    WarbandFielded,
    WarbandWithdrawn,
)
from rules.campaigns.events.warbands import (
    AllowanceGiven,
    AllowanceRolled,
    CareersAccepted,
    MemberCorrected,
    OpenFeatChosen,
    RevisionLeft,
    RevisionTaken,
    RosterChanged,
    WarbandJoined,
    WarbandLeft,
)
from rules.campaigns.leagues.rounds import LeagueDivision, RoundPlan
from rules.campaigns.leagues.seasons import AwardHolder, PodiumPlace, SeasonAward
from rules.campaigns.leagues.settings import LeagueRules, ResultPoints
from rules.campaigns.rosters import MemberEdit, RosterEdit
from rules.campaigns.scenarios import (
    Elimination,
    HeroPoints,
    RollRecord,
    ScenarioPlan,
    ScenarioReport,
    SideScore,
    SpendingRecord,
)
from rules.campaigns.settings import CampaignSettings
from rules.careers import begin
from rules.careers.events import SpentUse
from rules.roster.model import ItemChoice, Member
from tests.rules.warbands import BOOK

HOLY_WATER = ItemChoice("holy-water")
FIERY = ItemChoice("fiery-weapon", "Tusk")
SNIK = Member("kobold-warrior", "m1", name="Snik", upgrades=("sling",), items=(HOLY_WATER,), revision=2)
CAT = Member("kobold-warrior", "m2", minion_of="m1")
PLAN = ScenarioPlan(
    "The Old Mill", "2026-03-01", "assassins", "corner", 200, (1, 2), daily_recovery=True, notes="Rain."
)
REPORT = ScenarioReport(
    (SideScore(1, 7), SideScore(2, 0)),
    (Elimination(2, "m1", 1, "m1"), Elimination(1, "m2")),
    game_points=3,
    notes="Close.\nVery close.",
)
SPENDING = SpendingRecord((SpentUse("breath", "daily", 2),), (HOLY_WATER,), 1, (FIERY,), (HOLY_WATER,))
EDIT = RosterEdit(
    (CAT,),
    ("m3",),
    (MemberEdit("m1", "Snak", ("sling",), ("spear",), (FIERY,), (HOLY_WATER,), ("ambush",), ("false-object",)),),
    "Snow Company",
)
SETTINGS = CampaignSettings("narrative", None, 150, 2, advancement=False, entered_dice=False, one_consumable=True)

EXAMPLES: tuple[CampaignEvent, ...] = (
    CampaignCreated("The Long Winter", "Snow.\nMore snow.", SETTINGS),
    CampaignDescribed("Spring", ""),
    SettingsChanged(CampaignSettings()),
    SeedCommitted(1, "ab" * 32),
    AdventureBegun(1, "The Dry Well", "victory-points", 2, 0, "cd" * 32, 1, "ab" * 32),
    AdventurePrepared(1, "The Wet Well", "ce" * 32),
    AdventureRecorded(1, 1, "ef" * 32),
    AdventureSeeded(1, 2, "ba" * 32),
    AdventureFinished(1),
    AdventureRemoved(1),
    SeedRevealed(1, "cd" * 32),
    CampaignArchived(archived=True),
    CampaignClosed(),
    ParticipantJoined(2, "player"),
    ParticipantClaimed(2),
    ParticipantLeft(2),
    ParticipantLeft(2, declined=True),
    ParticipantRemoved(2),
    RoleChanged(2, "co_organizer"),
    CampaignHandedOver(2),
    WarbandJoined(1, 2, "Ash Company", 3, (SNIK, CAT)),
    CareersAccepted(1, begin((SNIK,), BOOK)),
    WarbandLeft(1),
    RosterChanged(1, 3, "Added Boar", EDIT),
    RevisionTaken(1, 3, "m1", 4),
    RevisionLeft(1, 3, "m1", 4),
    OpenFeatChosen(1, 3, "m1", "earlier.s3.m1.advance", "assurance", "Stealth"),
    AllowanceGiven(1, 3, 40, 12, 4, "joins late"),
    AllowanceRolled(1, 3, "m1", 2, (1, 2, 3, 6, 6, 6), "seeded", 1, 7),
    MemberCorrected(1, 3, "m1", "injury-add", "forgotten", "injured-leg", None, -1, permanent=True),
    ScenarioPlanned(1, PLAN),
    ScenarioOpened(1, SETTINGS),
    ScenarioOpened(1, SETTINGS, again=True),
    WarbandFielded(1, 2, ("m1", "m2"), (HeroPoints("m1", 2),), 24, "agreed"),
    WarbandWithdrawn(1, 2),
    ScenarioCanceled(1, "rain"),
    ScenarioReported(1, REPORT),
    DiceRolled(
        1, (RollRecord(1, "m1", "advance", (1, 2, 3), "seeded", 2, 1), RollRecord(1, "m2", "injury", (6,), "entered"))
    ),
    FeatChosen(1, 2, "m1", "assurance", "Stealth"),
    SpendingRecorded(1, 2, "m1", SPENDING),
    ScenarioCommitted(1, 4),
    ScenarioCommitted(1, 4, "confirmed"),
    ScenarioCommitted(1, 4, "organizer", "the table agreed"),
    ReportConfirmed(1, 9, 2),
    ReportDisputed(1, 9, 2),
    DisputeSettled(1, 9, "recounted"),
    RoundPlanned(1, RoundPlan("Opening night", "2026-03-01", "2026-03-07", 150, "assassins", "corner")),
    ByeGiven(1, 3),
    GameForfeited(1, (2,), "snow"),
    LeagueRulesSet(LeagueRules(ResultPoints(5), ("difference",), bye_counts=False), "as voted"),
    DivisionsSet((LeagueDivision("North", (1, 2)), LeagueDivision("South", (3,)))),
    PlayoffsDrawn((2, 1, 3), "higher seed", True),
    PlayoffRoundBegun(1, "semifinals"),
    PlayoffDecided("semifinals", 2, 3, "snow"),
    SeasonFinished(
        (PodiumPlace(1, 1, "league", "North"), PodiumPlace(2, 3, "play-offs")),
        (SeasonAward("nemesis", (AwardHolder(2, "m1", 3, 4, 1, "m2", 5),)),),
    ),
    TakeoverDaysSet(30),
    TakeoverAsked(2, 30),
    TakeoverWithdrawn(2),
    OrganizerPresent(),
    CampaignTakenOver(2, 40),
    EntryVoided(7, "mistyped"),
    EntryCorrected(7, RoleChanged(3, "player"), "another person"),
)
