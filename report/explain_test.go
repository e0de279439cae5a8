package report

import (
	"fmt"
	"strings"
	"testing"

	"wobbly/witness"
)

// TestTurns: a schedule is told by its turns, of which at most 8 are listed.
func TestTurns(t *testing.T) {
	const twice = "A takes 1 step, then B takes 1 step, then A takes 1 step, then B takes 1 step"
	const seven = twice + ", then A takes 1 step, then B takes 1 step, then A takes 1 step"
	for threads, want := range map[string]string{
		"":          "no steps are needed: both accesses come first",
		"A":         "A takes 1 step",
		"AB":        "A takes 1 step, then B takes 1 step",
		"AAB":       "A takes 2 steps, then B takes 1 step",
		"ABBA":      "A takes 1 step, then B takes 2 steps, then A takes 1 step",
		"ABABABAB":  seven + ", then B takes 1 step",
		"ABABABABA": seven + ", then and so on for 9 turns in all",
	} {
		var steps []witness.Step
		for _, thread := range threads {
			steps = append(steps, witness.Step{Thread: string(thread)})
		}
		if got := turns(steps); got != want {
			t.Errorf("turns of %q = %q, want %q", threads, got, want)
		}
	}
}

// TestPrefixes: prefixes in W come first, at most 8 with their statements, and then all others.
func TestPrefixes(t *testing.T) {
	for _, tt := range []struct {
		wobbly int
		stable []string
		want   string // after the statements
	}{
		{0, nil, ""},
		{1, nil, ""},
		{8, []string{"y"}, "y is not in W: no statement of m, or of a method that it calls, " +
			"assigns or copies it."},
		{9, []string{"y", "y.f"}, "... and 1 more are in W. y and y.f are not in W: no " +
			"statement of m, or of a method that it calls, assigns or copies them."},
	} {
		var list []Prefix
		for _, s := range tt.stable {
			list = append(list, Prefix{Expr: s})
		}
		want := ""
		for i := range tt.wobbly {
			at := fmt.Sprintf("%d:1", i+1)
			list = append(list, Prefix{Expr: "x", Wobbly: &Wobbly{At: at,
				Cause: Cause{Action: "assigns it", Text: "x := z", Rule: "local"}}})
			if i < 8 {
				want += "x is in W: " + at + " assigns it, x := z (rule local). "
			}
		}
		want = strings.TrimSpace(want + tt.want)
		var b strings.Builder
		p := &page{w: &b}
		p.prefixes("m", list)
		if got := strings.Join(strings.Fields(b.String()), " "); p.err != nil || got != want {
			t.Errorf("%d prefixes in W and %q: %q, %v; want %q", tt.wobbly, tt.stable, got, p.err,
				want)
		}
	}
}
