"""Careers: what becomes of the members of a warband from scenario to scenario, as a fold of events.

- ``events``: what happened; facts, faces and choices
- ``state``: what it came to; ``numbers``: level, points, stats and damage with the parts that they are the sum of
- ``fold``: from state to state, a scenario at a time; its steps are ``scenarios``, ``aftermath``, ``spending`` and
  ``changes``, and ``feat_choices`` says who may gain which feat
- ``rolls``: the dice that a scenario asks for
- ``card``: the card that a career has made, and the explanation of its numbers
- ``differences``: what differs between two states, line by line and in sentences; ``titles``: what wounds, feats, items
  and uses are called
- ``log``, ``documents``, ``answer``: careers that somebody wrote down, and what comes of them
- ``state_documents``: states as a site stores them
"""

from rules.careers.fold import FoldedCareers, play
from rules.careers.state import Aftermath, CareerProblem, CareerState, WarbandState, begin

__all__ = [
    "Aftermath",
    "CareerProblem",
    "CareerState",
    "FoldedCareers",
    "WarbandState",
    "begin",
    "play",
]
