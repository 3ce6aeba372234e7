"""The rivals of one warband and of one of its members."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from campaigns.selectors.warbands import WarbandView
from rules.campaigns.rivalries import Feud, Meeting, nemeses
from rules.campaigns.standings import lost_to, named_members, warband_name
from rules.campaigns.state.documents import record_from_document
from rules.campaigns.state.warbands import WarbandRecord

LISTED = 10
"""Rivals of a warband that its page lists, those that it met most often; of a member half as many enemies."""


@dataclass(frozen=True, slots=True)
class RivalWarband:
    """A warband that this one met: how it went, and how many members each eliminated of the other.

    ``theirs`` is how many of the other's members fell to this warband, None for an earlier moment.
    """

    number: int
    name: str
    meeting: Meeting
    ours: int
    theirs: int | None


@dataclass(frozen=True, slots=True)
class MemberRivals:
    """The enemies of a member: who eliminated it and whom it eliminated, each with how often, the most often first.

    ``nemeses`` are the names of those who eliminated it most often, at least twice, ``times`` each.
    """

    nemeses: tuple[str, ...] = ()
    times: int = 0
    fell_to: tuple[tuple[str, int], ...] = ()
    eliminated: tuple[tuple[str, int], ...] = ()


def rival_warbands(view: WarbandView, *, is_now: bool) -> tuple[RivalWarband, ...]:
    """Return the warbands that one met most often. One query, or none."""
    met = sorted(view.record.meetings, key=lambda meeting: -meeting.met)[:LISTED]
    others = _records(view, {meeting.warband for meeting in met})
    return tuple(
        RivalWarband(
            number=meeting.warband,
            name=warband_name(meeting.warband, others[meeting.warband]),
            meeting=meeting,
            ours=lost_to(view.record, meeting.warband),
            theirs=lost_to(others[meeting.warband], view.number) if is_now else None,
        )
        for meeting in met
        if meeting.warband in others
    )


def member_rivals(view: WarbandView, member: str, *, is_now: bool) -> MemberRivals:
    """Return the enemies of a member; whom it eliminated only as of today. One query, or none."""
    own = [feud for feud in view.record.feuds if feud.member == member]
    enemies = {feud.warband for feud in own}
    met = {meeting.warband for meeting in view.record.meetings} if is_now else set[int]()
    others = {**_records(view, enemies | met), view.number: view.record}
    names = named_members(others)
    worst = [nemesis for nemesis in nemeses(own, member) if (nemesis.warband, nemesis.enemy) in names]
    fallen = [
        (names[number, feud.member], feud)
        for number, record in others.items()
        if is_now
        for feud in record.feuds
        if (feud.warband, feud.enemy) == (view.number, member) and (number, feud.member) in names
    ]
    return MemberRivals(
        nemeses=tuple(names[feud.warband, feud.enemy] for feud in worst),
        times=worst[0].times if worst else 0,
        fell_to=_often((names[feud.warband, feud.enemy], feud) for feud in own if (feud.warband, feud.enemy) in names),
        eliminated=_often(fallen),
    )


def _often(named: Iterable[tuple[str, Feud]]) -> tuple[tuple[str, int], ...]:
    ordered = sorted(named, key=lambda each: -each[1].times)
    return tuple((name, feud.times) for name, feud in ordered[: LISTED // 2])


def _records(view: WarbandView, numbers: set[int]) -> dict[int, WarbandRecord]:
    others = sorted(numbers - {view.number})
    if not others:
        return {}
    rows = view.row.campaign.warbands.filter(number__in=others).order_by().values_list("number", "record")
    return {number: record_from_document(record) for number, record in rows}
