"""Our Lisp against a real Common Lisp, where there is one."""

import shutil
import subprocess
from pathlib import Path

import pytest

from moolab.errors import MoolabError
from moolab.machines.lisp.machine import Lisp
from moolab.machines.notation.dialect import COMMON
from tests.helpers.lisp_forms import PRELUDE, Forms

FORMS = 400

DRIVER = """
(setf *print-pretty* nil *evaluator-mode* :interpret)
(defmacro hidden (&rest forms) `(handler-bind ((warning #'muffle-warning)) ,@forms))
(with-open-file (in "forms.lisp")
  (loop for form = (read in nil :end) until (eq form :end)
        do (handler-case (hidden (prin1 (eval form))) (error () (princ "ERROR")))
           (princ (code-char 31))))
"""


@pytest.mark.skipif(not shutil.which("sbcl"), reason="SBCL is not installed")
def test_random_forms_have_the_values_of_common_lisp(tmp_path: Path) -> None:
    maker = Forms(seed=1)
    forms = [maker.form() for _ in range(FORMS)]
    # In SBCL functions like floor have a second value, which prin1 leaves out.
    (tmp_path / "forms.lisp").write_text("\n".join(forms))
    (tmp_path / "driver.lisp").write_text(
        DRIVER.replace("*evaluator-mode*", "sb-ext:*evaluator-mode*").replace(
            "(with-open", f"{PRELUDE}(with-open", 1
        )
    )
    done = subprocess.run(
        ["sbcl", "--script", "driver.lisp"], cwd=tmp_path, capture_output=True, check=True
    )
    expected = done.stdout.decode().split("\x1f")[:-1]
    lisp = Lisp(PRELUDE, dialect=COMMON)
    lisp.run()
    assert len(expected) == FORMS
    wrong = [
        f"{form}\n  is {found}, not {value}"
        for form, value in zip(forms, expected, strict=True)
        if (found := evaluated(lisp, form)) != value
    ]
    assert not wrong, "\n".join(wrong[:20])
    assert sum(value == "ERROR" for value in expected) < FORMS / 4


def evaluated(lisp: Lisp, form: str) -> str:
    try:
        lisp.evaluate(form, is_shown=False)
        lisp.run(1_000_000)
    except MoolabError:
        return "ERROR"
    return lisp.value
