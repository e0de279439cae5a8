package iltest

import "wobbly/il"

// Traces lists the possible sequences of commands and calls of a block of Figure 4, with at most
// rounds iterations of a loop each time it is reached. It follows the tree block by block, like the
// paper, so that tests can compare flow graphs with it. It returns nil if there are more than
// limit, or if a sub-block has too many.
func Traces(b *il.Block, rounds, limit int) [][]il.Stmt {
	all := [][]il.Stmt{nil}
	for _, s := range b.List() {
		all = product(all, tracesOf(s, rounds, limit), limit)
	}
	return all
}

func tracesOf(s il.Stmt, rounds, limit int) [][]il.Stmt {
	switch s := s.(type) {
	case *il.Skip:
		return [][]il.Stmt{nil}
	case *il.If:
		yes, no := Traces(s.Then, rounds, limit), Traces(s.Else, rounds, limit)
		if yes == nil || no == nil {
			return nil
		}
		return append(yes, no...)
	case *il.While:
		body, iterated := Traces(s.Body, rounds, limit), [][]il.Stmt{nil}
		all := iterated
		for range rounds {
			iterated = product(iterated, body, limit)
			if iterated == nil {
				return nil
			}
			all = append(all, iterated...)
		}
		return all
	default:
		return [][]il.Stmt{{s}}
	}
}

// product returns every trace of the first followed by every one of the second.
func product(first, second [][]il.Stmt, limit int) [][]il.Stmt {
	if n := len(first) * len(second); n > limit || n == 0 {
		return nil
	}
	var all [][]il.Stmt
	for _, a := range first {
		for _, b := range second {
			all = append(all, append(a[:len(a):len(a)], b...))
		}
	}
	return all
}
