"""Campaigns: the room in which scenarios, the journal, aftermath and careers will live."""
