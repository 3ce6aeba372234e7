"""Campaigns as values: their events, the journal with its hashes, and the fold of a journal into a campaign's state.

- ``events``: everything that can happen in a campaign, a module for each subject
- ``settings``: the house rules that the players of a campaign agree on
- ``files``: a whole campaign as one document; ``receipts``: the server's rolls computed again
- ``fairness``: which rolls of a scenario count, and how they fell; ``results``: how it ended, and who met whom
- ``sentences``: the journal as a person reads it; ``standings``: how a campaign went; ``chronicles``: its story
- ``journal``: entries with their hashes; which events still count after voids and corrections
- ``state``, ``fold``: what the events add up to, part by part and as a whole
"""
