"""What happens between battles: the game master's subsystems, each adventure a fold of its events and their dice.

- ``scales``: the two scales, their DCs, degrees and chances
- ``participants``: who takes part, and what they add to a check; ``members``: members of warbands as participants
- ``adventure``: what an adventure begins with; ``state``: an adventure at one point of its log
- ``kind``: what a kind of adventure is; ``checks``: actions that roll, and what a check may bring
- ``events``: what the organizer and the players do in every kind
- ``fold``: the state from the events; ``views``: what players may see of it; ``receipts``: whether its dice are right
- ``seals``: what a campaign's journal holds of a log
- ``sheets``: what is printed of an adventure
- ``filed``: adventures in campaign files, with their seals and their dice
- ``documents``: ``muster-adventure/1``; ``library``: adventures that come with Muster
- ``kinds``: the kinds themselves, one package or module each

docs/adventures-inside.md says how a kind is added.
"""
