package compact

// words numbers the own words of sites, the fields of their paths as they are
// written, by a trie that reads them from the end: two words end in the same n
// fields just if their n-th ancestors, counted from the root, are the same node.
type words struct {
	nodes  []wordNode // nodes[0] is the empty word; parents come before children
	index  map[wordKey]int32
	fields map[string]int32
}

// wordNode is a word: what it is without its first field, and how many it has.
type wordNode struct{ rest, length int32 }

type wordKey struct{ rest, field int32 }

func newWords() *words {
	return &words{nodes: make([]wordNode, 1), index: map[wordKey]int32{}, fields: map[string]int32{}}
}

// of is the number of a word.
func (w *words) of(fields []string) int32 {
	at := int32(0)
	for i := len(fields) - 1; i >= 0; i-- {
		f, ok := w.fields[fields[i]]
		if !ok {
			f = int32(len(w.fields))
			w.fields[fields[i]] = f
		}
		key := wordKey{at, f}
		next, ok := w.index[key]
		if !ok {
			next = int32(len(w.nodes))
			w.nodes = append(w.nodes, wordNode{at, w.nodes[at].length + 1})
			w.index[key] = next
		}
		at = next
	}
	return at
}

func (w *words) length(word int32) int32 { return w.nodes[word].length }

// end is the last n fields of a word, which has no fewer.
func (w *words) end(word, n int32) int32 {
	for w.nodes[word].length > n {
		word = w.nodes[word].rest
	}
	return word
}
