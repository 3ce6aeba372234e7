"""Drawings of campaigns as SVG and on paper. They know no database."""
