"""The figures in the documentation come from these, run as modules, and from ``moo bench``."""
