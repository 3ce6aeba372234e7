"""The frame of any battle: entries of a log, undo and redo, seats in their order, what a battle waits for.

It knows no game. A game gives it events with a side that caused them and a fold that works its states out.
"""
