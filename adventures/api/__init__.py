"""The adventure API: create, prepare, play, read and export adventures, as the pages do."""
