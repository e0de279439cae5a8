package repair

import (
	"context"
	"fmt"
	"slices"

	"wobbly/abstract"
	"wobbly/il"
)

// Deadlock is two lock()s of a pair of units at which two threads can wait for each other.
type Deadlock struct {
	Pair il.Pair
	At   [2]il.Pos
}

// Untangling is what Untangle has found.
type Untangling struct {
	Proposals []Proposal // another order of two locks, a lock around both regions; none if neither helps
	Tried     int        // changed programs that were judged
}

// Untangle proposes changes that remove a deadlock: one thread takes the two locks in the order of
// the other one, where their regions are nested directly; or both threads first take one more lock,
// the gate. A change is proposed if, by Theorem D, no pair of units has more deadlocks than before
// and this pair has fewer. If the exact search of the pair completes, it must not contradict that.
func (p *Program) Untangle(ctx context.Context, d Deadlock, o Options) (out Untangling, err error) {
	before, err := p.deadlocks()
	if err != nil {
		return out, err
	}
	try := func(how, title, text string) (bool, error) {
		if text == "" {
			return false, nil
		}
		out.Tried++
		q := p.edited(text)
		if q == nil {
			return false, nil
		}
		after, err := q.deadlocks()
		pair := q.pair(d.Pair)
		if err != nil || more(before, after) || after[p.indexOf(d.Pair)] >= before[p.indexOf(d.Pair)] {
			return false, nil // the analysis has no answer for the changed program, or no better one
		}
		found, err := q.searched(ctx, pair, o)
		if err != nil {
			return false, err
		}
		left := after[q.indexOf(pair)]
		note := fmt.Sprintf("By Theorem D, %s || %s has %s, and the exact search of %d states finds the same.",
			pair.Left.Name, pair.Right.Name, deadlockCount(left), found.States)
		switch {
		case !found.Complete:
			note = fmt.Sprintf("By Theorem D, %s || %s has %s. The exact search was cut.", pair.Left.Name, pair.Right.Name, deadlockCount(left))
		case len(found.Deadlocks) < left || left == 0 && len(found.Deadlocks) > 0:
			return false, nil
		}
		out.Proposals = append(out.Proposals, Proposal{Title: title, Notes: []string{note}, Text: text, Untangles: how, program: q, pair: pair})
		return true, nil
	}
	for i, u := range [2]*il.Unit{d.Pair.Left, d.Pair.Right} {
		title, text := p.reordered(u, d.At[i])
		if done, err := try("order", title, text); done || err != nil {
			if err != nil {
				return out, err
			}
			break
		}
	}
	title, text := p.gated(d)
	_, err = try("gate", title, text)
	return out, err
}

func deadlockCount(n int) string {
	switch n {
	case 0:
		return "no deadlock"
	case 1:
		return "one deadlock left"
	default:
		return fmt.Sprintf("%d deadlocks left", n)
	}
}

// deadlocks counts those of each pair of units, by the numbers of the units.
func (p *Program) deadlocks() (map[[2]int]int, error) {
	sets, err := abstract.AnalyzeSets(p.Core, abstract.Options{})
	if err != nil {
		return nil, err
	}
	all := map[[2]int]int{}
	for _, pair := range p.Core.Pairs() {
		all[p.indexOf(pair)] = len(sets.Deadlocks(pair))
	}
	return all, nil
}

func (p *Program) indexOf(pair il.Pair) [2]int { return [2]int{pair.Left.Index, pair.Right.Index} }

// deadlocksAdded reports whether a pair of units has more deadlocks in a changed program.
func (p *Program) deadlocksAdded(q *Program) (bool, error) {
	if len(q.Core.Locks) == 0 {
		return false, nil
	}
	before, err := p.deadlocks()
	if err != nil {
		return false, err
	}
	after, err := q.deadlocks()
	return more(before, after), err
}

// more reports whether a pair has more deadlocks after a change.
func more(before, after map[[2]int]int) bool {
	for k, n := range after {
		if n > before[k] {
			return true
		}
	}
	return false
}

// reordered returns the text after swapping the locks of two nested regions: the one that the lock()
// at a position begins, and the one directly around it, which contains nothing else. It returns ""
// if there are no such regions.
func (p *Program) reordered(u *il.Unit, at il.Pos) (title, text string) {
	s, ok := p.find(at)
	if !ok || p.unit(s.body) != u {
		return "", ""
	}
	outer, inner := p.outer(s), s.stmt()
	if outer == nil {
		return "", ""
	}
	edits := slices.Concat(p.renamed(outer, inner), p.renamed(inner, outer))
	slices.SortFunc(edits, func(a, b edit) int { return b.from - a.from })
	text = p.Source.Text
	for _, e := range edits {
		text = text[:e.from] + e.text + text[e.to:]
	}
	a, _ := il.LockOf(outer)
	b, _ := il.LockOf(inner)
	a.Among, b.Among = true, true
	return fmt.Sprintf("let %s take %s before %s, as the other thread does", u.Name, b.Words(), a.Words()), text
}

