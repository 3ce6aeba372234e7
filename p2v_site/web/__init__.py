"""The pages of the site itself: the front page, about Muster, and the licenses."""
