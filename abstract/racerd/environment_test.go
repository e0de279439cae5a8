package racerd

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/internal/quick"
)

// model is an environment as a function on all expressions of up to three fields: the definition by
// the longest prefix that is not Unowned, on plain entries.
type model map[string]Ownership

var (
	modelRoots  = []string{"a", "x"}
	modelFields = []string{"f", "g"}
)

// expressions lists those of up to three fields.
func expressions() []il.Expr {
	var all []il.Expr
	for _, root := range modelRoots {
		level := []il.Expr{il.Var(root)}
		for range 4 {
			all = append(all, level...)
			var next []il.Expr
			for _, e := range level {
				for _, f := range modelFields {
					next = append(next,
						il.Path(root, append(append([]string{}, e.Fields...), f)...))
				}
			}
			level = next
		}
	}
	return all
}

func (m model) own(x il.Expr) Ownership {
	for n := len(x.Fields); n >= 0; n-- {
		if o := m[prefix(x, n).String()]; o != Unowned {
			return o
		}
	}
	return Unowned
}

func (m model) assign(x il.Expr, o Ownership, keep bool) {
	for e := range m {
		if !keep && strings.HasPrefix(e, x.String()+".") {
			delete(m, e)
		}
	}
	m[x.String()] = o
}

// join returns the pointwise join: every expression gets an entry.
func (m model) join(o model) (model, bool) {
	j, changed := model{}, false
	for _, x := range expressions() {
		j[x.String()] = m.own(x).join(o.own(x))
		changed = changed || j[x.String()] != m.own(x)
	}
	return j, changed
}

// TestEnvAgainstModel: random assignments, copies and joins have the same effect on the tree as on
// a plain model.
func TestEnvAgainstModel(t *testing.T) {
	values := []Ownership{Unowned, Owned, OwnedIf(0), OwnedIf(1), OwnedIf(0, 1)}
	all := expressions()
	joins := 0
	for seed := range uint64(quick.Cases(600)) {
		r := rand.New(rand.NewPCG(seed, 3))
		envs := []environment{{map[string]*node{}}, {map[string]*node{}}}
		models := []model{{}, {}}
		for range 40 {
			i := r.IntN(2)
			switch r.IntN(6) {
			case 0:
				envs[1-i], models[1-i] = envs[i].clone(), clone(models[i])
			case 1:
				changed := envs[i].join(envs[1-i], true)
				j, differs := models[i].join(models[1-i])
				models[i] = j
				if changed != differs {
					t.Fatalf("seed %d: the join says %v, the model %v", seed, changed, differs)
				}
				joins++
			default:
				x, o := all[r.IntN(len(all))], values[r.IntN(len(values))]
				envs[i].assign(x, entry{Ownership: o}, false)
				models[i].assign(x, o, false)
			}
			for _, x := range all {
				if got, _ := envs[i].longest(x); got.Ownership != models[i].own(x) {
					t.Fatalf("seed %d: %s is %v, in the model %v", seed, x, got, models[i].own(x))
				}
			}
		}
	}
	if joins < quick.Cases(2000) {
		t.Errorf("vacuous: %d joins", joins)
	}
}

func clone(m model) model {
	c := model{}
	for k, v := range m {
		c[k] = v
	}
	return c
}

// TestEnvKept: if extensions are kept and nothing is inherited, only the entries of the environment
// matter.
func TestEnvKept(t *testing.T) {
	all := expressions()
	values := []Ownership{Unowned, Owned, OwnedIf(0), OwnedIf(1)}
	r := rand.New(rand.NewPCG(5, 3))
	for range 300 {
		e, o := environment{map[string]*node{}}, environment{map[string]*node{}}
		m, n := model{}, model{}
		for range 12 {
			x, y := all[r.IntN(len(all))], all[r.IntN(len(all))]
			v, w := values[r.IntN(len(values))], values[r.IntN(len(values))]
			e.assign(x, entry{Ownership: v}, true)
			m.assign(x, v, true)
			o.assign(y, entry{Ownership: w}, true)
			n.assign(y, w, true)
		}
		for _, x := range all {
			if got := e.exact(x).Ownership; got != m[x.String()] {
				t.Fatalf("%s is %v, in the model %v", x, got, m[x.String()])
			}
		}
		e.join(o, false)
		for _, x := range all {
			if got, want := e.exact(x).Ownership, m[x.String()].join(n[x.String()]); got != want {
				t.Fatalf("behind the join %s is %v, in the model %v", x, got, want)
			}
		}
	}
}

// exprEntry is an expression with its entry in E.
type exprEntry struct {
	Expr abstract.Expr
	Ownership
}

// entries lists the entries that are not Unowned: roots in text order, each
// followed by its extensions.
func (e environment) entries() []exprEntry {
	var all []exprEntry
	for _, x := range slices.Sorted(maps.Keys(e.roots)) {
		all = e.roots[x].entries(all, abstract.Expr(x))
	}
	return all
}

func (n *node) entries(all []exprEntry, x abstract.Expr) []exprEntry {
	if n.entry.Ownership != Unowned {
		all = append(all, exprEntry{x, n.entry.Ownership})
	}
	for _, f := range slices.Sorted(maps.Keys(n.below)) {
		all = n.below[f].entries(all, x+"."+abstract.Expr(f))
	}
	return all
}
