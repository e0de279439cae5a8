package analyzers

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/iltest"
	"wobbly/witness/reconstruct"
)

// TestList: every analyzer has its texts, names are unique, and inclusions are between analyzers
// that exist.
func TestList(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range All() {
		if seen[a.Name] || a.Name == "" || strings.ContainsAny(a.Name, " ,⊆") {
			t.Errorf("the name %q is malformed or not unique", a.Name)
		}
		seen[a.Name] = true
		if a.Title == "" || a.Cite == "" || !strings.HasSuffix(a.Doc, ".") ||
			a.Claim != "" && !strings.HasSuffix(a.Claim, ".") || a.Start == nil {
			t.Errorf("%s lacks a text or Start, or a text lacks its full stop: %+v", a.Name, a)
		}
		if found, ok := Find(a.Name); !ok || found.Name != a.Name {
			t.Errorf("Find(%q) = %v, %t; want it", a.Name, found, ok)
		}
	}
	if _, ok := Find("racer"); ok {
		t.Error("Find(racer) finds an analyzer, want none")
	}
	for _, in := range Inclusions() {
		if !seen[in.Sub] || !seen[in.Super] || in.Sub == in.Super || in.Cite == "" {
			t.Errorf("the inclusion %+v lacks a citation, or two different analyzers", in)
		}
	}
}

// TestAnswers: each analyzer finds a race in this program. Its reports are sorted, and have each
// pair of sites once unless paths or lock levels differ. A second call gives the same answer.
func TestAnswers(t *testing.T) {
	core := iltest.Core(t,
		"m(a, b) { a.h := b; a.f := new(); synchronized { a.g := new(); } }\n"+
			"n(a) { x := a.h; y := a.f; synchronized { z := a.g; } }")
	for _, a := range All() {
		run, err := a.Start(core, DefaultOptions())
		if err != nil {
			t.Fatalf("%s: %v", a.Name, err)
		}
		n := 0
		for _, p := range core.Pairs() {
			first, err := run(context.Background(), p)
			if err != nil || first.Cut != "" {
				t.Errorf("%s on %s || %s: %+v, %v", a.Name, p.Left.Name, p.Right.Name, first, err)
			}
			if !slices.IsSortedFunc(first.Reports,
				func(x, y Report) int { return x.Compare(y.Sites) }) {
				t.Errorf("%s: reports are not sorted: %v", a.Name, first.Reports)
			}
			for i, r := range first.Reports {
				if i > 0 && r.Sites == first.Reports[i-1].Sites &&
					(r.Held == nil || *r.Held == *first.Reports[i-1].Held) ||
					r.Sites != p.Sites(r.Sites[0], r.Sites[1]) {
					t.Errorf("%s: %v is reported twice, or in the wrong order", a.Name, r)
				}
			}
			again, err := run(context.Background(), p)
			if err != nil ||
				!slices.EqualFunc(first.Reports, again.Reports, func(x, y Report) bool {
					return x.Sites == y.Sites && x.Note == y.Note
				}) {
				t.Errorf("%s: the second answer is %v, %v; want %v as at first", a.Name, again, err,
					first)
			}
			n += len(first.Reports)
		}
		if n == 0 {
			t.Errorf("%s reports nothing", a.Name)
		}
	}
}

