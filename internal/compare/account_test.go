package compare

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"wobbly/dynamic/racemob"
	"wobbly/examples"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/report"
)

// accounts asks an analyzer about a program.
func accounts(t *testing.T, text, analyzer string, set func(*analyzers.Options)) *Accounts {
	t.Helper()
	a, ok := analyzers.Find(analyzer)
	if !ok {
		t.Fatalf("there is no analyzer %s", analyzer)
	}
	o := analyzers.DefaultOptions()
	if set != nil {
		set(&o)
	}
	x, err := NewAccounts(t.Context(), iltest.Core(t, text), nil, a, o)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// TestAccounts: on all examples, an analyzer that explains why it reports nothing does so for
// exactly the candidates that it does not report, with a premise that fails. It gives the others
// the same numbers as check.
func TestAccounts(t *testing.T) {
	explained := 0
	for _, a := range analyzers.All() {
		if a.Absent == nil {
			continue
		}
		explained++
		for i, f := range examples.All() {
			if !quick.All && i%3 > 0 {
				continue
			}
			core := iltest.Core(t, f.Text)
			o := analyzers.DefaultOptions()
			doc, err := Judge(t.Context(), core, nil, a, o, nil)
			if err != nil {
				t.Fatal(err)
			}
			x, err := NewAccounts(t.Context(), core, nil, a, o)
			if err != nil {
				t.Fatal(err)
			}
			listed := map[string]report.Race{}
			for r := range doc.Races {
				listed[r.ID] = r
			}
			for _, p := range core.Pairs() {
				for _, s := range racemob.ConflictingSites(core, p) {
					for _, e := range x.explained(t.Context(), p, s) {
						consistent(t, f.Name+", "+a.Name, e)
						r, ok := listed[e.ID]
						if ok != e.Reported ||
							ok && (r.Left.At != e.Left.Side.At ||
								r.Right.Kind != e.Right.Side.Kind || r.Left.Unit != p.Left.Name) {
							t.Errorf("%s, %s: %s is listed: %v, as %+v, and explained as %+v",
								f.Name, a.Name, e.ID, ok, r, e)
						}
						delete(listed, e.ID)
					}
				}
			}
			if len(listed) > 0 {
				t.Errorf("%s, %s: %d races have no account", f.Name, a.Name, len(listed))
			}
		}
	}
	if explained < 4 {
		t.Errorf("%d analyzers explain their reports, want 4 or more", explained)
	}
}

// consistent checks that all premises of a reported pair hold, that a premise of any other pair
// fails, and that each says why.
func consistent(t *testing.T, where string, e report.Pair) {
	t.Helper()
	failed := slices.ContainsFunc(e.Tests, func(x report.Test) bool { return !x.Holds })
	if failed == e.Reported || len(e.Tests) < 2 || e.Tests[0].Name != "write" || e.Verdict == "" ||
		e.Reported != (e.ID != "") || e.Reported != (len(e.Sentences) > 0) {
		t.Errorf("%s: %+v, want the tests, the verdict and the sentences to agree", where, e)
	}
	for _, x := range e.Tests {
		if !strings.HasSuffix(x.Finding, ".") {
			t.Errorf("%s: %q is no sentence", where, x.Finding)
		}
	}
}

// published has a store into an object that the thread has published, a result from a box, a store
// under the lock in both threads, and one that a method does not reach.
const published = `publish(b) {
  n := new();
  b.cur := n;
  n.val := n;
}
put(b) {
  b.cur.val := b;
}
both(b) {
  lock();
  b.low := b;
  unlock();
}
private never(b) { b.low := b; }
far(b) {
  x := b.cur;
  x.deep := b;
  b.cur := x;
}
`

// TestFailing: an account names the premise that fails, and why.
func TestFailing(t *testing.T) {
	for _, c := range []struct {
		analyzer, at, want string // positions of published; the test that fails, and its finding
		switches           int
	}{
		{"flow", "4:3 7:3",
			"A: copies, loads and calls alone bring no value from a parameter of publish to the " +
				"beginning of n.val, which holds a new object or one found through a new object.",
			0},
		{"rely", "4:3 7:3", "", 0},
		{"bounded", "4:3 7:3", "", 1},
		{"bounded", "4:3 7:3",
			"meet: in no execution with at most 0 context switches, from a state with two " +
				"threads apart, are both about to access one cell; with 1, they are.", 0},
		{"flow", "11:3 11:3",
			"lock: both hold the lock, at levels 1 and 1; one of them must be 0.", 0},
		{"bounded", "11:3 11:3",
			"lock: both hold the lock, at levels 1 and 1; one of them must be 0.", 1},
		{"flow", "7:3 17:3",
			"rest: of the object that they share, A accesses .val, and B .deep.", 0},
		{"rely", "7:3 18:3", "rest: ", 0},
		{"flow", "16:8 16:8", "write: both only read.", 0},
	} {
		x := accounts(t, published, c.analyzer,
			func(o *analyzers.Options) { o.Switches = c.switches })
		var at []il.Position
		for _, w := range strings.Fields(c.at) {
			p, _ := il.ParsePosition(w)
			at = append(at, p)
		}
		answer := x.Pair(t.Context(), at[0], at[1])
		if len(answer.Pairs) == 0 {
			t.Errorf("%s: Pair(%s) explains no pair", c.analyzer, c.at)
			continue
		}
		got := ""
		for _, e := range answer.Pairs[0].Tests {
			if !e.Holds && got == "" {
				got = e.Name + ": " + e.Finding
			}
		}
		if !strings.HasPrefix(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: the failing test of %s is %q, want %q", c.analyzer, c.at, got, c.want)
		}
	}
}

// TestAccountOfPlaces: if a pair has no account, the answer says what the accesses are instead, and
// which reports an access is in.
func TestAccountOfPlaces(t *testing.T) {
	x := accounts(t, published, "rely", nil)
	for at, want := range map[string]string{
		"13:1": "", "4:3": "RacerDX+, rely and guarantee reports it in R",
		"14:20": "RacerDX+, rely and guarantee reports it in no pair.",
		"2:3":   "This is not an access", "99:1": "There is no statement at 99:1.",
	} {
		p, _ := il.ParsePosition(at)
		all := x.Access(p)
		if len(all) != 1 ||
			want != "" &&
				!strings.HasPrefix(fmt.Sprint(strings.Join(all[0].Site.Remarks, " ")), want) {
			t.Errorf("the accesses at %s are %+v, want one with the remark %q", at, all, want)
		}
	}
	for _, id := range []string{"R0", "R99", "F1"} {
		if _, err := x.Report(id); err == nil {
			t.Errorf("Report(%q) succeeds, but there is no such report", id)
		}
	}
	one := accounts(t, published, "flow", func(o *analyzers.Options) { o.Limit = 1 })
	if _, err := one.Report("R2"); err == nil ||
		err.Error() != fmt.Sprintf("there is no R2: 1 of %d races are listed", len(one.numbered)) {
		t.Errorf("Report(\"R2\") with limit 1: %v, want that 1 of %d races is listed", err,
			len(one.numbered))
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	a, _ := analyzers.Find("bounded")
	if _, err := NewAccounts(ended, x.core, nil, a, analyzers.DefaultOptions()); err == nil {
		t.Error("NewAccounts succeeds after its context has ended")
	}
}
