package repair

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/slice"
	"wobbly/semantics/explore"
)

// Options bound the searches.
type Options struct {
	States  int // that a search may meet; 0 for no limit
	Objects int // of a state, besides those of the initial state, where there is a loop; 0 for no limit
	Workers int // goroutines of a search; the answers do not depend on it

	Progress func(explore.Progress) // called now and then by each search; may be nil

	Only *il.Pair // Shrink looks at this pair only; nil for all pairs of the file
}

// Defaults are bounds that small programs never meet.
func Defaults() Options { return Options{States: 500_000, Objects: 32, Workers: 1} }

// Answer says whether something is so.
type Answer uint8

// The answers. The zero Answer is the cautious one.
const (
	unknown Answer = iota // a bound cut the search
	No
	yes
)

// String gives "unknown", "no", "yes".
func (a Answer) String() string { return [...]string{"unknown", "no", "yes"}[a] }

// Account is what is known of one pair of units: of all its interleavings, from
// all initial states, and of RacerDX's reports.
type Account struct {
	Race      Answer      // the race at hand is one
	Races     int         // pairs of accesses that race, the left unit's and the right unit's; at least so many where Cut says something
	Cut       explore.Cut // why the search was not complete
	States    uint64      // that it met
	Schedules *big.Int    // complete interleavings; nil where a loop makes them infinitely many, and where Uncounted says something
	Uncounted string      // why they were not counted; empty if they were
	Reports   exact.Nat   // of RacerDX
	Reported  bool        // the race at hand is among them
	TooLarge  string      // why RacerDX has no answer; empty if it has

	races map[numbered]bool
}

// numbered is a race by the ordinals of its statements, which stay the same in
// the texts that are made of one program.
type numbered [2]struct {
	n    int
	kind il.AccessKind
}

// of numbers a pair of sites.
func (p *Program) of(s il.Sites) (n numbered) {
	for i := range s {
		n[i].n, n[i].kind = p.number(s[i].At), s[i].Kind
	}
	return n
}

// pair is the pair of another text of the same program that has the same places
// in the file.
func (p *Program) pair(other il.Pair) il.Pair {
	return il.Pair{Left: p.Core.Units[other.Left.Index], Right: p.Core.Units[other.Right.Index]}
}

// searched looks at all interleavings of a pair.
func (p *Program) searched(ctx context.Context, pair il.Pair, o Options) (*explore.Result, error) {
	e := explore.Defaults()
	e.MaxStates, e.MaxObjects, e.Workers = o.States, o.Objects, max(1, o.Workers)
	e.Reduce, e.Prune, e.Progress = true, true, o.Progress
	return explore.Search(ctx, p.Core, pair, explore.Fitted(p.Core, pair, e))
}

// Races are the races of a pair, each once, in the order of their positions.
// complete tells whether the search was; else there may be more.
func (p *Program) Races(ctx context.Context, pair il.Pair, o Options) (all []Race, complete bool, err error) {
	r, err := p.searched(ctx, pair, o)
	if err != nil {
		return nil, false, err
	}
	for _, x := range r.Races {
		if s := sitesOf(pair, x); !slices.ContainsFunc(all, func(y Race) bool { return y.Sites == s }) {
			all = append(all, Race{pair, s})
		}
	}
	return all, r.Complete, nil
}

// sitesOf are the sites of a race.
func sitesOf(pair il.Pair, x explore.Race) il.Sites {
	return pair.Sites(il.Site{At: x.Left.At, Kind: x.Left.Kind}, il.Site{At: x.Right.At, Kind: x.Right.Kind})
}

// account judges a pair. The race at hand is any of those watched; none are not
// there any more.
func (p *Program) account(ctx context.Context, pair il.Pair, watched []il.Sites, o Options) (Account, error) {
	r, err := p.searched(ctx, pair, o)
	if err != nil {
		return Account{}, err
	}
	a := Account{Races: 0, Cut: r.Cut, States: r.States, races: map[numbered]bool{}}
	at := slice.SetBy(watched, func(s il.Sites) il.Sites { return pair.Sites(s[0], s[1]) })
	a.Race = No
	if r.Cut != explore.NotCut && !p.separates(watched) {
		a.Race = unknown
	}
	for _, x := range r.Races {
		s := sitesOf(pair, x)
		a.races[p.of(s)] = true
		if at[s] {
			a.Race = yes
		}
	}
	a.Races = len(r.Races)
	a.Schedules, err = explore.Interleavings(p.Core, pair, explore.Unbounded)
	switch {
	case errors.Is(err, explore.ErrCount):
		a.Uncounted = err.Error()
	case err != nil:
		return a, err
	}
	p.analyse(&a, pair, at)
	return a, nil
}

// separates tells whether each of two accesses is in a lock region of its own text,
// so that they cannot race whatever else there is.
func (p *Program) separates(all []il.Sites) bool {
	regions := p.regions()
	return !slices.ContainsFunc(all, func(s il.Sites) bool { return !p.guarded(regions, s[0].At) || !p.guarded(regions, s[1].At) })
}

// guarded tells whether a position is in one of these lock regions.
func (p *Program) guarded(regions []Region, at il.Pos) bool {
	return slices.ContainsFunc(regions, func(r Region) bool {
		open, end := p.edges(&r)
		return open.to <= int(at) && int(at) < end.from
	})
}

// mostReports is how many reports are looked at for the one at hand.
const mostReports = 10_000

// analyse runs RacerDX.
func (p *Program) analyse(a *Account, pair il.Pair, at map[il.Sites]bool) {
	result, err := compact.Run(p.Core, abstract.Options{Condition: abstract.Or})
	if err != nil {
		a.TooLarge = err.Error()
		return
	}
	reports, err := result.Reports(&pair)
	if err != nil {
		a.TooLarge = err.Error()
		return
	}
	a.Reports = reports.Races()
	for _, r := range reports.ListRaces(mostReports) {
		if at[pair.Sites(il.Site{At: r.Left.At, Kind: r.Left.Kind}, il.Site{At: r.Right.At, Kind: r.Right.Kind})] {
			a.Reported = true
			return
		}
	}
	if len(at) > 0 && a.Reports.Exceeds(mostReports) {
		a.TooLarge = "there are more reports than are looked at"
	}
}
