; Stones in a row, with gravity, on a lazy game tree. Begin with (play).
;
; A position exists once somebody has looked at it: *built* counts them. For uLisp as it is here,
; and for Common Lisp.

(defparameter *width* 3)
(defparameter *height* 3)
(defparameter *line* 3)
(defparameter *depth* 9)                  ; moves that are thought ahead
(defparameter *built* 0)

; A value that is found when it is wanted, once

(defmacro later (form)
  (let ((known (gensym))
        (value (gensym)))
    `(let ((,known nil)
           (,value nil))
       (lambda ()
         (unless ,known
           (setq ,value ,form)
           (setq ,known t))
         ,value))))

(defun now (promise) (funcall promise))

; The board: cells from the lowest row upwards, 0 where no stone is, or 1 or 2

(defun free-cell (board column)           ; nil if the column is full
  (dotimes (row *height* nil)
    (let ((cell (+ column (* row *width*))))
      (when (zerop (aref board cell)) (return cell)))))

(defun with-stone (board cell player)
  (let ((copy (make-array (* *width* *height*) :initial-element 0)))
    (dotimes (each (* *width* *height*))
      (setf (aref copy each) (aref board each)))
    (setf (aref copy cell) player)
    copy))

(defun stones (board column row right up player) ; of a player, from here on in one direction
  (let ((x (+ column right))
        (y (+ row up)))
    (if (and (< -1 x *width*) (< -1 y *height*) (= player (aref board (+ x (* y *width*)))))
        (1+ (stones board x y right up player))
        0)))

(defun makes-line (board cell player)
  (let ((column (mod cell *width*))
        (row (truncate cell *width*)))
    (dolist (way '((1 0) (0 1) (1 1) (1 -1)) nil)
      (let ((right (first way))
            (up (second way)))
        (when (<= *line* (+ 1 (stones board column row right up player)
                            (stones board column row (- right) (- up) player)))
          (return t))))))

; The tree

(defstruct (node (:type list)) board mover lost moves)

(defun grow (board player lost)
  (incf *built*)
  (make-node :board board :mover player :lost lost
             :moves (later (if lost nil (moves-of board player)))))

(defun moves-of (board player)
  (let ((found nil))
    (dotimes (column *width*)
      (let ((cell (free-cell board column)))
        (when cell
          (push (cons column (later (after board cell player))) found))))
    (reverse found)))

(defun after (board cell player)
  (let ((next (with-stone board cell player)))
    (grow next (- 3 player) (makes-line next cell player))))

; Plain minimax: 1 if the mover wins, 0, or -1

(defun rate (node depth)
  (cond ((node-lost node) -1)
        ((or (zerop depth) (null (now (node-moves node)))) 0)
        (t (let ((best -1))
             (dolist (move (now (node-moves node)) best)
               (when (= best 1) (return 1))
               (setq best (max best (- (rate (now (cdr move)) (1- depth))))))))))

(defun best-move (node)
  (let ((best nil)
        (rating -2))
    (dolist (move (now (node-moves node)) best)
      (let ((this (- (rate (now (cdr move)) *depth*))))
        (when (< rating this)
          (setq rating this)
          (setq best move))))))

; The dialogue: columns are letters

(defun letter (column) (code-char (+ 97 column)))

(defun show-board (node)
  (dotimes (row *height*)
    (dotimes (column *width*)
      (let ((cell (+ column (* *width* (- *height* row 1)))))
        (princ (char ".XO" (aref (node-board node) cell)))
        (princ " ")))
    (terpri))
  (dotimes (column *width*)
    (princ (letter column))
    (princ " "))
  (terpri))

(defun ask-move (node)
  (loop
    (princ "Your column: ")
    (let ((text (read-line)))
      (terpri)
      (dolist (move (now (node-moves node)))
        (when (string= text (string (letter (car move))))
          (return-from ask-move move))))
    (princ "There is no such move.")
    (terpri)))

(defun finish (node)                      ; nil while the game goes on
  (cond ((node-lost node)
         (if (= (node-mover node) 1) "I win." "You win."))
        ((null (now (node-moves node))) "It is a draw.")
        (t nil)))

(defun play ()
  (let ((node (grow (make-array (* *width* *height*) :initial-element 0) 1 nil)))
    (loop
      (show-board node)
      (when (finish node) (return (finish node)))
      (let ((move (if (= (node-mover node) 1) (ask-move node) (best-move node))))
        (when (= (node-mover node) 2)
          (princ "My column: ")
          (princ (letter (car move)))
          (terpri))
        (setq node (now (cdr move)))))))
