package repair

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Race is two accesses, the left unit's and the right unit's.
type Race struct {
	Pair  il.Pair
	Sites il.Sites
}

// Kind is how a proposal changes a program.
type Kind string

// The kinds of proposals.
const (
	KindRegion Kind = "region" // puts an access under the lock
	KindCopy   Kind = "copy"   // reads a copy instead of the path
	KindShrink Kind = "shrink" // makes lock regions smaller
	KindOrder  Kind = "order"  // takes two locks in another order, against a deadlock
	KindGate   Kind = "gate"   // takes one more lock around both, against a deadlock
)

// Proposal is a change of a program.
type Proposal struct {
	Kind   Kind
	Title  string   // such as "put line 32 under the lock"
	Notes  []string // sentences: what to consider
	Text   string   // the text of the changed program
	Before Account  // the pair before the change; set by Remove only
	After  Account  // the pair after it; set by Remove only

	program *Program // the changed program
	pair    il.Pair  // the pair of units of the changed program whose race is removed
	updates [2]bool  // whether the thread of each side reads the racing field and then writes it
	field   string   // the last field of the racing path
}

// Core returns the changed program.
func (p *Proposal) Core() *il.Core { return p.program.Core }

// Pair returns the pair of units whose race the change removes, in the changed program.
func (p *Proposal) Pair() il.Pair { return p.pair }

// Removal is what Remove has found.
type Removal struct {
	Before Account // the program as it is
	// Proposals are a region that keeps an operation whole, the smallest region, and a copy, as far
	// as they exist.
	Proposals []Proposal
	Unknown   int // how many smaller regions have no answer because of a bound
	Tried     int // how many changed programs were judged
}

// Remove proposes changes that remove a race; none if Before.Race is No. The error says what is
// wrong with the race or the options, or is that of the context.
func (p *Program) Remove(ctx context.Context, r Race, o Options) (Removal, error) {
	f := &fixer{ctx: ctx, p: p, r: r, o: o}
	for i, s := range r.Sites {
		at, ok := p.find(s.At)
		if !ok {
			return Removal{}, fmt.Errorf("there is no statement at %s", p.Source.At(s.At))
		}
		f.at[i] = at
	}
	var err error
	f.out.Before, err = p.account(ctx, r.Pair, []il.Sites{r.Sites}, o)
	if err != nil || f.out.Before.Race == No {
		return f.out, err
	}
	if f.updating, err = f.updates(); err != nil {
		return f.out, err
	}
	for _, all := range [][]candidate{f.atomicRegions(), f.regions(), f.copies()} {
		if err := f.try(all); err != nil {
			return f.out, err
		}
	}
	return f.out, nil
}

// fixer is one run of Remove.
type fixer struct {
	ctx context.Context
	p   *Program
	r   Race // the race at hand
	o   Options
	at  [2]spot // its two statements
	out Removal // the result so far

	updating [2]bool // see Proposal.updates
}

// candidate is a proposal that may not remove the race.
type candidate struct {
	Proposal
	inserted int // the ordinal of a new statement; -1 if there is none
	side     int // of a copy: the side whose access is replaced
	copied   int // of a copy: the ordinal of the new load of the path, or -1
}

// try proposes the first candidate that removes the race, unless it has been proposed already.
func (f *fixer) try(all []candidate) error {
	for _, c := range all {
		q := f.p.edited(c.Text)
		if q == nil || len(q.Core.Units) != len(f.p.Core.Units) {
			continue
		}
		if slices.ContainsFunc(f.out.Proposals, func(x Proposal) bool { return x.Text == c.Text }) {
			return nil
		}
		more, err := f.p.deadlocksAdded(q)
		if err != nil {
			return err
		}
		if more {
			continue
		}
		pair := q.pair(f.r.Pair)
		after, err := q.account(f.ctx, pair, f.watched(q, c), f.o)
		if err = cmp.Or(err, f.ctx.Err()); err != nil {
			return err
		}
		f.out.Tried++
		switch {
		case after.Race == No && !(c.Kind == KindCopy && f.copyAddsRace(after, c)):
			c.Before, c.After, c.program, c.pair = f.out.Before, after, q, pair
			c.updates, c.field = f.updating, f.field()
			f.out.Proposals = append(f.out.Proposals, c.Proposal)
			return nil
		case after.Race == unknown && c.Kind != KindCopy:
			f.out.Unknown++
		}
	}
	return nil
}

// watched returns the sites at which the race is still the race at hand, in the changed program.
func (f *fixer) watched(q *Program, c candidate) []il.Sites {
	var s il.Sites
	for i, old := range f.r.Sites {
		n := f.p.ordinal(old.At)
		switch {
		case c.Kind == KindCopy && (i == c.side || f.r.Sites[0] == f.r.Sites[1]):
			if n = c.copied; n < 0 {
				return nil
			}
		case c.inserted >= 0 && n >= c.inserted:
			n++
		}
		s[i] = il.Site{At: q.stmts[n].Pos(), Kind: old.Kind}
	}
	return []il.Sites{s}
}

// copyAddsRace reports whether the copied statement of c races, or, if the races before are all
// known, there is a race that was not there before. Statements after the copy have moved by one.
func (f *fixer) copyAddsRace(after Account, c candidate) bool {
	for x := range after.races {
		for i := range x {
			if x[i].n == c.copied && c.inserted >= 0 {
				return true
			}
			if c.inserted >= 0 && x[i].n > c.inserted {
				x[i].n--
			}
		}
		if !f.out.Before.races[x] && f.out.Before.Cut == "" {
			return true
		}
	}
	return false
}

// piece is a sequence of statements of one block.
type piece struct {
	block    *il.Block
	from, to int    // indices; to is one after the last
	unit     string // the name of the unit
}

