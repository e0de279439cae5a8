package rdit

import (
	"strings"
	"testing"

	"wobbly/dynamic"
	"wobbly/semantics"
)

// The programs of the package comment.
const (
	lockInNoReach = `
m(p) { lock(); unlock(); }
{ arg1.f := arg1; m(arg2); } || { m(arg1); x := arg1.f; }
`
	withRecorded = `
n(p) { y := new(); p.f := y; }
m(p) { lock(); n(p); unlock(); }
{ m(arg1); } || { lock(); y := new(); arg1.f := y; unlock(); }
`
)

// variantTests are small executions, and the variants that report a race in them. If hb-full is not
// among these, their reports are false; if it is, the others miss one.
var variantTests = []struct{ name, text, missing, schedule, want string }{
	{"nothing missing", withRecorded, "", "a b", ""},
	{"nothing missing, a race", "{ arg1.f := arg1; } || { x := arg1.f; }", "", "a b",
		"hb-full hb-naive rdit-published rdit-first rdit-lock rdit-full rdit-max all-missing"},
	{"the lock is in no reach", lockInNoReach, "m", "a b",
		"hb-naive rdit-published rdit-first"},
	{"but in both reaches is an object", `
m(p) { lock(); unlock(); }
{ arg1.f := arg1; m(arg1); } || { m(arg1); x := arg1.f; }
`, "m", "a b",
		"hb-naive"},
	{"missing and recorded code synchronize", withRecorded, "m", "a b",
		"hb-naive rdit-published rdit-first rdit-lock"},
	{"recorded and missing code synchronize", withRecorded, "m", "b a",
		"hb-naive rdit-published rdit-first rdit-lock"},
	{"an object in common, no lock", `
m(p) { skip; }
{ arg1.f := arg1; m(arg1); } || { m(arg1); x := arg1.f; }
`, "m", "a b",
		"hb-full hb-naive rdit-max"},
	{"nothing in common, no lock", `
m(p) { skip; }
{ arg1.f := arg1; m(arg2); } || { m(arg1); x := arg1.f; }
`, "m", "a b",
		"hb-full hb-naive rdit-published rdit-first rdit-lock rdit-full rdit-max"},
	{"the first call has ended, the second one counts", `
n(p) { p.f := p; }
m(p) { lock(); unlock(); n(p); lock(); unlock(); }
k(p) { lock(); unlock(); }
{ m(arg1); } || { k(arg1); k(arg1); x := arg1.f; }
`, "m k", "AAA BBBB a b",
		"hb-naive rdit-first"},
	{"a call in progress at the end", `
n(p) { x := p.f; }
j(p) { lock(); n(p); unlock(); }
m(p) { lock(); unlock(); }
{ arg1.f := arg1; m(arg1); } || { j(arg1); }
`, "m j", "a BBBB",
		"hb-naive rdit-published rdit-first rdit-lock"},
	{"in the middle of a callback nothing is missing", `
n(p) { p.f := p; x := p.g; }
m(p) { lock(); unlock(); n(p); lock(); unlock(); }
k(p) { lock(); unlock(); }
{ m(arg1); } || { k(arg1); x := arg1.f; }
`, "m k", "AAAAAA b a",
		"hb-full hb-naive rdit-max"},
	{"the lock is held by recorded code", `
m(p) { lock(); unlock(); }
k(p) { if * { lock(); unlock(); } else { skip; } }
{ lock(); arg1.f := arg1; m(arg1); unlock(); } || { k(arg1); x := arg1.f; }
`, "m k", "AAAAAA B -BB a",
		"hb-full hb-naive rdit-max"},
	{"missing code could have locked", `
k(p) { if * { lock(); unlock(); } else { skip; } }
{ lock(); arg1.f := arg1; unlock(); } || { k(arg1); x := arg1.f; }
`, "k", "a B -BB",
		"hb-full hb-naive rdit-published rdit-first rdit-lock"},
	{"an inner unlock() releases nothing", `
k(p) { if * { lock(); unlock(); } else { skip; } }
{ lock(); lock(); arg1.f := arg1; unlock(); unlock(); } || { k(arg1); x := arg1.f; }
`, "k", "AAAA B -BB a",
		"hb-full hb-naive rdit-published rdit-first rdit-lock rdit-full rdit-max all-missing"},
	{"an inner lock() waits for nobody", `
m(p) { if * { lock(); unlock(); } else { skip; } }
{ arg1.f := arg1; m(arg1); } || { lock(); lock(); x := arg1.f; unlock(); unlock(); }
`, "m", "B A A -A b",
		"hb-full hb-naive rdit-published rdit-first rdit-lock rdit-full rdit-max all-missing"},
	{"locks of a call in a callback", `
k(p) { lock(); unlock(); }
n(p) { p.f := p; k(p); }
m(p) { n(p); }
{ m(arg1); } || { lock(); x := arg1.f; unlock(); }
`, "m k", "a b",
		"hb-naive rdit-published rdit-first rdit-lock"},
	{"the call around it does not lock itself", `
k(p) { lock(); unlock(); }
n(p) { k(p); p.f := p; }
m(p) { n(p); }
{ m(arg1); } || { lock(); x := arg1.f; unlock(); }
`, "m k", "a b",
		"hb-full hb-naive rdit-published rdit-first rdit-lock rdit-full rdit-max"},
	{"threads whose own units are missing", `
m(p) { lock(); n(p); unlock(); }
private n(p) { p.f := p; }
`, "m", "a b",
		"hb-naive"},
}

