"""The page that converts PF2e creatures: ``drafts`` reads the pasted or uploaded input, keeps it between posts and
words the open choices, ``views`` answers.
"""
