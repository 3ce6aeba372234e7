"""The pages of campaigns, a module for each subject."""
