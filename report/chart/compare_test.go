package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"wobbly/report"
)

// TestCompare: the plot is well-formed, names each analyzer once and its own truth
// only, and is the same again.
func TestCompare(t *testing.T) {
	five := uint64(5)
	total := &report.CompareTotal{
		Programs: 3, Real: &five, Random: &report.CompareRun{Drawing: "even", Seed: 9},
		Analyzers: []report.CompareScore{
			{Analyzer: "one", Own: true, Precision: "1", Recall: "0.2500"},
			{Analyzer: "one", Truth: "other", Precision: "0.1111", Recall: "1"},
			{Analyzer: "none", Own: true},
		},
	}
	var a, b strings.Builder
	if err := errors.Join(Compare(&a, total), Compare(&b, total)); err != nil {
		t.Fatal(err)
	}
	if a.String() != b.String() {
		t.Error("two plots of one comparison differ")
	}
	for text, n := range map[string]int{">one<": 1, ">none<": 1, ">precision<": 1, ">recall<": 1, "3 programs of the drawing even from seed 9, 5 races": 1} {
		if got := strings.Count(a.String(), text); got != n {
			t.Errorf("%q stands %d times, want %d", text, got, n)
		}
	}
	d := xml.NewDecoder(strings.NewReader(a.String()))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if err := Compare(io.Discard, &report.CompareTotal{}); err == nil {
		t.Error("nothing is plotted")
	}
}
