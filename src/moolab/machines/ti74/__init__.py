"""The TI-74: a pocket computer with a BASIC of Texas Instruments' family.

``docs/reference/ti74.md`` says what is known of the dialect, and what is assumed.
"""
