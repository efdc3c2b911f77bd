; Bulls & cows in uLisp: you look for its code, it looks for yours. Begin with (play 4).
;
; A code is a number with four bits for each digit: #x0123 is 0123. A reply is 16 for each bull
; and 1 for each cow. Two to seven digits, which may be repeated.
;
; Nearly all of the time goes into bullcow. With a routine in machine code behind this file,
; bullcow-thumb.lisp or bullcow-riscv.lisp, that takes its place.

(defun bullcow (digits guess code)
  (let ((bulls 0)
        (both 0)
        (here (make-array 10 :initial-element 0))
        (there (make-array 10 :initial-element 0)))
    (dotimes (place digits)
      (let ((a (logand guess 15))
            (b (logand code 15)))
        (when (= a b) (incf bulls))
        (incf (aref here a))
        (incf (aref there b))
        (setq guess (ash guess -4))
        (setq code (ash code -4))))
    (dotimes (digit 10)
      (incf both (min (aref here digit) (aref there digit))))
    (+ (* 15 bulls) both)))               ; as the cows are both less bulls

; Codes as texts, and by chance

(defun packed (digits text)               ; nil if the text is not so many digits
  (let ((code 0))
    (when (= (length text) digits)
      (dotimes (place digits code)
        (let ((digit (- (char-code (char text place)) 48)))
          (unless (<= 0 digit 9) (return nil))
          (setq code (+ (* 16 code) digit)))))))

(defun show (digits code)
  (dotimes (place digits)
    (princ (logand (ash code (* -4 (- digits place 1))) 15))))

(defun draw (digits)
  (let ((code 0))
    (dotimes (place digits code)
      (setq code (+ (* 16 code) (random 10))))))

; The code-breaker: the next code that fits all replies

(defun following (digits code)            ; one more; a digit that comes to ten carries
  (let ((unit 1))
    (incf code)
    (loop
      (when (< (logand (truncate code unit) 15) 10)
        (return (logand code (1- (ash 1 (* 4 digits))))))
      (incf code (* 6 unit))
      (setq unit (* 16 unit)))))

(defun fits (digits code turns)
  (dolist (turn turns t)
    (unless (= (bullcow digits (car turn) code) (cdr turn))
      (return nil))))

(defun choose (digits start turns)        ; nil if no code fits
  (let ((code start))
    (loop
      (when (fits digits code turns) (return code))
      (setq code (following digits code))
      (when (= code start) (return nil)))))

; The dialogue

(defun ask (prompt digits fine)           ; asks until what is typed is a number, and fine
  (loop
    (princ prompt)
    (let ((number (packed digits (read-line))))
      (when (and number (funcall fine number)) (return number))
      (format t " is not it.~%    "))))

(defun ask-reply (digits)
  (ask " Bulls and cows: " 2
       (lambda (reply) (<= (+ (truncate reply 16) (logand reply 15)) digits))))

(defun play (digits)
  (let ((secret (draw digits))
        (guess (draw digits))
        (all (* 16 digits))
        (turns nil)
        (turn 0)
        (found nil)
        (lost nil))
    (loop
      (incf turn)
      (format t "[~a] " turn)
      (unless found
        (let ((reply (bullcow digits (ask "Your guess: " digits (lambda (code) t)) secret)))
          (format t " Reply: ~2,'0x  " reply)
          (setq found (= reply all))))
      (unless lost
        (princ "My guess: ")
        (show digits guess)
        (let ((reply (ask-reply digits)))
          (setq lost (= reply all))
          (push (cons guess reply) turns)))
      (terpri)
      (when (and found lost) (return 'both))
      (unless lost
        (setq guess (choose digits guess turns))
        (unless guess
          (princ "No code fits these replies. Mine was ")
          (show digits secret)
          (terpri)
          (return 'contradiction))))))
