"""Solo play: the cardboard AI that plays the monsters. Appendix "Adventure play and the cardboard AI".

``gambits`` holds what a monster does on each face of the d6, ``notation`` how people write it, ``targets`` whom it
likes to attack. ``stock`` has ten tables for creatures without gambits of their own.
"""
