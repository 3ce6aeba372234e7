"""Campaigns: people, their warbands and scenarios, told by a journal that is only ever added to.

- ``models``: the journal, and the rows that repeat what it adds up to
- ``entries``: rows as values of ``rules.campaigns``
- ``selectors``: reading, with a fixed number of queries
- ``services``: the only writers: each locks the campaign, writes an entry and brings the rows up to date
"""
