"""Jobs for programs: where they stand, and canceling them."""
