"""The battle API: create, set up, play, watch and export battles, as the pages do."""
