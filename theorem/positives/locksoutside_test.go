package positives

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"wobbly/abstract"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics/explore"
)

// outsideProgram is a program of two threads with the results of wobbly, as JSON for a judge
// written in another language. A site is a position. A statement is a list of its word, its
// position and its operands.
type outsideProgram struct {
	Text          string
	Methods       map[string][2]any // the number of parameters and the body, by name
	Threads       [2]any            // the bodies
	Locks, Fields []string
	Reports       [][2]il.Pos // by Theorem 1L
	Critical      [][2]il.Pos // the deadlocks by Theorem D
	Races         [][2]il.Pos // by the exact search
	Deadlocks     [][2]il.Pos // by the exact search
}

// TestLocksForOutside writes programs with named locks for a judge outside wobbly, with the races
// and deadlocks of the exact search and the reports of Theorems 1L and D. If WOBBLY_LOCKS_OUT names
// a file, it gets 2,000 of them, one JSON document on each line.
func TestLocksForOutside(t *testing.T) {
	file, want := os.Getenv("WOBBLY_LOCKS_OUT"), 2000
	if file == "" {
		want = 100
		t.Log("set WOBBLY_LOCKS_OUT to write 2,000 programs for another judge")
	}
	var out bytes.Buffer
	written, deadlocks, reports := 0, 0, 0
	for seed := uint64(0); written < want; seed++ {
		o := gen.Default()
		o.Lock, o.Sync, o.Statements, o.Threads, o.Depth = 0.3, 0.4, 7, 1, 3
		r := rand.New(rand.NewPCG(seed, 5))
		core := iltest.Core(t,
			gen.NameLocks(r, gen.Program(gen.Rand(seed), o), "", "m", "n").Source.Text)
		for _, pair := range core.Pairs() {
			if pair.Left == pair.Right || len(core.Locks) == 0 || written == want {
				continue
			}
			x, complete := translated(t, core, pair)
			if !complete {
				continue
			}
			if err := json.NewEncoder(&out).Encode(x); err != nil {
				t.Fatal(err)
			}
			written++
			deadlocks += len(x.Deadlocks)
			reports += len(x.Reports)
		}
	}
	if deadlocks == 0 || reports == 0 {
		t.Errorf("%d programs have %d deadlocks and %d reports, want some of each", written,
			deadlocks, reports)
	}
	if file != "" {
		if err := os.WriteFile(file, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// translated returns the program of a pair with the results, and reports whether the exact search
// was complete.
func translated(t *testing.T, core *il.Core, pair il.Pair) (x outsideProgram, complete bool) {
	t.Helper()
	x = outsideProgram{
		Text: core.Source.Text, Locks: append([]string{""}, core.Locks...), Fields: core.Fields,
		Methods: map[string][2]any{},
	}
	for name, m := range core.Methods {
		x.Methods[name] = [2]any{len(m.Formals), statements(m, m.Body)}
	}
	x.Threads = [2]any{
		statements(pair.Left, pair.Left.Body), statements(pair.Right, pair.Right.Body),
	}
	o := explore.Defaults()
	o.MaxStates = 20_000
	found, err := explore.Search(context.Background(), core, pair, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, race := range found.Races {
		x.Races = append(x.Races, [2]il.Pos{race.Left.At, race.Right.At})
	}
	for _, d := range found.Deadlocks {
		x.Deadlocks = append(x.Deadlocks, [2]il.Pos{d.Left.At, d.Right.At})
	}
	// NoWB reports more than the mode of Figure 7.
	sets, err := abstract.AnalyzeSets(core, abstract.Options{Mode: abstract.NoWB})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range sets.Deadlocks(pair) {
		x.Critical = append(x.Critical, [2]il.Pos{d.Left.At, d.Right.At})
	}
	reported, err := sets.Reports(&pair)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reported.ListRaces(math.MaxInt) {
		x.Reports = append(x.Reports, [2]il.Pos{r.Left.At, r.Right.At})
	}
	return x, found.Complete
}

// statements translates a block of a unit, whose parameters become arg1, arg2, ...
func statements(u *il.Unit, b *il.Block) []any {
	names := map[string]string{}
	for i, x := range u.Formals {
		names[x] = "arg" + strconv.Itoa(i+1)
	}
	name := func(x string) string {
		if arg, ok := names[x]; ok {
			return arg
		}
		return x
	}
	path := func(e il.Expr) []string { return append([]string{name(e.Root)}, e.Fields...) }
	all := []any{}
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.Copy:
			all = append(all, []any{"mov", s.At, name(s.Dst), name(s.Src)})
		case *il.Load:
			all = append(all, []any{"load", s.At, name(s.Dst), path(s.Src)})
		case *il.Store:
			all = append(all, []any{"store", s.At, path(s.Dst), name(s.Src)})
		case *il.New:
			all = append(all, []any{"new", s.At, name(s.Dst)})
		case *il.Lock:
			all = append(all, []any{"lock", s.At, s.Lock})
		case *il.Unlock:
			all = append(all, []any{"unlock", s.At, s.Lock})
		case *il.If:
			all = append(all, []any{"if", s.At, statements(u, s.Then), statements(u, s.Else)})
		case *il.While:
			all = append(all, []any{"while", s.At, statements(u, s.Body)})
		case *il.Call:
			var args [][]string
			for _, e := range s.Args {
				args = append(args, path(e))
			}
			all = append(all, []any{"call", s.At, s.Method, args})
		case *il.Skip:
		default:
			panic(il.Unknown(s))
		}
	}
	return all
}

// bodies lists the bodies with exactly n nodes: regions, accesses of b.f and, with branches, ifs.
func bodies(n int, branches bool) []string {
	if n == 0 {
		return []string{""}
	}
	var all []string
	for first := 1; first <= n; first++ { // the number of nodes of the first statement
		var heads []string
		if first == 1 {
			heads = append(heads, "x := b.f; ", "b.f := c; ")
		}
		for _, inner := range bodies(first-1, branches) {
			heads = append(heads, "synchronized (m) { "+inner+"} ",
				"synchronized (n) { "+inner+"} ")
		}
		for left := 0; branches && left < first; left++ {
			for _, then := range bodies(left, branches) {
				for _, other := range bodies(first-1-left, branches) {
					heads = append(heads, "if * { "+then+"} else { "+other+"} ")
				}
			}
		}
		for _, head := range heads {
			for _, rest := range bodies(n-first, branches) {
				all = append(all, head+rest)
			}
		}
	}
	return all
}

// TestAllSmallLocks checks all programs of two threads with at most four nodes (five with the tag
// full): regions of two locks, choices and accesses. Each report of Theorem 1L is a race of the
// exact search, and the deadlocks of Theorem D are those of the search. A deadlock needs at least
// four nodes.
func TestAllSmallLocks(t *testing.T) {
	size := 4
	if quick.All {
		size = 5
	}
	var programs, reports, races, deadlocks int
	for n := 1; n < size; n++ {
		for k := n; n+k <= size; k++ {
			for _, left := range bodies(n, quick.All) {
				for _, right := range bodies(k, quick.All) {
					core := iltest.Core(t, "left(b, c) { "+left+"}\nright(b, c) { "+right+"}\n")
					x, complete := translated(t, core,
						il.Pair{Left: core.Units[0], Right: core.Units[1]})
					if !complete {
						t.Fatalf("the search of %s is not complete", core.Source.Text)
					}
					for _, r := range x.Reports {
						if !slices.Contains(x.Races, r) {
							t.Errorf("%s\nis not a race at %v", core.Source.Text, r)
						}
					}
					if !slices.Equal(x.Critical, x.Deadlocks) {
						t.Errorf("%s\nhas the deadlocks %v, and by Theorem D %v", core.Source.Text,
							x.Deadlocks, x.Critical)
					}
					programs++
					reports += len(x.Reports)
					races += len(x.Races)
					deadlocks += len(x.Deadlocks)
				}
			}
		}
	}
	t.Logf("%d programs, %d reports of %d races, %d deadlocks", programs, reports, races, deadlocks)
	if reports == 0 || deadlocks == 0 {
		t.Errorf("%d reports and %d deadlocks, want some of each", reports, deadlocks)
	}
}
