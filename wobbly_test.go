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

// TestCheckAgreesWithExplore: for each confirmed race of an example, the search finds the race too,
// and both schedules lead to it.
func TestCheckAgreesWithExplore(t *testing.T) {
	p := parse(t, "burble.il")
	found, err := p.Check(t.Context(), wobbly.Options{})
	if err != nil || len(found.Races) != 2 || found.Total.Int64() != 2 ||
		found.Filtered.Int64() != 3 || !found.Complete {
		t.Fatalf("Check = %+v, %v; want 2 races and 3 filtered pairs, complete", found, err)
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
			if s, err := r.Schedule(); err != nil || s.Steps() != len(r.Witness.Steps) {
				t.Errorf("%s: %v", s, err)
			}
		}
	}
	for _, r := range found.Races {
		if r.Verdict != wobbly.Confirmed || !known[sites{r.Left.At, r.Right.At}] {
			t.Errorf("the race %+v is not confirmed, or the search does not know it", r)
		}
	}
}

// TestErrors: each error has its own type.
func TestErrors(t *testing.T) {
	var illegal *wobbly.Illegal
	if _, err := wobbly.Parse(t.Context(), "f.il", "m(b) { x := y.f; }"); !errors.As(err,
		&illegal) || len(illegal.Errors) != 1 {
		t.Errorf("%v", err)
	}
	p := parse(t, "burble.il")
	var refused *wobbly.Refusal
	for _, o := range []wobbly.Options{
		{Analyzer: "none"}, {Condition: "and"}, {Analyzer: "chord", Condition: "sum"}, {Limit: -1},
	} {
		if _, err := p.Check(t.Context(), o); !errors.As(err, &refused) {
			t.Errorf("Check with %+v: %v, want a refusal", o, err)
		}
	}
	all, err := p.Analyze(t.Context(), wobbly.Options{})
	if err != nil || len(all) != 3 || slices.ContainsFunc(all,
		func(s wobbly.Summary) bool { return !s.Complete }) {
		t.Errorf("Analyze = %+v, %v; want three complete summaries", all, err)
	}
	if _, err := p.Analyze(t.Context(), wobbly.Options{Analyzer: "chord"}); !errors.As(err,
		&refused) {
		t.Errorf("%v", err)
	}
	var misnamed *wobbly.Misnamed
	if _, err := p.Check(t.Context(), wobbly.Options{Pair: "meps,none"}); !errors.As(err,
		&misnamed) {
		t.Errorf("%v", err)
	}
	if _, err := (&wobbly.Race{}).Schedule(); err != wobbly.ErrNoWitness {
		t.Errorf("%v", err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := p.Check(ended, wobbly.Options{}); err != wobbly.ErrInterrupted {
		t.Errorf("%v", err)
	}
}

// TestLimit: a list that was cut is incomplete, and says how many reports there are.
func TestLimit(t *testing.T) {
	p := parse(t, "burble.il")
	for limit, complete := range map[int]bool{1: false, 2: true} {
		found, err := p.Check(t.Context(), wobbly.Options{Limit: limit})
		if err != nil || len(found.Races) != limit || found.Total.Int64() != 2 ||
			found.Complete != complete {
			t.Errorf("Check with limit %d = %+v, %v; want as many of 2 races, complete: %t", limit,
				found, err, complete)
		}
	}
}

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
