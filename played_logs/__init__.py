"""Logs of games played by events: read, folded, written to, verified. Battles, adventures and tables are kinds of them.

- ``selectors.folding``: a folded log, with what undo and redo need; no database.
- ``selectors.logs``: the kind of a log, reading stored ones, and a process's cache of them.
- ``services.recording``: the only way to add entries, the refusals of all logs, and the log of a file.
- ``web.polling``: requesting the part of a page that changes.
"""
