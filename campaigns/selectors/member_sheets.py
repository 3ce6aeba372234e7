"""The sheet of one member: its card as its career has made it, and what its numbers are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from campaigns.selectors.members_after import feat_choices_of
from campaigns.selectors.warbands import WarbandView
from compendium.selectors.creatures import lay_out
from rules.campaigns.careers import numbered_scenario
from rules.campaigns.explanations import ExplainedRow, explained_rows
from rules.campaigns.readiness import MemberReadiness, member_readiness
from rules.campaigns.results import MemberTally
from rules.cards.model import Card
from rules.cards.sheet import CreatureCard
from rules.careers.card import career_card, explain
from rules.careers.state import CareerState
from rules.careers.titles import item_title


@dataclass(frozen=True)
class CareerSheet:
    """A member of a warband today, or at a moment."""

    career: CareerState
    readiness: MemberReadiness
    base: Card
    card: CreatureCard
    numbers: tuple[ExplainedRow, ...]
    tally: MemberTally
    items: tuple[str, ...]
    has_page: bool

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """What each changed number of the card is made of, in words, by the name of its place."""
        found: dict[str, str] = {}
        for row in self.numbers:
            found[row.mark] = f"{found[row.mark]}; {row.text}" if row.mark in found else row.text
        return found


@dataclass(frozen=True, slots=True)
class OpenFeatView:
    """A feat to be chosen: the scenario in whose aftermath it is, or else the values of a form to choose it with."""

    event: str
    scenario: int | None
    options: tuple[tuple[str, str], ...] = ()


def open_feats(view: WarbandView, career: CareerState) -> tuple[OpenFeatView, ...]:
    """Return the feats that a member has yet to choose. No queries."""
    return tuple(
        OpenFeatView(feat.event, number)
        if (number := numbered_scenario(feat.scenario)) is not None
        else OpenFeatView(feat.event, None, feat_choices_of(career, feat.level, view.rulebook))
        for feat in career.open_feats
    )


def member_sheet(view: WarbandView, career: CareerState) -> CareerSheet:
    """Return the sheet of a member of a warband. No queries."""
    rulebook = view.rulebook
    base = career.base_card(rulebook)
    return CareerSheet(
        career=career,
        readiness=member_readiness(career, view.record.careers, rulebook),
        base=base,
        card=lay_out(career_card(career, rulebook), rulebook.emblems.get(base.key, "")),
        numbers=explained_rows(explain(career, rulebook)),
        tally=view.record.tallies.get(career.id, MemberTally()),
        items=tuple(item_title(choice, rulebook) for choice in career.member.items),
        has_page=base.key not in view.homebrew,
    )
