"""What is shown of everything below, typed once: for ``--json``, for HTTP and for pages.

A view is a frozen dataclass that is made of finished results and computes nothing. One word means
one thing in all of them: ``turns`` is a list of guesses with their replies, ``candidates`` a count,
``codes`` a list, ``nodes`` the size of a tree, ``tried`` the work of a search.
"""
