"""The only writers of battles."""
