package unordered

import (
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

// TestCheckRefuses: Check rejects each of these changes to an execution that it accepts.
func TestCheckRefuses(t *testing.T) {
	core := iltest.Core(t,
		`{ x := new(); if * { arg1.f := x; } else { lock(); unlock(); }
			arg1.g := x; lock(); unlock(); arg1.f := x; }
		|| { y := arg1.f; lock(); unlock(); arg1.f := y; y := arg1.g; }`)
	p := core.Pairs()[0]
	sites := map[string]il.Site{}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		il.Walk(u.Body, func(s il.Stmt) {
			if site, ok := il.SiteOf(commandOf(s)); ok {
				// Of two statements with one text, the last one counts.
				sites[semantics.Tid(i).String()+" "+il.Text(s)] = site
			}
		})
	}
	a, b := semantics.A, semantics.B
	step := func(i semantics.Tid, takes ...semantics.Take) execution.Turn {
		return execution.Turn{Thread: i, Decisions: takes}
	}
	good := func() *Execution {
		return &Execution{
			Init: semantics.Init{
				Objects: []string{"o", "p"},
				Cells: [][3]string{
					{"o", "f", "o"}, {"o", "g", "o"}, {"p", "f", "p"}, {"p", "g", "p"},
				},
				Stacks: [2]map[string]string{{"arg1": "o"}, {"arg1": "o"}},
			},
			// A: new, [else] lock, unlock, g :=, lock, unlock, f :=; B: load f, lock, unlock, f :=
			Steps: []execution.Turn{
				step(a), step(b), step(a, semantics.Else), step(a), step(b), step(b),
				step(a), step(a), step(a), step(a), step(b),
			},
			First: 9,
		}
	}
	tests := []struct {
		name        string
		left, right string
		change      func(*Execution)
		want        string // a part of the error, or "" for none
	}{
		{"nothing", "A arg1.f := x", "B arg1.f := y", func(*Execution) {}, ""},
		{"another first", "A arg1.g := x", "B arg1.f := y", func(x *Execution) { x.First = 6 },
			"one access is of o1.g"},
		{"no access first", "A arg1.f := x", "B arg1.f := y", func(x *Execution) { x.First = 2 },
			"neither a load nor a store"},
		{"no access last", "A arg1.f := x", "B arg1.f := y",
			func(x *Execution) { x.Steps, x.First = x.Steps[:4], 1 }, "neither a load nor a store"},
		{"its own second", "A arg1.f := x", "B arg1.f := y", func(x *Execution) { x.First = 10 },
			"cannot be the first"},
		{"before all", "A arg1.f := x", "B arg1.f := y", func(x *Execution) { x.First = -1 },
			"cannot be the first"},
		{"no steps", "A arg1.f := x", "B arg1.f := y", func(x *Execution) { x.Steps = nil },
			"cannot be the first"},
		{"of one thread", "A arg1.f := x", "B arg1.f := y", func(x *Execution) { x.First = 1 },
			"of one thread"},
		{"other sites", "A arg1.g := x", "B arg1.f := y", func(*Execution) {}, "at other places"},
		{"other objects", "A arg1.f := x", "B arg1.f := y",
			func(x *Execution) { x.Init.Stacks[1]["arg1"] = "p" }, "the other of o2.f"},
		{"no such choice", "A arg1.f := x", "B arg1.f := y",
			func(x *Execution) { x.Steps[2].Decisions[0] = semantics.Loop },
			"step 3: no such choice"},
		{"no choice", "A arg1.f := x", "B arg1.f := y",
			func(x *Execution) { x.Steps[2].Decisions = nil }, "step 3: a branch"},
		{"a choice too many", "A arg1.f := x", "B arg1.f := y",
			func(x *Execution) { x.Steps[0].Decisions = []semantics.Take{semantics.Else} },
			"step 1: no such choice"},
		{"the lock is held", "A arg1.f := x", "B arg1.f := y",
			func(x *Execution) { x.Steps[3], x.Steps[4] = x.Steps[4], x.Steps[3] },
			"step 4: the other thread holds the lock"},
		{"after the end", "A arg1.f := x", "B arg1.f := y",
			func(x *Execution) { x.Steps = append(x.Steps, step(a), step(a), step(b), step(b)) },
			"step 12: at the end"},
		{"no such thread", "A arg1.f := x", "B arg1.f := y",
			func(x *Execution) { x.Steps[0].Thread = 2 }, "no thread 2"},
		{"a hole in the heap", "A arg1.f := x", "B arg1.f := y",
			func(x *Execution) { x.Init.Cells = x.Init.Cells[1:] }, "not well-behaved"},
		{"no such object", "A arg1.f := x", "B arg1.f := y",
			func(x *Execution) { x.Init.Stacks[0]["arg1"] = "q" }, "no object q"},
		// B's load of g follows its section, which follows A's second one.
		{"ordered", "A arg1.g := x", "B y := arg1.g", func(x *Execution) {
			x.Steps = []execution.Turn{
				step(a), step(a, semantics.Else), step(a), step(a), step(a), step(a), step(b),
				step(b), step(b), step(b), step(b),
			}
			x.First = 3
		}, "happens before"},
		// The same, but B takes the lock before A's second section.
		{"ordered the other way", "A arg1.g := x", "B y := arg1.g", func(x *Execution) {
			x.Steps = []execution.Turn{
				step(a), step(a, semantics.Else), step(a), step(a), step(b), step(b), step(b),
				step(b), step(a), step(a), step(b),
			}
			x.First = 3
		}, ""},
	}
	for _, tt := range tests {
		x := good()
		tt.change(x)
		left, okL := sites[tt.left]
		right, okR := sites[tt.right]
		if !okL || !okR {
			t.Fatalf("%s: no such sites", tt.name)
		}
		err := Check(core, p, left, right, x)
		if tt.want == "" && err != nil ||
			tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: Check: error %v, want one with %q", tt.name, err, tt.want)
		}
	}
	if err := Check(core, p, il.Site{}, il.Site{}, nil); err == nil {
		t.Error("Check accepts a nil execution")
	}
	err := races(il.Site{}, il.Site{}, event{access: true}, event{access: true, thread: b})
	if err == nil || !strings.Contains(err.Error(), "are loads") {
		t.Errorf("races of two loads: error %v, want one with %q", err, "are loads")
	}
}

