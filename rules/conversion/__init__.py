"""Converting from PF2e: a stat block in, a draft card and the steps that led to it out.

- ``blocks``: the stat block, elite and weak, and laid out for showing
- ``steps``: the styles, what a step says
- ``stats``, ``defenses``, ``strikes``, ``abilities``: the numbers and features of a card
- ``wording``, ``damage_texts``, ``text_choices``: the texts of features, and what they leave to a person
- ``converting``: all of it in order
"""
