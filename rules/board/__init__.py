"""The board as rules: what holds between the places of figures and terrain, in whole numbers and fractions alone.

- ``terrain``, ``battlefield``: what lies and stands on a board;
- ``barriers``: what blocks lines and steps;
- ``lines``: whether a line is free, what it passes through, sight and line of effect;
- ``cover``, ``flanking``, ``moves``, ``areas``: what follows;
- ``documents``: the questions and answers of ``board_answers``.

Squares are ``(x, y)`` from the upper left, ``y`` downwards. Points are in half squares, so that the middle of a square
has whole coordinates.
"""
