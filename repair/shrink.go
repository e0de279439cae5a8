package repair

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Region is a lock region of the program, and what can leave it.
type Region struct {
	At    il.Position // of synchronized, or of lock()
	Unit  *il.Unit
	Parts []Part // its statements, in text order

	lock        il.LockRef
	open, close int       // the indices of lock() and unlock() in the block
	sync        *spot     // the place of synchronized; nil if the region has lock()
	block       *il.Block // the block that holds the parts
}

// Part is a statement of a lock region.
type Part struct {
	At     il.Position
	Text   string // the statement
	Leaves Answer // whether it can be moved out by itself without adding a race
	Why    string // the race, or the open question; empty if it can

	stmt il.Stmt
}

// Shrinking is what Shrink has found.
type Shrinking struct {
	Regions   []Region
	Proposal  *Proposal // all regions with less; nil if none can be made smaller at its ends
	Undecided bool      // whether a bound kept a question open
	Tried     int       // how many changed programs were judged
}

// Shrink finds out which statements can leave each lock region, one at a time, and proposes the
// program in which as many as possible have left at the ends of the regions. A statement can leave
// if that adds no race of any pair of units. The error is that of the context.
func (p *Program) Shrink(ctx context.Context, o Options) (Shrinking, error) {
	s := &shrinker{ctx: ctx, p: p, o: o, before: map[[2]int]raceSet{}, racing: map[int]il.Pair{}}
	all := p.regions()
	if len(all) == 0 {
		return s.out, nil
	}
	pairs := p.pairs(o)
	if len(pairs) > maxPairs {
		return Shrinking{}, fmt.Errorf("the file has %d pairs of units, more than %d: name one",
			len(pairs), maxPairs)
	}
	for _, pair := range pairs {
		x, err := p.racesOf(ctx, pair, o)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return Shrinking{}, err
		}
		s.before[indexOf(pair)] = x
		for r := range x.races {
			for _, side := range r {
				if _, known := s.racing[side.n]; !known {
					s.racing[side.n] = pair
				}
			}
		}
	}
	for n := range all {
		if err := s.parts(&all[n]); err != nil {
			return Shrinking{}, err
		}
	}
	now := p
	for n := range slices.Backward(all) { // what a region becomes does not move those before it
		next, err := s.ends(now, n)
		if err != nil {
			return Shrinking{}, err
		}
		now = next
	}
	s.out.Regions = all
	if now != p {
		s.out.Proposal = &Proposal{
			Kind: KindShrink, Title: "let statements leave the lock regions",
			Notes: []string{"The other thread can now run between the parts of the region."},
			Text:  now.Source.Text, program: now,
		}
	}
	return s.out, nil
}

// maxPairs limits the pairs of units that are searched for one statement.
const maxPairs = 1000

func (p *Program) pairs(o Options) []il.Pair {
	if o.Only != nil {
		return []il.Pair{p.pair(*o.Only)}
	}
	return p.Core.Pairs()
}

// shrinker is one run of Shrink.
type shrinker struct {
	ctx    context.Context
	p      *Program
	o      Options
	before map[[2]int]raceSet // by the units of a pair
	racing map[int]il.Pair    // by the statements that race in the program as it is: a pair
	out    Shrinking          // the result so far
}

// raceSet is the races that a search has found.
type raceSet struct {
	races map[ordinalRace]bool
	cut   bool // whether a bound cut the search, so that there may be more
}

// regions lists the lock regions of a program in text order.
func (p *Program) regions() []Region {
	var all []Region
	for _, body := range p.tree.Bodies() {
		p.regionsIn(body, body, &all)
	}
	slice.Sort(all, func(a, b Region) int {
		return cmp.Or(cmp.Compare(a.At.Line, b.At.Line), cmp.Compare(a.At.Col, b.At.Col))
	})
	return all
}

// regionsIn adds the lock regions of a block, which is in a body, and of the blocks inside it.
func (p *Program) regionsIn(body, b *il.Block, all *[]Region) {
	unit := p.unit(body)
	var open []int // the lock()s without an unlock() so far
	for i, s := range b.List() {
		switch last := len(open) - 1; {
		case il.Acquires(s):
			open = append(open, i)
		case il.Releases(s) && last >= 0:
			from := open[last]
			open = open[:last]
			r := Region{
				At: p.Source.Position(b.Stmts[from].Pos()), Unit: unit, open: from,
				close: i, block: b,
			}
			r.lock, _ = il.LockOf(s)
			r.Parts = p.partsOf(b.Stmts[from+1 : i])
			*all = append(*all, r)
		}
		if s, ok := s.(*il.Synchronized); ok {
			r := Region{
				At: p.Source.Position(s.At), Unit: unit, lock: s.LockRef,
				sync: &spot{body: body, block: b, index: i}, block: s.Body,
			}
			r.Parts = p.partsOf(s.Body.Stmts)
			*all = append(*all, r)
		}
		for _, inner := range il.Blocks(s) {
			p.regionsIn(body, inner, all)
		}
	}
}

