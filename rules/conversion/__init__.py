"""Converting from PF2e: turns a stat block into a draft card and the steps of its conversion.

- ``blocks``: the stat block, elite and weak, and its layout
- ``steps``: the styles, the content of a step
- ``stats``, ``defenses``, ``strikes``, ``abilities``: the numbers and features of a card
- ``wording``, ``damage_texts``, ``text_choices``: the texts of features, and the decisions that they leave to a person
- ``converting``: all of it in order
"""
