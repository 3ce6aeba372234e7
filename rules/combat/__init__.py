"""The frame of every fight at a table: sides, a log with undo, what a fight waits for, and families of rules on it.

It knows no game. A family of combat rules is one object (``family``); those that declare their sheets, offers and
rows (``declared``) need no pages of their own.

- ``sides``: who sits at the table; ``log``: entries, steps, undo and redo; ``notes``: what happened, in words
- ``replay``: the states of a log, up to an entry that cannot be played
- ``log_documents``: events of any log as documents; ``sent_events``: those that people and programs may send
- ``event``: the base of what happens in any fight; ``tasks``: that of what is being resolved
- ``asks``, ``answers``: what a fight waits for, and the events that it is given; ``checks``: what it may be given
- ``resolution``: what the states of all families share
- ``family``: what the site asks of any family, and the loop that plays its events
- ``declared``: the base of families that declare what they need; ``sheets``, ``setup``, ``state``, ``events``,
  ``offers``, ``rows`` and ``tallies`` are its parts
- ``setup_documents``, ``state_documents``: their fights as documents; ``hiding``: what others do not see of them
- ``shown_sheets``: sheets in words; ``lists``: combatants that are kept from fight to fight
"""
