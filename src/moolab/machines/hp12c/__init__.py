"""The HP 12C, key by key: its numbers, its keyboard, its program memory."""

from moolab.machines.hp12c.calculator import Calculator
from moolab.machines.hp12c.listing import read_listing, write_listing

__all__ = ["Calculator", "read_listing", "write_listing"]
