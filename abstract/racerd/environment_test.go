package racerd

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/quick"
)

// A model is an environment by its definition, the longest prefix that is not Unowned, for the
// expressions of modelled.
type model map[string]Ownership

// modelled are the expressions of up to three fields of two roots.
var modelled = func() (all []il.Expr) {
	level := []il.Expr{il.Var("a"), il.Var("x")}
	for range 4 {
		all = append(all, level...)
		var next []il.Expr
		for _, e := range level {
			for _, f := range []string{"f", "g"} {
				next = append(next, il.Path(e.Root, append(slices.Clone(e.Fields), f)...))
			}
		}
		level = next
	}
	return all
}()

// own returns the ownership of x: that of its longest prefix that is not Unowned.
func (m model) own(x il.Expr) Ownership {
	for n := len(x.Fields); n >= 0; n-- {
		if o := m[prefix(x, n).String()]; o != Unowned {
			return o
		}
	}
	return Unowned
}

// assign gives x the ownership o. The entries of its extensions are dropped, unless keep is set.
func (m model) assign(x il.Expr, o Ownership, keep bool) {
	for e := range m {
		if !keep && strings.HasPrefix(e, x.String()+".") {
			delete(m, e)
		}
	}
	m[x.String()] = o
}

// join returns the pointwise join: every expression gets an entry.
func (m model) join(o model) (joined model, changed bool) {
	joined = model{}
	for _, x := range modelled {
		own := m.own(x).join(o.own(x))
		joined[x.String()] = own
		changed = changed || own != m.own(x)
	}
	return joined, changed
}

// A modelledEnv is an environment that is changed together with its model.
type modelledEnv struct {
	environment
	model model
}

// newModelledEnv returns an environment without entries.
func newModelledEnv() *modelledEnv { return &modelledEnv{environment{map[string]*node{}}, model{}} }

// assignRandom assigns one of some values to a random expression.
func (e *modelledEnv) assignRandom(r *rand.Rand, values []Ownership, keep bool) {
	x, o := modelled[r.IntN(len(modelled))], values[r.IntN(len(values))]
	e.environment.assign(x, entry{Ownership: o}, keep)
	e.model.assign(x, o, keep)
}

// TestEnvAgainstModel: random assignments, copies and joins have the same effect on the tree as on
// a plain model.
func TestEnvAgainstModel(t *testing.T) {
	values := []Ownership{Unowned, Owned, OwnedIf(0), OwnedIf(1), OwnedIf(0, 1)}
	joins := 0
	for seed := range uint64(quick.Cases(600)) {
		r := rand.New(rand.NewPCG(seed, 3))
		envs := [2]*modelledEnv{newModelledEnv(), newModelledEnv()}
		for range 40 {
			i := r.IntN(2)
			e, other := envs[i], envs[1-i]
			switch r.IntN(6) { // assignments are the most frequent
			case 0: // copy
				*other = modelledEnv{e.clone(), maps.Clone(e.model)}
			case 1: // join
				got := e.environment.join(other.environment, true)
				var want bool
				e.model, want = e.model.join(other.model)
				if got != want {
					t.Fatalf("seed %d: the join changes something: %v, want %v", seed, got, want)
				}
				joins++
			default:
				e.assignRandom(r, values, false)
			}
			for _, x := range modelled {
				if got, _ := e.longest(x); got.Ownership != e.model.own(x) {
					t.Fatalf("seed %d: %s is %v, want %v", seed, x, got, e.model.own(x))
				}
			}
		}
	}
	if joins < quick.Cases(2000) {
		t.Errorf("vacuous: %d joins, want at least %d", joins, quick.Cases(2000))
	}
}

// TestEnvKept: if extensions are kept and nothing is inherited, only the entries of the environment
// matter.
func TestEnvKept(t *testing.T) {
	values := []Ownership{Unowned, Owned, OwnedIf(0), OwnedIf(1)}
	r := rand.New(rand.NewPCG(5, 3))
	for range 300 {
		e, o := newModelledEnv(), newModelledEnv()
		for range 12 {
			e.assignRandom(r, values, true)
			o.assignRandom(r, values, true)
		}
		for _, x := range modelled {
			if got, want := e.exact(x).Ownership, e.model[x.String()]; got != want {
				t.Fatalf("%s is %v, want %v", x, got, want)
			}
		}
		e.environment.join(o.environment, false)
		for _, x := range modelled {
			want := e.model[x.String()].join(o.model[x.String()])
			if got := e.exact(x).Ownership; got != want {
				t.Fatalf("after the join %s is %v, want %v", x, got, want)
			}
		}
	}
}
