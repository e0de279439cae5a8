package repair

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics/explore"
)

const (
	r = il.Read
	w = il.Write
)

// gateProgram takes two locks in both orders, without a deadlock.
const gateProgram = "p(b) { synchronized (g) { synchronized (k) { synchronized (l) { } } } }\n" +
	"q(b) { synchronized (g) { synchronized (l) { synchronized (k) { } } } }\n"

// removals are races with what is proposed: a region and then a copy, if they exist.
var removals = []struct {
	name        string
	text        string
	left, right string // the two accesses; see site
	kinds       [2]il.AccessKind
	want        []string // the changed texts
	titles      []string // of the proposals
}{
	{
		name: "one side is under the lock already",
		text: `m(b) {
  lock();
  x := b.f;
  unlock();
}
n(b) {
  y := new();
  b.f := y; // here
}
`,
		left: "x := b.f", right: "b.f := y", kinds: [2]il.AccessKind{r, w},
		want: []string{`m(b) {
  lock();
  x := b.f;
  unlock();
}
n(b) {
  y := new();
  synchronized {
    b.f := y; // here
  }
}
`},
		titles: []string{"put b.f := y at 8:3 in n under the lock"},
	},
	{
		name: "both sides need a region",
		text: "m(b) {\n\tx := b.f\n}\nn(b) {\n\ty := new(); b.f := y\n}\n",
		left: "x := b.f", right: "b.f := y", kinds: [2]il.AccessKind{r, w},
		want: []string{"m(b) {\n\tsynchronized {\n\t\tx := b.f\n\t}\n}\nn(b) {\n\ty := new(); " +
			"synchronized { b.f := y }\n}\n"},
		titles: []string{"put x := b.f at 2:2 in m and b.f := y at 5:14 in n under the lock, " +
			"each in a region of its own"},
	},
	{
		name: "one access with itself, at the end of a line with a comment, " +
			"and line ends of two characters",
		text: "m(b, c) {\r\n  if * { b.f := /* the\r\n   argument */ c; } // both\r\n}\r\n",
		left: "b.f", right: "b.f", kinds: [2]il.AccessKind{w, w},
		want: []string{"m(b, c) {\r\n  if * { synchronized { b.f := /* the\r\n   argument */ " +
			"c; } } // both\r\n}\r\n"},
		titles: []string{"put b.f := c at 2:10 in m under the lock"},
	},
	{
		name: "a statement on several lines",
		text: "m(b, c) {\n  b // the cell\n    .f := c;\n}\n",
		left: "b //", right: "b //", kinds: [2]il.AccessKind{w, w},
		want: []string{`m(b, c) {
  synchronized {
    b // the cell
      .f := c;
  }
}
`},
		titles: []string{"put b.f := c at 2:3 in m under the lock"},
	},
	{
		name: "two accesses side by side take one region",
		text: "m(b) {\n  x := b.f;\n  b.f := x;\n}\n",
		left: "x :=", right: "b.f := x", kinds: [2]il.AccessKind{r, w},
		want:   []string{"m(b) {\n  synchronized {\n    x := b.f;\n    b.f := x;\n  }\n}\n"},
		titles: []string{"put x := b.f at 2:3 to b.f := x at 3:3 in m under the lock"},
	},
	{
		name: "the lock that the other side holds, by its name",
		text: `m(b) {
  synchronized (k) { x := b.f; }
}
n(b) {
  lock(l);
  b.f := b;
  unlock(l);
}
`,
		left: "x := b.f", right: "b.f := b", kinds: [2]il.AccessKind{r, w},
		want: []string{`m(b) {
  synchronized (k) { synchronized (l) { x := b.f; } }
}
n(b) {
  lock(l);
  b.f := b;
  unlock(l);
}
`},
		titles: []string{"put x := b.f at 2:22 in m under lock l"},
	},
	{
		name: "each lock of the program could cause a deadlock",
		text: "m(b) { synchronized (k) { x := b.f; } }\nn(b) { synchronized (l) { b.f := b; } }\n" +
			gateProgram,
		left: "x := b.f", right: "b.f := b", kinds: [2]il.AccessKind{r, w},
		want: []string{"m(b) { synchronized (k) { synchronized { x := b.f; } } }\n" +
			"n(b) { synchronized (l) { synchronized { b.f := b; } } }\n" + gateProgram},
		titles: []string{"put x := b.f at 1:27 in m and b.f := b at 2:27 in n under the unnamed " +
			"lock, each in a region of its own"},
	},
	{
		name: "a method that both call",
		text: "m(b) {\n  h(b);\n}\nn(b) {\n  h(b);\n}\nprivate h(q) {\n  q.f := q;\n}\n",
		left: "q.f", right: "q.f", kinds: [2]il.AccessKind{w, w},
		want: []string{`m(b) {
  h(b);
}
n(b) {
  h(b);
}
private h(q) {
  synchronized {
    q.f := q;
  }
}
`},
		titles: []string{"put q.f := q at 8:3 in h under the lock"},
	},
	{
		name: "a variable has the value already",
		text: `{
  synchronized {
    x := arg1.f;
    z := x;
  }
  y := arg1.f;
} || {
  synchronized {
    arg1.f := arg1;
  }
}
`,
		left: "y := arg1.f", right: "arg1.f := arg1", kinds: [2]il.AccessKind{r, w},
		want: []string{
			`{
  synchronized {
    x := arg1.f;
    z := x;
  }
  synchronized {
    y := arg1.f;
  }
} || {
  synchronized {
    arg1.f := arg1;
  }
}
`,
			`{
  synchronized {
    x := arg1.f;
    z := x;
  }
  y := x;
} || {
  synchronized {
    arg1.f := arg1;
  }
}
`,
		},
		titles: []string{
			"put y := arg1.f at 6:3 in A under the lock",
			"read x instead of arg1.f at 6:3 in A: x has read it at 3:5",
		},
	},
	{
		name: "a region before can read it",
		text: `{
  lock();
  seen := arg1;
  unlock();
  arg2.g := arg1 . f /* now */;
} || {
  synchronized { arg1.f := arg1; }
}
`,
		left: "arg2.g", right: "arg1.f := arg1", kinds: [2]il.AccessKind{r, w},
		want: []string{
			`{
  lock();
  seen := arg1;
  unlock();
  synchronized {
    arg2.g := arg1 . f /* now */;
  }
} || {
  synchronized { arg1.f := arg1; }
}
`,
			`{
  lock();
  seen := arg1;
  seen2 := arg1.f;
  unlock();
  arg2.g := seen2 /* now */;
} || {
  synchronized { arg1.f := arg1; }
}
`,
		},
		titles: []string{"put arg2.g := arg1.f at 5:3 in A under the lock",
			"read seen2 instead of arg1.f at 5:3 in A: the lock region that ends at 4:3 reads it"},
	},
	{
		name: "the root is assigned between: no copy",
		text: `{
  b := arg1;
  synchronized { x := b.f; }
  b := arg2;
  y := b.f;
} || {
  synchronized { arg1.f := arg1; }
}
`,
		left: "y := b.f", right: "arg1.f := arg1", kinds: [2]il.AccessKind{r, w},
		want: []string{`{
  b := arg1;
  synchronized { x := b.f; }
  b := arg2;
  synchronized {
    y := b.f;
  }
} || {
  synchronized { arg1.f := arg1; }
}
`},
		titles: []string{"put y := b.f at 5:3 in A under the lock"},
	},
	{
		name: "a copy that races itself is none",
		text: "{\n  synchronized { z := arg1; }\n  y := arg1.f;\n} || {\n  arg1.f := arg1;\n}\n",
		left: "y := arg1.f", right: "arg1.f := arg1", kinds: [2]il.AccessKind{r, w},
		want: []string{`{
  synchronized { z := arg1; }
  synchronized {
    y := arg1.f;
  }
} || {
  synchronized {
    arg1.f := arg1;
  }
}
`},
		titles: []string{"put y := arg1.f at 3:3 in A and arg1.f := arg1 at 5:3 in B under the " +
			"lock, each in a region of its own"},
	},
}

