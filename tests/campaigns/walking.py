"""People who do anything in a campaign, in any order, whether it is allowed or not."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from random import Random
from typing import get_args

from django.db import transaction
from hypothesis import HealthCheck, settings

from campaigns.models import CampaignWarband
from campaigns.services.aftermath import dice_roll, dice_roll_all, feat_choose, scenario_report, spending_record
from campaigns.services.campaigns import campaign_settings_change
from campaigns.services.corrections import entry_void
from campaigns.services.recording import CampaignRecorder
from campaigns.services.scenarios import (
    scenario_cancel,
    scenario_commit,
    scenario_open,
    scenario_plan,
    warband_field,
    warband_withdraw,
)
from campaigns.services.warbands import member_correct, warband_join, warband_leave
from common.refusal import Refusal
from rules.building.changes import Change
from rules.building.extras import ItemAdd
from rules.building.members import MemberAdd, MemberRemove, MemberRename
from rules.campaigns.scenarios import Elimination, ScenarioPlan, ScenarioReport, SideScore, SpendingRecord
from rules.campaigns.state.warbands import WarbandRecord, record_from_document
from rules.careers.events import CorrectionKind
from rules.feats import FEATS
from rules.roster import ItemChoice
from tests.campaigns.corrections import report_correct, roll_correct
from tests.campaigns.play import BOARS, KOBOLDS, change, enlist
from tests.campaigns.verbs import Table, usual_table
from tests.examples import THOROUGH, tried
from warbands.services.drafts import draft_redo, draft_undo

STEPS = 100 if THOROUGH else 20


class Walk:
    """Somebody who does anything, in any order, whether it is allowed or not."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.lowest, self.highest = 1, 6
        self.table: Table = usual_table()
        self.asked = self.table.asking("ada")
        enlist(self.table, "ada", *KOBOLDS)
        enlist(self.table, "bob", *BOARS)

    @property
    def rows(self) -> list[CampaignWarband]:
        """The warbands that ever joined."""
        return list(self.table.campaign.warbands.select_related("warband", "participant"))

    def stored(self) -> dict[int, WarbandRecord]:
        """What is stored of all that every warband has come to."""
        return {row.number: record_from_document(row.record) for row in self.rows}

    def records(self) -> dict[int, WarbandRecord]:
        """What is stored, without the numbers of namesakes, which an undone recruiting keeps."""
        return {
            number: replace(record, careers=replace(record.careers, undone=()))
            for number, record in self.stored().items()
        }

    def do(self) -> None:
        """Do one thing; a refusal is an answer like any other."""
        try:
            with transaction.atomic():
                self.dice.choice(self.works())()
        except Refusal:
            return

    def works(self) -> tuple[Callable[[], object], ...]:
        """Return what may be done."""
        return (
            self.build,
            self.undo_or_redo,
            self.plan,
            self.prepare,
            self.prepare,
            self.prepare,
            self.prepare,
            self.finish,
            self.finish,
            self.finish,
            self.void,
            self.correct,
            self.settle,
            self.move,
        )

    def build(self) -> None:
        """Change a warband in the builder."""
        row = self.dice.choice(self.rows)
        change(self.table, row.participant.user.username, row, self.wanted())

    def wanted(self) -> Change:
        """Return any change of a roster."""
        member = f"m{self.dice.randint(1, 4)}"
        return self.dice.choice(
            (
                MemberAdd(self.dice.choice(("boar", "kobold-warrior", "kobold-druid-1"))),
                MemberRemove(member),
                MemberRename(member, self.dice.choice(("Rik", "Rok", ""))),
                ItemAdd(member, "holy-water", None),
            )
        )

    def undo_or_redo(self) -> None:
        """Undo or redo in the builder."""
        row = self.dice.choice(self.rows)
        warband = row.warband
        owner = row.participant.owner
        service = self.dice.choice((draft_undo, draft_redo))
        service(owner=owner, key=warband.key, version=warband.version, recorder=CampaignRecorder())

    def plan(self) -> None:
        """Plan and open a scenario."""
        numbers = [row.number for row in self.rows if not row.has_left]
        chosen = tuple(self.dice.sample(numbers, self.dice.randint(min(1, len(numbers)), len(numbers))))
        scenario = scenario_plan(**self.asked, plan=ScenarioPlan(warbands=chosen))
        scenario_open(**self.asked, scenario=scenario.number)

    def scenario(self) -> int:
        """Return the id of any scenario."""
        numbers = list(self.table.campaign.scenarios.values_list("number", flat=True))
        return self.dice.choice(numbers or [1])

    def prepare(self) -> None:
        """Do something for the aftermath of a scenario."""
        scenario, warband, member = self.scenario(), self.dice.choice((1, 2)), f"m{self.dice.randint(1, 3)}"
        side = {**self.asked, "scenario": scenario, "warband": warband}
        faces = [self.face() for _ in range(3)]
        feat = self.dice.choice(FEATS).key
        spending = SpendingRecord(items=(ItemChoice("holy-water"),), gained=(ItemChoice("fiery-weapon", "Tusk"),))
        self.dice.choice(
            (
                lambda: warband_field(**side, members=("m1", "m2", "m3")[: self.dice.randint(1, 3)], reason="any"),
                lambda: warband_withdraw(**side),
                lambda: scenario_report(**self.asked, scenario=scenario, report=self.report(warband, member)),
                lambda: dice_roll(**side, member=member, purpose="advance", faces=faces),
                lambda: dice_roll(**side, member=member, purpose="elimination", faces=faces[:1]),
                lambda: feat_choose(**side, member=member, feat=feat),
                lambda: spending_record(**side, member=member, spending=spending),
                lambda: scenario_cancel(**self.asked, scenario=scenario, reason="rain"),
            )
        )()

    def face(self) -> int:
        """Return what somebody says that a die shows."""
        return self.dice.randint(self.lowest, self.highest)

    def report(self, warband: int, member: str) -> ScenarioReport:
        """Return a report in which somebody is eliminated."""
        return ScenarioReport((SideScore(warband, self.dice.randint(0, 9)),), (Elimination(warband, member),))

    def finish(self) -> None:
        """Take a scenario to its commit, as far as it goes."""
        scenario = self.scenario()
        for row in self.rows:
            try:
                warband_field(**self.asked, scenario=scenario, warband=row.number, members=("m1",), reason="any")
            except Refusal:
                continue
        try:
            scenario_report(**self.asked, scenario=scenario, report=self.report(1, "m1"))
        except Refusal:
            scenario_report(**self.asked, scenario=scenario, report=ScenarioReport())
        dice_roll_all(**self.asked, scenario=scenario)
        scenario_commit(**self.asked, scenario=scenario)

    def finish_quietly(self) -> None:
        """Take a scenario to its commit where that is allowed."""
        with suppress(Refusal), transaction.atomic():
            self.finish()

    def void(self) -> None:
        """Void any entry."""
        entry_void(**self.asked, number=self.dice.randint(1, self.table.campaign.head), reason="wrong")

    def correct(self) -> None:
        """Correct something by hand."""
        scenario, warband, member = self.scenario(), self.dice.choice((1, 2)), f"m{self.dice.randint(1, 3)}"
        subject = self.dice.choice(("injured-leg", "weakened", "will", "fleet", "Fighter", "bless"))
        after = self.dice.randint(0, 4)
        self.dice.choice(
            (
                lambda: member_correct(
                    **self.asked,
                    number=warband,
                    member=member,
                    correction=self.dice.choice(get_args(CorrectionKind)),
                    subject=subject,
                    amount=self.dice.randint(-2, 3),
                    after=after,
                    permanent=self.dice.random() < 0.7,
                    reason="agreed",
                ),
                lambda: roll_correct(
                    **self.asked,
                    scenario=scenario,
                    warband=warband,
                    member=member,
                    purpose="elimination",
                    faces=(self.face(),),
                    reason="typo",
                ),
                lambda: report_correct(
                    **self.asked, scenario=scenario, report=self.report(warband, member), reason="typo"
                ),
            )
        )()

    def settle(self) -> None:
        """Change the settings."""
        now = self.table.view("ada").settings
        every = self.dice.randint(1, 3)
        campaign_settings_change(
            **self.asked,
            settings=replace(
                now,
                advancement=self.dice.random() < 0.8,
                daily_recovery_every=every,
                third_injury_ends=self.dice.random() < 0.5,
            ),
        )

    def move(self) -> None:
        """Let a warband leave, or one that left come back."""
        row = self.dice.choice(self.rows)
        if row.has_left:
            warband_join(actor=row.participant.owner, key=self.table.key, warband_key=row.warband.key)
        elif self.dice.random() < 0.2:
            warband_leave(**self.asked, number=row.number)


@contextmanager
def walking(dice: Random, kind: type[Walk] = Walk) -> Iterator[Walk]:
    """Give a campaign to walk through, and take everything back afterwards."""
    with transaction.atomic():
        yield kind(dice)
        transaction.set_rollback(True)


walks = settings(deadline=None, max_examples=tried(6), suppress_health_check=[HealthCheck.function_scoped_fixture])
