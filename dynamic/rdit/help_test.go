package rdit

import (
	"math/rand/v2"
	"strings"
	"testing"

	"wobbly/dynamic"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics"
)

// executed runs a program's first pair by a schedule, from a state of two objects whose cells hold
// themselves. arg2 holds the second object, and all other formals the first one.
//
// In a schedule, A and B are steps, a and b all steps that a thread can make, + and - choices of an
// if, < another iteration of a loop, and > the end of a loop.
func executed(t testing.TB, text, schedule string) *dynamic.Execution {
	t.Helper()
	core := iltest.Core(t, text)
	p := core.Pairs()[0]
	in := semantics.Init{Objects: []string{"o1", "o2"}, Stacks: [2]map[string]string{{}, {}}}
	for _, o := range in.Objects {
		for _, f := range core.Fields {
			in.Cells = append(in.Cells, [3]string{o, f, o})
		}
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		for _, x := range u.Formals {
			in.Stacks[i][x] = "o1"
			if x == "arg2" {
				in.Stacks[i][x] = "o2"
			}
		}
	}
	x, err := dynamic.Begin(core, p, in)
	if err != nil {
		t.Fatal(err)
	}
	follow(t, x, schedule)
	return x
}

// follow makes the steps of a schedule.
func follow(t testing.TB, x *dynamic.Execution, schedule string) {
	t.Helper()
	var takes []semantics.Take
	choices := map[rune]semantics.Take{
		'+': semantics.Then, '-': semantics.Else, '<': semantics.Loop, '>': semantics.Exit,
	}
	for at, s := range strings.ReplaceAll(schedule, " ", "") {
		switch {
		case choices[s] != "":
			takes = append(takes, choices[s])
		case s == 'a' || s == 'b':
			for x.Step(semantics.Tid(s-'a')) == nil {
			}
		default:
			if stuck := x.Step(semantics.Tid(s-'A'), takes...); stuck != nil {
				t.Fatalf("step %d of %q: %s", at, schedule, stuck)
			}
			takes = nil
		}
	}
}

// named is Named of names between blanks.
func named(t testing.TB, core *il.Core, names string) Missing {
	t.Helper()
	m, err := Named(core, strings.Fields(names)...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// seen writes the elements of a trace, by thread: r, w, l and u for recorded accesses, lock() and
// unlock(), ( and ) for a missing call, < and > for a callback.
func seen(tr *Trace) [2]string {
	var s [2]string
	for k, it := range tr.Items {
		s[tr.Events[k].Thread] += map[Mark]string{
			recorded: map[dynamic.Kind]string{
				dynamic.Read: "r", dynamic.Write: "w", dynamic.Acquire: "l", dynamic.Release: "u",
			}[tr.Events[k].Kind],
			methodBegin: "(", methodEnd: ")", callbackBegin: "<", callbackEnd: ">",
		}[it.Mark]
	}
	return s
}

// corpus visits traces of random executions of n programs, two of each pair of units, for at most
// two pairs. Every third program names locks. The share of missing methods changes from program to
// program, and every fourth execution is cut short.
func corpus(t testing.TB, n int, visit func(tr *Trace)) {
	t.Helper()
	seed := 0
	o := Corpus()
	o.Threads = 0.9
	iltest.Random(t, n, o, func(core *il.Core) {
		seed++
		r := rand.New(rand.NewPCG(uint64(seed), 11))
		if seed%3 == 0 {
			names := [][]string{{"m", "n"}, {"", "m"}}[seed%2]
			p := gen.NameLocks(gen.Rand(uint64(seed)), core.Program, names...)
			core = iltest.Core(t, p.Source.Text)
		}
		m := Draw(core, r).Share([]float64{0.25, 0.5, 0.75, 1}[seed%4])
		for range 2 {
			limits := dynamic.Limits{Steps: 300, Rounds: 2}
			if r.IntN(4) == 0 {
				limits.Steps = 1 + r.IntN(40)
			}
			pairs := core.Pairs()
			for _, p := range pairs[:min(2, len(pairs))] {
				visit(Observe(dynamic.Draw(core, p, r, limits), m))
			}
		}
	})
}
