"""Solo play: the cardboard AI that plays the monsters. Appendix "Adventure play and the cardboard AI".

``gambits`` holds what a monster does on each face of the d6, and how people write it; ``targets`` whom it attacks.
``monsters`` has ten tables for creatures without gambits of their own.
"""
