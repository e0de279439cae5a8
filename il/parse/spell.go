package parse

import "wobbly/internal/spell"

// Words that a misspelt name may have meant, by what follows it.
var (
	starWords  = []kind{kwIf, kwWhile}
	blockWords = []kind{kwIf, kwWhile, kwSynchronized, kwElse, kwThen, kwDo}
	bareWords  = []kind{kwSkip, kwLock, kwUnlock}
)

// spelling is how the words of the language are written.
var spelling = map[kind]string{
	kwSkip: "skip", kwNew: "new", kwLock: "lock", kwUnlock: "unlock", kwSynchronized: "synchronized",
	kwIf: "if", kwThen: "then", kwElse: "else", kwWhile: "while", kwDo: "do", kwPrivate: "private",
}

// similar is the word among the given ones that s most likely misspells: one
// slip away, or two where the word is longer than four letters. It is name if
// there is none.
func similar(s string, words []kind) kind {
	best, search := name, spell.NewSearch(s, 2)
	for _, k := range words {
		w := spelling[k]
		if len(w) <= 4 && spell.Distance(s, w) > 1 {
			continue
		}
		if search.Try(w) {
			best = k
		}
	}
	return best
}
