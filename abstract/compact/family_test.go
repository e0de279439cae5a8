package compact_test

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"wobbly/abstract"
	"wobbly/abstract/compact"
	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
)

func analysed(t testing.TB, text string) (*compact.Analysis, abstract.Reported) {
	t.Helper()
	a, err := compact.Analyze(iltest.Core(t, text), abstract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return a, r
}

// power returns 2^n in decimal, times f, plus c.
func power(n uint, f, c int64) string {
	b := new(big.Int).Lsh(big.NewInt(f), n)
	return b.Add(b, big.NewInt(c)).String()
}

// TestDoubling: sets of 2^depth elements are counted and listed without being built.
func TestDoubling(t *testing.T) {
	for _, depth := range []uint{1, 14, 60, 200} {
		text := gen.DoublingRaces(int(depth))
		c := iltest.Core(t, text)
		a, err := compact.Analyze(c, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m := c.Methods[fmt.Sprintf("m%d", depth)]
		w, x := a.Size(m)
		// every path of depth fields f or g, followed by .f, is read and written
		if got, want := x.String(), power(depth, 2, 0); got != want {
			t.Errorf("depth %d: |A| = %s, want %s", depth, got, want)
		}
		if got, want := w.String(), power(depth, 1, 0); got != want {
			t.Errorf("depth %d: |W| = %s, want %s", depth, got, want)
		}
		r, err := a.Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := r.Races().String(), power(depth, 2, 1); got != want {
			t.Errorf("depth %d: %s races, want %s", depth, got, want)
		}
		if got := r.ListRaces(5); len(got) != min(5, len(got)) ||
			got[len(got)-1].Left.Path != "a.h" {
			t.Errorf("depth %d: the shortest path is not among %v", depth, got)
		}
	}
}

// TestWideSharing: all methods are public, so each is analysed with every other.
func TestWideSharing(t *testing.T) {
	const n = 300
	var b strings.Builder
	b.WriteString("m0(a) { x := new(); a.f := x }\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "m%d(a) { m%d(a); x := new(); a.f := x }\n", i, i-1)
	}
	_, r := analysed(t, b.String())
	elements := int64(n * (n + 1) / 2)
	if got, want := r.Races().String(), fmt.Sprint(elements*(elements+1)/2); got != want {
		t.Errorf("%s races, want %s", got, want)
	}
	if got := len(r.ListRaces(100)); got != 100 {
		t.Errorf("listed %d", got)
	}
}

// TestDepth checks that long call chains, long paths, deep nesting and many lock levels are
// analyzed.
func TestDepth(t *testing.T) {
	var locks strings.Builder
	for i := range 500 {
		fmt.Fprintf(&locks, "private m%d(a) { lock(); m%d(a); unlock() }\n", i+1, i)
	}
	for name, text := range map[string]string{
		"chain": gen.DeepChain(quick.Cases(20_000)),
		"path":  gen.LongPath(quick.Cases(20_000)),
		"nest":  gen.Nest(quick.Cases(5_000)),
	} {
		if _, r := analysed(t, text); r.Races().String() != "1" || len(r.ListRaces(10)) != 1 {
			t.Errorf("%s: %s races", name, r.Races())
		}
	}
	_, r := analysed(t,
		"private m0(a) { x := new(); a.f := x }\n"+locks.String()+
			"top(a) { m500(a) }\nother(a) { m0(a) }")
	got := r.ListRaces(10)
	if len(got) != 2 || got[0].Left.Lock.Depth() != 500 || got[0].Right.Lock.Held() {
		t.Errorf("locks: %v", got)
	}
}

// TestLimit: a limited list has the shortest paths, in order.
func TestLimit(t *testing.T) {
	cut := 0
	iltest.Random(t, 300, gen.Default(), func(c *il.Core) {
		a, err := compact.Analyze(c, abstract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := a.Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		all := r.ListRaces(everything)
		if !slices.IsSortedFunc(all, abstract.Report.Compare) {
			t.Fatalf("out of order\n%s", c.Source.Text)
		}
		for limit := range len(all) {
			some := r.ListRaces(limit)
			if len(some) != limit || !slices.IsSortedFunc(some, abstract.Report.Compare) {
				t.Fatalf("ListRaces(%d) = %v, want as many, in order", limit, some)
			}
			if got, want := lengths(some), lengths(all)[:limit]; !slices.Equal(got, want) {
				t.Fatalf("limit %d keeps paths of lengths %v, want %v\n%s", limit, got, want,
					c.Source.Text)
			}
			cut++
		}
	})
	if cut == 0 {
		t.Error("no list was cut")
	}
}

func lengths(rs []abstract.Report) []int {
	all := []int{}
	for _, r := range rs {
		all = append(all, len(r.Left.Path.Fields()))
	}
	slices.Sort(all)
	return all
}

// dnf returns a program whose W is a union of terms. A term represents words of n fields f or g: it
// has one letter for each field, or '-' for both. The program accesses the end of every word. An
// access is stable iff no term covers its word, so finding a stable access is NP-hard.
func dnf(n int, terms []string) string {
	var b strings.Builder
	b.WriteString("private touch(a) { x := a }\nprivate access(a) { x := new(); a.f := x }\n")
	chain := func(name, last, term string) {
		for i := range n {
			next := fmt.Sprintf("%s%d", name, i+1)
			if i == n-1 {
				next = last
			}
			fmt.Fprintf(&b, "private %s%d(a) {", name, i)
			if term[i] != 'g' {
				fmt.Fprintf(&b, " %s(a.f);", next)
			}
			if term[i] != 'f' {
				fmt.Fprintf(&b, " %s(a.g);", next)
			}
			b.WriteString(" }\n")
		}
	}
	chain("all", "access", strings.Repeat("-", n))
	b.WriteString("top(a) { all0(a)")
	var chains strings.Builder
	for i := range terms {
		fmt.Fprintf(&chains, "; t%d_0(a)", i)
	}
	b.WriteString(chains.String() + " }\n")
	for i, t := range terms {
		chain(fmt.Sprintf("t%d_", i), "touch", t)
	}
	return b.String()
}

// TestStableNeedsNegation counts the races on words that W does not contain.
func TestStableNeedsNegation(t *testing.T) {
	for _, c := range []struct {
		terms []string
		races string
	}{
		{nil, "16"},
		{[]string{"f---"}, "8"},
		{[]string{"f---", "-g--"}, "4"},
		{[]string{"f---", "g---"}, "0"},
		{[]string{"f---", "-f--", "--f-", "---f"}, "1"},
	} {
		_, r := analysed(t, dnf(4, c.terms))
		if got := r.Races().String(); got != c.races {
			t.Errorf("%q: %s races, want %s", c.terms, got, c.races)
		}
	}
}

// TestTooLarge: a program whose shared form is exponential is refused before memory runs out.
func TestTooLarge(t *testing.T) {
	const n = 26
	// Fields i and i + n/2 differ: an automaton that reads from left to right must be large.
	var terms []string
	for i := range n / 2 {
		term := []byte(strings.Repeat("-", n))
		term[i], term[i+n/2] = 'f', 'g'
		terms = append(terms, string(term))
	}
	c := iltest.Core(t, dnf(n, terms))
	a, err := compact.AnalyzeWithin(c, abstract.Options{}, 10_000)
	if err == nil {
		t.Fatalf("no error: %v", a)
	}
	if !strings.Contains(err.Error(), "10000") {
		t.Errorf("the error does not state the limit: %v", err)
	}
}

func BenchmarkAnalyze(b *testing.B) {
	const n = 100_000
	c := iltest.Core(b, gen.Large(n, 10, 1))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := compact.Analyze(c, abstract.Options{}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/stmt")
}

func BenchmarkReports(b *testing.B) {
	const n = 100_000
	c := iltest.Core(b, gen.Large(n, 10, 1))
	a, err := compact.Analyze(c, abstract.Options{})
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
