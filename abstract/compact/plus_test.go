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

// counted analyses a text in mode Plus, in the shared form.
func counted(t testing.TB, text string) (*compact.Analysis, abstract.Reported) {
	t.Helper()
	a, err := compact.Analyze(iltest.Core(t, text), inPlus)
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return a, r
}

// fields is .f.f... of n fields.
func fields(n int) string { return strings.Repeat(".f", n) }

// TestPlusDepth: in mode Plus, programs that are large in one dimension are analyzed.
func TestPlusDepth(t *testing.T) {
	for name, text := range map[string]string{
		"chain": gen.DeepChain(20_000),
		"path":  gen.LongPath(20_000),
		"nest":  gen.Nest(5_000),
	} {
		if _, r := counted(t, text); r.Races().String() != "1" || len(r.ListRaces(10)) != 1 {
			t.Errorf("%s: %s races", name, r.Races())
		}
	}
	for _, depth := range []uint{1, 14, 200} {
		a, r := counted(t, gen.DoublingRaces(int(depth)))
		if got, want := r.Races().String(), power(depth, 2, 1); got != want {
			t.Errorf("depth %d: %s races, want %s", depth, got, want)
		}
		m := iltest.Core(t, gen.DoublingRaces(int(depth))).Methods[fmt.Sprintf("m%d", depth)]
		if _, n := a.Written(m, 3); n.String() != power(depth, 1, 0) {
			t.Errorf("depth %d: |Wr| = %s", depth, n)
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
		_, r := counted(t, b.String())
		pairs := 0
		for _, x := range append(r.ListRaces(everything), r.ListFiltered(everything)...) {
			if x.Left.Unit.Name != "w" || x.Right.Unit.Name == "w" || x.Left.Path.Len() < n {
				continue
			}
			pairs++
			// w writes the prefix of that many fields, and n of its own path.
			own := n - x.Right.Captured
			if x.Left.Captured != 0 || x.Race != (written > n-own || written == n) {
				t.Errorf("written %d, own %d, captured %d: race %v", written, own,
					x.Right.Captured, x.Race)
			}
		}
		if pairs != 5 && pairs != 10 {
			t.Errorf("written %d: %d pairs", written, pairs)
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
	sameReports(t, c, nil, want, got)
	r, _ := got.Reports(nil)
	if !r.Races().Exceeds(1500) || !r.Filtered().Exceeds(3000) {
		t.Errorf("%s races and %s filtered", r.Races(), r.Filtered())
	}
	for _, limit := range []int{0, 1, 100, 1500} {
		if got := len(r.ListRaces(limit)); got != limit {
			t.Errorf("listed %d of %d", got, limit)
		}
	}
}

// BenchmarkReportsPlus is BenchmarkReports in mode Plus.
func BenchmarkReportsPlus(b *testing.B) {
	const n = 100_000
	a, err := compact.Analyze(iltest.Core(b, gen.Large(n, 10, 1)), inPlus)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := a.Reports(nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/stmt")
}