// commandOf returns a statement as a command, or nil.
func commandOf(s il.Stmt) il.Command {
	c, _ := s.(il.Command)
	return c
}

// TestCheckAgainstClosure: of all pairs of steps of random executions, Check accepts those that the
// transitive closure leaves unordered.
func TestCheckAgainstClosure(t *testing.T) {
	var accepted, others, ordered int
	for seed := range uint64(quick.Cases(300)) {
		r := gen.Rand(1<<43 + seed)
		o := loopFree(12)
		o.Lock = 0.2
		core := iltest.Checked(t, gen.Program(r, o))
		p := randomOf(r, core.Pairs())
		in := semantics.RandomInit(r, core, p, 1)
		k, err := semantics.NewConfig(core, p, in)
		if err != nil {
			t.Fatal(err)
		}
		moves := randomMoves(r.IntN, k)
		before := order(moves)
		var steps []execution.Turn
		for _, m := range moves {
			steps = append(steps, execution.TurnOf(m))
		}
		for n := range moves {
			for e := range n {
				x := &Execution{Init: in, Steps: steps[:n+1], First: e}
				pair, is := conflicting(k, moves, e, n)
				a, b := pair[0], pair[1]
				if err := Check(core, p, a, b, x); (err == nil) != (is && !before[e][n]) {
					t.Fatalf("seed %d: steps %d and %d: %v, but conflicting %v, ordered %v\n%s",
						seed, e, n, err, is, before[e][n], core.Source.Text)
				}
				switch {
				case is && before[e][n]:
					ordered++
				case is:
					accepted++
				default:
					others++
				}
			}
		}
	}
	t.Logf("%d accepted, %d ordered, %d others refused", accepted, ordered, others)
	if accepted < quick.Cases(500) || ordered < quick.Cases(200) || others < quick.Cases(5000) {
		t.Error("too few of the executions are interesting")
	}
}

// conflicting reports whether two moves are accesses of one cell in different threads, one of them
// a store, and returns their sites, thread A's first.
func conflicting(k semantics.Config, moves []semantics.Move, e, n int) (pair il.Sites, is bool) {
	var cell [2]semantics.Addr
	for m, move := range moves[:n+1] {
		for _, c := range move.Choices {
			k, _ = semantics.Choose(k, move.Thread, c.Take)
		}
		if m == e || m == n {
			a, ok := semantics.NextAccess(k, move.Thread)
			if !ok {
				return pair, false
			}
			cell[move.Thread] = a.Cell
			pair[move.Thread], _ = il.SiteOf(move.Command)
		}
		k, _, _ = semantics.Next(k, move.Thread)
	}
	return pair,
		moves[e].Thread != moves[n].Thread && cell[0] == cell[1] &&
			(pair[0].Kind == il.Write || pair[1].Kind == il.Write)
}

// randomMoves returns a random execution of a program without loops.
func randomMoves(draw func(int) int, k semantics.Config) (moves []semantics.Move) {
	for {
		var next []semantics.Config
		var last []semantics.Move
		for _, i := range semantics.Tids {
			at := k
			for {
				choices := at.Threads[i].Point.Choices()
				if len(choices) == 0 {
					break
				}
				at, _ = semantics.Choose(at, i, choices[draw(len(choices))].Take)
			}
			if after, m, stuck := semantics.Next(at, i); stuck == nil {
				next, last = append(next, after), append(last, m)
			}
		}
		if len(next) == 0 {
			return slices.Clip(moves)
		}
		n := draw(len(next))
		k, moves = next[n], append(moves, last[n])
	}
}
