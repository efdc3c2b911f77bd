"""Special forms, by subject: what is not evaluated as a function's arguments are."""

from moolab.machines.lisp.code import defcode
from moolab.machines.lisp.forms import bindings, control, definitions, loops, places, tools

SPECIAL = {
    "quote": bindings.quote, "function": bindings.function, "lambda": bindings.lambda_,
    "let": bindings.let, "let*": bindings.let_star, "labels": bindings.labels,
    "flet": bindings.labels, "setq": bindings.setq, "psetq": bindings.setq,
    "progn": control.progn, "if": control.if_,
    "when": control.when, "unless": control.when, "cond": control.cond, "case": control.case,
    "and": control.and_, "or": control.and_, "block": control.block, "return": control.return_,
    "return-from": control.return_from, "catch": control.catch, "throw": control.throw,
    "ignore-errors": control.ignore_errors, "unwind-protect": control.unwind_protect,
    "loop": loops.loop, "dotimes": loops.dotimes, "dolist": loops.dolist, "do": loops.do,
    "do*": loops.do, "with-output-to-string": control.with_output, "setf": places.setf,
    "incf": places.incf, "decf": places.incf, "push": places.push,
    "pop": places.pop, "defun": definitions.defun, "defvar": definitions.defvar,
    "defparameter": definitions.defvar, "defconstant": definitions.defvar,
    "defmacro": definitions.defmacro, "defstruct": definitions.defstruct,
    "quasiquote": definitions.quasiquote, "defcode": defcode,
}  # fmt: skip
"""What understands each of them, by name."""

ULISP_ONLY = {
    "time": tools.time, "for-millis": tools.for_millis, "locals": tools.locals_,
    "trace": tools.trace, "untrace": tools.untrace, **dict.fromkeys(tools.HARDWARE, tools.refuse),
}  # fmt: skip
"""Those that are not for Common Lisp."""

COMMON_ONLY = dict.fromkeys(definitions.BEYOND, definitions.refuse)
"""Those that are for nothing else, and say that they are not here."""
