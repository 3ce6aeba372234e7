"""The game of Path 2 Victory as a library: standard library only; no Django, no clock, no random numbers of its own.

Each group may import those below it; packages on one line do not import each other (``make lint``).

Games between fights:

- ``adventures``: the game master's subsystems: chases, duels, vehicles and more
- ``gambling``: games of dice for stakes: exact odds, a table that plays, cheating

Whole warbands, campaigns and fights:

- ``campaigns``: a campaign as its journal: events, their fold, settings, standings, files
- ``families``: the families of combat rules, each on the frame of ``combat``
- ``matchup``: two warbands side by side, with the chances of their attacks
- ``players``: the game's own players, and battles that they play
- ``sheets``: the layout of a warband for pages, print and chat
- ``analysis``: the composition of a warband
- ``building``: the draft of a warband, the changes that make it, and the fixes of its problems
- ``careers``: members from scenario to scenario: injuries, advances, feats and levels
- ``p2v_combat``: a battle of Path 2 Victory, the first of the families; ``solo`` has the monsters that the game plays

Checks of cards against rules:

- ``legality``: a resolved roster, the rules, their remedies, problems and the verdict
- ``recruitment``: the best warbands that a collection of figures fields
- ``card_comparison``: a card compared with the tables for its level and with other creatures of that level
- ``card_reading``: a printed card's texts read into the fields of a card

Cards, items and rosters:

- ``conversion``: a PF2e stat block made into a draft card, step by step
- ``items``: what creatures carry
- ``roster``: a warband as its player wrote it; commanders with their minions
- ``cards``: the card of a creature, its sentences, its documents, and the card laid out for showing

Words, tables, and the frame of fights:

- ``glossary``: every entry by kind, and finding its terms in sentences
- ``board``: what holds between places on a board: sight, effect, cover, flanking, moves and areas
- ``feats``: what creatures learn
- ``heroic``, ``older_pathfinder``: the combat of Draw Steel and of older Pathfinder, families based on ``combat``
- ``tables``: a module for each table of the game: typed rows, functions that answer from them, prose in ``tables/text``
- ``spells``: what creatures cast
- ``combat``: the frame of every fight at a table, independent of any game
- ``effects``: the effects of everything: range, damage, saves, conditions, steps; fields, notation and documents

What everything uses:

- ``dice``: rolls, seeded or entered; ``chance``: statistical tests of dice
- ``alignment``: the nine alignments and which may recruit which; ``points``: what levels cost; ``crests``: the shields
  of warbands
- ``documents``: strict reading of documents, fields that declare their form, and upgrades of older formats
- ``text``, ``lengths``, ``errors``: words, lengths of names, errors
"""
