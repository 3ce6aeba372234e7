"""The pages of the site itself: the front page, what Muster is, and the licenses."""
