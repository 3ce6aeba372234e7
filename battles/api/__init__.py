"""Battles for programs: made, set up, played to their result, watched and handed on, as the pages do it."""
