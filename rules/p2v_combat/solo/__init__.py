"""Solo play: the cardboard AI that plays the monsters. Appendix "Adventure play and the cardboard AI".

``gambits`` has a monster's behavior on each face of the d6, and its notation; ``targets`` its choice of targets.
``monsters`` has ten tables for creatures without gambits of their own.
"""
