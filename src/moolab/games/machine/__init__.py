"""Sessions with small machines."""
