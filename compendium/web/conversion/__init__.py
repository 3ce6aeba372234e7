"""The page that converts PF2e creatures: ``drafts`` reads what a person pasted or uploaded and keeps it between posts,
``choices`` words what is left to a person, ``views`` answers."""
