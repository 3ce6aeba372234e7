"""Careers: what becomes of the members of a warband from scenario to scenario, as a fold of events.

- ``events``: what happened; facts, faces and choices
- ``state``: what it came to; ``numbers``: level, points, stats and damage with the parts that they are the sum of
- ``fold``: from state to state, scenarios and changes in between; its steps are ``scenarios``, with the dice
  that one asks for, and ``aftermath``; ``feat_choices`` says who may gain which feat
- ``card``: the card that a career has made, the explanation of its numbers, and what wounds, feats and items are called
- ``differences``: what differs between two states, line by line and in sentences
- ``logs``: careers that somebody wrote down, and what comes of them
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
