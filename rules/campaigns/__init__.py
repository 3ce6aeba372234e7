"""Campaigns as values: their events, the journal with its hashes, and the fold of a journal into a campaign's state.

- ``events``: everything that can happen in a campaign, a module for each subject
- ``settings``: the campaign's house rules
- ``files``: a whole campaign as one document; ``receipts``: verification of the server's rolls
- ``fairness``: which rolls of a scenario count, and their distribution; ``results``: results, meetings and eliminations
- ``sentences``: the journal in sentences; ``chronicles``: the campaign as a story
- ``standings``: standings and records; ``points``: the points of warbands over time; ``ratings``: by whom they beat
- ``luck``: what analyses of battles say of warbands
- ``journal``: entries with their hashes; which events still count after voids and corrections
- ``state``, ``fold``: the state after the events, part by part and as a whole
"""
