"""Logs of games played by events: read, folded, written to, proved. Battles, adventures and tables are kinds of them.

- ``selectors.folding``: a log folded, with what undo and redo need; no database.
- ``selectors.logs``: the kind of a log, and reading stored ones; what a process keeps of them.
- ``services.recording``: the one way to add entries, what is refused in every log, and the log of a file.
- ``web.polling``: asking for the part of a page that changes.
"""
