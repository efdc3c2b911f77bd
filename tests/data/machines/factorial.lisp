(defun fact (n)
  (if (= n 0)
      1
      (* n (fact (1- n)))))

(princ (fact 3))
