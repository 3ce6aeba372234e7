"""The demo campaign: six scenarios of three warbands of built-in creatures, played by the services with a fixed seed.

It is closed, so that nothing can be added to it, and anyone may look at it by a link that never changes.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone

from accounts.models import Owner
from accounts.services.visitors import owner_token
from campaigns.entries import stored_record
from campaigns.models import Campaign, CampaignWarband, Participant
from campaigns.models.people import ParticipantRole
from campaigns.selectors.campaigns import DEMO_KEY, DEMO_TOKEN
from campaigns.services.aftermath import dice_roll, dice_roll_all, feat_choose, scenario_report
from campaigns.services.campaigns import campaign_close, campaign_create
from campaigns.services.corrections import scenario_void
from campaigns.services.journal import OpenJournal, journal_open
from campaigns.services.scenarios import scenario_commit, scenario_open, scenario_plan, warband_field
from campaigns.services.warbands import warband_join
from rules.building.draft import Draft
from rules.campaigns.events.campaign import PLAYER, ParticipantJoined
from rules.campaigns.scenarios import Elimination, ScenarioPlan, ScenarioReport, SideScore
from rules.campaigns.settings import CampaignSettings
from rules.roster.model import Member, Roster
from warbands.services.warbands import warband_create

LIMIT = 60
LIKED_FEATS = ("toughness", "fleet", "feather-step")
"""Any member may take these."""
SEED = hashlib.sha256(b"The demo campaign of Muster").digest()
STORY = (
    "A road of ash leads through the hills to an old gate, and three bands want to be the first to open it.\n\n"
    "This campaign comes with Muster. Its players are made up; its dice are real and can be checked."
)


@dataclass(frozen=True, slots=True)
class DemoWarband:
    """A warband of the demo campaign: its player and members, each a creature and a name."""

    player: str
    name: str
    members: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class DemoScenario:
    """A scenario of the demo campaign; warbands by their numbers, members by their ids.

    ``eliminated`` names a member and its eliminator. ``entered`` are elimination rolls that the players made on their
    table. With ``mistaken`` victory points, it was first committed with these, voided, and committed again.
    """

    title: str
    date: str
    scores: Mapping[int, int]
    eliminated: tuple[tuple[int, str, int, str], ...] = ()
    entered: Mapping[tuple[int, str], int] = field(default_factory=dict)
    mistaken: Mapping[int, int] | None = None


WARBANDS = (
    DemoWarband(
        "Mira",
        "Ash Company",
        (
            ("kobold-fighter-1", "Snik"),
            ("kobold-rogue-1", "Vex"),
            ("kobold-bard-1", "Cinder"),
            ("kobold-warrior", "Pip"),
        ),
    ),
    DemoWarband("Tomas", "The Hollow Tusks", (("boar", "Old Gristle"), ("orc-warrior", "Marga"), ("wolf", "Shade"))),
    DemoWarband("Ines", "Gravewatch", (("guard", "Edda"), ("gravedigger", "Holt"), ("neutral-acolyte", "Sister Wren"))),
)
SCENARIOS = (
    DemoScenario("The Ford at Dawn", "2026-03-07", {1: 6, 2: 3}, ((1, "m4", 2, "m2"), (2, "m3", 1, "m1"))),
    DemoScenario("Lanterns in the Wood", "2026-03-14", {2: 4, 3: 4}, ((2, "m1", 3, "m1"),), {(2, "m1"): 3}),
    DemoScenario("The Broken Bridge", "2026-03-21", {1: 2, 3: 7}, ((1, "m1", 3, "m2"),), {(1, "m1"): 4}),
    DemoScenario("The Old Mill", "2026-04-04", {1: 5, 2: 3}, ((1, "m1", 2, "m2"),), {(1, "m1"): 3}),
    DemoScenario("Fog on the Moor", "2026-04-11", {2: 5, 3: 4}, ((3, "m1", 2, "m2"),), mistaken={2: 2, 3: 6}),
    DemoScenario("The Ashen Gate", "2026-04-25", {1: 8, 2: 3, 3: 5}, ((2, "m2", 1, "m1"), (3, "m2", 1, "m2"))),
)


@transaction.atomic
def demo_store() -> Campaign | None:
    """Play and store the demo campaign; None if it already exists.

    Raises ``Refusal`` if the compendium lacks its creatures.
    """
    if Campaign.objects.filter(key=DEMO_KEY).exists():
        return None
    actor = Owner(token=owner_token())
    settings = CampaignSettings(points_limit=LIMIT, fielded_points=LIMIT + 40)
    campaign = campaign_create(actor=actor, name="The Ashen Road", story=STORY, settings=settings, seed=SEED)
    Campaign.objects.filter(pk=campaign.pk).update(key=DEMO_KEY, spectator_token=DEMO_TOKEN)
    campaign.participants.update(name=WARBANDS[0].player)
    rows = [_join(actor, number, warband) for number, warband in enumerate(WARBANDS, start=1)]
    for scenario in SCENARIOS:
        _play(actor, scenario, rows)
    return campaign_close(actor=actor, key=DEMO_KEY)


def _join(organizer: Owner, number: int, demo: DemoWarband) -> CampaignWarband:
    """Let a player join, unless it is the organizer, and bring a warband."""
    player = organizer if number == 1 else Owner(token=owner_token())
    journal = journal_open(actor=organizer, key=DEMO_KEY)
    if player != organizer:
        # No browser knows the token: no one is this player.
        participant = Participant.objects.create(
            campaign=journal.campaign,
            number=number,
            name=demo.player,
            visitor_token=player.token,
            role=ParticipantRole.PLAYER,
            joined_at=timezone.now(),
        )
        Campaign.objects.filter(pk=journal.campaign.pk).update(next_participant=number + 1)
        OpenJournal(journal.campaign, participant).write(ParticipantJoined(number, PLAYER))
    members = tuple(Member(creature, f"m{index}", name) for index, (creature, name) in enumerate(demo.members, start=1))
    roster = Roster(members, name=demo.name, play_mode="campaign", points_limit=LIMIT)
    warband = warband_create(owner=player, draft=Draft(roster))
    return warband_join(actor=player, key=DEMO_KEY, warband_key=warband.key)


def _play(actor: Owner, demo: DemoScenario, rows: list[CampaignWarband]) -> None:
    plan = ScenarioPlan(title=demo.title, date=demo.date, warbands=tuple(demo.scores))
    number = scenario_plan(actor=actor, key=DEMO_KEY, plan=plan).number
    scenario_open(actor=actor, key=DEMO_KEY, scenario=number)
    fighting = [row for row in rows if row.number in demo.scores]
    for row in fighting:
        row.refresh_from_db()
        careers = stored_record(row.record).careers.by_id.values()
        ready = [career.id for career in careers if career.can_fight]
        warband_field(actor=actor, key=DEMO_KEY, scenario=number, warband=row.number, members=ready)
    _commit(actor, number, demo, demo.mistaken or demo.scores)
    if demo.mistaken:
        reason = "We forgot that fog hides everything more than 6 squares away, and counted two objectives wrong."
        scenario_void(actor=actor, key=DEMO_KEY, scenario=number, reason=reason)
        _commit(actor, number, demo, demo.scores)
    for row in fighting:
        _choose_feats(actor, number, row)


def _commit(actor: Owner, number: int, demo: DemoScenario, scores: Mapping[int, int]) -> None:
    report = ScenarioReport(
        tuple(SideScore(warband, points) for warband, points in scores.items()),
        tuple(Elimination(*fields) for fields in demo.eliminated),
    )
    scenario_report(actor=actor, key=DEMO_KEY, scenario=number, report=report)
    for (warband, member), face in demo.entered.items():
        dice_roll(
            actor=actor,
            key=DEMO_KEY,
            scenario=number,
            warband=warband,
            member=member,
            purpose="elimination",
            faces=(face,),
        )
    dice_roll_all(actor=actor, key=DEMO_KEY, scenario=number)
    scenario_commit(actor=actor, key=DEMO_KEY, scenario=number)


def _choose_feats(actor: Owner, number: int, row: CampaignWarband) -> None:
    """Choose the first feat that the player likes for each one that is open and that the member may take."""
    row.refresh_from_db()
    for career in stored_record(row.record).careers.members:
        gained = {feat.feat for feat in career.feats}
        wanted = [key for key in LIKED_FEATS if key not in gained] if career.open_feats else []
        if wanted:
            feat_choose(
                actor=actor, key=DEMO_KEY, scenario=number, warband=row.number, member=career.id, feat=wanted[0]
            )
