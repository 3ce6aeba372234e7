"""Victory conditions: the standard one and eleven others, with their props, their end and their scoring.

``condition`` has the nouns, ``conditions`` the rows and their texts, ``scoring`` the arithmetic. Rulebook: "Victory
condition" and "Appendix: Alternative victory conditions".
"""
