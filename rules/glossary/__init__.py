"""The glossary: every entry of every table by kind (``catalog``), and its terms in sentences (``terms``).

``other_words``: what people type for a term that the rules call otherwise.
"""
