"""A small Lisp: uLisp as its articles use it, with what Common Lisp needs, and machine code."""
