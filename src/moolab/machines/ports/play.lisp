; What the article about machine code in uLisp leaves to its reader: the duel around its functions
; bcd, printn, bullcow and computer-choose. Begin with (play 4).
;
; A code is a number with four bits for each digit, and so are a reply of 12 and one of 40.

(defvar *spectrum* (list 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0))

(defun draw-code (digits)                 ; by chance
  (let ((code 0))
    (dotimes (i digits code)
      (setq code (+ (* 16 code) (random 10))))))

(defun player-guess (digits code)         ; the reply to a guess that is typed
  (princ "Your guess: ")
  (let ((reply (bullcow digits (bcd (read)) code)))
    (princ " Score: ")
    (printn 2 reply)
    reply))

(defun computer-guess (digits guess)      ; the reply that is typed
  (princ "My guess: ")
  (printn digits guess)
  (princ " Score: ")
  (bcd (read)))

(defun play (digits &optional secret start)
  (let ((code (or secret (draw-code digits)))   ; nil when it was found, and so is the next
        (try (or start (draw-code digits)))
        (all (* 16 digits))
        (turn 0)
        (found nil)
        (guesses nil)
        (replies nil))
    (loop
      (incf turn)
      (format t "[~a] " turn)
      (when code
        (setq found (= all (player-guess digits code)))
        (when try (princ "   ")))
      (when try
        (push try guesses)
        (push (computer-guess digits try) replies))
      (terpri)
      (when (and try (= all (car replies)))
        (princ "I win!")
        (terpri)
        (setq try nil))
      (when (and code found)
        (princ "You got it!")
        (terpri)
        (setq code nil))
      (unless (or code try) (return t))
      (when try
        (setq try (computer-choose digits try try guesses replies))
        (unless try
          (princ "No code fits these replies.")
          (terpri)
          (return nil))))))
