"""The game of Path 2 Victory as a library: standard library only; no Django, no clock, no chance of its own.

Each group may use those below it, and rooms of one line leave each other alone (``make lint``).

What is played between fights, and beside them:

- ``adventures``: the game master's subsystems, a kind each: chases, duels, vehicles and more
- ``gambling``: games of dice for stakes: exact odds, a table that plays, cheating

Whole warbands, campaigns and fights:

- ``campaigns``: a campaign as its journal: events, their fold, settings, standings, files
- ``families``: the families of combat rules, each on the frame of ``combat``
- ``matchup``: two warbands side by side, with the chances of their attacks
- ``sheets``: a warband laid out for pages, print and chat
- ``analysis``: what a warband is made of
- ``building``: the draft of a warband, the changes that make it, and the fixes of its problems
- ``careers``: what becomes of members from scenario to scenario: injuries, advances, feats and levels
- ``p2v_combat``: a battle of Path 2 Victory, the first of the families; ``solo`` are monsters that the game plays

Cards held against rules:

- ``legality``: a roster with everything looked up, the rules, their remedies, problems and the verdict
- ``recruitment``: the best warbands that a collection of figures fields
- ``card_comparison``: a card held against the tables for its level and against other creatures of that level
- ``card_reading``: a printed card's texts read into the fields of a card

Cards, items and rosters:

- ``conversion``: a PF2e stat block made into a draft card, step by step
- ``items``: what creatures carry
- ``roster``: a warband as its player wrote it; commanders with their minions
- ``cards``: the card of a creature, its sentences, its documents, and the card laid out for showing

Words, tables, and the frame of fights:

- ``glossary``: every entry by kind, and finding its terms in sentences
- ``feats``: what creatures learn
- ``heroic``, ``older_pathfinder``: the combat of Draw Steel and of older Pathfinder, families on ``combat``
- ``tables``: a module for each table of the game: typed rows, functions that answer from them, prose in ``tables/text``
- ``spells``: what creatures cast
- ``combat``: the frame of every fight at a table, which knows no game
- ``effects``: what anything does: range, damage, saves, conditions, steps; fields, notation and documents

What everything uses:

- ``dice``: rolls, seeded or entered; ``chance``: whether dice fall as chance would have it
- ``alignment``: the nine and who may join whom; ``points``: what levels cost; ``crests``: the shields of warbands
- ``documents``: strict reading of documents, fields that declare theirs, and older formats brought up to date
- ``text``, ``lengths``, ``errors``: words, how long a name may be, what goes wrong
"""
