package positives

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"

	"wobbly/abstract"
	"wobbly/abstract/bounded"
	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/semantics/explore"
	"wobbly/theorem/draw"
	"wobbly/theorem/engine"
	"wobbly/theorem/truth"
)

// beginning determines which races the context-bounded analysis should report.
type beginning struct {
	name string
	any  bool        // whether they start in any state, not only in one with two threads apart
	more int         // how many context switches they have in addition to K
	form boundedForm // the form of the analysis
}

// beginnings lists that of Theorem 2k (b), and those that drop one of its premises.
var beginnings = []beginning{
	{name: "as stated", form: wholeBounded},
	{name: "apart", any: true, form: wholeBounded},
	{name: "switches", more: 1, form: wholeBounded},
	{name: "together", form: boundedForm{"together", bounded.ClauseTogether}},
}

func withinSwitches() *engine.Statement {
	about := func(name, text, step, shown string, met func(beginning) bool) engine.Hypothesis {
		return engine.On(name, text,
			func(x *boundedRace) bool { return met(x.from) }).Of(name).Because(step).Shown(shown)
	}
	return &engine.Statement{
		NamedLocks: true, Name: "bounded-complete",
		Title: "What races within few context switches is reported", Cite: citeBounded + " (b)",
		Words: "Take a state with two threads apart, with or without a loop. If an execution " +
			"from it with at most K context switches reaches a race, the context-bounded " +
			"analysis reports its sites, or names a limit. K is drawn from 0 to 3, the state by " +
			"one name of at most two fields for each thread, or by several formals.",
		Symbols: "ζ has two threads apart, τ∥ ∈ [[C1 ∥ C2]] ζ with at most K switches races with " +
			"c1 and c2 next ⟹ (c1, c2) ∈ bounded(K)",
		Hypotheses: []engine.Hypothesis{
			about("apart", "The threads are apart in the first state (Definition 11).",
				"Proof of (b): a cell of a thread's own object leads back to it.", ownLoop,
				func(b beginning) bool { return !b.any }),
			about("switches", "There are at most K context switches before the race.",
				"Proof of (b): each thread reads what the other has stored.", twoSwitches,
				func(b beginning) bool { return b.more == 0 }),
			about("together",
				"The analysis lets several formals of a thread lead to the meeting object.",
				"Proof of (b), 1: a formal is not what it is in the state.", threeFormals,
				func(b beginning) bool { return b.form == wholeBounded }),
		},
		Floor:     0.3,
		Instances: eachBoundedRace,
	}
}

// ownLoop races within one context switch, but not from a state with two threads apart:
// examples/theory/own-loop.il.
const ownLoop = `{
  n := new();
  arg1.f := n;
  arg1.f.g := arg1;
} || {
  x := arg1.f;
  arg1.g.f := x;
  arg1.g := arg1;
}`

// threeFormals races only if two parameters of a thread lead to where the threads meet:
// examples/theory/three-formals.il.
const threeFormals = `{
  n := new();
  arg1.f := n;
  arg2.f := arg4;
  arg3.f := n;
  y := arg1.f;
  y.g := y;
} || {
  arg1.g := arg1;
}`

// twoSwitches races at its stores to h within two context switches, but not within one:
// examples/theory/two-switches.il.
const twoSwitches = `{
  x := arg1.f;
  y := new();
  x.g := y;
  y.h := y;
} || {
  n := new();
  arg1.f := n;
  m := n.g;
  m.h := m;
}`

type boundedRace struct {
	sitesOfCase
	from     beginning
	switches int
	text     string // the state from which it is reached, in words
}

func eachBoundedRace(c *engine.Case, visit func(engine.Instance) bool) error {
	r := c.RandFor("states with two threads apart")
	k := r.IntN(bounded.MaxSwitches + 1)
	var bound error
	for _, from := range engine.Forms(c, r, beginnings,
		func(b beginning) string { return b.name }) {
		switches := k
		if from.name != beginnings[0].name {
			switches = 1 // the smallest number that shows anything
		}
		for _, p := range c.Core.Pairs() {
			more, err := from.each(c, r, p, switches, visit)
			if err != nil {
				bound = err
			}
			if !more {
				return bound
			}
		}
	}
	return bound
}

// each visits the races of a pair from some states, within a number of context switches, each race
// once. It returns false if visit did; the error is a BoundError.
func (b beginning) each(
	c *engine.Case, r *rand.Rand, p il.Pair, switches int, visit func(engine.Instance) bool,
) (more bool, err error) {
	o := explore.Defaults()
	o.MaxStates, o.Switches = maxSeparateStates, switches+b.more
	if c.Core.HasLoop(p.Left, p.Right) {
		o.MaxObjects = maxSeparateObjects
	}
	states := fromSeparate
	if b.any {
		states = fromAny
	}
	for x := range states(c, r, p, o) {
		if x.err != nil {
			err = x.err
		}
		for _, s := range x.races {
			if !visit(&boundedRace{sitesOfCase{c, p, p.Sites(s[0], s[1])}, b, switches, x.state}) {
				return false, err
			}
		}
	}
	return true, err
}

