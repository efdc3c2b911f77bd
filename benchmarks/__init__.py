"""Every figure in the documentation comes from one of these; run them as modules."""
