;;; il-mode.el --- IL, as wobbly reads it  -*- lexical-binding: t -*-

;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages

;;; Commentary:

;; Highlighting and indentation for *.il.  With eglot (part of Emacs 29),
;; M-x eglot starts `wobbly lsp'.  M-x compile runs `wobbly check'.

;;; Code:

(defvar il-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?_ "w" table)
    table))

(defconst il-font-lock-keywords
  `((,(regexp-opt '("if" "then" "else" "while" "do" "skip" "new" "synchronized" "lock" "unlock" "private") 'symbols)
     . font-lock-keyword-face)
    ("\\_<\\(init\\)[ \t]*{" 1 font-lock-keyword-face)
    ("\\_<\\(?:synchronized\\|lock\\|unlock\\)[ \t]*([ \t]*\\([[:alpha:]_][[:alnum:]_]*\\)" 1 font-lock-constant-face)
    ("\\.[ \t]*\\([[:alpha:]_][[:alnum:]_]*\\)" 1 font-lock-variable-name-face)
    ("\\_<\\([[:alpha:]_][[:alnum:]_]*\\)[ \t]*(" 1 font-lock-function-name-face)))

(defun il-indent-line ()
  "Indent the line by the braces that are open before it.
Lines that begin inside a comment stay as they are."
  (interactive)
  (let ((state (save-excursion (syntax-ppss (line-beginning-position)))))
    (if (nth 4 state)
        'noindent
      (let* ((closing (save-excursion (back-to-indentation) (looking-at "}")))
             (column (* 2 (max 0 (- (car state) (if closing 1 0))))))
        (if (<= (current-column) (current-indentation))
            (indent-line-to column)
          (save-excursion (indent-line-to column)))))))

;;;###autoload
(define-derived-mode il-mode prog-mode "IL"
  "IL, the language of wobbly."
  (setq-local comment-start "// " comment-end "")
  (setq-local font-lock-defaults '(il-font-lock-keywords))
  (setq-local indent-line-function #'il-indent-line indent-tabs-mode nil)
  (when buffer-file-name
    (setq-local compile-command (concat "wobbly check --color never --format short " (shell-quote-argument (file-name-nondirectory buffer-file-name))))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.il\\'" . il-mode))

(with-eval-after-load 'eglot
  (defvar eglot-server-programs)
  (add-to-list 'eglot-server-programs '(il-mode . ("wobbly" "lsp"))))

(provide 'il-mode)
;;; il-mode.el ends here
