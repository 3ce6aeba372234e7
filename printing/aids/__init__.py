"""Aids for the table, from the rules' own tables: deployments, terrain, tokens and a reference sheet."""
