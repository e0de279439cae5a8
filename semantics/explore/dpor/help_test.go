package dpor

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/semantics"
	"wobbly/semantics/explore"
)

// oneObject returns the initial state with one object.
func oneObject(core *il.Core, p il.Pair) semantics.Init {
	return randomInit(rand.New(rand.NewPCG(0, 0)), core, p, 1)
}

// randomInit returns a random well-behaved initial state of up to n objects.
func randomInit(r *rand.Rand, core *il.Core, p il.Pair, n int) semantics.Init {
	return semantics.RandomInit(r, core, p, 1+r.IntN(n))
}

// someInit returns the special state of a random path, or a random state.
func someInit(r *rand.Rand, core *il.Core, p il.Pair) semantics.Init {
	if r.IntN(3) > 0 || len(core.Fields) == 0 || len(p.Left.Formals) == 0 ||
		len(p.Right.Formals) == 0 {
		return randomInit(r, core, p, 3)
	}
	path := make([]string, 1+r.IntN(2))
	for i := range path {
		path[i] = core.Fields[r.IntN(len(core.Fields))]
	}
	return semantics.SpecialInit(core, p, path, [2]string{
		p.Left.Formals[r.IntN(len(p.Left.Formals))],
		p.Right.Formals[r.IntN(len(p.Right.Formals))],
	})
}

// loopFree returns generator options for small programs without loops, with more locks, calls and
// branches than usual.
func loopFree(statements int) gen.Options {
	o := gen.Default()
	o.Statements, o.Methods, o.Fields, o.Locals = statements, 2, 2, 2
	o.Threads = 0.5
	o.While = 0
	o.If, o.Call, o.New, o.Copy, o.Lock = 0.15, 0.12, 0.08, 0.05, 0.15
	o.LocalRoot, o.Reassign = 0.3, 0.05
	return o
}

// pairOf returns a random pair of a program.
func pairOf(core *il.Core, r *rand.Rand) il.Pair {
	pairs := core.Pairs()
	return pairs[r.IntN(len(pairs))]
}

// mustExplore fails the test on an error or a blocked execution.
func mustExplore(t testing.TB, core *il.Core, p il.Pair, in semantics.Init, o Options) *Result {
	t.Helper()
	r, err := Explore(context.Background(), core, p, in, o)
	if err != nil {
		t.Fatalf("Explore: %v\n%s", err, core.Source.Text)
	}
	if r.Blocked != 0 || r.Executions != r.Complete+r.Deadlocked {
		t.Fatalf("%d executions, %d complete, %d blocked, from %v\n%s", r.Executions, r.Complete,
			r.Blocked, in, core.Source.Text)
	}
	return r
}

// mustCount counts classes without a limit.
func mustCount(t testing.TB, core *il.Core, p il.Pair, in semantics.Init, unroll int) *big.Int {
	t.Helper()
	n, err := Classes(context.Background(), core, p, in, unroll, 0)
	if err != nil {
		t.Fatalf("Classes: %v\n%s", err, core.Source.Text)
	}
	return n
}

// raceNames names races, sorted.
func raceNames(races []Race) []string {
	var out []string
	for _, r := range races {
		out = append(out, name(r.Left.Stmt, r.Right.Stmt))
	}
	slices.Sort(out)
	return out
}

// name returns the positions and texts of two statements.
func name(l, r il.Stmt) string {
	return fmt.Sprintf("%d %s / %d %s", l.Pos(), il.Text(l), r.Pos(), il.Text(r))
}

// reference names the races that the readable semantics finds in all interleavings, and reports
// whether a limit cut its search.
func reference(t testing.TB, core *il.Core, p il.Pair, in semantics.Init,
	limits semantics.Limits) ([]string, bool) {
	t.Helper()
	found, cut, err := semantics.Races(core, p, in, limits)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range found {
		out = append(out, name(f.Race[a].Command.(il.Stmt), f.Race[b].Command.(il.Stmt)))
	}
	slices.Sort(out)
	return out, cut
}

// interleavings counts the interleavings and fails the test on an error.
func interleavings(t testing.TB, core *il.Core, p il.Pair, unroll int) *big.Int {
	t.Helper()
	n, err := explore.Interleavings(core, p, unroll)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// perClass returns the number of executions per Mazurkiewicz class, of which there must be at least
// one. The optimum is 1.
func (r *Result) perClass(classes *big.Int) float64 {
	per, _ := new(big.Rat).SetFrac(new(big.Int).SetUint64(r.Executions), classes).Float64()
	return per
}
