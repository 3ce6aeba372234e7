"""Solo adventures: scenarios that follow from one another, as data files. docs/solo-adventures.md tells the format.

- ``adventure``: the values; ``reading``: the file, and those that come with Muster
- ``goals``: when a scenario is won or lost
- ``progress``: how far an adventure has come, folded from the outcomes of its scenarios
- ``recovery``: what a party has left for the next scenario
"""
