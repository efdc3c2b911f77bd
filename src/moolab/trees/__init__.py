"""A strategy, written out: lazy decision trees, their files, proofs and pictures."""
