"""A first game: the page that leads two new players through one, from the rules' own values."""
