"""Campaigns as values: their events, the journal with its hashes, and the fold of a journal into a campaign's state.

- ``events``: everything that can happen in a campaign, a module for each subject
- ``settings``: what the players of a campaign agree on
- ``files``: a whole campaign as one document; ``receipts``: the server's rolls computed again
- ``rolls``: which rolls of a scenario count; ``dice_counts``, ``fairness``: how they fell; ``rivalries``: who met whom
- ``sentences``: the journal as a person reads it; ``standings``, ``chronicle``: how a campaign went
- ``journal``: entries with their hashes; which events still count after voids and corrections
- ``state``, ``fold``: what the events add up to, part by part and as a whole
"""