// TestVariants checks the races that each variant reports on each program.
func TestVariants(t *testing.T) {
	for _, tt := range variantTests {
		x := executed(t, tt.text, tt.schedule)
		tr := Observe(x, named(t, x.Core, tt.missing))
		var got []string
		for _, v := range Variants() {
			if len(v.Run(tr).Reports()) > 0 {
				got = append(got, v.Name)
			}
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%s: reports of\n\t%s, want\n\t%s", tt.name, s, tt.want)
		}
	}
}

// TestSmallestIsNoRace: the pair that Published reports falsely is not a race by Definition 3.6
// either: no execution from this state reaches it.
func TestSmallestIsNoRace(t *testing.T) {
	x := executed(t, withRecorded, "")
	s := semantics.Search{
		Start: x.Last(), Limits: semantics.Limits{Iterations: semantics.Unbounded, States: 1000},
	}
	states := 0
	for r := range s.All() {
		states++
		if race, ok := semantics.Race(r.Config); ok {
			t.Errorf("a state has the race %v, want none", race)
		}
	}
	if states < 20 || states == 1000 {
		t.Errorf("%d states, want at least 20 and fewer than the limit", states)
	}
}

// TestAllMissingNeedsRecordedLocks: the paper's naive approach adds edges between all missing
// calls, and overlooks that recorded code locks.
func TestAllMissingNeedsRecordedLocks(t *testing.T) {
	x := executed(t, withRecorded, "a b")
	tr := Observe(x, named(t, x.Core, "m"))
	v := Variant{edges: rules{touch: anyPair}.edges}
	if n := len(v.Run(tr).Reports()); n != 1 {
		t.Errorf("%d reports, want 1", n)
	}
}

