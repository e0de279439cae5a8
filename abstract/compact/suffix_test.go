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

var inSuffix = abstract.Options{Mode: abstract.CommonSuffix}

// meeting analyses a text in mode CommonSuffix, in the shared form.
func meeting(t testing.TB, text string) abstract.Reported {
	t.Helper()
	a, err := compact.Analyze(iltest.Core(t, text), inSuffix)
	if err != nil {
		t.Fatal(err)
	}
	r, err := a.Reports(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestMeetLimit: a limited list has distinct reports from the full list, in order, and as short as
// those of the sets.
func TestMeetLimit(t *testing.T) {
	cut := 0
	iltest.Random(t, quick.Cases(150), deep(), func(c *il.Core) {
		sets, err := abstract.AnalyzeSets(c, inSuffix)
		if err != nil {
			t.Fatal(err)
		}
		a, err := compact.Analyze(c, inSuffix)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := sets.Reports(nil)
		got, _ := a.Reports(nil)
		for _, list := range []func(abstract.Reported, int) []abstract.Report{
			abstract.Reported.ListRaces, abstract.Reported.ListFiltered,
		} {
			all := plain(list(want, everything))
			for limit := 0; limit <= min(len(all), 40); limit++ {
				some := list(got, limit)
				if len(some) != limit || len(plain(some)) != limit ||
					!slices.IsSortedFunc(some, abstract.Report.Compare) {
					t.Fatalf("list(%d) = %v, want as many distinct reports, in order\n%s",
						limit, some, c.Source.Text)
				}
				for r := range plain(some) {
					if !all[r] {
						t.Fatalf("limit %d: %s is no report\n%s", limit, r, c.Source.Text)
					}
				}
				if g, w := fieldsOfBoth(some), fieldsOfBoth(list(want, limit)); !slices.Equal(g,
					w) {
					t.Fatalf("limit %d keeps paths of %v fields together, want %v\n%s", limit, g, w,
						c.Source.Text)
				}
				cut++
			}
		}
	})
	if cut < quick.Cases(2000) {
		t.Errorf("only %d lists", cut)
	}
}

func fieldsOfBoth(rs []abstract.Report) []int {
	all := []int{}
	for _, r := range rs {
		all = append(all, r.Left.Path.Len()+r.Right.Path.Len())
	}
	slices.Sort(all)
	return all
}

// TestMeetIsPolynomial: in two chains, every method calls the next one with two different fields.
// Each side has 2^depth paths, all ending in .z, but the two have no path in common. A product of
// tries would have a state for each.
func TestMeetIsPolynomial(t *testing.T) {
	for _, depth := range []int{1, 5, 60, 200} {
		var b strings.Builder
		for _, side := range []string{"fg", "hi"} {
			fmt.Fprintf(&b, "private %s0(a) { a.z := new() }\n", side)
			for i := 1; i <= depth; i++ {
				visibility := "private "
				if i == depth {
					visibility = ""
				}
				fmt.Fprintf(&b, "%s%s%d(a) { %s%d(a.%c); %s%d(a.%c) }\n", visibility, side, i, side,
					i-1, side[0], side, i-1, side[1])
			}
		}
		r := meeting(t, b.String())
		accesses := new(big.Int).Lsh(big.NewInt(1), uint(depth+1)) // of both units
		want := new(big.Int).Mul(accesses, new(big.Int).Add(accesses, big.NewInt(1)))
		want.Rsh(want, 1)
		if r.Races().String() != want.String() || !r.Filtered().IsZero() {
			t.Errorf("depth %d: %s races, want %s; %s filtered", depth, r.Races(), want,
				r.Filtered())
		}
		if got := r.ListRaces(10); len(got) != 10 || len(plain(got)) != 10 {
			t.Errorf("depth %d: %v are listed", depth, got)
		}
	}
}

// TestMeetDepth: in mode CommonSuffix, programs that are large in one dimension are analyzed.
func TestMeetDepth(t *testing.T) {
	for name, text := range map[string]string{
		"chain": gen.DeepChain(20_000),
		"path":  gen.LongPath(20_000),
		"nest":  gen.Nest(5_000),
	} {
		if r := meeting(t, text); r.Races().String() != "1" || len(r.ListRaces(10)) != 1 {
			t.Errorf("%s: %s races", name, r.Races())
		}
	}
	// An access to each end of a path, and paths of each length to it.
	const n = 300
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "m%d(a) { x := a%s; a%s := new() }\n", i, fields(i/2+1), fields(i))
	}
	r := meeting(t, b.String())
	if total := r.Races().Plus(r.Filtered()); !total.Exceeds(n*n) || r.Races().IsZero() ||
		r.Filtered().IsZero() {
		t.Errorf("%s races, %s filtered", r.Races(), r.Filtered())
	}
	if got := r.ListFiltered(1000); len(got) != 1000 {
		t.Errorf("%d are listed", len(got))
	}
}

// TestMeetManyOwners: if one word leads from many formals to many sites, only the requested ones
// are listed.
func TestMeetManyOwners(t *testing.T) {
	const n = 2000
	var b strings.Builder
	b.WriteString("private w(a) {" + strings.Repeat(" a.z := new();", n) + " }\n")
	for i := range n {
		fmt.Fprintf(&b, "m%d(a, b, c) { w(a); w(b); w(c.f) }\n", i)
	}
	r := meeting(t, b.String())
	accesses := uint64(3 * n * n)
	if got, want := r.Races().String(), fmt.Sprint(accesses*(accesses+1)/2); got != want {
		t.Errorf("%s races, want %s", got, want)
	}
	if got := r.ListRaces(1000); len(got) != 1000 || len(plain(got)) != 1000 {
		t.Errorf("%d are listed", len(got))
	}
}

// TestMeetTooLarge: the limit on trie nodes also applies in mode CommonSuffix.
func TestMeetTooLarge(t *testing.T) {
	c := iltest.Core(t, gen.DoublingRaces(30))
	if _, err := compact.AnalyzeWithin(c, inSuffix, 10); err == nil ||
		!strings.Contains(err.Error(), "limit of 10") {
		t.Errorf("got %v", err)
	}
}

// BenchmarkReportsSuffix is BenchmarkReports in mode CommonSuffix.
func BenchmarkReportsSuffix(b *testing.B) {
	const n = 100_000
	a, err := compact.Analyze(iltest.Core(b, gen.Large(n, 10, 1)), inSuffix)
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
