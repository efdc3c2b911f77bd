"""The pages of small machines."""
