"""Lisp as text: what is read and printed, by the Lisp itself and by the assemblers."""