// TestCuts: an answer names the limit that cut it.
func TestCuts(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := new(); a.g := new(); a.f := new(); }")
	p := core.Pairs()[0]
	ask := func(name string, o Options) Answer {
		t.Helper()
		a, _ := Find(name)
		run, err := a.Start(core, o)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := run(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	o := DefaultOptions()
	if all := ask("racerdx", o); len(all.Reports) != 4 || all.Cut != "" {
		t.Errorf("racerdx without a limit = %+v, want 4 reports, not cut", all)
	}
	o.Limit = 2
	if two := ask("racerdx", o); len(two.Reports) != 2 || two.Cut != "limit" {
		t.Errorf("racerdx with a limit = %+v, want 2 reports, cut by the limit", two)
	}
	o.Search.MaxStates = 1
	if cut := ask("oracle", o); cut.Cut != "states" {
		t.Errorf("oracle = %+v, want it cut by states", cut)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	a, _ := Find("oracle")
	run, _ := a.Start(core, DefaultOptions())
	if answer, err := run(ctx, p); err == nil && answer.Cut == "" {
		t.Errorf("the answer of an interrupted search is %+v, want it cut", answer)
	}
}

// TestSimilarRaces: racerd reports similar races once if a switch says so, and otherwise reports
// all, up to the limit.
func TestSimilarRaces(t *testing.T) {
	core := iltest.Core(t, "m(a) { a.f := new(); a.g := new(); a.f := new(); }")
	for _, tt := range []struct {
		switches    string
		limit, want int
	}{{"", 5, 4}, {"", 2, 2}, {"per-path", 5, 2}} {
		o := DefaultOptions()
		o.Limit = tt.limit
		if tt.switches != "" {
			if err := switches.Set(&o, tt.switches); err != nil {
				t.Fatal(err)
			}
		}
		run, err := racerD().Start(core, o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := run(t.Context(), core.Pairs()[0])
		if err != nil || len(got.Reports) != tt.want {
			t.Errorf("racerd with %q and limit %d: %d reports, %v; want %d", tt.switches, tt.limit,
				len(got.Reports), err, tt.want)
		}
	}
}

// TestCallPaths: for an access known by its text only, the path that holds the fewest locks is
// assumed; units that are never called are not reached.
func TestCallPaths(t *testing.T) {
	const text = `private m(p) { lock(); p.g := p; unlock(); }
private k(p) { m(p.h); }
top(a) { lock(); m(a.f); unlock(); k(a); k(a.i); }
bot(b) { x := b.f; lock(); k(x); unlock(); }
alone() { skip; }`
	core := iltest.Core(t, text)
	site := il.Site{At: il.Pos(strings.Index(text, "p.g")), Kind: il.Write}
	units := map[string]*il.Unit{}
	for _, u := range core.Units {
		units[u.Name] = u
	}
	where := NewCallPaths(core)
	p := il.Pair{Left: units["top"], Right: units["bot"]}
	end := func(e End) string {
		return fmt.Sprintf("%s at depth %d, %d calls, assumed %t, unreached %t", e.Path,
			e.Lock.Depth(), len(e.Calls), e.Assumed, e.Unreached)
	}
	got := where.Ends(p, il.Sites{site, site})
	if s := end(got[0]); s != "a.h.g at depth 1, 2 calls, assumed true, unreached false" {
		t.Errorf("the left end is %s", s)
	}
	if s := end(got[1]); !strings.HasPrefix(s, "x.h.g at depth 2, ") || got[1].Within != nil {
		t.Errorf("the right end is %s, within %v", s, got[1].Within)
	}
	if !where.Reached(p, il.Sites{site, site}) {
		t.Error("Reached(top || bot) = false, want true")
	}
	p = il.Pair{Left: units["top"], Right: units["alone"]}
	e := where.Ends(p, il.Sites{site, site})[1]
	if e.Path != "p.g" || e.Lock.Depth() != 1 || !e.Unreached || e.Within != units["m"] {
		t.Errorf("the unreached end is %s, within %v, want p.g of m at depth 1", end(e), e.Within)
	}
	if where.Reached(p, il.Sites{site, site}) {
		t.Error("Reached(top || alone) = true, want false")
	}
}

// TestSelfPair: the sites of a pair of a unit with itself are in order.
func TestSelfPair(t *testing.T) {
	u := &il.Unit{}
	l, r := il.Site{At: 9}, il.Site{At: 3, Kind: il.Write}
	if got := (il.Pair{Left: u, Right: u}).Sites(l, r); got != (il.Sites{r, l}) {
		t.Errorf("Sites in a pair of one unit = %v, want %v", got, il.Sites{r, l})
	}
	if got := (il.Pair{Left: u, Right: &il.Unit{}}).Sites(l, r); got != (il.Sites{l, r}) {
		t.Errorf("Sites in a pair of two units = %v, want %v", got, il.Sites{l, r})
	}
}

// TestManySteps: the analyzers that follow executions explain a race after 2^61 steps, and do not
// begin a witness of so many.
func TestManySteps(t *testing.T) {
	text := "private m0(a) { if * { skip; } }\n"
	for i := range 60 {
		text += fmt.Sprintf("private m%d(a) { m%d(a); m%d(a); }\n", i+1, i, i)
	}
	core := iltest.Core(t, text+"private put(a) { a.f := a; }\nu(a) { m60(a); put(a); }")
	for _, name := range []string{"flow", "rely", "bounded", "newfree", "alone", "collapse"} {
		a, _ := Find(name)
		run, err := a.Start(core, DefaultOptions())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		answer, err := run(t.Context(), core.Pairs()[0])
		if err != nil || len(answer.Reports) != 1 {
			t.Errorf("%s: %+v, %v; want one report", name, answer, err)
			continue
		}
		r := answer.Reports[0]
		if x := r.Explain(); x.Ends == nil || len(x.Ends[0].Calls) != 1 {
			t.Errorf("%s: Explain() = %+v, want one call", name, x)
		}
		if w, err := r.Prove(); !errors.As(err, new(reconstruct.TooLongError)) {
			t.Errorf("%s: Prove() returns %v, has a witness: %t; want a TooLongError", name, err,
				w != nil)
		}
	}
}
