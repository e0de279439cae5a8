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

// TestSuffixLimit: a limited list has distinct reports from the full list, in order, and as short as
// those of the sets.
func TestSuffixLimit(t *testing.T) {
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
		want, err := sets.Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.Reports(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range []func(abstract.Reported, int) []abstract.Report{
			abstract.Reported.ListRaces, abstract.Reported.ListFiltered,
		} {
			all := count(list(want, everything))
			for limit := 0; limit <= min(len(all), 40); limit++ {
				some := list(got, limit)
				if len(some) != limit || len(count(some)) != limit ||
					!slices.IsSortedFunc(some, abstract.Report.Compare) {
					t.Fatalf("list(%d) = %v, want as many distinct reports, in order\n%s",
						limit, some, c.Source.Text)
				}
				for _, r := range some {
					if all[r] == 0 {
						t.Fatalf("list(%d) has %s, which is not in the full list\n%s", limit, r,
							c.Source.Text)
					}
				}
				lengths, least := fieldsOfBoth(some), fieldsOfBoth(list(want, limit))
				if !slices.Equal(lengths, least) {
					t.Fatalf("list(%d) has paths of %v fields together, want %v\n%s", limit, lengths,
						least, c.Source.Text)
				}
				cut++
			}
		}
	})
	if cut < quick.Cases(2000) {
		t.Errorf("%d lists were compared, want at least %d", cut, quick.Cases(2000))
	}
}

// fieldsOfBoth returns for each report the number of fields of both paths together, ascending.
func fieldsOfBoth(rs []abstract.Report) []int {
	all := []int{}
	for _, r := range rs {
		all = append(all, r.Left.Path.Len()+r.Right.Path.Len())
	}
	slices.Sort(all)
	return all
}

// TestSuffixIsPolynomial: in two chains, every method calls the next one with two different fields.
// Each side has 2^depth paths, all ending in .z, but the two have no path in common. A product of
// tries would have a state for each.
func TestSuffixIsPolynomial(t *testing.T) {
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
		_, r := analyze(t, b.String(), inSuffix)
		accesses := new(big.Int).Lsh(big.NewInt(1), uint(depth+1)) // of both units
		want := new(big.Int).Mul(accesses, new(big.Int).Add(accesses, big.NewInt(1)))
		want.Rsh(want, 1)
		if r.Races().String() != want.String() || !r.Filtered().IsZero() {
			t.Errorf("depth %d: %s races and %s filtered pairs, want %s and 0", depth, r.Races(),
				r.Filtered(), want)
		}
		if got := r.ListRaces(10); len(got) != 10 || len(count(got)) != 10 {
			t.Errorf("depth %d: ListRaces(10) = %v, want 10 different reports", depth, got)
		}
	}
}

// TestSuffixDepth: in mode CommonSuffix, programs that are large in one dimension are analyzed.
func TestSuffixDepth(t *testing.T) {
	deepPrograms(t, inSuffix)
	// An access to each end of a path, and paths of each length to it.
	const n = 300
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "m%d(a) { x := a%s; a%s := new() }\n", i, fields(i/2+1), fields(i))
	}
	_, r := analyze(t, b.String(), inSuffix)
	if total := r.Races().Plus(r.Filtered()); !total.Exceeds(n*n) || r.Races().IsZero() ||
		r.Filtered().IsZero() {
		t.Errorf("%s races and %s filtered pairs, want some of both and more than %d together",
			r.Races(), r.Filtered(), n*n)
	}
	if got := r.ListFiltered(1000); len(got) != 1000 {
		t.Errorf("ListFiltered(1000) returns %d reports", len(got))
	}
}

// TestSuffixManyOwners: if one word leads from many formals to many sites, only the requested ones
// are listed.
func TestSuffixManyOwners(t *testing.T) {
	const n = 2000
	var b strings.Builder
	b.WriteString("private w(a) {" + strings.Repeat(" a.z := new();", n) + " }\n")
	for i := range n {
		fmt.Fprintf(&b, "m%d(a, b, c) { w(a); w(b); w(c.f) }\n", i)
	}
	_, r := analyze(t, b.String(), inSuffix)
	accesses := uint64(3 * n * n)
	if got, want := r.Races().String(), fmt.Sprint(accesses*(accesses+1)/2); got != want {
		t.Errorf("%s races, want %s", got, want)
	}
	if got := r.ListRaces(1000); len(got) != 1000 || len(count(got)) != 1000 {
		t.Errorf("ListRaces(1000) returns %d reports, %d of them different", len(got),
			len(count(got)))
	}
}

// TestSuffixTooLarge: the limit on trie nodes also applies in mode CommonSuffix.
func TestSuffixTooLarge(t *testing.T) {
	c := iltest.Core(t, gen.DoublingRaces(30))
	_, err := compact.AnalyzeWithin(c, inSuffix, 10)
	if err == nil || !strings.Contains(err.Error(), "limit of 10") {
		t.Errorf("AnalyzeWithin 10 nodes: %v, want an error about the limit of 10", err)
	}
}

// BenchmarkReportsSuffix is BenchmarkReports in mode CommonSuffix.
func BenchmarkReportsSuffix(b *testing.B) { benchmarkReports(b, inSuffix) }