// racing is the result of a search from one state or from all states.
type racing struct {
	state string     // the state in words
	races []il.Sites // the sites of the races
	err   error      // a BoundError if some races may be missing
}

func fromAny(c *engine.Case, _ *rand.Rand, p il.Pair, o explore.Options) iter.Seq[racing] {
	return func(yield func(racing) bool) {
		x := racing{state: "from any state"}
		found, err := explore.Search(context.Background(), c.Core, p, o)
		if err != nil {
			x.err = engine.BoundError{Limit: err.Error()}
		} else {
			x.races = slice.Map(found.Races, func(r explore.Race) il.Sites { return r.Sites() })
			x.err = boundOf(found.Cut)
		}
		yield(x)
	}
}

// fromSeparate yields, for random states with two threads apart, the races that earlier ones lack.
func fromSeparate(c *engine.Case, r *rand.Rand, p il.Pair, o explore.Options) iter.Seq[racing] {
	return func(yield func(racing) bool) {
		type key struct{ il.Pair }
		program, err := engine.OnceErr(c, key{p},
			func() (*explore.Sites, error) { return explore.NewSites(c.Core, p) })
		if err != nil {
			yield(racing{err: engine.BoundError{Limit: err.Error()}})
			return
		}
		search, drawn := program.Anew(), map[string]bool{}
		for range separateStates {
			in, state := separateState(r, c.Core, p)
			if drawn[state] {
				continue
			}
			drawn[state] = true
			x := racing{state: state}
			o.Init, o.Start = explore.Given, &in
			races, cut, err := search.From(context.Background(), o)
			x.races, x.err = races, boundOf(cut)
			if err != nil {
				x.err = engine.BoundError{Limit: err.Error()}
			}
			if !yield(x) {
				return
			}
		}
	}
}

// boundOf returns a BoundError if a limit other than that on switches has cut a search.
func boundOf(cut explore.Cut) error {
	if cut == explore.NotCut || cut == explore.CutSwitches {
		return nil
	}
	return engine.BoundError{Limit: "the search for other races was cut: " + string(cut)}
}

const (
	separateStates     = 6     // the number of random states of a pair with two threads apart
	maxSeparateStates  = 5_000 // the limit of the search from each on configurations
	maxSeparateObjects = 8     // its limit on objects, if there is a loop
)

func (x *boundedRace) Conclusion() error { return x.withinBounded(x.from.form, x.switches) }

func (x *boundedRace) String() string {
	return fmt.Sprintf("%s, %s, K = %d", x.sitesOfCase.String(), x.text, x.switches)
}

// withinBounded returns nil if a form of package bounded reports the sites within some switches.
func (x sitesOfCase) withinBounded(form boundedForm, switches int) error {
	b, err := boundedOf(x.c, form, switches)
	switch {
	case err != nil:
		return err
	case b.sites[x.units][x.sites]:
		return nil
	case b.cuts[x.units] != nil:
		return b.cuts[x.units]
	default:
		return errors.New("package bounded does not report the sites")
	}
}

func ownStores() *engine.Statement {
	return &engine.Statement{
		Name:  "bounded-own-stores",
		Title: "A race without stores that others can see needs one context switch",
		Cite:  "docs/theory.md, Theorem 2s",
		Words: "If an execution, from any state and with any number of context switches, " +
			"stores only into objects that it has made itself before it reaches a race, then the " +
			"context-bounded analysis reports the sites for K = 1: they also race from a state " +
			"with two threads apart.",
		Symbols: "τ∥ ∈ [[C1 ∥ C2]] ζ races with c1 and c2 next, and each store of τ∥ is into an " +
			"object that is not in ζ ⟹ (c1, c2) ∈ bounded(1)",
		Hypotheses: []engine.Hypothesis{
			engine.On("own",
				"Before the race each store is into an object made since the first state.",
				func(x *foundRace) bool {
					// Only the thread that made the object can reach it then.
					return x.stores(func(into, _ bool) bool { return into })
				}).
				Because("Proof of Theorem 2s: shared cells have changed.").
				Shown(twoSwitches),
		},
		Floor:     0.3,
		Instances: eachFoundRace,
	}
}

