package parse

// longestWord is the longest name that is taken for a misspelt word.
const longestWord = 16

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
	best, least := name, 3
	for _, k := range words {
		w := spelling[k]
		slips := 1
		if len(w) > 4 {
			slips = 2
		}
		if d := distance(s, w); d <= slips && d < least {
			best, least = k, d
		}
	}
	return best
}

// distance is the number of single-byte insertions, deletions, replacements
// and swaps of neighbours that turn a into b, no byte touched twice. Names
// that are too long to be a misspelt word are far from everything.
func distance(a, b string) int {
	if len(a) > longestWord || len(b) > longestWord {
		return longestWord
	}
	var d [longestWord + 1][longestWord + 1]int
	for i := range len(a) + 1 {
		d[i][0] = i
	}
	for j := range len(b) + 1 {
		d[0][j] = j
	}
	for i := range len(a) {
		for j := range len(b) {
			change := 1
			if a[i] == b[j] {
				change = 0
			}
			d[i+1][j+1] = min(d[i][j+1]+1, d[i+1][j]+1, d[i][j]+change)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				d[i+1][j+1] = min(d[i+1][j+1], d[i-1][j-1]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
