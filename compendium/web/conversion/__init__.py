"""The page that converts PF2e creatures: ``sent`` reads what a person pasted or uploaded, ``drafts`` keeps it between
posts, ``choices`` words what is left to a person, ``views`` answers."""