func eachFoundRace(c *engine.Case, visit func(engine.Instance) bool) error {
	var bound error
	steps := 0
	for _, p := range c.Core.Pairs() {
		found := truth.Search(c, p)
		if found.Cut != nil {
			bound = found.Cut
		}
		for i := range found.Races {
			steps += found.Races[i].Steps
			if steps > maxFoundSteps {
				return engine.BoundError{
					Limit: fmt.Sprintf("the races are more than %d steps away", maxFoundSteps),
				}
			}
			s := found.Races[i].Sites()
			if !visit(&foundRace{sitesOfCase{c, p, p.Sites(s[0], s[1])}, &found.Races[i]}) {
				return bound
			}
		}
	}
	return bound
}

// maxFoundSteps limits the number of steps, over all races of a case, that are replayed.
const maxFoundSteps = 1 << 19

type foundRace struct {
	sitesOfCase
	race *explore.Race
}

// stores reports whether allowed returns true for each store before the race. Its arguments say
// whether the object stored into, and the stored object, were created after the first state. If the
// execution is too long to replay, stores returns false.
func (x *foundRace) stores(allowed func(into, stored bool) bool) bool {
	w := x.race.Witness()
	e, err := execution.FromWitness(x.c.Core, w, maxCommands)
	if err != nil {
		return false
	}
	made := func(l semantics.Loc) bool { return int(l) > len(w.Init.Objects) }
	for i, m := range e.Moves {
		store, ok := m.Command.(*il.Store)
		if !ok {
			continue
		}
		k := e.Configs[i]
		top := k.Threads[m.Thread].S.Top
		if cell, ok := semantics.Address(store.Dst, top, k.H); ok &&
			!allowed(made(cell.Loc), made(top.At(store.Src))) {
			return false
		}
	}
	return true
}

func (x *foundRace) Conclusion() error { return x.withinBounded(wholeBounded, 1) }

func (x *foundRace) String() string {
	var steps []string
	for _, s := range x.race.Witness().Steps {
		steps = append(steps, s.Thread+" "+s.Do)
	}
	return x.sitesOfCase.String() + ", after " + strings.Join(steps, ", ")
}

type stateBuilder struct {
	semantics.Init
	fields []string
}

// addObject adds an object whose cells all hold content, or the object itself if content is "". It
// returns the name of the object.
func (b *stateBuilder) addObject(content string) string {
	o := draw.Object(len(b.Objects))
	if content == "" {
		content = o
	}
	b.Objects = append(b.Objects, o)
	for _, f := range b.fields {
		b.Cells = append(b.Cells, [3]string{o, f, content})
	}
	return o
}

// separateState draws a state with two threads apart and describes it. Each thread reaches the
// meeting object by one name of at most two fields, or by several parameters.
func separateState(r *rand.Rand, core *il.Core, p il.Pair) (in semantics.Init, description string) {
	s := &stateBuilder{fields: core.Fields}
	s.Stacks = [2]map[string]string{{}, {}}
	var meeting, loop string
	if r.IntN(4) == 0 {
		meeting, loop = s.addObject(""), ", with a loop"
	} else {
		meeting = s.addObject(s.addObject(""))
	}
	var names [2]string
	for t, u := range []*il.Unit{p.Left, p.Right} {
		all := drawNames(r, core, u)
		// Set the parameters of a thread, and the cells on its names, so that each name leads to
		// the meeting object. No two names have a parameter in common.
		elsewhere := s.addObject("")
		for _, x := range u.Formals {
			s.Stacks[t][x] = elsewhere
		}
		for _, n := range all {
			object := meeting
			if n.Len() > 0 {
				object = s.addObject(elsewhere)
			}
			s.Stacks[t][n.Root()] = object
			for i, f := range n.Fields() {
				next := meeting
				if i < n.Len()-1 {
					next = s.addObject(elsewhere)
				}
				cell := slices.IndexFunc(s.Cells,
					func(c [3]string) bool { return c[0] == object && c[1] == f })
				s.Cells[cell][2] = next
				object = next
			}
		}
		names[t] = text.And(slice.Map(all, func(n abstract.Expr) string { return string(n) }))
	}
	return s.Init,
		fmt.Sprintf("from the state with two threads apart by %s and %s%s", names[0],
			names[1], loop)
}

// drawNames draws the names by which a thread reaches the meeting object: some of its parameters,
// or one path of at most two fields. It returns nil if u has no parameters.
func drawNames(r *rand.Rand, core *il.Core, u *il.Unit) (names []abstract.Expr) {
	if len(u.Formals) == 0 {
		return nil
	}
	for _, x := range u.Formals {
		if r.IntN(3) > 0 {
			names = append(names, abstract.Expr(x))
		}
	}
	if len(names) > 0 && r.IntN(2) == 0 {
		return names
	}
	n := abstract.Expr(u.Formals[r.IntN(len(u.Formals))])
	for range r.IntN(3) * r.IntN(2) * min(1, len(core.Fields)) {
		n += abstract.Expr("." + core.Fields[r.IntN(len(core.Fields))])
	}
	return []abstract.Expr{n}
}
