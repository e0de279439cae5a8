package semantics

import (
	"iter"
	"runtime"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
)

func TestTraces(t *testing.T) {
	a, b, c, d := alloc("a"), alloc("b"), alloc("c"), alloc("d")
	m := method("m", "", while(d))
	tests := []struct {
		name  string
		body  []il.Stmt
		bound Bound
		// the traces, with "!" after those that are cut and "#" after those that are stuck
		want string
	}{
		{"empty", stmts(), 1, "|"},
		{"straight", stmts(a, skip(), b), 0, "a b|"},
		{"if", stmts(choice(block(a), block(b)), c), 0, "a c|b c|"},
		{"if if", stmts(choice(block(a), block(b)), choice(block(c), nil)), 0, "a c|a|b c|b|"},
		{"while, none", stmts(while(a), b), 0, "b!|"},
		{"while, two", stmts(while(a), b), 2, "b|a b|a a b!|"},
		{"empty while", stmts(while()), 2, "||!|"},
		// Within k=1 of the outer loop, the inner one runs 0 or 1 times.
		{"while while", stmts(while(a, while(b))), 1, "|a!|a b!|"},
		// The inner loop starts counting again in each iteration of the outer one.
		{"inner loop again", stmts(while(a, while(b))), 2, strings.Join([]string{
			"", "a", // no iteration; one iteration, inner 0
			"a a!", "a a b!", "a a b b!", // two iterations: inner 0 first
			"a b",
			"a b a!", "a b a b!", "a b a b b!",
			"a b b!",
			"a b b a!", "a b b a b!", "a b b a b b!", "",
		}, "|")},
		{"call with a loop", stmts(call("m"), a), 1, "push() pop() a|push() d pop() a!|"},
		{"stuck", stmts(a, choice(block(unlock(), b), block(b))), 0, "a#|a b|"},
		{"stuck in a loop", stmts(while(unlock()), b), 1, "b|#|"},
	}
	for _, tt := range tests {
		core := parallel(tt.body, nil, m)
		st := State{S: stack("")}
		got := ""
		for tr := range Traces(core, core.Threads[0], st, tt.bound) {
			got += words(tr.Syntactic())
			if tr.Stuck != nil {
				got += "#"
			}
			if tr.Cut {
				got += "!"
			}
			got += "|"
		}
		if got != tt.want {
			t.Errorf("%s:\n got %q\nwant %q", tt.name, got, tt.want)
		}
	}
}

func TestTraceStates(t *testing.T) {
	core := parallel(stmts(lock(), choice(block(load("x", "arg1.f")), nil), unlock(), while()), nil)
	st := begin(t, core).State(A)
	next, stop := iter.Pull(Traces(core, core.Threads[0], st, 1))
	defer stop()
	tr, _ := next()
	want := []string{
		"[arg1=o1] o1.f=o2 o2.f=o2 L=1",
		"[arg1=o1 x=o2] o1.f=o2 o2.f=o2 L=1",
		"[arg1=o1 x=o2] o1.f=o2 o2.f=o2 L=0",
	}
	var got []string
	for _, s := range tr.Steps {
		got = append(got, show(s.After))
	}
	if !slices.Equal(got, want) {
		t.Errorf("states\n%q, want\n%q", got, want)
	}
	rules, wantRules := tr.Steps[1].Rules(), []Rule{ruleThen, RuleLoad}
	if !slices.Equal(rules, wantRules) {
		t.Errorf("the load's event has rules %v, want %v", rules, wantRules)
	}
	if len(tr.Tail) != 1 || tr.Tail[0].Take != Exit {
		t.Errorf("tail %v, want the loop's exit", tr.Tail)
	}
	if show(tr.Last(st)) != want[2] || show(Trace{}.Last(st)) != show(st) {
		t.Errorf("last(σ, τ) = %s, want %s; last(σ, ε) = %s, want σ", show(tr.Last(st)), want[2],
			show(Trace{}.Last(st)))
	}
}

// TestTracesUnbounded: an unbounded enumeration is infinite, but the caller may stop it.
func TestTracesUnbounded(t *testing.T) {
	core := parallel(stmts(while(alloc("a"))), nil)
	n := 0
	for tr := range Traces(core, core.Threads[0], State{S: stack("")}, Unbounded) {
		if len(tr.Steps) != n || tr.Cut {
			t.Fatalf("trace %d has %d steps, cut %t; want %d, false", n, len(tr.Steps), tr.Cut, n)
		}
		n++
		if n == 50 {
			break
		}
	}
	syntactic := 0
	for range SyntacticTraces(core, core.Threads[0], Unbounded) {
		syntactic++
		if syntactic == 50 {
			break
		}
	}
	if n != 50 || syntactic != 50 {
		t.Errorf("%d traces and %d syntactic ones, want 50 before the caller stops", n, syntactic)
	}
}

// TestChoicesInARow: after several choices in a row, the choices of one branch do not affect
// another.
func TestChoicesInARow(t *testing.T) {
	var body []il.Stmt
	for range 6 {
		body = append(body, choice(nil, nil))
	}
	core := parallel(append(body, alloc("a")), nil)
	seen := map[string]bool{}
	add := func(cs []Choice) {
		taken := ""
		for _, c := range cs {
			taken += string(c.Take[:1])
		}
		seen[taken] = true
	}
	for _, tr := range slices.Collect(Traces(core, core.Threads[0], State{S: stack("")}, 0)) {
		add(tr.Steps[0].Choices)
		for i, c := range tr.Steps[0].Choices {
			if c.At != body[i] {
				t.Errorf("the choices of %v are not in order", tr.Steps[0].Choices)
			}
		}
	}
	if len(seen) != 64 {
		t.Errorf("Traces shows %d ways to take 6 branches, want 64", len(seen))
	}
	clear(seen)
	for _, in := range slices.Collect(Interleavings(begin(t, core), 0)) {
		add(in.Moves[0].Choices)
	}
	if len(seen) != 64 {
		t.Errorf("Interleavings shows %d ways to take 6 branches, want 64", len(seen))
	}
}

// TestNestedBranches: the traces of nested branches take memory proportional to their number, not
// to its square, because unfinished ones share their choices.
func TestNestedBranches(t *testing.T) {
	taken := func(n int) (bytes uint64) {
		core := legal(t, "m(a) {"+strings.Repeat("if * {", n)+"x := a.f"+strings.Repeat("}", n)+"}")
		traces, commands := 0, 0
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for x := range SyntacticTraces(core, core.Units[0], 1) {
			traces, commands = traces+1, commands+len(x.Commands)
		}
		runtime.ReadMemStats(&after)
		if traces != n+1 || commands != 1 {
			t.Errorf("%d nested branches have %d traces of %d commands, want %d of 1", n, traces,
				commands, n+1)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	taken(1)
	if some, more := taken(500), taken(2000); more > 6*some {
		t.Errorf("500 nested branches take %d bytes, 2000 take %d, want at most 6 times as many",
			some, more)
	}
}
