"""Writing campaigns: every function does all of its work, or refuses and changes nothing.

Each locks the campaign's row first, so that of two concurrent writers one waits for the other, writes entries to the
journal and updates the rows that repeat them. ``actor`` is the caller.
"""