// partsOf returns the parts of a region, without answers.
func (p *Program) partsOf(list []il.Stmt) []Part {
	return slice.Map(list, func(s il.Stmt) Part {
		return Part{At: p.Source.Position(s.Pos()), Text: il.Text(s), stmt: s}
	})
}

// races says that a statement, or one in a method that it calls, already races. It returns "" if
// none does.
func (s *shrinker) races(p *Program, stmt il.Stmt) string {
	why := ""
	visit := func(x il.Stmt) {
		if pair, ok := s.racing[p.ordinal(x.Pos())]; ok && why == "" {
			why = fmt.Sprintf("%s at %s races as it is, in %s || %s; repair that first",
				il.Text(x), p.Source.At(x.Pos()), pair.Left.Name, pair.Right.Name)
		}
	}
	var called []*il.Unit
	il.Walk(&il.Block{Stmts: []il.Stmt{stmt}}, func(x il.Stmt) {
		visit(x)
		if u := p.callee(x); u != nil {
			called = append(called, u)
		}
	})
	for _, u := range p.Core.Reachable(called...) {
		il.Walk(u.Body, visit)
	}
	return why
}

// parts asks of each statement of a region whether it can leave.
func (s *shrinker) parts(r *Region) error {
	for k := range r.Parts {
		part := &r.Parts[k]
		if part.Why = s.races(s.p, part.stmt); part.Why != "" {
			part.Leaves = No
			continue
		}
		stays := make([]bool, len(r.Parts))
		for i := range stays {
			stays[i] = i != k
		}
		var err error
		if part.Leaves, part.Why, err = s.judge(s.p, r.Unit, s.p.reshaped(r, stays)); err != nil {
			return err
		}
		s.out.Undecided = s.out.Undecided || part.Leaves == unknown
	}
	return nil
}

// ends returns a program in which region n is as small as it can be made at its ends.
func (s *shrinker) ends(now *Program, n int) (*Program, error) {
	r := now.regions()[n]
	best := now
	stays := make([]bool, len(r.Parts))
	for i := range stays {
		stays[i] = true
	}
	// leave lets a part leave the region, and reports whether that adds no race.
	leave := func(i int) (bool, error) {
		if s.races(now, r.Parts[i].stmt) != "" {
			return false, nil
		}
		stays[i] = false
		text := now.reshaped(&r, stays)
		answer, _, err := s.judge(now, r.Unit, text)
		if err != nil || answer != yes {
			stays[i] = true
			return false, err
		}
		best = now.edited(text)
		return true, nil
	}
	first := 0
	for first < len(r.Parts) {
		left, err := leave(first)
		if err != nil {
			return nil, err
		}
		if !left {
			break
		}
		first++
	}
	for last := len(r.Parts) - 1; last > first; last-- {
		if left, err := leave(last); !left || err != nil {
			return best, err
		}
	}
	return best, nil
}

// judge reports whether a changed text adds no race and no deadlock, in the pairs that reach a
// unit.
func (s *shrinker) judge(p *Program, unit *il.Unit, text string) (Answer, string, error) {
	q := p.edited(text)
	if q == nil {
		return No, "the program would not be legal", nil
	}
	s.out.Tried++
	if more, err := p.deadlocksAdded(q); err != nil || more {
		return No, "outside, two threads could deadlock", err
	}
	answer, why := yes, ""
	for _, pair := range p.pairs(s.o) {
		if !slices.Contains(p.Core.Reachable(pair.Left, pair.Right), unit) {
			continue
		}
		before := s.before[indexOf(pair)] // accepted changes leave the races as they are
		after, err := q.racesOf(s.ctx, q.pair(pair), s.o)
		if err = cmp.Or(err, s.ctx.Err()); err != nil {
			return No, "", err
		}
		if fresh := newRaces(before, after); len(fresh) > 0 && !before.cut {
			side := func(i int) string { return il.Text(q.stmts[fresh[0][i].n]) }
			return No, fmt.Sprintf("outside, %s of %s would race with %s of %s",
				side(0), pair.Left.Name, side(1), pair.Right.Name), nil
		}
		if before.cut || after.cut {
			answer, why = unknown, fmt.Sprintf("a bound cut the search of %s || %s", pair.Left.Name,
				pair.Right.Name)
		}
	}
	return answer, why, nil
}

func (p *Program) racesOf(ctx context.Context, pair il.Pair, o Options) (raceSet, error) {
	r, err := p.search(ctx, pair, o)
	if err != nil {
		return raceSet{}, err
	}
	out := raceSet{races: map[ordinalRace]bool{}, cut: r.Cut != ""}
	for _, x := range r.Races {
		out.races[p.ordinals(sitesOf(pair, x))] = true
	}
	return out, nil
}

// newRaces lists the races of after that before does not have, in text order.
func newRaces(before, after raceSet) []ordinalRace {
	var all []ordinalRace
	for x := range after.races {
		if !before.races[x] {
			all = append(all, x)
		}
	}
	slice.Sort(all, func(a, b ordinalRace) int {
		for i := range a {
			if a[i] != b[i] {
				return (a[i].n-b[i].n)*2 + int(a[i].kind) - int(b[i].kind)
			}
		}
		return 0
	})
	return all
}
