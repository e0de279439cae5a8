package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"wobbly/abstract/chord"
	"wobbly/abstract/racerd"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/analyzers"
	"wobbly/internal/iltest"
	"wobbly/semantics/explore"
)

// TestWorkers: the judgement of each analyzer, and the comparison of all, have the same bytes on
// any number of processors.
func TestWorkers(t *testing.T) {
	burble, err := os.ReadFile("../../examples/burble.il")
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{
		"large":   gen.Large(90, 8, 3),
		"twice":   twice,
		"burble":  string(burble),
		"threads": "m(a, b) { x := a.f; b.g.f := x }\n{ m(arg1, arg2) } || { m(arg2, arg1) }",
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for name, text := range texts {
		core := iltest.Core(t, text)
		for _, x := range askedAll(t) {
			one := documentsBy(t, 1, core, x.analyzer, x.o)
			for _, n := range []int{2, 4} {
				if documentsBy(t, n, core, x.analyzer, x.o) != one {
					t.Errorf("%s, %s: %d processors give other bytes than one", name,
						x.analyzer.Name, n)
				}
			}
		}
		one := comparedBy(t, 1, core)
		if name != "threads" && !strings.Contains(one, "racerd") {
			t.Errorf("%s: racerd is missing in\n%s", name, one)
		}
		if comparedBy(t, 4, core) != one {
			t.Errorf("%s: four processors give another comparison than one", name)
		}
	}
}

// askedOf is an analyzer under some parameters.
type askedOf struct {
	analyzer *analyzers.Analyzer
	o        analyzers.Options
}

// askedAll returns each analyzer, and what keeps or leaves out more.
func askedAll(t *testing.T) (all []askedOf) {
	o := analyzers.DefaultOptions()
	o.Search.MaxStates, o.Executions, o.Limit = 2_000, 4, 20
	for _, a := range analyzers.All() {
		all = append(all, askedOf{a, o})
		switch a.Name {
		case "racerd":
			few := o
			few.RacerD, _ = racerd.ParseSwitches("per-path,prefix-reads")
			all = append(all, askedOf{a, few})
		case "chord":
			kept := o
			kept.Keep, _ = chord.ParseStages("reachable,escaping")
			all = append(all, askedOf{a, kept})
		}
	}
	if len(all) < 20 {
		t.Fatalf("there are %d analyzers and settings, want 20 or more", len(all))
	}
	return all
}

// documentsBy is what is judged on so many processors, as text and as JSON.
func documentsBy(t *testing.T, processors int, core *il.Core, a *analyzers.Analyzer,
	o analyzers.Options) string {
	t.Helper()
	runtime.GOMAXPROCS(processors)
	d, err := asked(context.Background(), core, nil, a, o)
	if err != nil {
		return err.Error()
	}
	var b bytes.Buffer
	for _, format := range []string{"json", "text"} {
		if err := d.write(&b, format); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

// comparedBy returns the comparison of all analyzers on the given number of processors.
func comparedBy(t *testing.T, processors int, core *il.Core) string {
	t.Helper()
	runtime.GOMAXPROCS(processors)
	o := Options{Analyzers: analyzers.All(), Analysis: analyzers.DefaultOptions()}
	o.Analysis.Search.MaxStates, o.Analysis.Executions = 2_000, 4
	o.Analyzers = o.Analyzers[:0:0]
	for _, a := range analyzers.All() {
		if !a.Ordered { // that it is asked on one processor is said of each
			o.Analyzers = append(o.Analyzers, a)
		}
	}
	pairs := EachPair(context.Background(), core, nil, o)
	total := NewTotals()
	for i := range pairs {
		total.Add(&pairs[i], o, false)
	}
	text, err := json.Marshal([]any{Document(core, pairs, o), total.Document(o)})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestShare: built values are taken in order until take returns false. Values not begun when the
// context ended are not taken. A panic reaches the caller.
func TestShare(t *testing.T) {
	core := iltest.Core(t, gen.Large(200, 10, 1))
	pairs := core.PairsOf(nil)
	name := func(_ context.Context, p il.Pair) string { return p.Left.Name + "," + p.Right.Name }
	for _, workers := range []int{1, 2, 8} {
		n := 0
		share(context.Background(), workers, pairs, name, func(x string) bool {
			if want := name(nil, pairs[n]); x != want {
				t.Fatalf("%d workers: result %d is that of %s, want %s", workers, n, x, want)
			}
			n++
			return n < 7
		})
		if n != 7 {
			t.Errorf("%d workers: %d results were taken, want 7", workers, n)
		}
		ctx, cancel := context.WithCancel(context.Background())
		n = 0
		share(ctx, workers, pairs, func(ctx context.Context, p il.Pair) error {
			if p == pairs[5] {
				cancel()
			}
			return ctx.Err()
		}, func(err error) bool { n++; return err == nil })
		if n < 1 || n > 6 {
			t.Errorf("%d workers: %d were taken when the sixth ended it", workers, n)
		}
		ctx, cancel = context.WithCancel(context.Background())
		n = 0
		var earlier sync.WaitGroup // the five pairs before the sixth
		earlier.Add(5)
		share(ctx, workers, pairs, func(_ context.Context, p il.Pair) bool {
			switch i := slices.Index(pairs, p); {
			case i < 5:
				earlier.Done()
			case i == 5:
				earlier.Wait()
				cancel()
			}
			return true
		}, func(bool) bool { n++; return true })
		if n < 6 || n > 6+2*workers {
			t.Errorf("%d workers: %d were begun and taken when the sixth ended it", workers, n)
		}
		func() {
			defer func() {
				if r := recover(); r == nil || !strings.Contains(fmt.Sprint(r), "the fourth") {
					t.Errorf("%d workers: recovered %v, want the panic of the fourth", workers, r)
				}
			}()
			share(context.Background(), workers, pairs, func(_ context.Context, p il.Pair) int {
				if p == pairs[3] {
					panic("the fourth")
				}
				return 0
			}, func(int) bool { return true })
		}()
	}
}

// TestOrdered: analyzers whose answer may depend on the order, or that are timed, run on one
// goroutine.
func TestOrdered(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	core := iltest.Core(t, twice)
	for _, a := range analyzers.All() {
		o := Options{Analyzers: []*analyzers.Analyzer{a}, Analysis: analyzers.DefaultOptions()}
		want := 4
		if strings.HasPrefix(a.Name, "bounded") {
			want = 1 // limits are shared among the pairs of a program
		}
		if n := Begin(t.Context(), core, nil, o).workers(); n != want {
			t.Errorf("%s: %d workers, want %d", a.Name, n, want)
		}
		o.Clock = func() int64 { return 0 }
		if n := Begin(t.Context(), core, nil, o).workers(); n != 1 {
			t.Errorf("%s: %d workers while times are taken, want 1", a.Name, n)
		}
	}
}

// TestWorkersProgress: progress is reported by one goroutine at a time.
func TestWorkersProgress(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	search, _ := analyzers.Search(analyzers.Coenabled)
	o := Options{Analyzers: []*analyzers.Analyzer{search}, Analysis: analyzers.DefaultOptions()}
	answers, states := 0, uint64(0)
	o.Progress = func() { answers++ }
	o.Analysis.Search.Progress = func(p explore.Progress) { states += p.States }
	core := iltest.Core(t, gen.Large(120, 10, 1))
	pairs := EachPair(context.Background(), core, nil, o)
	if answers != len(pairs) || answers != len(core.PairsOf(nil)) || states == 0 {
		t.Errorf("progress of %d answers for %d pairs and of %d states, want one for each pair "+
			"and some states", answers, len(pairs), states)
	}
}

// TestWorkersError: if several pairs have no answer, the error is that of the first.
func TestWorkersError(t *testing.T) {
	core := iltest.Core(t, gen.Large(200, 10, 1))
	pairs := core.PairsOf(nil)
	start := func(*il.Core, analyzers.Options) (analyzers.Run, error) {
		return func(_ context.Context, p il.Pair) (analyzers.Answer, error) {
			if p == pairs[0] {
				return analyzers.Answer{}, nil
			}
			return analyzers.Answer{}, errors.New(p.Left.Name + " " + p.Right.Name)
		}, nil
	}
	a := &analyzers.Analyzer{Name: "none", Start: start}
	want := pairs[1].Left.Name + " " + pairs[1].Right.Name
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for range 20 {
		_, err := Judge(context.Background(), core, nil, a, analyzers.DefaultOptions(), nil)
		if err == nil || err.Error() != want {
			t.Fatalf("Judge: %v, want %s", err, want)
		}
	}
}
