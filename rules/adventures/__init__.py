"""What happens between battles: the game master's subsystems, each adventure a fold of its events and their dice.

- ``fields``: the two scales, DCs, degrees and chances; what facts of several kinds have: skills, points, thresholds
- ``participants``: who takes part, and what they add to a check; members of warbands as participants
- ``state``: what an adventure begins with, and where it stands at one point of its log
- ``kind``: what a kind of adventure is, with stat blocks; ``checks``: actions that roll, and what a check may bring
- ``events``: what the organizer and the players do in every kind
- ``fold``: the state from the events; ``views``: what players may see of it, as values, documents and printed
- ``receipts``: whether its dice are right, seals for a campaign's journal, and adventures in campaign files
- ``documents``: ``muster-adventure/1``; ``library``: adventures that come with Muster
- ``kinds``: the kinds themselves, one package each

docs/adventures-inside.md says how a kind is added.
"""
