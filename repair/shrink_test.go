package repair

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

// leaving lists where each part is and whether it can leave: "3:5 no, 4:5 yes".
func leaving(s Shrinking) string {
	var all []string
	for _, r := range s.Regions {
		for _, x := range r.Parts {
			all = append(all, fmt.Sprintf("%s %s", x.At, x.Leaves))
		}
	}
	return strings.Join(all, ", ")
}

// TestShrink compares which parts can leave, and the proposal.
func TestShrink(t *testing.T) {
	tests := []struct {
		name, text string
		parts      string // see leaving
		want       string // the text of the proposal; may be empty
	}{
		{
			"both ends leave, and a statement in the middle could",
			`m(b) {
  synchronized {
    // made
    n := new();
    b.f := n; // shared
    x := n;

    y := b.f;
    z := y;
  }
}
`,
			"4:5 yes, 5:5 no, 6:5 yes, 8:5 no, 9:5 yes",
			`m(b) {
  // made
  n := new();
  synchronized {
    b.f := n; // shared
    x := n;

    y := b.f;
  }
  z := y;
}
`,
		},
		{
			"lock and unlock",
			"m(b) {\n  lock();\n  n := new();\n  b.f := n;\n  x := n;\n  unlock();\n}\n",
			"3:3 yes, 4:3 no, 5:3 yes",
			"m(b) {\n  n := new();\n  lock();\n  b.f := n;\n  unlock();\n  x := n;\n}\n",
		},
		{
			"on one line",
			"m(b) { synchronized { n := new(); b.f := n; /* done */ x := n } y := n }\n",
			"1:23 yes, 1:35 no, 1:56 yes",
			"m(b) { n := new(); synchronized { b.f := n; } /* done */ x := n; y := n }\n",
		},
		{
			"locks with names on one line",
			"m(b) { lock(k); n := new(); b.f := n; unlock(k); synchronized (l) { x := b; } }\n",
			"1:17 yes, 1:29 no, 1:69 yes",
			"m(b) { n := new(); lock(k); b.f := n; unlock(k); x := b; }\n",
		},
		{
			"a gate stays as long as both locks are taken inside",
			gateProgram,
			"1:27 no, 1:46 yes, 2:27 no, 2:46 yes",
			"p(b) { synchronized (l) { } }\nq(b) { synchronized (k) { } }\n",
		},
		{
			"the lock is for nothing",
			"m(b) {\n  synchronized {\n    x := b.f;\n  }\n}\n",
			"3:5 yes",
			"m(b) {\n  x := b.f;\n}\n",
		},
		{
			"one within the other",
			"m(b) {\n  synchronized {\n    synchronized {\n      b.f := b;\n    }\n  }\n}\n",
			"3:5 yes, 4:7 yes",
			"m(b) {\n  synchronized {\n    b.f := b;\n  }\n}\n",
		},
		{
			"what races anyway",
			`m(b) {
  synchronized {
    h(b);
    x := b;
  }
  b.f := b;
}
private h(q) {
  y := q.f;
}
`,
			"3:5 no, 4:5 yes",
			`m(b) {
  synchronized {
    h(b);
  }
  x := b;
  b.f := b;
}
private h(q) {
  y := q.f;
}
`,
		},
		{"no regions", "m(b) {\n  x := b.f;\n}\n", "", ""},
		{"all is needed", "m(b) {\n  synchronized {\n    b.f := b;\n  }\n}\n", "3:5 no", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := read(t, tt.text)
			got, err := p.Shrink(background, Defaults())
			if err != nil || got.Undecided {
				t.Fatalf("Shrink: undecided: %v, %v, want false", got.Undecided, err)
			}
			if parts := leaving(got); parts != tt.parts {
				t.Errorf("the parts are %s, want %s", parts, tt.parts)
			}
			text := ""
			if got.Proposal != nil {
				text = got.Proposal.Text
			}
			if diff := cmp.Diff(tt.want, text); diff != "" {
				t.Errorf("the proposal (-want +got):\n%s", diff)
			}
		})
	}
}

// TestShrinkSaysWhy reads the reasons why a region cannot be smaller.
func TestShrinkSaysWhy(t *testing.T) {
	p := read(t,
		`m(b) {
  synchronized {
    b.f := b;
  }
  b.g := b;
  synchronized {
    x := b.g;
  }
}
`)
	got, err := p.Shrink(background, Defaults())
	if err != nil || len(got.Regions) != 2 {
		t.Fatalf("Shrink: %d regions, %v, want 2", len(got.Regions), err)
	}
	want := []string{
		"outside, b.f := b of m would race with b.f := b of m",
		"x := b.g at 7:5 races as it is, in m || m; repair that first",
	}
	for n, r := range got.Regions {
		if r.Parts[0].Why != want[n] || r.Unit.Name != "m" {
			t.Errorf("region %d, in %s: %q, want %q in m", n, r.Unit.Name, r.Parts[0].Why, want[n])
		}
	}
	o := Defaults()
	o.States = 1
	if got, err = p.Shrink(background, o); err != nil || !got.Undecided || got.Proposal != nil {
		t.Errorf("Shrink with one state = %+v, %v, want it undecided without a proposal", got, err)
	}
}

