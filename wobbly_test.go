package wobbly_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"wobbly"
	"wobbly/examples"
	"wobbly/il"
)

const counter = `inc(c) { v := c.n; w := new(); c.n := w; }
get(c) { lock(); v := c.n; unlock(); }
`

func Example() {
	ctx := context.Background()
	p, err := wobbly.Parse(ctx, "counter.il", counter)
	if err != nil {
		panic(err)
	}
	found, err := p.Check(ctx, wobbly.Options{Pair: "inc,get"})
	if err != nil {
		panic(err)
	}
	for _, r := range found.Races {
		s, err := r.Schedule()
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: %s of %s at %s, %s at %s, %s by %q\n",
			r.ID, r.Left.Kind, r.Left.Path, r.Left.At, r.Right.Kind, r.Right.At, r.Verdict, s)
	}
	// Output:
	// R1: write of c.n at 1:32, read at 2:18, confirmed by "A2 B"
}

func ExampleProgram_Core() {
	p, err := wobbly.Parse(context.Background(), "counter.il", counter)
	if err != nil {
		panic(err)
	}
	for _, pair := range p.Core().Pairs() {
		fmt.Println(pair.Left.Name, pair.Right.Name)
	}
	// Output:
	// inc inc
	// inc get
	// get get
}

func ExampleProgram_Analyze() {
	ctx := context.Background()
	p, err := wobbly.Parse(ctx, "counter.il", counter)
	if err != nil {
		panic(err)
	}
	summaries, err := p.Analyze(ctx, wobbly.Options{})
	if err != nil {
		panic(err)
	}
	for _, s := range summaries {
		fmt.Println(s.Unit, s.Wobbly)
		for _, a := range s.Accesses {
			fmt.Println(" ", a.At, a.Kind, a.Path, a.Lock)
		}
	}
	// Output:
	// inc [c.n]
	//   1:10 read c.n 0
	//   1:32 write c.n 0
	// get [c.n]
	//   2:18 read c.n 1
}

func ExampleProgram_Explore() {
	ctx := context.Background()
	p, err := wobbly.Parse(ctx, "counter.il", counter)
	if err != nil {
		panic(err)
	}
	pairs, err := p.Explore(ctx, wobbly.Search{})
	if err != nil {
		panic(err)
	}
	for _, x := range pairs {
		fmt.Println(x.Left, x.Right, len(x.Races), x.Complete)
	}
	// Output:
	// inc inc 2 true
	// inc get 1 true
	// get get 0 true
}

func ExampleProgram_Replay() {
	ctx := context.Background()
	p, err := wobbly.Parse(ctx, "counter.il", counter)
	if err != nil {
		panic(err)
	}
	found, err := p.Check(ctx, wobbly.Options{})
	if err != nil {
		panic(err)
	}
	w := *found.Races[0].Witness
	fmt.Println(p.Replay(&w))
	w.Steps = nil
	fmt.Println(p.Replay(&w) != nil)
	// Output:
	// <nil>
	// true
}

func ExampleAnalyzers() {
	for _, a := range wobbly.Analyzers() {
		if a.Kind == "exact" {
			fmt.Println(a.Name)
		}
	}
	// Output:
	// oracle
	// oracle-hb
}

// TestCheckAgreesWithExplore checks that the search finds each confirmed race of an example, and
// that the schedules of what it finds are as long as the witnesses.
func TestCheckAgreesWithExplore(t *testing.T) {
	p := parse(t, "burble.il")
	found, err := p.Check(t.Context(), wobbly.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Races) != 2 || found.Total.Int64() != 2 {
		t.Errorf("Check lists %d of %d races, want 2 of 2", len(found.Races), found.Total)
	}
	if found.Filtered.Int64() != 3 || !found.Complete {
		t.Errorf("Check: %d filtered pairs, complete = %t; want 3, true", found.Filtered,
			found.Complete)
	}
	explored, err := p.Explore(t.Context(), wobbly.Search{})
	if err != nil {
		t.Fatal(err)
	}
	type sites struct{ left, right il.Position }
	known := map[sites]bool{}
	for _, x := range explored {
		for _, r := range x.Races {
			known[sites{r.Left.At, r.Right.At}] = true
			s, err := r.Schedule()
			if err != nil {
				t.Errorf("Schedule of the race at %s and %s: %v", r.Left.At, r.Right.At, err)
			} else if got, want := s.Steps(), len(r.Witness.Steps); got != want {
				t.Errorf("schedule %s has %d steps, want %d as the witness", s, got, want)
			}
		}
	}
	for _, r := range found.Races {
		if r.Verdict != wobbly.Confirmed || !known[sites{r.Left.At, r.Right.At}] {
			t.Errorf("race %+v: verdict %s, found by Explore: %t; want confirmed and found", r,
				r.Verdict, known[sites{r.Left.At, r.Right.At}])
		}
	}
}

