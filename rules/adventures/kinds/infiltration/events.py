"""Events of an infiltration without a check: its beginning, changed awareness, help, spent Edge Points."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

from rules.adventures.checks import action_of
from rules.adventures.events.event import AdventureEvent, AnnouncedEvent
from rules.adventures.events.parts import (
    EventKey,
    EventKeys,
    OptionalKey,
    PartChange,
    ParticipantKey,
    Reason,
    YesOrNo,
    needed_text,
)
from rules.adventures.kinds.infiltration.facts import InfiltrationObjective
from rules.adventures.kinds.infiltration.play import InfiltrationInPlay, with_awareness, with_complication
from rules.adventures.kinds.infiltration.preparations import EDGE_QUALITIES, EdgeQuality
from rules.adventures.state import ORGANIZER
from rules.combat.log import log_event_document
from rules.documents.shapes import choice
from rules.errors import ChangeRefused
from rules.lengths import MAX_NAME
from rules.tables.rolls import Degree
from rules.text import listed

_QUALITIES = tuple(quality for quality in EDGE_QUALITIES if quality)


class InfiltrationBegun(AnnouncedEvent, kind="infiltration-begun", button="Begin the infiltration"):
    """The party enters; there are no more preparations."""

    def play(self, state: InfiltrationInPlay, side: str | None) -> InfiltrationInPlay:
        """Enter, with the party as it is now."""
        if state.own.size is not None:
            raise ChangeRefused("The party is inside already.")
        # Preparations take downtime; inside, everyone has the whole round.
        state = replace(state, acted=()).with_own_value(state.own.changed())
        return state.entered().note("The infiltration begins.")


class AwarenessChanged(
    AdventureEvent, kind="awareness-changed", button="Change the Awareness Points", by_organizer=True
):
    """The organizer changes the Awareness Points: for noise, a fight, a good idea."""

    by: PartChange
    reason: Reason

    def play(self, state: InfiltrationInPlay, side: str | None) -> InfiltrationInPlay:
        state = state.with_own_value(state.own.changed())
        return with_awareness(state.note(self.reason, hidden=not state.knows_awareness()), self.by)

    def player_document(self, state: InfiltrationInPlay) -> dict[str, Any] | None:
        """Show it to players who know the points."""
        return log_event_document(self) if state.knows_awareness() else None


class ComplicationStarted(AnnouncedEvent, kind="complication-started", button="Start a complication"):
    """The organizer starts a complication; ``participant`` is the one who meets it, "" for no one in particular."""

    complication: EventKey
    participant: OptionalKey
    reason: Reason

    @classmethod
    def options(cls, state: InfiltrationInPlay) -> Mapping[str, Mapping[str, str]]:
        happened = state.own.happened
        rows = (complication for complication in state.facts.complications if complication.key not in happened)
        return {
            "complication": {row.key: row.name for row in rows},
            "participant": {"": "No one in particular"}
            | {infiltrator.id: infiltrator.name for infiltrator in state.infiltrators()},
        }

    def play(self, state: InfiltrationInPlay, side: str | None) -> InfiltrationInPlay:
        state.refuse_outside()
        complication = state.facts.complications_by_key.get(self.complication)
        if complication is None or complication.key in state.own.happened:
            raise ChangeRefused("This complication has already happened, or it does not exist.")
        who = state.participant(self.participant).id if self.participant else None
        return with_complication(state.note(self.reason), complication, who)


class ComplicationCleared(AnnouncedEvent, kind="complication-cleared", button="End a complication"):
    """A complication is over without a check: a fight was won, an idea was good."""

    complication: EventKey
    reason: Reason

    @classmethod
    def options(cls, state: InfiltrationInPlay) -> Mapping[str, Mapping[str, str]]:
        known = state.facts.complications_by_key
        return {"complication": {complication.key: known[complication.key].name for complication in state.own.pending}}

    def play(self, state: InfiltrationInPlay, side: str | None) -> InfiltrationInPlay:
        own = state.own
        pending = next((complication for complication in own.pending if complication.key == self.complication), None)
        if pending is None:
            raise ChangeRefused("There is no such complication to deal with.")
        return state.note(self.reason).with_own_value(own.with_pending(pending, None))


class PathSmoothed(AdventureEvent, kind="path-smoothed", button="Smooth the path for an ally"):
    """Someone who is ahead helps an ally who is stuck at an individual obstacle: +2 on the ally's next such check.

    The organizer may allow ``on_behalf``: instead, the helper's next check overcomes the obstacle for the ally.
    """

    participant: ParticipantKey
    ally: ParticipantKey
    on_behalf: YesOrNo = False

    @classmethod
    def options(cls, state: InfiltrationInPlay) -> Mapping[str, Mapping[str, str]]:
        party = state.infiltrators() if state.own.is_inside else ()
        pairs = [
            (participant, ally) for participant in party for ally in party if can_smooth(state, participant.id, ally.id)
        ]
        return {
            "participant": {participant.id: participant.name for participant, _ in pairs},
            "ally": {ally.id: ally.name for _, ally in pairs},
        }

    def play(self, state: InfiltrationInPlay, side: str | None) -> InfiltrationInPlay:
        """Take the helper's turn, or let the next check count for the ally."""
        state.refuse_outside()
        helper, ally = state.participant(self.participant), state.participant(self.ally)
        helper.refuse_unable()
        state.refuse_pending(helper.id)
        if not can_smooth(state, helper.id, ally.id):
            raise ChangeRefused("Only someone who is ahead at an individual obstacle can help someone who is not.")
        if helper.id in state.acted:
            raise ChangeRefused(f"{helper.name} has already acted this round.")
        own = state.own
        if self.on_behalf:
            if side != ORGANIZER:
                raise ChangeRefused("The organizer decides whether one participant acts for another.")
            stand_ins = (*(pair for pair in own.stand_ins if pair[0] != helper.id), (helper.id, ally.id))
            text = f"{helper.name} may act for {ally.name}."
            return state.with_own_value(own.changed(stand_ins=stand_ins)).note(text, helper.id)
        experts = tuple(dict.fromkeys((*own.experts, ally.id)))
        state = replace(state, acted=(*state.acted, helper.id)).with_own_value(own.changed(experts=experts))
        return state.note(f"{helper.name} helps {ally.name}.", helper.id)


