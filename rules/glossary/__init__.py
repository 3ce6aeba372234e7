"""The glossary: what an entry is, every entry by kind, and finding terms in sentences."""
