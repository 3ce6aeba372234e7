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
    met = sorted(view.record.meetings, key=lambda one: -one.met)[:LISTED]
    others = _records(view, {one.warband for one in met})
    return tuple(
        RivalWarband(
            number=one.warband,
            name=warband_name(one.warband, others[one.warband]),
            meeting=one,
            ours=lost_to(view.record, one.warband),
            theirs=lost_to(others[one.warband], view.number) if is_now else None,
        )
        for one in met
        if one.warband in others
    )


def member_rivals(view: WarbandView, member: str, *, is_now: bool) -> MemberRivals:
    """Return the enemies of a member; whom it eliminated only as of today. One query, or none."""
    own = [one for one in view.record.feuds if one.member == member]
    enemies = {one.warband for one in own}
    met = {one.warband for one in view.record.meetings} if is_now else set[int]()
    others = {**_records(view, enemies | met), view.number: view.record}
    names = named_members(others)
    worst = [one for one in nemeses(own, member) if (one.warband, one.enemy) in names]
    fallen = [
        (names[number, one.member], one)
        for number, record in others.items()
        if is_now
        for one in record.feuds
        if (one.warband, one.enemy) == (view.number, member) and (number, one.member) in names
    ]
    return MemberRivals(
        nemeses=tuple(names[one.warband, one.enemy] for one in worst),
        times=worst[0].times if worst else 0,
        fell_to=_often((names[one.warband, one.enemy], one) for one in own if (one.warband, one.enemy) in names),
        eliminated=_often(fallen),
    )


def _often(named: Iterable[tuple[str, Feud]]) -> tuple[tuple[str, int], ...]:
    ordered = sorted(named, key=lambda each: -each[1].times)
    return tuple((name, one.times) for name, one in ordered[: LISTED // 2])


def _records(view: WarbandView, numbers: set[int]) -> dict[int, WarbandRecord]:
    others = sorted(numbers - {view.number})
    if not others:
        return {}
    rows = view.row.campaign.warbands.filter(number__in=others).order_by().values_list("number", "record")
    return {number: record_from_document(record) for number, record in rows}