class EdgeGained(AdventureEvent, kind="edge-gained", button="Give an Edge Point", by_organizer=True):
    """The organizer gives an Edge Point: for an earlier opportunity, an ally, quick thinking. ``use`` may limit it."""

    name: Annotated[str, needed_text(MAX_NAME)]
    reason: Reason
    use: OptionalKey = ""
    quality: Annotated[EdgeQuality, choice(_QUALITIES, needed=True)] = "real"

    def play(self, state: InfiltrationInPlay, side: str | None) -> InfiltrationInPlay:
        own = state.own.with_edge(self.name, self.use, self.quality)
        return state.with_own_value(own).note(f"Edge Point gained: {self.name}.")

    def player_document(self, state: InfiltrationInPlay) -> dict[str, Any] | None:
        """Show it as a real one."""
        return {**log_event_document(self), "quality": "real"}


class EdgeSpent(AdventureEvent, kind="edge-spent", button="Spend an Edge Point", after_end=True, reveals=True):
    """An Edge Point turns the check that has just failed into a success, or has the effect of a false one."""

    edge: EventKey

    @classmethod
    def options(cls, state: InfiltrationInPlay) -> Mapping[str, Mapping[str, str]]:
        own = state.own
        uses = state.uses_of(own.failed.attempt.target) if own.failed else None
        rows = () if uses is None else (edge for edge in own.edges if not edge.use or edge.use in uses)
        return {"edge": {row.key: f"{row.name} ({row.use})" if row.use else row.name for row in rows}}

    def play(self, state: InfiltrationInPlay, side: str | None) -> InfiltrationInPlay:
        own = state.own
        edge, failed = own.edge(self.edge), own.failed
        if failed is None or failed.before is None:
            raise ChangeRefused("Spend an Edge Point right after a check has failed.")
        if edge is None:
            raise ChangeRefused("There is no such Edge Point.")
        if edge.use and edge.use not in (state.uses_of(failed.attempt.target) or ()):
            raise ChangeRefused(f"This Edge Point helps only with {edge.use}.")
        before, who = failed.before.without_edge(edge), failed.attempt.participant
        if edge.quality == "worthless":
            # The failure stands, and another Edge Point may be spent on it.
            left = replace(own.without_edge(edge), failed=replace(failed, before=before))
            return state.with_own_value(left).note(f"{edge.name}: the Edge Point does nothing.", who)
        is_real = edge.quality == "real"
        text = "turns the failure into a success" if is_real else "makes it a critical failure"
        state = replace(state, is_over=False, outcome="").with_own_value(before)
        state = state.note(f"{edge.name}: the Edge Point {text}.", who)
        degree = Degree.SUCCESS if is_real else Degree.CRITICAL_FAILURE
        state = action_of(state, failed.attempt.action).resolve(state, failed.attempt, degree)
        # What an Edge Point has made of the check stands: ruling 237.
        return state.with_own_value(state.own.changed())


class GossipShared(AdventureEvent, kind="gossip-shared", button="Share gossip"):
    """A participant shares what gossip has revealed."""

    participant: ParticipantKey
    others: EventKeys

    @classmethod
    def options(cls, state: InfiltrationInPlay) -> Mapping[str, Mapping[str, str]]:
        """Offer those who have gossiped, and everyone."""
        if state.own.is_inside:
            return {"participant": {}, "others": {}}
        party = state.infiltrators()
        tellers = {record.participant for record in state.own.records}
        return {
            "participant": {participant.id: participant.name for participant in party if participant.id in tellers},
            "others": {participant.id: participant.name for participant in party},
        }

    def play(self, state: InfiltrationInPlay, side: str | None) -> InfiltrationInPlay:
        own, teller = state.own, state.participant(self.participant)
        heard = tuple((teller.id, state.participant(other).id) for other in self.others if other != teller.id)
        if not heard:
            raise ChangeRefused("Choose who hears it.")
        if teller.id not in [record.participant for record in own.records]:
            raise ChangeRefused(f"{teller.name} has heard nothing yet.")
        state = state.with_own_value(own.changed(shares=tuple(dict.fromkeys((*own.shares, *heard)))))
        return state.note(
            f"{teller.name} shares gossip with {listed(state.participant_names([hearer for _, hearer in heard]))}.",
            teller.id,
        )


def can_smooth(state: InfiltrationInPlay, helper: str, ally: str) -> bool:
    """Return True if a participant is ahead of an ally with an individual obstacle to overcome."""
    objective: InfiltrationObjective | None = state.current_objective(ally)
    if objective is None or state.objective_number(helper) <= state.objective_number(ally):
        return False
    return any(
        obstacle.scope == "individual"
        and state.has_overcome(obstacle, helper)
        and not state.has_overcome(obstacle, ally)
        for obstacle in objective.obstacles
    )
