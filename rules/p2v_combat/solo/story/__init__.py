"""Solo adventures: scenarios that follow one another, as data files. docs/solo-adventures.md describes the format.

- ``adventure``: the values, when a scenario is won or lost, and the progress of an adventure
- ``reading``: the file, and Muster's ready adventures
- ``recovery``: what a party has left for the next scenario
"""
