"""The events of a battle, a module for each subject."""
