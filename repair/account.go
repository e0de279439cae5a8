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

// Options has the bounds of the searches.
type Options struct {
	States  int // the most states that one search visits; 0 means no limit
	Objects int // the most new objects of a state in a program with a loop; 0 means no limit
	Workers int // the goroutines of a search; the answers do not depend on it

	Progress func(explore.Progress) // called by each search at intervals; may be nil

	Only *il.Pair // the only pair that Shrink examines; nil for all pairs of the file
}

// Defaults returns bounds that small programs never reach.
func Defaults() Options { return Options{States: 500_000, Objects: 32, Workers: 1} }

// Answer is the answer to a question that a search may leave open.
type Answer uint8

// The answers. The zero Answer is the cautious one.
const (
	unknown Answer = iota // a bound cut the search
	No                    // a complete search has found that it is not so
	yes                   // a search has found that it is so
)

// String returns "unknown", "no" or "yes".
func (a Answer) String() string { return [...]string{"unknown", "no", "yes"}[a] }

// Account describes a pair of units: all its interleavings, from all initial states, and RacerDX's
// reports.
type Account struct {
	Race Answer // whether the race at hand is one
	// Races is the number of unordered pairs of accesses that race. It is a lower bound if
	// the search was cut.
	Races  int
	Cut    explore.Cut // why the search is incomplete
	States uint64      // the number of states that were visited
	// Schedules is the number of complete interleavings. It is nil if loops make them
	// infinitely many, or if Uncounted says why they were not counted.
	Schedules *big.Int
	Uncounted string
	Reports   exact.Nat // the number of RacerDX's reports
	Reported  bool      // whether the race at hand is among them
	TooLarge  string    // why RacerDX has no answer; may be empty

	races map[ordinalRace]bool // the races that the search has found
}

// ordinalRace identifies a race by the ordinals of its statements, which are the same in all texts
// derived from one program.
type ordinalRace [2]struct {
	n    int // the ordinal of the statement; see Program.ordinal
	kind il.AccessKind
}

// ordinals returns the race at a pair of sites.
func (p *Program) ordinals(s il.Sites) (r ordinalRace) {
	for i := range s {
		r[i].n, r[i].kind = p.ordinal(s[i].At), s[i].Kind
	}
	return r
}

// pair returns the units at the same places as those of a pair in another text of the program.
func (p *Program) pair(other il.Pair) il.Pair {
	return il.Pair{Left: p.Core.Units[other.Left.Index], Right: p.Core.Units[other.Right.Index]}
}

// search explores all interleavings of a pair from all initial states, within the bounds of o.
func (p *Program) search(ctx context.Context, pair il.Pair, o Options) (*explore.Result, error) {
	e := explore.Defaults()
	e.MaxStates, e.MaxObjects, e.Workers = o.States, o.Objects, max(1, o.Workers)
	e.Reduce, e.Prune, e.Progress = true, true, o.Progress
	return explore.Search(ctx, p.Core, pair, explore.Fitted(p.Core, pair, e))
}

// Races lists the races of a pair in the order of their positions. If the search was not
// complete, there may be more.
func (p *Program) Races(ctx context.Context, pair il.Pair,
	o Options) (all []Race, complete bool, err error) {
	r, err := p.search(ctx, pair, o)
	if err != nil {
		return nil, false, err
	}
	for _, x := range explore.Distinct(pair, r.Races) {
		all = append(all, Race{pair, sitesOf(pair, x)})
	}
	slice.SortStable(all, func(x, y Race) int { return x.Sites.Compare(y.Sites) })
	return all, r.Complete, nil
}

// sitesOf returns the sites of a race in the order of the units of a pair.
func sitesOf(pair il.Pair, x explore.Race) il.Sites {
	s := x.Sites()
	return pair.Sites(s[0], s[1])
}

// account judges a pair. The race at hand is any of those watched; watched is empty if its
// accesses no longer exist.
func (p *Program) account(ctx context.Context, pair il.Pair, watched []il.Sites,
	o Options) (Account, error) {
	r, err := p.search(ctx, pair, o)
	if err != nil {
		return Account{}, err
	}
	a := Account{
		Race: No, Races: len(explore.Distinct(pair, r.Races)), Cut: r.Cut, States: r.States,
		races: map[ordinalRace]bool{},
	}
	sites := slice.SetBy(watched, func(s il.Sites) il.Sites { return pair.Sites(s[0], s[1]) })
	if r.Cut != explore.NotCut && !p.separates(watched) {
		a.Race = unknown
	}
	for _, x := range r.Races {
		s := sitesOf(pair, x)
		a.races[p.ordinals(s)] = true
		if sites[s] {
			a.Race = yes
		}
	}
	a.Schedules, err = explore.Interleavings(p.Core, pair, explore.Unbounded)
	switch {
	case errors.Is(err, explore.ErrCount):
		a.Uncounted = err.Error()
	case err != nil:
		return a, err
	}
	p.addReports(&a, pair, sites)
	return a, nil
}

// separates reports whether each pair of accesses is in regions of one lock, so that it cannot race
// whatever the rest of the text is.
func (p *Program) separates(all []il.Sites) bool {
	regions := p.regions()
	for _, s := range all {
		right := p.guards(regions, s[1].At)
		guards := func(lock string) bool { return slices.Contains(right, lock) }
		if !slices.ContainsFunc(p.guards(regions, s[0].At), guards) {
			return false
		}
	}
	return true
}

// guards lists the locks of the regions that a position is in.
func (p *Program) guards(regions []Region, at il.Pos) (locks []string) {
	for _, r := range regions {
		if open, end := p.edges(&r); open.to <= int(at) && int(at) < end.from {
			locks = append(locks, r.lock.Lock)
		}
	}
	return locks
}

// maxReports limits the reports among which addReports looks for the race at hand.
const maxReports = 10_000

// addReports adds the reports of RacerDX. watched has the sites of the race at hand.
func (p *Program) addReports(a *Account, pair il.Pair, watched map[il.Sites]bool) {
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
	for _, r := range reports.ListRaces(maxReports) {
		left := il.Site{At: r.Left.At, Kind: r.Left.Kind}
		right := il.Site{At: r.Right.At, Kind: r.Right.Kind}
		if watched[pair.Sites(left, right)] {
			a.Reported = true
			return
		}
	}
	if len(watched) > 0 && a.Reports.Exceeds(maxReports) {
		a.TooLarge = "there are more reports than are looked at"
	}
}
