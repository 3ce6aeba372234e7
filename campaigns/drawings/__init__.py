"""Drawings of campaigns as SVG. They know no database."""
