"""Is this warband legal? Every problem of a roster, with what would mend it.

``verdict`` answers with all problems and the points, and never raises.

- ``warband``, ``creatures``, ``extras``: the rules, by subject
- ``rule``: rules and problems
- ``remedies``, ``removals``: fixes of a problem, and the smallest removals
- ``rulebook``, ``resolved``: the meanings of keys, and a resolved roster with its points
- ``verdict``: all rules in order, and the verdict with its points and its document
"""
