"""The warband for display: one frozen value for pages, print, shared pages and texts for a chat."""
