package promela

import (
	"cmp"

	"wobbly/il"
	"wobbly/internal/slice"
)

// access returns the path that a command reads or writes, and whether it is an access in the sense
// of Definition 3.6.
func access(c il.Command) (path il.Expr, kind il.AccessKind, ok bool) {
	switch c := c.(type) {
	case *il.Load:
		return c.Src, il.Read, true
	case *il.Store:
		return c.Dst, il.Write, true
	default:
		return il.Expr{}, il.Read, false
	}
}

// object returns the object whose cell a thread accesses next at p, in the form of value: the path
// without its last field.
func (w *writer) object(p *point, scratch string) (before []string, value string) {
	path, _, _ := access(p.command)
	path.Fields = path.Fields[:len(path.Fields)-1]
	before, value = w.value(path, p.frame, scratch)
	if len(path.Fields) > 0 {
		before, value = append(before, scratch+" = "+value), scratch
	}
	return before, value
}

// canRace reports whether two commands can race by their text: the same field, and not two reads.
func canRace(a, b il.Command) bool {
	pa, ka, okA := access(a)
	pb, kb, okB := access(b)
	return okA && okB && (ka == il.Write || kb == il.Write) &&
		pa.Fields[len(pa.Fields)-1] == pb.Fields[len(pb.Fields)-1]
}

// candidates numbers the pairs of accesses that can race. ok is false if they exceed the limit.
func (w *writer) candidates(limit int) (list []Candidate, ok bool) {
	right := accesses(w.threads[1].graph)
	for _, a := range accesses(w.threads[0].graph) {
		for _, b := range right {
			if canRace(a, b) {
				list = append(list, Candidate{a, b})
			}
		}
		if len(list) > limit {
			return nil, false
		}
	}
	slice.SortStable(list, func(x, y Candidate) int {
		return cmp.Or(cmp.Compare(x.A.Pos(), y.A.Pos()), cmp.Compare(x.B.Pos(), y.B.Pos()))
	})
	w.number = make(map[Candidate]int, len(list))
	for i, c := range list {
		w.number[c] = i + 1
	}
	return list, true
}

// accesses lists the loads and stores of a thread, each once, in text order.
func accesses(g *graph) []il.Command {
	var list []il.Command
	seen := map[il.Command]bool{}
	for _, p := range g.points {
		if _, _, ok := access(p.command); ok && !seen[p.command] {
			seen[p.command] = true
			list = append(list, p.command)
		}
	}
	return list
}

// meeting is a RACE line: thread A is at its access, where the line is written; thread B is at
// another one; and their objects are equal.
type meeting struct {
	number int    // the number of the Candidate
	other  *point // the place of thread B
}

// allChecks finds the RACE lines of the model. It returns false if there are more than limit.
func (w *writer) allChecks(limit int) bool {
	w.races = map[*point][]meeting{}
	for _, p := range w.threads[0].graph.points {
		if _, _, ok := access(p.command); !ok {
			continue
		}
		var list []meeting
		for _, q := range w.threads[1].graph.points {
			if n := w.number[Candidate{p.command, q.command}]; n > 0 {
				list = append(list, meeting{n, q})
			}
		}
		slice.SortStable(list, func(x, y meeting) int { return cmp.Compare(x.number, y.number) })
		w.races[p] = list
		limit -= len(list)
		if limit < 0 {
			return false
		}
	}
	return true
}
