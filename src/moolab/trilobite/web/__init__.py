"""The pages of trilobite."""
