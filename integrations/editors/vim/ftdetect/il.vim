autocmd BufRead,BufNewFile *.il set filetype=il
