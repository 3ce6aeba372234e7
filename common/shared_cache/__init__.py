"""Caches that all processes share: a file on one machine, and Redis for several machines.

``files`` keeps values in an SQLite file apart from the database, ``redis`` keeps them in Redis and falls back to the
file while Redis does not answer. Neither ever fails a request: values that cannot be read count as missing.
"""
