"""Random box recruitment: which warbands the figures of a collection can field, the best ones first.

``fieldings`` answers, ``fielding_roster`` makes a roster from one answer. ``docs/random-box.md`` explains how it works.
"""
