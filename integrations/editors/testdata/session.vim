" A session of Vim: what it comes to is written as JSON to $OUT.
set nocompatible
let &runtimepath = $VIMFILES . ',' . &runtimepath
filetype plugin indent on
syntax on
let out = {'groups': {}, 'moved': []}
edit $PROGRAM
let [out.filetype, out.makeprg, out.comment] = [&filetype, &makeprg, &commentstring]
for [line, column] in [[1, 1], [2, 3], [3, 10], [3, 12], [7, 1], [8, 8]]
  let out.groups[line . ':' . column] = synIDattr(synID(line, column, 1), 'name')
endfor
silent make
let out.quickfix = map(getqflist(), 'v:val.lnum . ":" . v:val.col . " " . v:val.text')
" All examples get back the indentation that is taken from them.
for file in glob($EXAMPLES . '/**/*.il', 0, 1)
  execute 'edit' fnameescape(file)
  let was = getline(1, '$')
  silent %s/^\s\+//e
  silent normal! gg=G
  if getline(1, '$') !=# was
    call add(out.moved, file)
  endif
  set nomodified
endfor
enew
setfiletype il
call setline(1, split($INDENTED, '\n'))
silent normal! gg=G
let out.indented = join(getline(1, '$'), "\n")
call writefile([json_encode(out)], $OUT)
qall!
