;; A session of Emacs: what it comes to is written as JSON to $OUT.
(require 'json)
(load (getenv "MODE") nil t)
(find-file (getenv "PROGRAM"))
(font-lock-ensure)
(let* ((face (lambda (line column)
               (save-excursion
                 (goto-char (point-min))
                 (forward-line (1- line))
                 (format "%s" (get-text-property (+ (point) (1- column)) 'face)))))
       (faces (mapcar (lambda (at) (cons (format "%d:%d" (car at) (cdr at)) (funcall face (car at) (cdr at))))
                      '((1 . 1) (2 . 3) (3 . 7) (3 . 10) (3 . 12) (8 . 8))))
       (mode (format "%s" major-mode)) (command compile-command) moved)
  ;; All examples get back the indentation that is taken from them.
  (dolist (file (directory-files-recursively (getenv "EXAMPLES") "\\.il\\'"))
    (with-temp-buffer
      (insert-file-contents file)
      (let ((was (buffer-string)))
        (il-mode)
        (goto-char (point-min))
        (while (re-search-forward "^[ \t]+" nil t) (replace-match ""))
        (indent-region (point-min) (point-max))
        (unless (equal (buffer-string) was) (push (file-name-nondirectory file) moved)))))
  (let ((indented
         (with-temp-buffer
           (il-mode)
           (insert (getenv "INDENTED"))
           (indent-region (point-min) (point-max))
           (buffer-string))))
    (with-temp-file (getenv "OUT")
      (insert (json-encode `((faces . ,faces) (mode . ,mode) (command . ,command) (moved . ,(vconcat moved)) (indented . ,indented)))))))
