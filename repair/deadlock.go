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
	At   [2]il.Pos // the lock() of the left unit's thread, and of the right unit's
}

// Untangling is what Untangle has found.
type Untangling struct {
	// Proposals are those that help: another order of two locks, one more lock around both regions,
	// or both.
	Proposals []Proposal
	Tried     int // the number of changed programs that were judged
}

// Untangle proposes changes that remove a deadlock: one thread takes the two locks in the order of
// the other one, where their regions are nested directly; or both threads first take one more lock,
// the gate. A change is proposed if, by Theorem D, no pair of units has more deadlocks than before
// and this pair has fewer. If the exact search of the pair completes, it must not contradict that.
func (p *Program) Untangle(ctx context.Context, d Deadlock, o Options) (Untangling, error) {
	var out Untangling
	before, err := p.deadlocks()
	if err != nil {
		return out, err
	}
	orders := [2]Proposal{p.reordered(d.Pair.Left, d.At[0]), p.reordered(d.Pair.Right, d.At[1])}
	for _, x := range []Proposal{orders[0], orders[1], p.gated(d)} {
		if x.Text == "" || x.Kind == KindOrder && len(out.Proposals) > 0 {
			continue
		}
		out.Tried++
		x.program = p.edited(x.Text)
		if x.program == nil {
			continue
		}
		x.pair = x.program.pair(d.Pair)
		note, err := x.removesDeadlock(ctx, before, o)
		if err != nil {
			return out, err
		}
		if note != "" {
			x.Notes = []string{note}
			out.Proposals = append(out.Proposals, x)
		}
	}
	return out, nil
}

// removesDeadlock judges a change of a program whose deadlocks are given. It returns a note on the
// evidence, or "" if the change does not help.
func (x *Proposal) removesDeadlock(ctx context.Context, before map[[2]int]int,
	o Options) (string, error) {
	after, err := x.program.deadlocks()
	pair := indexOf(x.pair)
	if err != nil || more(before, after) || after[pair] >= before[pair] {
		return "", nil // the analysis has no answer for the changed program, or no better one
	}
	found, err := x.program.search(ctx, x.pair, o)
	if err != nil {
		return "", err
	}
	remaining := after[pair]
	note := fmt.Sprintf("By Theorem D, %s || %s has %s", x.pair.Left.Name, x.pair.Right.Name,
		deadlockCount(remaining))
	switch {
	case !found.Complete:
		return note + ". The exact search was cut.", nil
	case len(found.Deadlocks) < remaining || remaining == 0 && len(found.Deadlocks) > 0:
		return "", nil
	}
	return fmt.Sprintf("%s, and the exact search of %d states finds the same.", note, found.States),
		nil
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

// deadlocks returns the number of deadlocks of each pair of units by Theorem D; see indexOf for the
// keys. It fails if the analysis has no answer.
func (p *Program) deadlocks() (map[[2]int]int, error) {
	sets, err := abstract.AnalyzeSets(p.Core, abstract.Options{})
	if err != nil {
		return nil, err
	}
	all := map[[2]int]int{}
	for _, pair := range p.Core.Pairs() {
		all[indexOf(pair)] = len(sets.Deadlocks(pair))
	}
	return all, nil
}

// indexOf identifies a pair of units in all texts that are made of one program.
func indexOf(pair il.Pair) [2]int { return [2]int{pair.Left.Index, pair.Right.Index} }

// deadlocksAdded reports whether a pair has more deadlocks in q, a changed text of p. It fails if
// the analysis has no answer for one of the two.
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

// reordered swaps the locks of two nested regions: the one that the lock() at a position begins,
// and the one directly around it, which contains nothing else. It returns no text if there are no
// such regions.
func (p *Program) reordered(u *il.Unit, at il.Pos) Proposal {
	s, ok := p.find(at)
	if !ok || p.unit(s.body) != u {
		return Proposal{}
	}
	outer, inner := p.outer(s), s.stmt()
	if outer == nil {
		return Proposal{}
	}
	edits := slices.Concat(p.renamed(outer, inner), p.renamed(inner, outer))
	slices.SortFunc(edits, func(a, b edit) int { return b.from - a.from })
	text := p.Source.Text
	for _, e := range edits {
		text = text[:e.from] + e.text + text[e.to:]
	}
	a, _ := il.LockOf(outer)
	b, _ := il.LockOf(inner)
	a.Among, b.Among = true, true
	title := fmt.Sprintf("let %s take %s before %s, as the other thread does", u.Name,
		b.Words(), a.Words())
	return Proposal{Kind: KindOrder, Title: title, Text: text}
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

// matching returns the index of the unlock() that matches the lock() at index i of b, or -1 if b
// has none. It counts all locks alike, which is right because regions are nested (package check).
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
	text     string // the new text
}

// renamed returns the edits after which the region that a statement begins is one of the lock of
// another statement.
func (p *Program) renamed(s, other il.Stmt) []edit {
	lock, _ := il.LockOf(other)
	if region, ok := s.(*il.Synchronized); ok {
		head := synchronized(lock.Lock) + " "
		return []edit{{from: int(region.At), to: int(region.Body.At), text: head}}
	}
	at, _ := p.find(s.Pos())
	return []edit{
		p.replace(at.block, at.index, "lock("+lock.Lock+");"),
		p.replace(at.block, matching(at.block, at.index), "unlock("+lock.Lock+");"),
	}
}

func (p *Program) replace(b *il.Block, i int, text string) edit {
	return edit{from: int(b.Stmts[i].Pos()), to: p.end(b, i), text: text}
}

// gated puts one more lock around the outermost regions of both threads. It returns no text if that
// is not possible.
func (p *Program) gated(d Deadlock) Proposal {
	left, okLeft := p.outermost(d.Pair.Left, d.At[0])
	right, okRight := p.outermost(d.Pair.Right, d.At[1])
	if !okLeft || !okRight || left != right && p.overlap(left, right) {
		return Proposal{}
	}
	around := []piece{left, right}
	if left == right {
		around = around[:1]
	}
	gate := "gate"
	for n := 2; slices.Contains(p.Core.Locks, gate); n++ {
		gate = fmt.Sprint("gate", n)
	}
	name := gate
	if len(p.Core.Locks) == il.MaxLocks {
		gate, name = "", "the unnamed one"
	}
	slices.SortFunc(around, func(a, b piece) int {
		return int(b.block.Stmts[b.from].Pos()) - int(a.block.Stmts[a.from].Pos())
	})
	where := around[0].unit
	if last := around[len(around)-1].unit; last != where {
		where = last + " and " + where
	}
	title := fmt.Sprintf("take one more lock, %s, in %s before both", name, where)
	return Proposal{Kind: KindGate, Title: title, Text: p.wrapAll(around, gate)}
}

// outermost returns the outermost region of a unit that contains the lock() at a position, or the
// call that leads to it. If the call is inside a region, it is that region.
func (p *Program) outermost(u *il.Unit, at il.Pos) (piece, bool) {
	body := p.body(u)
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
				return piece{block: b, from: i, to: end + 1, unit: u.Name}, true
			}
		}
		if _, region := b.Stmts[k].(*il.Synchronized); region || b == s.block {
			to := k + 1
			if il.Acquires(b.Stmts[k]) {
				to = matching(b, k) + 1
			}
			return piece{block: b, from: k, to: to, unit: u.Name}, to > 0
		}
		b = innerBlock(b, k, s.stmt().Pos())
	}
	return piece{}, false
}

// towards returns the position of the statement of a unit that is the lock() at a position, or
// calls a method that leads to it; il.NoPos if there is none.
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
