"""The glossary: every entry of every table by kind (``catalog``), and its terms in sentences (``terms``).

``other_words``: the words that people type for terms with other names in the rules.
"""
