"""The table before a battle: everything that the players settle before the first creature acts.

A ``TablePlan`` is one value. Small functions make it and change it; each raises ``ChangeRefused`` with a sentence for
the players if the rules forbid a change. Functions with a roll take a ``Roller``; the plan stores the faces.

- ``plan``: the value with its squares, and points between them, in squares or inches
- ``steps``: steps agreed on, skipped and repeated; who places next; dice and their places; seals of what is hidden
- ``deploying``: the board, its zones, who chooses first, the order of placing
- ``terrain``, ``layouts``: pieces and tiles by hand, layouts by a seed, everything at once
- ``conditions``: the victory condition with its props
- ``objectives``: how many are on the board, which, where, and what claiming them requires
- ``secrets``: the hidden choices of a battle, and where creatures start
- ``changes``: every change of a step by its name, with its fields
- ``faults``: contradictions, what the players still have to settle, and the plan's document

Rulebook: "Setting up a standard game" and its appendices.
"""