// outer returns the statement that begins the region directly around the one that s begins, so that
// nothing comes between the two beginnings, nor between the two ends; nil if there is none.
func (p *Program) outer(s spot) il.Stmt {
	if il.Acquires(s.stmt()) { // lock(a); lock(b); ... unlock(b); unlock(a)
		if s.index == 0 || !il.Acquires(s.block.Stmts[s.index-1]) {
			return nil
		}
		end := matching(s.block, s.index)
		if end < 0 || end+1 >= len(s.block.Stmts) || matching(s.block, s.index-1) != end+1 {
			return nil
		}
		return s.block.Stmts[s.index-1]
	}
	if len(s.block.Stmts) != 1 {
		return nil
	}
	var around il.Stmt
	il.Walk(s.body, func(x il.Stmt) {
		if y, ok := x.(*il.Synchronized); ok && y.Body == s.block {
			around = x
		}
	})
	return around
}

// matching returns the index of the unlock() that matches the lock() at index i of b, or -1 if b has
// none. It counts all locks alike, which is right because regions are nested (package check).
func matching(b *il.Block, i int) int {
	depth := 0
	for k := i; k < len(b.Stmts); k++ {
		switch s := b.Stmts[k]; {
		case il.Acquires(s):
			depth++
		case il.Releases(s):
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return -1
}

type edit struct {
	from, to int
	text     string
}

// renamed returns the edits after which the region that a statement begins is one of the lock of
// another statement.
func (p *Program) renamed(s, other il.Stmt) []edit {
	lock, _ := il.LockOf(other)
	if region, ok := s.(*il.Synchronized); ok {
		return []edit{{int(region.At), int(region.Body.At), synchronized(lock.Lock) + " "}}
	}
	at, _ := p.find(s.Pos())
	return []edit{
		p.call(at.block, at.index, "lock("+lock.Lock+");"),
		p.call(at.block, matching(at.block, at.index), "unlock("+lock.Lock+");"),
	}
}

// call replaces a lock() or unlock().
func (p *Program) call(b *il.Block, i int, text string) edit {
	return edit{int(b.Stmts[i].Pos()), p.end(b, i), text}
}

// gated returns the text with one more lock around the outermost regions of both threads.
func (p *Program) gated(d Deadlock) (title, text string) {
	var around []piece
	for i, u := range [2]*il.Unit{d.Pair.Left, d.Pair.Right} {
		x, ok := p.outermost(u, d.At[i])
		switch {
		case !ok:
			return "", ""
		case len(around) == 0:
			around = append(around, x)
		case x == around[0]:
		case p.overlap(x, around[0]):
			return "", ""
		default:
			around = append(around, x)
		}
	}
	gate := "gate"
	for n := 2; slices.Contains(p.Core.Locks, gate); n++ {
		gate = fmt.Sprint("gate", n)
	}
	name := gate
	if len(p.Core.Locks) == il.MaxLocks {
		gate, name = "", "the unnamed one"
	}
	slices.SortFunc(around, func(a, b piece) int { return int(b.block.Stmts[b.from].Pos()) - int(a.block.Stmts[a.from].Pos()) })
	where := around[0].unit
	if last := around[len(around)-1].unit; last != where {
		where = last + " and " + where
	}
	return fmt.Sprintf("take one more lock, %s, in %s before both", name, where), p.wrapAll(around, gate)
}

// outermost returns the outermost region of a unit that contains the lock() at a position, or the
// call that leads to it. If the call is inside a region, it is that region.
func (p *Program) outermost(u *il.Unit, at il.Pos) (piece, bool) {
	bodies := p.tree.Bodies()
	body := bodies[slices.IndexFunc(bodies, func(b *il.Block) bool { return b.End == u.Body.End })]
	s, ok := p.find(p.towards(u, at))
	if !ok || s.body != body {
		return piece{}, false
	}
	for b := body; b != nil; {
		k := slices.IndexFunc(b.Stmts, func(x il.Stmt) bool { return x.Pos() > s.stmt().Pos() })
		if k < 0 {
			k = len(b.Stmts)
		}
		k-- // the statement that is s, or that s is in
		for i := range k {
			if end := matching(b, i); il.Acquires(b.Stmts[i]) && end >= k {
				return piece{b, i, end + 1, u.Name}, true
			}
		}
		if _, region := b.Stmts[k].(*il.Synchronized); region || b == s.block {
			to := k + 1
			if il.Acquires(b.Stmts[k]) {
				to = matching(b, k) + 1
			}
			return piece{b, k, to, u.Name}, to > 0
		}
		b = holder(b, k, s.stmt().Pos())
	}
	return piece{}, false
}

// towards returns the position of the statement of a unit that is a lock() or calls a method that
// leads to it.
func (p *Program) towards(u *il.Unit, at il.Pos) il.Pos {
	if u.Body.At < at && at < u.Body.End {
		return at
	}
	for _, call := range p.Core.Calls(u) {
		for _, v := range p.Core.Reachable(p.Core.Methods[call.Method]) {
			if v.Body.At < at && at < v.Body.End {
				return call.At
			}
		}
	}
	return il.NoPos
}