// TestErrors checks that each error has the type that the documentation promises.
func TestErrors(t *testing.T) {
	_, err := wobbly.Parse(t.Context(), "f.il", "m(b) { x := y.f; z := u; v := w; }")
	var illegal *wobbly.Illegal
	if !errors.As(err, &illegal) || len(illegal.Errors) != 3 {
		t.Fatalf("Parse = %v, want an *Illegal with three errors", err)
	}
	const first = "f.il is not a legal program: 1:13: y is used before it is assigned"
	if got, want := err.Error(), first+" (and 2 more errors)"; got != want {
		t.Errorf("the error of three = %q, want %q", got, want)
	}
	if _, err := wobbly.Parse(t.Context(), "f.il", "m(b) { x := y.f; }"); err.Error() != first {
		t.Errorf("the only error = %q, want %q", err, first)
	}

	p := parse(t, "burble.il")
	var refused *wobbly.Refusal
	for _, o := range []wobbly.Options{
		{Analyzer: "none"}, {Condition: "and"}, {Analyzer: "chord", Condition: "sum"}, {Limit: -1},
	} {
		if _, err := p.Check(t.Context(), o); !errors.As(err, &refused) {
			t.Errorf("Check with %+v = %v, want a *Refusal", o, err)
		}
	}
	all, err := p.Analyze(t.Context(), wobbly.Options{})
	incomplete := func(s wobbly.Summary) bool { return !s.Complete }
	if err != nil || len(all) != 3 || slices.ContainsFunc(all, incomplete) {
		t.Errorf("Analyze = %+v, %v; want three complete summaries", all, err)
	}
	_, err = p.Analyze(t.Context(), wobbly.Options{Analyzer: "chord"})
	if !errors.As(err, &refused) {
		t.Errorf("Analyze with chord = %v, want a *Refusal", err)
	}
	negative := -1
	for _, s := range []wobbly.Search{
		{MaxStates: -1}, {MaxObjects: -1}, {Workers: -1}, {Unroll: &negative},
		{Switches: &negative},
	} {
		if _, err := p.Explore(t.Context(), s); !errors.As(err, &refused) {
			t.Errorf("Explore with %+v = %v, want a *Refusal", s, err)
		}
	}

	_, err = p.Check(t.Context(), wobbly.Options{Pair: "meps,none"})
	var misnamed *wobbly.Misnamed
	if !errors.As(err, &misnamed) || misnamed.Name != "none" {
		t.Errorf("Check of meps,none = %v, want a *Misnamed about none", err)
	}
	if _, err := (&wobbly.Race{}).Schedule(); !errors.Is(err, wobbly.ErrNoWitness) {
		t.Errorf("Schedule without a witness = %v, want ErrNoWitness", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Check(ctx, wobbly.Options{}); !errors.Is(err, wobbly.ErrInterrupted) {
		t.Errorf("Check with a cancelled context = %v, want ErrInterrupted", err)
	}
	pairs, err := p.Explore(ctx, wobbly.Search{})
	if err != nil || len(pairs) == 0 || pairs[0].Complete {
		t.Errorf("Explore with a cancelled context = %+v, %v; want incomplete pairs", pairs, err)
	}
}

// TestLocks checks that an access lists the locks that its thread holds, if the program names one.
func TestLocks(t *testing.T) {
	p, err := wobbly.Parse(t.Context(), "locks.il", `m(b) {
  synchronized (l) {
    lock();
    x := b.f;
    unlock();
  }
}
n(b) { v := new(); b.f := v; }
`)
	if err != nil {
		t.Fatal(err)
	}
	found, err := p.Check(t.Context(), wobbly.Options{Pair: "m,n"})
	if err != nil || len(found.Races) != 1 {
		t.Fatalf("Check = %+v, %v; want one race", found, err)
	}
	r := found.Races[0]
	if !slices.Equal(r.Left.Locks, []string{"", "l"}) || r.Left.Lock != 1 ||
		len(r.Right.Locks) != 0 {
		t.Errorf("the locks are %q at level %d and %q, want the unnamed one and l on the left",
			r.Left.Locks, r.Left.Lock, r.Right.Locks)
	}
}

// TestLimit checks that a list that was cut is incomplete, and that Total counts all reports.
func TestLimit(t *testing.T) {
	const total = 2
	p := parse(t, "burble.il")
	for limit := 1; limit <= total; limit++ {
		found, err := p.Check(t.Context(), wobbly.Options{Limit: limit})
		if err != nil {
			t.Fatal(err)
		}
		if len(found.Races) != limit || found.Total.Int64() != total {
			t.Errorf("Check with limit %d lists %d of %d races, want %d of %d", limit,
				len(found.Races), found.Total, limit, total)
		}
		if want := limit == total; found.Complete != want {
			t.Errorf("Check with limit %d: complete = %t, want %t", limit, found.Complete, want)
		}
	}
}

// parse parses the example with a name, such as burble.il.
func parse(t *testing.T, name string) *wobbly.Program {
	t.Helper()
	x, ok := examples.Find(name)
	if !ok {
		t.Fatalf("there is no example %s", name)
	}
	p, err := wobbly.Parse(t.Context(), name, x.Text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
