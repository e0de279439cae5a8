package engine

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/text"
	"wobbly/report"
)

// or returns *p, or the default if p is nil.
func or[T any](p *T, otherwise T) T {
	if p == nil {
		return otherwise
	}
	return *p
}

// notNegative returns an error for a negative number.
func notNegative(name string, n int) error {
	if n < 0 {
		return refuse("message", "%s must not be negative", name)
	}
	return nil
}

func (p *exploreAsk) search() (ask.Search, error) {
	s := ask.Search{
		Unroll: p.Unroll, Switches: p.Switches, MaxStates: or(p.MaxStates, ask.MaxStates),
		MaxObjects: or(p.MaxObjects, ask.MaxObjects), Full: p.Full, Fingerprint: p.Fingerprint,
		Workers: 1, Runs: p.Runs, Seed: cmp.Or(p.Seed, 1), Given: p.Init == "given",
	}
	if err := cmp.Or(
		notNegative("unroll", or(p.Unroll, 0)),
		notNegative("switches", or(p.Switches, 0)),
		notNegative("maxStates", s.MaxStates),
		notNegative("maxObjects", s.MaxObjects),
		notNegative("runs", p.Runs),
	); err != nil {
		return s, err
	}
	if !slices.Contains([]string{"", "all", "given"}, p.Init) {
		return s, unknown("kind of initial states", p.Init, []string{"all", "given"})
	}
	strategy, ok := ask.Strategies[cmp.Or(p.Strategy, "breadth")]
	if !ok {
		return s, unknown("strategy", p.Strategy, []string{"breadth", "depth", "random"})
	}
	s.Strategy = strategy
	if p.Stateless && !s.Given {
		return s, refuse("message", "stateless counts from one initial state: it needs init given")
	}
	return s, nil
}

func (c *call) explore(p exploreAsk) ([]byte, int, error) {
	search, err := p.search()
	if err != nil {
		return nil, 0, err
	}
	core, err := p.load(c, p.Strict)
	if err != nil {
		return nil, 0, err
	}
	doc, finish, err := ask.Explore(c.ctx, core,
		ask.Exploring{Pair: p.Pair, Search: search, Stateless: p.Stateless, Watch: c.watch})
	if err != nil {
		return nil, 0, err
	}
	var b bytes.Buffer
	outcome, err := report.ExploreJSON(&b, doc)
	return document(&b), ask.ExitOfSearch(outcome), errors.Join(finish(), err)
}

// watch reports the progress of the search of a pair.
func (c *call) watch(p il.Pair) ask.Watcher {
	return c.meter("search", p.Left.Name+" || "+p.Right.Name)
}

// threads are the names of the threads.
var threads = [2]string{"A", "B"}

// searched is the last search of races, which does not depend on the analysis.
type searched struct {
	name, text string
	states     int // the bound on states
	search     *searchView
}

// searchOnce searches all interleavings of a program, unless that was the last search.
func (c *call) searchOnce(core *il.Core, p racesAsk) (*searchView, error) {
	last := &c.h.searched
	if last.search != nil && last.name == p.Name && last.text == p.Program &&
		last.states == p.States {
		return last.search, nil
	}
	search, err := c.searchOf(core, exploreAsk{MaxStates: &p.States})
	if err == nil && c.ctx.Err() == nil {
		*last = searched{name: p.Name, text: p.Program, states: p.States, search: &search}
	}
	return &search, err
}

func (c *call) search(p exploreAsk) (searchView, error) {
	core, err := p.load(c, p.Strict)
	if err != nil {
		return searchView{}, err
	}
	return c.searchOf(core, p)
}

// searchOf searches the interleavings of the pairs of a program.
func (c *call) searchOf(core *il.Core, p exploreAsk) (searchView, error) {
	v := searchView{Complete: true, Pairs: []searchPairRow{}}
	s, err := p.search()
	if err != nil {
		return v, err
	}
	doc, finish, err := ask.Explore(c.ctx, core,
		ask.Exploring{Pair: p.Pair, Search: s, Watch: c.watch})
	if err != nil {
		return v, err
	}
	for x := range doc.Pairs {
		row := searchPairRow{
			Left: x.Left, Right: x.Right, Complete: x.Complete, States: int(x.States),
			Races: []missedRow{}, Interleavings: or(x.Interleavings, ""),
		}
		seen := map[[2]siteKey]bool{}
		for r := range x.Races {
			// A race of a method with itself is one race, whichever thread makes which access.
			if key := pairKey(r.Left, r.Right); !seen[key] {
				seen[key] = true
				row.Races = append(row.Races,
					missedRow{siteOf(core.Source, r.Left), siteOf(core.Source, r.Right)})
			}
		}
		row.Text = searchText(row, x.Cut)
		if x.Certified > 0 {
			row.Text += "; " + text.Count(x.Certified, "pair") + " certified"
		}
		v.Certified += x.Certified
		v.Pairs = append(v.Pairs, row)
		v.Complete, v.States = v.Complete && x.Complete, v.States+row.States
	}
	v.Text = "cut, no proof of absence"
	if v.Complete {
		v.Text = "complete, " + text.Count(v.States, "state")
	}
	return v, finish()
}

// cuts explains, by the word in a document, why a search was cut.
var cuts = map[string]string{
	"memory":     "the memory that the page may take is full",
	"states":     "the bound on states was reached",
	"state size": "states grew larger than the bound on objects",
	"switches":   "context switches are bounded",
	"unroll":     "rounds of loops are bounded",
	"random":     "random runs are a sample",
}

// searchText describes the result of the search of a pair; cut is why it is not complete.
func searchText(p searchPairRow, cut string) string {
	states, why := text.Count(p.States, "state"), ""
	if cuts[cut] != "" {
		why = " (" + cuts[cut] + ")"
	}
	switch {
	case len(p.Races) > 0 && p.Complete:
		return fmt.Sprintf("%s in %s", text.Count(len(p.Races), "race"), states)
	case len(p.Races) > 0:
		return fmt.Sprintf("%s in %s, and the search was cut%s", text.Count(len(p.Races), "race"),
			states, why)
	case p.Complete:
		return "no race: complete, " + states
	}
	return fmt.Sprintf("no race in %s, but the search was cut%s: that proves nothing", states, why)
}
