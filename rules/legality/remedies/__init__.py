"""Remedies: fixes of a problem, as data.

The sentence for a player (``fix_sentence``) and the label of a button come from the same remedy.
``rules.building.fixes`` turns a remedy into a change of a draft.
"""
