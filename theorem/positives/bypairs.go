package positives

import (
	"math/rand/v2"

	"wobbly/abstract"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

// byPairs is a mode that reports pairs of accesses by the summaries of their methods.
type byPairs struct {
	premises []engine.Hypothesis         // the premises of a report
	report   func(*Pair) abstract.Report // the pair as the mode reports it
	// start returns the special state of the mode's theorem for a pair, if there is one.
	start func(*Pair) (semantics.Init, bool)
	// address returns an error if, before their accesses, the threads do not have the addresses
	// that the theorem claims.
	address func(*Pair, semantics.Config) error
}

func (m byPairs) reports(x *Pair) bool { return engine.Meets(unclaimed{x}, m.premises) }

// reportedBy returns the hypothesis of the exact search, that a pair is a report.
func (m byPairs) reportedBy(theorem string) []engine.Hypothesis {
	return []engine.Hypothesis{
		engine.On("reported", "The accesses meet all premises of "+theorem+".",
			func(x paired) bool { return m.reports(x.sides()) }),
	}
}

type pairClaim struct {
	*Pair
	report   abstract.Report
	conclude func(claim) error
}

func (x pairClaim) about() sitesOfCase { return sitesOfCase{x.In, x.Units, x.sites()} }

func (x pairClaim) proof() truth.Proof { return truth.ProofOf(x.In, x.report) }

func (x pairClaim) Conclusion() error { return x.conclude(x) }

func (m byPairs) claims(c *engine.Case, conclude func(claim) error,
	visit func(engine.Instance) bool) error {
	return EachPair(c, m.reports,
		func(x *Pair) bool { return visit(pairClaim{x, m.report(x), conclude}) })
}

func (m byPairs) searched(c *engine.Case, visit func(engine.Instance) bool) error {
	p, ok, err := Probed(c)
	if !ok {
		return err
	}
	pairs, err := pairsIn(c, p)
	if err != nil {
		return err
	}
	visited := 0
	for x := range pairs {
		if visited == maxPairs {
			return errMorePairs
		}
		visited++
		if !visit(pairClaim{x, m.report(x), checkFound}) {
			break
		}
	}
	return nil
}

// meetings visits random interleavings, three in four of a reported pair if there is one.
func (m byPairs) meetings(c *engine.Case, visit func(engine.Instance) bool) error {
	all, bound := Pairs(c, m.reports)
	if len(all) == 0 {
		return bound
	}
	reported := slice.Filter(all, m.reports)
	r := c.Rand()
	for range meetings {
		pairs := all
		if len(reported) > 0 && r.IntN(4) > 0 {
			pairs = reported
		}
		x, ok := m.meet(r, pairs[r.IntN(len(pairs))])
		if ok && !visit(x) {
			break
		}
	}
	return bound
}

// pairMeeting is an interleaving from a pair's special state to the accesses of both threads.
type pairMeeting struct {
	*Pair
	interleaving
	address func(*Pair, semantics.Config) error
}

func (x *pairMeeting) Conclusion() error { return x.address(x.Pair, x.k) }

func (x *pairMeeting) String() string { return x.Pair.String() + ", " + x.text() }

// meet draws a trace to its access for each thread, and an interleaving of the two. It returns
// false if there is none, or both threads wait for the lock.
func (m byPairs) meet(r *rand.Rand, x *Pair) (*pairMeeting, bool) {
	in, ok := m.start(x)
	if !ok {
		return nil, false
	}
	report := m.report(x)
	var traces [2]*draw.Trace
	for i := range traces {
		if traces[i] = x.traceTo(r, report, i); traces[i] == nil {
			return nil, false
		}
	}
	met := &pairMeeting{
		Pair: x, interleaving: interleaving{k: draw.Config(x.In.Core, x.Units, in)},
		address: m.address,
	}
	return met, met.interleave(r, traces)
}
