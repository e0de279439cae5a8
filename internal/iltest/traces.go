package iltest

import "wobbly/il"

// Traces lists the sequences of commands and calls that a block of Figure 4 can
// be executed in, with at most rounds iterations of a loop each time it is
// reached. It follows the tree block by block, like the paper, so that tests can
// compare flow graphs with it. It returns nil if there are more than most.
func Traces(b *il.Block, rounds, most int) [][]il.Stmt {
	all := [][]il.Stmt{nil}
	for _, s := range b.List() {
		all = product(all, tracesOf(s, rounds, most), most)
	}
	return all
}

func tracesOf(s il.Stmt, rounds, most int) [][]il.Stmt {
	switch s := s.(type) {
	case *il.Skip:
		return [][]il.Stmt{nil}
	case *il.If:
		then, els := Traces(s.Then, rounds, most), Traces(s.Else, rounds, most)
		if then == nil || els == nil {
			return nil
		}
		return append(then, els...)
	case *il.While:
		body, now := Traces(s.Body, rounds, most), [][]il.Stmt{nil}
		all := now
		for range rounds {
			now = product(now, body, most)
			if now == nil {
				return nil
			}
			all = append(all, now...)
		}
		return all
	default:
		return [][]il.Stmt{{s}}
	}
}

// product returns every trace of the first followed by every one of the second.
func product(first, second [][]il.Stmt, most int) [][]il.Stmt {
	if len(first)*len(second) > most || len(first)*len(second) == 0 {
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