// regions returns the lock regions to try, the smallest first: around one access, around both, and
// around everything from one to the other if both are in one block.
func (f *fixer) regions() []candidate {
	sets := [][]piece{{f.access(0)}}
	if f.at[0].stmt() != f.at[1].stmt() {
		sets = append(sets, []piece{f.access(1)}, []piece{f.access(0), f.access(1)})
		if a, b := f.at[0], f.at[1]; a.block == b.block {
			from, to := min(a.index, b.index), max(a.index, b.index)
			sets = append(sets, []piece{{block: a.block, from: from, to: to + 1, unit: f.unit(0)}})
		}
	}
	return f.candidates(sets)
}

func (f *fixer) access(i int) piece {
	at := f.at[i]
	return piece{block: at.block, from: at.index, to: at.index + 1, unit: f.unit(i)}
}

// candidates returns regions of each lock to try around each set of pieces.
func (f *fixer) candidates(sets [][]piece) []candidate {
	slice.SortStable(sets, func(a, b []piece) int {
		size := func(s []piece) int {
			return slice.Sum(s, func(c piece) int { return c.to - c.from })
		}
		return cmp.Or(cmp.Compare(size(a), size(b)), cmp.Compare(len(a), len(b)))
	})
	var all []candidate
	for _, s := range sets {
		var notes []string
		for _, c := range s {
			if others := f.sameField(c); others != "" {
				notes = append(notes,
					fmt.Sprintf("%s touches the field at %s too. Accesses that belong together "+
						"need one region.", c.unit, others))
			}
		}
		for _, lock := range f.locks() {
			notes := slices.Compact(slices.Clone(notes))
			if len(f.p.Core.Locks) > 0 {
				notes = append(notes, "By Theorem D the region cannot cause a deadlock.")
				if lock.Lock == "" && !slices.Contains(f.p.Core.LocksTaken(), lock) {
					notes[len(notes)-1] = "This lock is new: any other could cause a deadlock."
				}
			}
			x := Proposal{
				Kind: KindRegion, Title: f.title(s, lock.Words()), Notes: notes,
				Text: f.p.wrapAll(s, lock.Lock),
			}
			all = append(all, candidate{Proposal: x, copied: -1, inserted: -1})
		}
	}
	return all
}

// locks lists the locks to try: first those of the regions around an access, then the others of the
// program. The last one is the unnamed lock, which cannot cause a deadlock if the program does not
// take it.
func (f *fixer) locks() []il.LockRef {
	regions := f.p.regions()
	held := append(f.p.guards(regions, f.r.Sites[0].At), f.p.guards(regions, f.r.Sites[1].At)...)
	isHeld := func(l il.LockRef) bool { return slices.Contains(held, l.Lock) }
	taken := f.p.Core.LocksTaken()
	all := append(slice.Filter(taken, isHeld), slices.DeleteFunc(taken, isHeld)...)
	if unnamed := (il.LockRef{Among: len(f.p.Core.Locks) > 0}); !slices.Contains(all, unnamed) {
		all = append(all, unnamed)
	}
	return all
}

func (f *fixer) unit(i int) string { return f.p.unit(f.at[i].body).Name }

// wrapAll returns the text with a region of a lock around each piece.
func (p *Program) wrapAll(pieces []piece, lock string) string {
	pieces = slice.Sorted(slices.Values(pieces), func(a, b piece) int {
		return -cmp.Compare(a.block.Stmts[a.from].Pos(), b.block.Stmts[b.from].Pos())
	})
	text := p.Source.Text
	for _, c := range pieces { // the last first, so that positions stay good
		text = wrapped(text, synchronized(lock), int(c.block.Stmts[c.from].Pos()),
			p.end(c.block, c.to-1))
	}
	return text
}

// title says what is put under a lock: "put b.f := x (32:3, in reps) under the lock".
func (f *fixer) title(s []piece, lock string) string {
	parts := slice.Map(s, func(c piece) string {
		first, last := c.block.Stmts[c.from], c.block.Stmts[c.to-1]
		text := il.Text(first) + " at " + f.p.Source.At(first.Pos())
		if first != last {
			text += " to " + il.Text(last) + " at " + f.p.Source.At(last.Pos())
		}
		return text + " in " + c.unit
	})
	text := "put " + strings.Join(parts, " and ") + " under " + lock
	if len(s) > 1 {
		text += ", each in a region of its own"
	}
	return text
}

// sameField lists the accesses to the racing field that are in the piece's body but not in the
// piece.
func (f *fixer) sameField(c piece) string {
	var at []string
	from, to := c.block.Stmts[c.from].Pos(), il.Pos(f.p.end(c.block, c.to-1))
	for i := range f.at {
		if f.unit(i) != c.unit {
			continue
		}
		field := raceField(f.at[i].stmt(), f.r.Sites[i].Kind)
		il.Walk(f.at[i].body, func(s il.Stmt) {
			if s.Pos() >= from && s.Pos() < to {
				return
			}
			for _, kind := range []il.AccessKind{il.Read, il.Write} {
				if field != "" && raceField(s, kind) == field &&
					!slices.Contains(at, f.p.Source.At(s.Pos())) {
					at = append(at, f.p.Source.At(s.Pos()))
				}
			}
		})
	}
	const maxPlaces = 3
	if len(at) > maxPlaces {
		at = append(at[:maxPlaces:maxPlaces], "...")
	}
	return strings.Join(at, ", ")
}

// raceField returns the field of a statement's first access of a kind, or "" if it has none.
func raceField(s il.Stmt, kind il.AccessKind) string {
	for _, a := range il.AccessesOf(s) {
		if a.Kind == kind {
			return a.Field()
		}
	}
	return ""
}
