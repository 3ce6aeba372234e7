"""The frame of every fight at a table: sides, a log with undo, what a fight waits for, and families of rules on it.

It knows no game. A family of combat rules is one object (``family``); those that declare their sheets, offers and
rows (``declared``) need no pages of their own.

- ``log``: events, steps, undo and redo, and the states of a log up to an entry that cannot be played
- ``resolution``: what a fight waits for, what may be done now, and what the states of all families share
- ``answers``: the events that answer what a fight waits for
- ``family``: what the site asks of any family, the loop that plays its events, and those that people may send
- ``declared``: the base of families that declare what they need; ``sheets``, ``state`` and
  ``events`` are its parts
- ``hp``: how HP look wherever they are drawn
- ``lists``: combatants that are kept from fight to fight
"""
