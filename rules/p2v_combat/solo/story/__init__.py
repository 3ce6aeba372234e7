"""Solo adventures: scenarios that follow from one another, as data files. docs/solo-adventures.md tells the format.

- ``adventure``: the values, when a scenario is won or lost, and how far an adventure has come
- ``reading``: the file, and those that come with Muster
- ``recovery``: what a party has left for the next scenario
"""