// TestRemove compares the proposals for each race of removals; each removes the race.
func TestRemove(t *testing.T) {
	for _, tt := range removals {
		t.Run(tt.name, func(t *testing.T) {
			p := read(t, tt.text)
			got, err := p.Remove(background, race(t, p, tt.left, tt.right, tt.kinds), Defaults())
			if err != nil || got.Before.Race != yes || got.Unknown > 0 {
				t.Fatalf("Remove: race before: %v, %d unknown, %v, want yes, 0", got.Before.Race,
					got.Unknown, err)
			}
			var texts, titles []string
			for _, x := range got.Proposals {
				texts, titles = append(texts, x.Text), append(titles, x.Title)
				if x.After.Race != No || x.After.Races >= x.Before.Races || x.After.Reported {
					t.Errorf("%s: %d races before, afterwards %+v, want fewer", x.Title,
						x.Before.Races, x.After)
				}
			}
			if diff := cmp.Diff(tt.want, texts); diff != "" {
				t.Errorf("the changed texts (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.titles, titles); diff != "" {
				t.Errorf("the titles (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCopyIsSame: a copy is proposed only if the thread, alone, would find the same object in the
// path and in the copy.
func TestCopyIsSame(t *testing.T) {
	for _, tt := range []struct {
		name, between string
		copies        bool
	}{
		{"nothing", "", true},
		{"a store", "b.f := v;", false},
		{"a store by another name", "w := b; w.f := v;", false},
		{"a new object", "b.f := new();", false},
		{"a store of what is loaded", "v.f := b.g;", false},
		{"a store in a branch", "if * { b.f := v; }", false},
		{"a store in a loop", "while * { v.f := b; }", false},
		{"a call that stores", "outer(b, v);", false},
		{"another field", "b.g := v;", true},
		{"a call that stores another field", "other(b, v);", true},
		{"the variable", "x := v;", false},
		{"the root", "b := v;", false},
	} {
		for _, before := range []string{"x := b.f;", "synchronized { x := b; }"} {
			copyInText := before == "x := b.f;"
			if tt.name == "the variable" && !copyInText {
				continue
			}
			p := read(t, "m(b, v) {\n  "+before+"\n  "+tt.between+"\n  y := b.f; z := y;\n}\n"+
				"n(b) {\n  lock();\n  b.f := b; // there\n  unlock();\n}\n"+
				`private outer(c, d) {
  if * { inner(d, c); }
}
private inner(c, d) {
  c.f := d;
}
private other(c, d) {
  c.g := d;
}
`)
			got, err := p.Remove(background,
				race(t, p, "y := b.f", "b.f := b; // there", [2]il.AccessKind{r, w}), Defaults())
			if err != nil {
				t.Fatal(err)
			}
			copies := slices.ContainsFunc(got.Proposals,
				func(x Proposal) bool { return x.Kind == KindCopy })
			// The load into x races itself, so the copy is not proposed. It only has to be tried.
			if copyInText {
				copies = slices.ContainsFunc(fixerOf(t, p, "y := b.f", "b.f := b; // there").copies(),
					func(c candidate) bool { return c.Kind == KindCopy && c.inserted < 0 })
			}
			if copies != tt.copies {
				t.Errorf("%s after %s: a copy is proposed: %v, want %v", tt.name, before, copies,
					tt.copies)
			}
		}
	}
}

// TestCopyThatRaces: a copy that would race with another access is not proposed, even though it
// removes the race in question.
func TestCopyThatRaces(t *testing.T) {
	for _, tt := range []struct {
		name, there string
		copies      bool
	}{
		{"under the lock", "lock(); b.f := b; unlock();", true},
		{"not under the lock", "b.f := b;", false},
	} {
		p := read(t, "m(b) {\n  lock();\n  x := b;\n  unlock();\n  y := b.f;\n}\n"+
			"n(b) {\n  lock();\n  b.f := b; // here\n  unlock();\n  "+tt.there+"\n}\n")
		got, err := p.Remove(background,
			race(t, p, "y := b.f", "b.f := b; // here", [2]il.AccessKind{r, w}), Defaults())
		all := got.Proposals
		if err != nil || len(all) == 0 || all[0].Kind == KindCopy || got.Tried != 2 {
			t.Fatalf("%s: Remove = %+v after %d tries, %v, want a region first, and 2 tries",
				tt.name, all, got.Tried, err)
		}
		if copies := len(all) > 1 && all[1].Kind == KindCopy; copies != tt.copies {
			t.Errorf("with another store %s, a copy is proposed: %v, want %v", tt.name, copies,
				tt.copies)
		}
	}
}

// TestManyReports: whether RacerDX reports the race is unknown if it is not among the reports
// considered, and there are more.
func TestManyReports(t *testing.T) {
	const few = 140 // stores: each races with each and with itself, which makes 9,870
	for _, tt := range []struct {
		stores   int
		watched  string // an access that races with itself; may be empty
		reported bool
		known    bool // whether it is
	}{
		{few, "b.g := x", false, true},
		{few + 1, "b.g := x", false, false},
		{few + 1, "b.f := x", true, true},
		{few + 1, "", false, true},
	} {
		p := read(t,
			"m(b) {\n  x := new();\n"+strings.Repeat("  b.f := x;\n", tt.stores)+
				"  synchronized {\n    b.g := x;\n  }\n}\n")
		watched, a := map[il.Sites]bool{}, Account{}
		if tt.watched != "" {
			s := site(t, p, tt.watched, w)
			watched[il.Sites{s, s}] = true
		}
		p.addReports(&a, p.Core.Pairs()[0], watched)
		if a.Reported != tt.reported || (a.TooLarge == "") != tt.known {
			t.Errorf("%q and %d stores: reported %v, %q, want %v, known: %v", tt.watched,
				tt.stores, a.Reported, a.TooLarge, tt.reported, tt.known)
		}
		if got, want := a.Reports.Exceeds(maxReports), tt.stores > few; got != want {
			t.Errorf("%d stores: %s reports, more than %d: want %v", tt.stores, a.Reports,
				maxReports, want)
		}
	}
}

// fixerOf returns a run for the race of a read, left, and a write, right.
func fixerOf(t *testing.T, p *Program, left, right string) *fixer {
	t.Helper()
	f := &fixer{
		ctx: background, p: p, r: race(t, p, left, right, [2]il.AccessKind{r, w}), o: Defaults(),
	}
	for i, s := range f.r.Sites {
		at, ok := p.find(s.At)
		if !ok {
			t.Fatalf("there is no statement at %v", s)
		}
		f.at[i] = at
	}
	return f
}

// TestRemoveUncounted: if there are too many interleavings to count, the rest of the answer is
// unchanged.
func TestRemoveUncounted(t *testing.T) {
	p := example(t, "long-trace.il")
	got, err := p.Remove(background, race(t, p, "b.f :=", "b.f :=", [2]il.AccessKind{w, w}),
		Options{States: 10, Workers: 1})
	if err != nil || len(got.Proposals) == 0 {
		t.Fatalf("Remove: %d proposals, %v, want some", len(got.Proposals), err)
	}
	if b := got.Before; b.Schedules != nil || b.Uncounted != explore.ErrCount.Error() {
		t.Errorf("%v schedules before, uncounted because %q, want %q", b.Schedules, b.Uncounted,
			explore.ErrCount)
	}
}

// TestRacesCounted: a race of a unit with itself in which the threads can be exchanged counts as
// one race, as in the list of races.
func TestRacesCounted(t *testing.T) {
	p := read(t, "m(a, b) {\n  a.f := b.f\n}\n")
	pair := p.Core.Pairs()[0]
	races, complete, err := p.Races(background, pair, Defaults())
	if err != nil || !complete {
		t.Fatalf("Races: complete: %t, %v, want true", complete, err)
	}
	a, err := p.account(background, pair, nil, Defaults())
	if err != nil || a.Races != 2 || len(races) != 2 {
		t.Errorf("%d races in the account, %v, and %d in the list, want 2", a.Races, err,
			len(races))
	}
}

// TestRemoveBurble repairs the race of the paper's introduction, and checks the numbers.
func TestRemoveBurble(t *testing.T) {
	p := example(t, "burble.il")
	got, err := p.Remove(background,
		race(t, p, "out := b.f", "b.f := fortyTwo", [2]il.AccessKind{r, w}), Defaults())
	if err != nil || len(got.Proposals) != 1 || got.Tried != 2 {
		t.Fatalf("Remove: %d proposals, %d tried, %v, want 1 and 2", len(got.Proposals), got.Tried,
			err)
	}
	x := got.Proposals[0]
	if x.Before.Races != 1 || x.Before.Schedules.String() != "10" || !x.Before.Reported {
		t.Errorf("before the repair: %+v, want one reported race in 10 schedules", x.Before)
	}
	if x.After.Races != 0 || x.After.Schedules.String() != "5" {
		t.Errorf("after the repair: %+v, want no race in 5 schedules", x.After)
	}
	if x.After.Reported || x.After.Reports.String() != "0" {
		t.Errorf("after the repair: %v reports, want none", x.After.Reports)
	}
	if got := x.Core().Source.Text; got != x.Text {
		t.Errorf("the core of the proposal has the text\n%swant\n%s", got, x.Text)
	}
}

// TestNotes checks the notes on a region that splits a read from its write.
func TestNotes(t *testing.T) {
	p := read(t, "m(b) {\n  x := b.f;\n  if * {\n    b.f := x;\n  }\n}\n")
	got, err := p.Remove(background, race(t, p, "x := b.f", "b.f := x", [2]il.AccessKind{r, w}),
		Defaults())
	if err != nil || len(got.Proposals) != 2 {
		t.Fatalf("Remove = %+v, %v, want two proposals", got, err)
	}
	whole := []string{"The region reaches from the load of b.f to the store, " +
		"so that no thread that takes the lock comes in between."}
	if diff := cmp.Diff(whole, got.Proposals[0].Notes); diff != "" {
		t.Errorf("notes on the region around both (-want +got):\n%s", diff)
	}
	want := []string{"m touches the field at 4:5 too. Accesses that belong together need " +
		"one region.",
		"m touches the field at 2:3 too. Accesses that belong together need one region."}
	if diff := cmp.Diff(want, got.Proposals[1].Notes); diff != "" {
		t.Errorf("notes on the region around one (-want +got):\n%s", diff)
	}
}

// TestNotesAreShort: a note names up to three other accesses.
func TestNotesAreShort(t *testing.T) {
	for n, want := range map[int]string{
		3: "1:14, 1:24, 1:34 too.", 4: "1:14, 1:24, 1:34, ... too.",
	} {
		p := read(t, "m(b) { l(b); "+strings.Repeat("x := b.f; ", n)+"b.f := x; } "+
			"private l(b) { skip; }")
		got, err := p.Remove(background, race(t, p, "b.f := x", "b.f := x", [2]il.AccessKind{w, w}),
			Defaults())
		if err != nil {
			t.Fatal(err)
		}
		found := ""
		for _, q := range got.Proposals {
			found += strings.Join(q.Notes, "\n") + "\n"
		}
		if !strings.Contains(found, "touches the field at "+want) {
			t.Errorf("with %d other accesses, the notes are %s; want %s", n, found, want)
		}
	}
}

// TestNotesOfLocks: the notes on a region are the same whichever locks were tried before.
func TestNotesOfLocks(t *testing.T) {
	p := read(t, "m(b) { "+strings.Repeat("x := b.f; ", 4)+"y := b.f; b.f := x; l(b); } "+
		"private l(b) { lock(k); unlock(k); lock(l); unlock(l); }")
	const others = "m touches the field at 1:8, 1:18, 1:28, ... too. " +
		"Accesses that belong together need one region."
	both := 0
	for _, c := range fixerOf(t, p, "y := b.f", "b.f := x").regions() {
		if !strings.HasSuffix(c.Title, ", each in a region of its own") {
			continue
		}
		both++
		want := []string{others, "By Theorem D the region cannot cause a deadlock."}
		if strings.Contains(c.Text, "synchronized {") {
			want[1] = "This lock is new: any other could cause a deadlock."
		}
		if diff := cmp.Diff(want, c.Notes); diff != "" {
			t.Errorf("notes on %s (-want +got):\n%s", c.Title, diff)
		}
	}
	if both != 3 {
		t.Errorf("%d proposals of two regions, want 3", both)
	}
}

// TestRemoveNone asks about accesses that do not race.
func TestRemoveNone(t *testing.T) {
	p := example(t, "burble.il")
	got, err := p.Remove(background,
		race(t, p, "b := new>b.f", "b := new>b.f", [2]il.AccessKind{w, w}), Defaults())
	if err != nil || got.Before.Race != No {
		t.Errorf("Remove: race before: %v, %v, want none", got.Before.Race, err)
	}
	if got.Tried != 0 || len(got.Proposals) != 0 {
		t.Errorf("%d of %d tried changes are proposed, want none", len(got.Proposals), got.Tried)
	}
	_, err = p.Remove(background, Race{Pair: p.Core.Pairs()[0]}, Defaults())
	if err == nil || err.Error() != "there is no statement at 1:1" {
		t.Errorf("the error of Remove = %v, want one that no statement is there", err)
	}
}

// TestRemoveBounded cuts the searches: nothing is known about a smaller region, but regions around
// both accesses suffice in any case.
func TestRemoveBounded(t *testing.T) {
	p := read(t, `n(b) {
  lock();
  x := b.next;
  unlock();
}
m(b) {
  while * {
    n := new();
    n.next := b.next;
    b.next := n;
  }
}
`)
	r := race(t, p, "x := b.next", "n.next := b.next;>b.next := n", [2]il.AccessKind{r, w})
	o := Defaults()
	o.States = 10
	got, err := p.Remove(background, r, o)
	if err != nil || got.Before.Race != unknown || got.Before.Cut == "" {
		t.Fatalf("Remove: before: %+v, %v, want it unknown because of a cut", got.Before, err)
	}
	if got.Unknown != 2 || len(got.Proposals) != 2 {
		t.Fatalf("%d changes unknown, %d proposed, want 2 and 2", got.Unknown, len(got.Proposals))
	}
	both := "put n.next := b.next at 9:5 to b.next := n at 10:5 in m under the lock"
	if got := got.Proposals[0].Title; got != both {
		t.Errorf("the first proposal is %q, want %q", got, both)
	}
	one := got.Proposals[1]
	if want := "put b.next := n at 10:5 in m under the lock"; one.Title != want {
		t.Errorf("the second proposal is %q, want %q", one.Title, want)
	}
	if one.After.Race != No || one.After.Cut == "" {
		t.Errorf("after the second proposal: %+v, want no race, and a cut search", one.After)
	}
	ctx, stop := context.WithCancel(background)
	stop()
	if _, err := p.Remove(ctx, r, Defaults()); !errors.Is(err, context.Canceled) {
		t.Errorf("the error of Remove with a cancelled context = %v, want %v", err,
			context.Canceled)
	}
}

// TestRemoveRandom repairs the races of random programs: each race has a region that removes it, no
// region creates a race, and formatted programs stay formatted.
func TestRemoveRandom(t *testing.T) {
	o := Defaults()
	o.States = 20_000
	races := 0
	iltest.Random(t, quick.Cases(120), gen.Default(), func(c *il.Core) {
		p := read(t, c.Source.Text)
		if races > 150 {
			return
		}
		for _, pair := range p.Core.Pairs() {
			before, err := p.search(background, pair, o)
			if err != nil {
				t.Fatal(err)
			}
			known := map[ordinalRace]bool{}
			for _, x := range before.Races {
				known[p.ordinals(sitesOf(pair, x))] = true
			}
			if before.Cut != "" || len(before.Races) > 4 {
				continue
			}
			for _, x := range before.Races {
				s := sitesOf(pair, x)
				got, err := p.Remove(background, Race{pair, s}, o)
				if err != nil {
					t.Fatal(err)
				}
				if len(got.Proposals) == 0 || got.Proposals[0].Kind == KindCopy {
					t.Fatalf("nothing removes the race %s, %s of\n%s", p.Source.At(s[0].At),
						p.Source.At(s[1].At), p.Source.Text)
				}
				races++
				for _, q := range got.Proposals {
					checkProposal(t, p, q, known)
				}
			}
		}
	})
	if races < quick.Cases(50) {
		t.Errorf("%d races were repaired, want %d", races, quick.Cases(50))
	}
}

// checkProposal checks a proposal for p: its format, its diff and, if it is a region, that it has
// no race that is not known.
func checkProposal(t *testing.T, p *Program, q Proposal, known map[ordinalRace]bool) {
	t.Helper()
	if il.Format(p.tree) == p.Source.Text && il.Format(q.program.tree) != q.Text {
		t.Fatalf("the proposal is not formatted any more:\n%s", q.Text)
	}
	if q.Kind == KindCopy {
		return
	}
	for x := range q.After.races {
		if !known[x] {
			t.Fatalf("%s makes a race:\n%s", q.Title, q.Text)
		}
	}
	if got := applied(t, p.Source.Text, Diff("t.il", p.Source.Text, q.Text)); got != q.Text {
		t.Fatalf("the diff gives\n%s, want\n%s", got, q.Text)
	}
	if strings.Count(q.Text, "synchronized") > strings.Count(p.Source.Text, "synchronized")+2 {
		t.Fatalf("the proposal adds more than 2 regions:\n%s", q.Text)
	}
}

// TestBefore: a new statement at a position has the ordinal of the first statement from there on.
func TestBefore(t *testing.T) {
	f := &fixer{p: read(t, "m(b) { x := b; y := b; }")}
	x, y := f.p.stmts[0].Pos(), f.p.stmts[1].Pos()
	for at, want := range map[il.Pos]int{0: 0, x: 0, x + 1: 1, y: 1, y + 1: 2} {
		if got := f.before(at); got != want {
			t.Errorf("before(%d) = %d, want %d", at, got, want)
		}
	}
}