// TestShrinkManyPairs: a file with too many pairs of units is refused, unless one
// of them is named or there is nothing to make smaller.
func TestShrinkManyPairs(t *testing.T) {
	const units = 45 // and 1,035 pairs
	text := ""
	for n := range units - 1 {
		text += fmt.Sprintf("m%d() {\n  skip;\n}\n", n)
	}
	p := read(t, text+"m(b) {\n  synchronized {\n    x := b;\n  }\n}\n")
	const want = "the file has 1035 pairs of units, more than 1000: name one"
	got, err := p.Shrink(background, Defaults())
	if err == nil || err.Error() != want || got.Tried != 0 {
		t.Errorf("the error of Shrink after %d tries = %v, want %s after none", got.Tried, err,
			want)
	}
	o, last := Defaults(), p.Core.Units[units-1]
	o.Only = &il.Pair{Left: last, Right: last}
	if got, err := p.Shrink(background, o); err != nil || got.Proposal == nil {
		t.Errorf("Shrink of one pair = %+v, %v, want a proposal", got, err)
	}
	p = read(t, text+"m(b) {\n  skip;\n}\n")
	if got, err := p.Shrink(background, Defaults()); err != nil || got.Proposal != nil {
		t.Errorf("Shrink without a region = %+v, %v, want no proposal", got, err)
	}
	p = read(t, text+"private m(b) {\n  synchronized {\n    x := b;\n  }\n}\n") // 990 pairs
	if _, err := p.Shrink(background, Defaults()); err != nil {
		t.Errorf("Shrink of 990 pairs: %v, want no error", err)
	}
}

// TestJudgeCut: if a bound cut the search before or after the change, the answer is open. A race
// that is new may have been there if the search before was cut.
func TestJudgeCut(t *testing.T) {
	p := read(t, "m(b) {\n  synchronized {\n    b.f := b;\n    x := b;\n  }\n}\n")
	const (
		racing   = "m(b) {\n  b.f := b;\n  x := b;\n}\n"
		harmless = "m(b) {\n  synchronized {\n    b.f := b;\n  }\n  x := b;\n}\n"
		cut      = "a bound cut the search of m || m"
	)
	for _, tt := range []struct {
		text   string
		before bool // the search before was cut
		states int
		want   Answer
		why    string
	}{
		{harmless, false, 0, yes, ""},
		{racing, false, 0, No, "outside, b.f := b of m would race with b.f := b of m"},
		{harmless, true, 0, unknown, cut},
		{racing, true, 0, unknown, cut},
		{harmless, false, 1, unknown, cut},
		{harmless, true, 1, unknown, cut},
		{"m(b) {", false, 0, No, "the program would not be legal"},
	} {
		o, pair := Defaults(), p.Core.Pairs()[0]
		o.States = tt.states
		s := &shrinker{
			ctx: background, p: p, o: o, before: map[[2]int]raceSet{{}: {cut: tt.before}},
		}
		if got, why, err := s.judge(p, pair.Left, tt.text); err != nil || got != tt.want ||
			why != tt.why {
			t.Errorf("cut before: %v, states: %d: judge(%q) = %s, %q, %v, want %s, %q", tt.before,
				tt.states, tt.text, got, why, err, tt.want, tt.why)
		}
	}
}

// TestShrinkRandom makes the regions of random programs smaller. The races stay the same, and a
// second run changes nothing.
func TestShrinkRandom(t *testing.T) {
	o := Defaults()
	o.States = 20_000
	shrunk := 0
	iltest.Random(t, 60, gen.Default(), func(c *il.Core) {
		p := read(t, c.Source.Text)
		if shrunk > 25 {
			return
		}
		got, err := p.Shrink(background, o)
		if err != nil {
			t.Fatal(err)
		}
		if got.Proposal == nil || got.Undecided {
			return
		}
		shrunk++
		q := got.Proposal.program
		for _, pair := range p.Core.Pairs() {
			before, err := p.racesOf(background, pair, o)
			if err != nil {
				t.Fatal(err)
			}
			after, err := q.racesOf(background, q.pair(pair), o)
			if err != nil || !before.cut && !after.cut && len(newRaces(before, after)) > 0 {
				t.Fatalf("new races, %v, in\n%s", err, q.Source.Text)
			}
		}
		if il.Format(p.tree) == p.Source.Text && il.Format(q.tree) != q.Source.Text {
			t.Fatalf("the program is not formatted any more:\n%s",
				Diff("t", p.Source.Text, q.Source.Text))
		}
		again, err := q.Shrink(background, o)
		if err != nil || again.Proposal != nil && !again.Undecided {
			t.Fatalf("Shrink of the result = %+v, %v, want no proposal, for\n%s", again.Proposal,
				err, q.Source.Text)
		}
	})
	if shrunk < 5 {
		t.Errorf("%d programs were changed, want at least 5", shrunk)
	}
}

// TestSeparates: only a region of the same lock around each access separates them.
func TestSeparates(t *testing.T) {
	for text, want := range map[string]bool{
		`m(b) { synchronized (k) { b.f := b; } }
n(b) { synchronized (l) { x := b.f; } }
`: false,
		`m(b) { synchronized (k) { b.f := b; } }
n(b) { lock(l); lock(k); x := b.f; unlock(k); unlock(l); }
`: true,
		`m(b) { synchronized { b.f := b; } }
n(b) { x := b.f; }
`: false,
	} {
		p := read(t, text)
		s := il.Sites{
			{At: il.Pos(strings.Index(text, "b.f := b")), Kind: il.Write},
			{At: il.Pos(strings.Index(text, "x := b.f")), Kind: il.Read},
		}
		if got := p.separates([]il.Sites{s}); got != want {
			t.Errorf("%s: separates = %v, want %v", text, got, want)
		}
	}
}
