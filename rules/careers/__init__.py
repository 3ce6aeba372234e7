"""Careers: the members of a warband from scenario to scenario, as a fold of events.

- ``events``: what happened; facts, faces and choices
- ``state``: the result; ``numbers``: level, points, stats and damage with the parts of their sums
- ``fold``: from state to state, scenarios and changes in between; its steps are ``scenarios``, with the dice that one
  needs, and ``aftermath``; ``feat_choices`` says who may gain which feat
- ``card``: the card that a career has made, the explanation of its numbers, and names of wounds, feats and items
- ``differences``: the differences between two states, line by line and in sentences
- ``logs``: career documents, and their results
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
