"""Adventures for programs: made, prepared, played, read by who may see what, handed on, as the pages do it."""
