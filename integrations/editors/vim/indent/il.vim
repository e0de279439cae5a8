" IL, as wobbly fmt indents it: by the braces that are open. A ';' may be left out, so that Vim's own
" indentation of C does not serve.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1
setlocal indentexpr=IlIndent(v:lnum) indentkeys=0{,0},o,O,!^F nocindent nolisp nosmartindent
let b:undo_indent = 'setlocal indentexpr< indentkeys< cindent< lisp< smartindent<'
if exists('*IlIndent')
  finish
endif

" Whether a line begins inside a comment.
function s:commented(line)
  let save = getcurpos()
  call cursor(a:line, 1)
  let [at, column] = searchpos('/\*\|\*/', 'bnW')
  call setpos('.', save)
  if at == 0
    return 0
  endif
  let text = getline(at)
  return text[column - 1] ==# '/' && text[: column - 1] !~# '//'
endfunction

" A line without comments.
function s:code(line)
  let text = substitute(getline(a:line), '/\*.\{-}\*/', '', 'g')
  return substitute(text, '//.*$\|/\*.*$', '', '')
endfunction

" The column of a line: that of the last one that holds code, and a step for each brace that this
" leaves open. Lines of comments stay as they are.
function IlIndent(line)
  if s:commented(a:line)
    return -1
  endif
  let before = prevnonblank(a:line - 1)
  while before > 0 && (s:commented(before) || s:code(before) =~# '^\s*$')
    let before = prevnonblank(before - 1)
  endwhile
  if before == 0
    return 0
  endif
  let code = substitute(s:code(before), '^\s*}', '', '')
  let opened = strlen(substitute(code, '[^{]', '', 'g')) - strlen(substitute(code, '[^}]', '', 'g'))
  return max([0, indent(before) + (opened - (getline(a:line) =~# '^\s*}')) * shiftwidth()])
endfunction
