; What the article about a lazy tree takes from the ones before it: board, moves, the test for a
; win, and a game around its functions game-tree and handle-human. Begin with (play).
;
; A board is a row of cells, from the highest row to the lowest; 0 is empty, 1 and 2 are stones.
; dialect: common

(defparameter *ai-player* 1)
(defparameter *depth* 2)                  ; moves that are thought ahead

(defstruct (game-node (:type list)) player board failp moves)

(defun change-player (player) (- 3 player))

(defun new-board ()
  (make-array (* *board-width* *board-height*) :initial-element 0))

(defun lowest-cell (board column)         ; nil if the column is full
  (let ((found nil))
    (dotimes (row *board-height* found)
      (let ((cell (+ column (* row *board-width*))))
        (when (zerop (aref board cell)) (setq found cell))))))

(defun possible-moves (board)
  (let ((moves nil))
    (dotimes (column *board-width* (reverse moves))
      (let ((cell (lowest-cell board column)))
        (when cell (push cell moves))))))

(defun board-add-move (board move player)
  (let ((next (copy-seq board)))
    (setf (aref next move) player)
    next))

(defun stones (board column row right down player) ; from here on, this cell left out
  (let ((x (+ column right))
        (y (+ row down)))
    (if (and (< -1 x *board-width*) (< -1 y *board-height*)
             (= player (aref board (+ x (* y *board-width*)))))
        (1+ (stones board x y right down player))
        0)))

(defun test-for-win (board move player)   ; whether the stone that came last is in a line
  (let ((column (mod move *board-width*))
        (row (truncate move *board-width*)))
    (dolist (way '((1 0) (0 1) (1 1) (1 -1)) nil)
      (let ((right (first way))
            (down (second way)))
        (when (<= *win-len* (+ 1 (stones board column row right down player)
                               (stones board column row (- right) (- down) player)))
          (return t))))))

; The game: minimax over as much of the tree as is looked at

(defun rate (tree depth)                  ; 1 if who moves wins, -1 if not, 0 if that is not seen
  (cond ((game-node-failp tree) -1)
        ((zerop depth) 0)
        (t (best-of (game-node-moves tree) depth nil))))

(defun best-of (moves depth best)
  (if (or (lazy-null moves) (eql best 1))
      (or best 0)
      (let ((rating (- (rate (cadr (lazy-car moves)) (1- depth)))))
        (best-of (lazy-cdr moves) depth (if best (max best rating) rating)))))

(defun handle-computer (tree)
  (let ((chosen nil)
        (best -2))
    (labels ((look (moves)
               (unless (lazy-null moves)
                 (let ((rating (- (rate (cadr (lazy-car moves)) *depth*))))
                   (when (< best rating)
                     (setq best rating)
                     (setq chosen (lazy-car moves))))
                 (look (lazy-cdr moves)))))
      (look (game-node-moves tree)))
    (format t "~&my move: ~a~%" (code-char (+ 97 (mod (car chosen) *board-width*))))
    (cadr chosen)))

(defun show-board (board)
  (fresh-line)
  (dotimes (row *board-height*)
    (dotimes (column *board-width*)
      (format t "~a " (char ".OX" (aref board (+ column (* row *board-width*))))))
    (terpri)))

(defun ask-human (tree tries)             ; again, if the answer is not a move
  (cond ((zerop tries) (handle-human tree))
        ((ignore-errors (handle-human tree)))
        (t (format t "~&That is not a move.~%")
           (ask-human tree (1- tries)))))

(defun play ()
  (let ((tree (game-tree (new-board) (change-player *ai-player*) -1)))
    (loop
      (show-board (game-node-board tree))
      (cond ((game-node-failp tree)
             (return (if (= *ai-player* (game-node-player tree)) "You win." "I win.")))
            ((lazy-null (game-node-moves tree)) (return "It is a draw.")))
      (setq tree (if (= *ai-player* (game-node-player tree))
                     (handle-computer tree)
                     (ask-human tree 9))))))
