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
)

// analyze analyzes a text in the shared form and relates all pairs.
func analyze(
	t testing.TB, text string, o abstract.Options,
) (*compact.Analysis, abstract.Reported) {
	t.Helper()
	a, err := compact.Analyze(iltest.Core(t, text), o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return a, r
}

// power returns 2^n * f + c in decimal.
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
		// Every path of depth fields f or g, followed by .f, is read and written.
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
		got := r.ListRaces(5)
		if len(got) == 0 || len(got) > 5 || got[len(got)-1].Left.Path != "a.h" {
			t.Errorf("depth %d: ListRaces(5) = %v, want at most 5 with the path a.h last", depth, got)
		}
	}
}

// TestWideSharing: all methods are public, so each is paired with every other.
func TestWideSharing(t *testing.T) {
	const n = 300
	var b strings.Builder
	b.WriteString("m0(a) { x := new(); a.f := x }\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "m%d(a) { m%d(a); x := new(); a.f := x }\n", i, i-1)
	}
	_, r := analyze(t, b.String(), abstract.Options{})
	elements := int64(n * (n + 1) / 2)
	if got, want := r.Races().String(), fmt.Sprint(elements*(elements+1)/2); got != want {
		t.Errorf("%s races, want %s", got, want)
	}
	if got := len(r.ListRaces(100)); got != 100 {
		t.Errorf("ListRaces(100) returns %d reports", got)
	}
}

// TestDepth checks that long call chains, long paths, deep nesting and many lock levels are
// analyzed.
func TestDepth(t *testing.T) {
	var locks strings.Builder
	for i := range 500 {
		fmt.Fprintf(&locks, "private m%d(a) { lock(); m%d(a); unlock() }\n", i+1, i)
	}
	deepPrograms(t, abstract.Options{})
	_, r := analyze(t,
		"private m0(a) { x := new(); a.f := x }\n"+locks.String()+
			"top(a) { m500(a) }\nother(a) { m0(a) }", abstract.Options{})
	got := r.ListRaces(10)
	if len(got) != 2 || got[0].Left.Lock.Depth() != 500 || got[0].Right.Lock.Held() {
		t.Errorf("ListRaces = %v, want two races, the first with 500 locks on the left and none "+
			"on the right", got)
	}
}

// deepPrograms analyzes programs that are large in one dimension and have one race.
func deepPrograms(t *testing.T, o abstract.Options) {
	t.Helper()
	for _, p := range []struct{ name, text string }{
		{"chain", gen.DeepChain(20_000)},
		{"path", gen.LongPath(20_000)},
		{"nest", gen.Nest(5_000)},
	} {
		_, r := analyze(t, p.text, o)
		if n := len(r.ListRaces(10)); n != 1 || r.Races().String() != "1" {
			t.Errorf("%s: %s races and %d listed, want 1 and 1", p.name, r.Races(), n)
		}
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
			t.Fatalf("ListRaces = %v, which is not sorted\n%s", all, c.Source.Text)
		}
		for limit := range len(all) {
			some := r.ListRaces(limit)
			if len(some) != limit || !slices.IsSortedFunc(some, abstract.Report.Compare) {
				t.Fatalf("ListRaces(%d) = %v, want as many, sorted", limit, some)
			}
			if got, want := lengths(some), lengths(all)[:limit]; !slices.Equal(got, want) {
				t.Fatalf("ListRaces(%d) has paths of lengths %v, want %v\n%s", limit, got, want,
					c.Source.Text)
			}
			cut++
		}
	})
	if cut == 0 {
		t.Error("no list was cut")
	}
}

// lengths returns the numbers of fields of the paths of reports, ascending.
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
		_, r := analyze(t, dnf(4, c.terms), abstract.Options{})
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
		t.Fatalf("AnalyzeWithin 10,000 nodes = %v, want an error", a)
	}
	if !strings.Contains(err.Error(), "10000") {
		t.Errorf("the error is %q, want one that states the limit", err)
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

func BenchmarkReports(b *testing.B) { benchmarkReports(b, abstract.Options{}) }

func benchmarkReports(b *testing.B, o abstract.Options) {
	b.Helper()
	const n = 100_000
	a, err := compact.Analyze(iltest.Core(b, gen.Large(n, 10, 1)), o)
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
