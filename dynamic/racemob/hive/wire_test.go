package hive

import (
	"encoding/json"
	"strings"
	"testing"

	"wobbly/dynamic/racemob"
)

// TestDecode: a job comes over the wire as it was, and what is none is refused.
func TestDecode(t *testing.T) {
	j := jobOf(t, burble, nil)
	units := len(j.Core.Units)
	for name, tt := range map[string]struct {
		change func(*job)
		want   string // of the error; empty for none
	}{
		"as it was":       {func(*job) {}, ""},
		"no unit so high": {func(in *job) { in.Candidates[1].Units[1] = units }, "has no unit [0 3]"},
		"nor on the left": {func(in *job) { in.Candidates[1].Units[0] = units }, "has no unit [3 "},
		"a negative unit": {func(in *job) { in.Candidates[1].Units[0] = -1 }, "has no unit [-1 "},
		"nor the right":   {func(in *job) { in.Candidates[1].Units[1] = -1 }, "has no unit [0 -1]"},
		"another unit":    {func(in *job) { in.Candidates[0].Units[0] = 1 }, "makes no"},
		"no program":      {func(in *job) { in.Text = "m(" }, "whose program is illegal"},
		"an illegal one":  {func(in *job) { in.Text = "m(a) { n(a); }" }, "whose program is illegal"},
		"another version": {func(in *job) { in.Version = "older" }, "of wobbly older"},
		"no policy":       {func(in *job) { in.Policy = racemob.Policy{} }, "at least 1 user"},
	} {
		data, err := encode(j, "test")
		if err != nil {
			t.Fatal(err)
		}
		var in job
		if err := json.Unmarshal(data, &in); err != nil {
			t.Fatal(err)
		}
		tt.change(&in)
		if data, err = json.Marshal(in); err != nil {
			t.Fatal(err)
		}
		got, err := decode(data, "test")
		switch {
		case tt.want == "" && (err != nil || len(got.Candidates) != len(j.Candidates)):
			t.Errorf("%s: %v", name, err)
		case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	if _, err := decode([]byte("{"), "test"); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("half a job: %v", err)
	}
}
