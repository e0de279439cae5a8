package report

import (
	"strings"
	"testing"
)

// TestMistakes checks that an analyzer is said to be never wrong only about candidates that are
// decided, and that one that was cut is not said to be.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct {
		name string
		// real has the verdict on each candidate.
		real []string
		// open is how many candidates the analyzer leaves open, and missed how many it misses.
		open   uint64
		missed uint64
		cut    bool
		want   string
	}{
		{name: "all decided", real: []string{"yes"}, want: "Never wrong here: chord."},
		{name: "one not decided", real: []string{"yes", "unknown"}, open: 1,
			want: "Never wrong about the candidates that are decided: chord."},
		{name: "none decided", real: []string{"unknown"}, open: 1, want: ""},
		{name: "missed", real: []string{"yes"}, missed: 1, want: "Wrong or cut: chord (1 missed)."},
		{name: "more open than undecided", real: []string{"yes", "unknown"}, open: 2,
			want: "Wrong or cut: chord (1 open)."},
		{name: "no answer", real: []string{"yes", "unknown"}, cut: true,
			want: "Wrong or cut: chord (cut)."},
	} {
		pair := ComparePair{}
		if tt.cut {
			pair.Cut = []CompareCut{{Analyzer: "chord", None: true}}
		}
		for _, real := range tt.real {
			pair.Rows = append(pair.Rows, CompareRow{Real: real})
		}
		d := &Compare{
			Files: []CompareFile{{Pairs: []ComparePair{pair}}},
			Total: CompareTotal{Rows: uint64(len(tt.real)), Analyzers: []CompareScore{{
				Analyzer: "chord", Truth: definition36, Own: true, Unknown: tt.open,
				FalseNegatives: tt.missed,
			}}},
		}
		var b strings.Builder
		c := compareText{shown: func(string) bool { return true }}
		c.mistakes(&page{w: &b}, d)
		if got := strings.TrimSpace(b.String()); got != tt.want {
			t.Errorf("%s: mistakes = %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestCertified: a candidate that the search leaves open and that has a certificate is no race. It
// has none if absent reports it, was cut or did not run.
func TestCertified(t *testing.T) {
	for _, tt := range []struct {
		name    string
		absent  bool
		real    string
		cut, by string
		want    bool
	}{
		{"certified", true, "unknown", "oracle", "chord", true},
		{"decided", true, "no", "", "", false},
		{"without a certificate", true, "unknown", "oracle", "absent", false},
		{"not all certificates looked for", true, "unknown", "absent", "", false},
		{"no certificates looked for", false, "unknown", "oracle", "", false},
	} {
		c := compareText{absent: tt.absent}
		x := &ComparePair{Cut: []CompareCut{{Analyzer: tt.cut}}}
		r := CompareRow{Real: tt.real, Reported: []CompareReport{{Analyzer: tt.by}}}
		if got := c.certified(x, &r); got != tt.want {
			t.Errorf("%s: certified = %t, want %t", tt.name, got, tt.want)
		}
	}
}
