"""The HP 12C, key by key: its numbers, its keyboard, its program memory."""
