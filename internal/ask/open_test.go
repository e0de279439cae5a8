package ask

import (
	"errors"
	"testing"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/internal/iltest"
	"wobbly/semantics"
)

// TestNearness: a waiting thread counts only if the other one is before its access.
func TestNearness(t *testing.T) {
	core := iltest.Core(t,
		"{ lock(); arg1.f := arg1; unlock() } || { lock(); x := arg1.f; unlock() }")
	s, _, err := Opening{}.Open(t.Context(), core)
	if err != nil {
		t.Fatal(err)
	}
	start := s.Now().Config()
	s.Step(semantics.A)
	waits := s.Now().Config()
	for _, x := range []struct {
		k    semantics.Config
		next [2]bool
		want int
	}{
		{start, [2]bool{}, 0}, {start, [2]bool{true, false}, 2}, {start, both, 4},
		{waits, [2]bool{}, 0}, {waits, [2]bool{true, false}, 3}, {waits, [2]bool{false, true}, 2},
	} {
		if got := nearness(x.k, x.next); got != x.want {
			t.Errorf("next %v: %d, want %d", x.next, got, x.want)
		}
	}
}

// TestBefore: a thread is about to make its access if its next command is at that place and makes
// an access of that kind.
func TestBefore(t *testing.T) {
	core := iltest.Core(t, "{ x := arg1.f } || { y := arg1; arg1.f := y }")
	s, _, err := Opening{}.Open(t.Context(), core)
	if err != nil {
		t.Fatal(err)
	}
	read := il.Site{At: core.Threads[0].Body.Stmts[0].Pos(), Kind: il.Read}
	write := il.Site{At: core.Threads[1].Body.Stmts[1].Pos(), Kind: il.Write}
	for _, tt := range []struct {
		move  semantics.Tid
		sites il.Sites
		want  [2]bool
	}{
		{semantics.B, il.Sites{read, write}, both},
		{semantics.B, il.Sites{write, read}, [2]bool{}},
		{semantics.B, il.Sites{{At: read.At, Kind: il.Write}, write}, [2]bool{false, true}},
		{semantics.A, il.Sites{read, write}, [2]bool{}},
	} {
		s.First()
		s.Step(tt.move)
		if got := before(s.Now().Config(), tt.sites); got != tt.want {
			t.Errorf("after a step of %s, %v are next: %v, want %v", tt.move, tt.sites, got,
				tt.want)
		}
	}
}

// TestFixLosesUpdates: a proposal that still permits a lost update shows one.
func TestFixLosesUpdates(t *testing.T) {
	core := iltest.Core(t, "bump(c) { v := c.value; n := new(); n.of := v; c.value := n }")
	doc, err := Fix(t.Context(), core, Fixing{})
	if err != nil || len(doc.Proposals) < 2 {
		t.Fatalf("Fix = %+v, %v; want 2 proposals or more", doc, err)
	}
	for i, x := range doc.Proposals {
		if (x.Lost != nil) != (i == 1) {
			t.Errorf("%s: lost update %+v", x.Title, x.Lost)
		}
	}
}

// TestOpenFirstPair: if no pair is named, the first one with a report is opened, even if two
// accesses select the state; they are searched for in that pair alone.
func TestOpenFirstPair(t *testing.T) {
	const text = "quiet(b) { lock(); x := b.f; unlock(); }\n" +
		"loud(b) { x := new(); b.f := x; }\n" +
		"also(b) { x := b.g; b.g := x; }"
	p, errs := parse.File(il.NewSource("t.il", text))
	core, more := check.Program(p, check.Options{})
	if len(errs)+len(more) > 0 {
		t.Fatal(errs, more)
	}
	for _, o := range []Opening{
		{}, {Sites: "1:20 2:23"}, {Sites: "2:23 1:20"}, {Race: "R1"},
		{Pair: "quiet,loud", Sites: "1:20 2:23"},
	} {
		s, _, err := o.Open(t.Context(), core)
		if err != nil {
			t.Errorf("Open of %+v: %v", o, err)
			continue
		}
		if pair := s.Pair(); pair.Left.Name != "quiet" || pair.Right.Name != "loud" {
			t.Errorf("%+v opens %s || %s, want quiet || loud", o, pair.Left.Name, pair.Right.Name)
		}
		if _, races := semantics.Race(s.Now().Config()); races != (o.Sites+o.Race != "") {
			t.Errorf("%+v: the state races: %v, want %v", o, races, !races)
		}
	}
	s, _, err := Opening{Pair: "also,also", Sites: "3:11 3:21"}.Open(t.Context(), core)
	if err != nil || s.Pair().Left.Name != "also" {
		t.Errorf("also || also: %v", err)
	}
	var refused *Refusal
	for _, o := range []Opening{
		{Sites: "3:11 3:21"}, {Pair: "quiet,quiet", Sites: "1:20 2:23"}, {Sites: "1:20"},
	} {
		if _, _, err := o.Open(t.Context(), core); !errors.As(err, &refused) {
			t.Errorf("Open of %+v: %v, want a refusal", o, err)
		}
	}
}
