"""Writing campaigns: every function does all of its work, or refuses and changes nothing.

Each locks the campaign's row first, so that of two people who write at once one waits for the other, writes entries to
the journal and brings the rows that repeat them up to date. ``actor`` is who asks.
"""
