"""The page that converts PF2e creatures: ``drafts`` reads what a person pasted or uploaded, keeps it between posts
and words what is left to choose, ``views`` answers."""
