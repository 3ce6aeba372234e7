"""Caches that all processes share: a file on one machine, and Redis for several machines.

``files`` stores values in an SQLite file separate from the database, ``redis`` stores them in Redis and falls back to
the file while Redis does not answer. Neither ever fails a request: unreadable values count as missing.
"""
