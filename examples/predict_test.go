package examples_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"wobbly/dynamic"
	"wobbly/dynamic/predict"
	"wobbly/semantics/explore"
)

// TestPredict compares the "expect predict" headers with the predictors. A line "PAIR, false:
// METHOD VARIANT, ..." lists the predictors that report the pair of sites falsely from some
// execution. If an example has such a line, its lines must list all false reports.
func TestPredict(t *testing.T) {
	lines := 0
	for _, x := range load(t, "theory/*.il") {
		want := x.expect["predict"]
		if len(want) == 0 {
			continue
		}
		lines += len(want)
		if d := difference(x.falsePredictions(t), want); d != "" {
			t.Errorf("%s: expect predict:%s", x.name, d)
		}
	}
	if lines == 0 {
		t.Error("no example has an \"expect predict\" header")
	}
}

// falsePredictions renders the false predictions from a hundred executions of each pair of units.
func (x example) falsePredictions(t *testing.T) []string {
	t.Helper()
	core := x.core(t)
	o := predict.Survey{
		Runs:       100,
		Seed:       1,
		Limits:     dynamic.DefaultLimits(),
		Predictors: predict.Predictors(nil, nil),
	}
	var got []string
	for _, p := range core.Pairs() {
		truth, err := predict.Judge(context.Background(), core, p, explore.Defaults())
		if err != nil || truth.Cut != "" {
			t.Fatalf("%s: Judge = %v, %v; want a complete search", x.name, truth, err)
		}
		for _, f := range o.Watch(context.Background(), core, p).Findings {
			if truth.Real[f.Sites] {
				continue
			}
			var wrong []string
			for i, by := range f.By {
				if q := o.Predictors[i]; by.First > 0 {
					wrong = append(wrong, q.Name+" "+q.Variant.String())
				}
			}
			pair := x.sites(p, f.Sites)
			got = append(got, fmt.Sprintf("%s, false: %s", pair, strings.Join(wrong, ", ")))
		}
	}
	return got
}
