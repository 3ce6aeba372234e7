"""Reading battles: one as somebody sees it, those of one person, and the state that a log adds up to."""
