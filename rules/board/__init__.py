"""The board as rules: what holds between the places of figures and terrain, in whole numbers and fractions alone.

- ``terrain``, ``ground``, ``battlefield``: what lies and stands on a board;
- ``barriers``, ``ways``: what blocks lines and steps, and what steps cost;
- ``lines``: whether a line is free, what it passes through, and line of effect;
- ``sight``: whether any line between two spaces is free;
- ``cover``, ``flanking``, ``moves``, ``areas``: what follows; ``placements``: where an area may be placed;
- ``grounds``: the ground in documents; ``documents``: the questions and answers of ``board_answers``.

Squares are ``(x, y)`` from the upper left, ``y`` downwards. Points are in half squares, so that the middle of a square
has whole coordinates.
"""