// TestExplain: explanations say why accesses are ordered.
func TestExplain(t *testing.T) {
	tests := []struct {
		test    string
		variant Variant
		want    string
	}{
		{"missing and recorded code synchronize", Truth,
			"A's unlock() at 3:22 in m, which is missing, comes before B's lock() at 4:19"},
		{"missing and recorded code synchronize", Repaired,
			"an unlock() that A's call of m at 4:3 may execute comes before B's lock() at 4:19"},
		{"missing and recorded code synchronize", Maximal,
			"an unlock() that A's call of m at 4:3 may execute comes before B's lock() at 4:19"},
		{"recorded and missing code synchronize", Repaired,
			"B's unlock() at 4:52 comes before a lock() that A's call of m at 4:3 may execute"},
		{"recorded and missing code synchronize", Maximal,
			"B's unlock() at 4:52 comes before a lock() that A's call of m at 4:3 may execute"},
		{"the lock is in no reach", Truth,
			"A's unlock() at 2:16 in m, which is missing, comes before " +
				"B's lock() at 2:8 in m, which is missing"},
		{"the lock is in no reach", LockInReach,
			"an unlock() that A's call of m at 3:19 may execute comes before " +
				"a lock() that B's call of m at 3:35 may execute"},
		{"but in both reaches is an object", Published,
			"A's call of m at 3:19 and B's call of m at 3:35 both reach o1"},
		{"nothing in common, no lock", AllMissing,
			"A's call of m at 3:19 and B's call of m at 3:35 are both missing"},
		{"nothing in common, no lock", Repaired, "nothing orders them"},
		{"nothing missing", Naive, "A's unlock() at 3:22 comes before B's lock() at 4:19"},
	}
	for _, tt := range tests {
		for _, vt := range variantTests {
			if vt.name != tt.test {
				continue
			}
			x := executed(t, vt.text, vt.schedule)
			tr := Observe(x, named(t, x.Core, vt.missing))
			i, j := conflict(t, tr)
			got := "nothing orders them"
			if edge := tt.variant.Run(tr).Why(i, j); edge != nil {
				got = tr.Explain(*edge)
			}
			if got != tt.want {
				t.Errorf("%s, %s: Explain = %s\nwant %s", tt.test, tt.variant.Name, got, tt.want)
			}
		}
	}
}

// conflict returns the first pair of recorded accesses that conflict.
func conflict(t *testing.T, tr *Trace) (int, int) {
	t.Helper()
	for j, e := range tr.Events {
		for i, d := range tr.Events[:j] {
			if d.Conflicts(e) {
				return i, j
			}
		}
	}
	t.Fatal("the trace has no conflict")
	return 0, 0
}

// TestVariantsAreDistinct: each variant has a name and a description, both different from those of
// the others.
func TestVariantsAreDistinct(t *testing.T) {
	names := map[string]bool{}
	for _, v := range Variants() {
		if names[v.Name] {
			t.Errorf("two variants have the name %s", v.Name)
		}
		if v.Doc == "" || strings.Contains(v.Doc, "\n") {
			t.Errorf("%s is described by %q, want one line", v.Name, v.Doc)
		}
		names[v.Name] = true
	}
}

// TestCauses: the programs of these tests cover every cause.
func TestCauses(t *testing.T) {
	var by [byCalling + 1]int
	corpus(t, 200, func(tr *Trace) {
		for _, v := range Variants() {
			for _, e := range v.Run(tr).Edges {
				by[e.By]++
				if e.From >= e.To || tr.Events[e.From].Thread == tr.Events[e.To].Thread {
					t.Fatalf("%s has the edge %v, which does not lead forward to the other thread",
						v.Name, e)
				}
				checkEnd(t, tr, e, 0, dynamic.Release)
				checkEnd(t, tr, e, 1, dynamic.Acquire)
			}
		}
	})
	t.Logf("edges by cause %v", by)
	for cause, n := range by {
		if n < 100 {
			t.Errorf("%d edges with cause %d, want at least 100", n, cause)
		}
	}
}

// checkEnd expects the end of an edge to be an event of a kind, or a barrier pair of its thread.
func checkEnd(t *testing.T, tr *Trace, e Edge, end int, kind dynamic.Kind) {
	t.Helper()
	thread := tr.Events[[2]int{e.From, e.To}[end]].Thread
	switch s := e.Sides[end]; {
	case s.Pair >= 0 && s.Event < 0 && tr.Pairs[s.Pair].Thread == thread:
	case s.Event >= 0 && s.Pair < 0 && e.By == byLock &&
		tr.Execution.Events[s.Event].Kind == kind && tr.Execution.Events[s.Event].Thread == thread:
	default:
		t.Fatalf("end %d of the edge %+v, of thread %v, want an event %s or its pair", end, e,
			thread, kind)
	}
}
