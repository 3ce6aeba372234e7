"""The game of Path 2 Victory as a library: standard library only; no Django, no clock, no chance of its own.

- ``effects``: what anything does: range, damage, saves, conditions, steps; fields, notation and documents
- ``cards``: the card of a creature, its sentences, its documents, and the card laid out for showing
- ``spells``, ``items``, ``feats``: what creatures cast, carry and learn
- ``tables``: a module for each table of the game: typed rows, functions that answer from them, prose in ``tables/text``
- ``glossary``: every entry by kind, and finding its terms in sentences
- ``roster``: a warband as its player wrote it; commanders with their minions
- ``legality``: a roster with everything looked up, the rules, their remedies, problems and the verdict
- ``building``: the draft of a warband and the changes that make it
- ``careers``: what becomes of members from scenario to scenario: injuries, advances, feats and levels
- ``conversion``: a PF2e stat block made into a draft card, step by step
- ``sheets``: a warband laid out for pages, print and chat
- ``matchup``, ``analysis``, ``recruitment``: two warbands compared, one taken apart, the best that a collection fields
- ``fights``, ``families``: the frame of every fight at a table, and the families of combat rules on it; ``battle`` is
  the first of them
- ``gambling``: games of dice for stakes: exact odds, a table that plays, cheating
- ``judgment``: a card held against the tables for its level and against other creatures of that level
- ``fights``: the frame of every fight at a table; ``heroic``: the combat of Draw Steel on it
- ``documents``: strict reading of documents, and older formats brought up to date
- ``older_pathfinder``: combat of older Pathfinder, as far as its source goes
- ``alignment``, ``points``, ``dice``, ``text``, ``errors``: the grid, what levels cost, rolls, words, what goes wrong
"""
