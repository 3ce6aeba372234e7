"""The frame of every fight at a table: sides, a log with undo, open questions, and families of rules that use it.

It is independent of any game. A family of combat rules is one object (``family``); those that declare their sheets,
offers and rows (``declared``) need no pages of their own.

- ``log``: events, steps, undo and redo, and the states of a log up to an entry that cannot be played
- ``resolution``: open questions, possible actions, and what the states of all families share
- ``answers``: the events that answer a fight's questions
- ``family``: the interface of a family, the loop that plays its events, and those that people may send
- ``declared``: the base of declaring families; ``sheets``, ``state`` and ``events`` are its parts
- ``hp``: the look of HP everywhere
- ``lists``: combatants that are stored between fights
"""
