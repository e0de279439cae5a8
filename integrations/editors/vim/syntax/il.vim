" Vim syntax file. Language: IL, as wobbly reads it.
if exists('b:current_syntax')
  finish
endif
syntax case match
syntax iskeyword @,48-57,_,192-255
syntax match ilOperator ":=\|=\|||\|\*"
syntax match ilField "\.\s*\zs\K\k*"
syntax match ilFunction "\<\K\k*\ze\s*("
syntax match ilLockName "\(\<\(lock\|unlock\|synchronized\)\s*(\s*\)\@<=\K\k*"
syntax keyword ilControl if then else while do
syntax keyword ilLock synchronized lock unlock
syntax keyword ilStatement skip new
syntax match ilStatement "\<init\>\ze\s*{"
syntax keyword ilModifier private
syntax match ilError "\<\d\k*"
syntax match ilComment "//.*$" contains=@Spell
syntax region ilComment start="/\*" end="\*/" contains=@Spell

highlight default link ilComment Comment
highlight default link ilControl Conditional
highlight default link ilLock Special
highlight default link ilLockName Constant
highlight default link ilStatement Statement
highlight default link ilModifier StorageClass
highlight default link ilOperator Operator
highlight default link ilFunction Function
highlight default link ilField Identifier
highlight default link ilError Error
let b:current_syntax = 'il'
