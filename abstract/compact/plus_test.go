package compact_test

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
)

var inPlus = abstract.Options{Mode: abstract.Plus}

// fields returns .f.f... with n fields.
func fields(n int) string { return strings.Repeat(".f", n) }

// TestPlusDepth: in mode Plus, programs that are large in one dimension are analyzed.
func TestPlusDepth(t *testing.T) {
	deepPrograms(t, inPlus)
	for _, depth := range []uint{1, 14, 200} {
		a, r := analyze(t, gen.DoublingRaces(int(depth)), inPlus)
		if got, want := r.Races().String(), power(depth, 2, 1); got != want {
			t.Errorf("depth %d: %s races, want %s", depth, got, want)
		}
		m := iltest.Core(t, gen.DoublingRaces(int(depth))).Methods[fmt.Sprintf("m%d", depth)]
		if _, n := a.Written(m, 3); n.String() != power(depth, 1, 0) {
			t.Errorf("depth %d: |Wr| = %s, want %s", depth, n, power(depth, 1, 0))
		}
	}
}

// TestPlusLongPaths: accesses at the end of paths of thousands of fields capture longer and longer
// parts of them, while prefixes are written.
func TestPlusLongPaths(t *testing.T) {
	const n = 3000
	for _, written := range []int{1, n / 2, n - 1, n} {
		var b strings.Builder
		fmt.Fprintf(&b, "w(a) { x := new(); a%s := x; a%s := x }\n", fields(written), fields(n))
		for _, own := range []int{1, 2, n / 2, n - 1, n} {
			arg := "a" + fields(n-own)
			fmt.Fprintf(&b, "m%d(a) { j%d(%s) }\nprivate j%d(a) { x := a%s }\n", own, own, arg, own,
				fields(own))
		}
		_, r := analyze(t, b.String(), inPlus)
		pairs := 0
		for _, x := range append(r.ListRaces(everything), r.ListFiltered(everything)...) {
			if x.Left.Unit.Name != "w" || x.Right.Unit.Name == "w" || x.Left.Path.Len() < n {
				continue
			}
			pairs++
			// w writes the prefix of that many fields, and n of its own path.
			own := n - x.Right.Captured
			if want := written > n-own || written == n; x.Left.Captured != 0 || x.Race != want {
				t.Errorf("written %d, own %d: captured on the left %d, race %t, want 0, %t",
					written, own, x.Left.Captured, x.Race, want)
			}
		}
		if pairs != 5 && pairs != 10 {
			t.Errorf("written %d: there are %d pairs, want 5 or 10", written, pairs)
		}
	}
}

// TestPlusManyClasses: many lengths and many needs meet at one word. Unit ui reads or writes the
// prefix of i fields, and accesses the word through each sj, whose own path has j fields.
func TestPlusManyClasses(t *testing.T) {
	const n = 12
	var b strings.Builder
	for i := 1; i < n; i++ {
		touch := fmt.Sprintf("x := a%s", fields(i))
		if i%3 == 0 {
			touch = fmt.Sprintf("a%s := x", fields(i))
		}
		fmt.Fprintf(&b, "u%d(a) { x := new(); %s", i, touch)
		for j := 1; j <= n; j++ {
			fmt.Fprintf(&b, "; s%d(a%s)", j, fields(n-j))
		}
		b.WriteString(" }\n")
	}
	for j := 1; j <= n; j++ {
		fmt.Fprintf(&b, "private s%d(a) { y := new(); a%s := y }\n", j, fields(j))
	}
	c := iltest.Core(t, b.String())
	want, err := abstract.AnalyzeSets(c, inPlus)
	if err != nil {
		t.Fatal(err)
	}
	got, err := compact.Analyze(c, inPlus)
	if err != nil {
		t.Fatal(err)
	}
	compareReports(t, c, nil, want, got)
	r, err := got.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Races().Exceeds(1500) || !r.Filtered().Exceeds(3000) {
		t.Errorf("%s races and %s filtered pairs, want more than 1500 and 3000", r.Races(),
			r.Filtered())
	}
	for _, limit := range []int{0, 1, 100, 1500} {
		if got := len(r.ListRaces(limit)); got != limit {
			t.Errorf("ListRaces(%d) returns %d reports", limit, got)
		}
	}
}

// BenchmarkReportsPlus is BenchmarkReports in mode Plus.
func BenchmarkReportsPlus(b *testing.B) { benchmarkReports(b, inPlus) }
