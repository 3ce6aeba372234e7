"""Adventures between battles: the game master's subsystems, each adventure a fold of its events and dice.

- ``fields``: the two scales, DCs, degrees and chances; types shared by facts of several kinds: skills, points,
  thresholds
- ``participants``: participants and their modifiers; members of warbands as participants
- ``state``: the start of an adventure, and its state at one point of its log
- ``kind``: the interface of a kind, with stat blocks; ``checks``: actions that roll, and the forecast of a check
- ``events``: what organizer and players can do in every kind
- ``fold``: the state from the events; ``views``: what players may see, as values, as documents and in print
- ``receipts``: verification of its dice, seals for a campaign's journal, and adventures in campaign files
- ``documents``: ``muster-adventure/1``; ``library``: the ready adventures of Muster
- ``kinds``: the kinds themselves, one package each

docs/adventures-inside.md explains how to add a kind.
"""
