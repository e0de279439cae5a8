" IL, as wobbly reads it: comments, indentation, and :make that finds errors and races.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal commentstring=//\ %s comments=s1:/*,mb:*,ex:*/,:// expandtab shiftwidth=2 softtabstop=2
setlocal makeprg=wobbly\ check\ --color\ never\ --format\ short\ %:S
setlocal errorformat=%f:%l:%c:\ %m
let b:undo_ftplugin = 'setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< makeprg< errorformat<'
if has('nvim-0.7')
  lua require('wobbly').attach()
endif
