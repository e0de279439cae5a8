package racemob

import (
	"encoding/json"
	"strings"
	"testing"

	"wobbly/internal/iltest"
)

// TestAbout: a worker gets the job unchanged, and invalid jobs are rejected.
func TestAbout(t *testing.T) {
	j := job(t, iltest.Core(t, `
meps(b) { lock(); out := b.f; unlock(); }
reps(b) { x := new(); b.f := x; }
beps(b) { b := new(); x := new(); b.f := x; }`), nil)
	units := len(j.Core.Units)
	for name, tt := range map[string]struct {
		change func(*about)
		want   string // of the error; empty for none
	}{
		"no change": {func(*about) {}, ""},
		"a right unit out of range": {func(in *about) { in.Candidates[1].Units[1] = units },
			"has no unit [0 3]"},
		"a left unit out of range": {func(in *about) { in.Candidates[1].Units[0] = units },
			"has no unit [3 "},
		"a negative left unit": {func(in *about) { in.Candidates[1].Units[0] = -1 },
			"has no unit [-1 "},
		"a negative right unit": {func(in *about) { in.Candidates[1].Units[1] = -1 },
			"has no unit [0 -1]"},
		"another left unit": {func(in *about) { in.Candidates[0].Units[0] = 1 }, "makes no"},
		"a text that cannot be parsed": {func(in *about) { in.Text = "m(" },
			"program of the job is illegal"},
		"an illegal program": {func(in *about) { in.Text = "m(a) { n(a); }" },
			"program of the job is illegal"},
		"no users": {func(in *about) { in.Policy = Policy{} }, "at least 1 user"},
	} {
		data, err := json.Marshal(j.about())
		if err != nil {
			t.Fatal(err)
		}
		var in about
		if err := json.Unmarshal(data, &in); err != nil {
			t.Fatal(err)
		}
		tt.change(&in)
		got, err := in.job()
		if tt.want == "" {
			if err != nil || len(got.Candidates) != len(j.Candidates) {
				t.Errorf("%s: %d candidates, %v, want %d", name, len(got.Candidates), err,
					len(j.Candidates))
			}
		} else if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("the job with %s: error %v, want one with %q", name, err, tt.want)
		}
	}
	if _, err := Kind().Open([]byte("{")); err == nil ||
		!strings.Contains(err.Error(), "no document of this campaign") {
		t.Errorf("Open of half a job: error %v", err)
	}
}

// TestCheckResult: a result for another task or an unknown candidate is rejected.
func TestCheckResult(t *testing.T) {
	j := job(t, iltest.Core(t, "m(a) { a.f := a; }"), nil)
	good := j.Run(Task{}).Result
	if err := j.checkResult(Task{}, good); err != nil || len(good.Seen) == 0 {
		t.Fatalf("checkResult of %+v: %v, want a valid result that has seen a candidate", good, err)
	}
	for name, change := range map[string]func(r *Result){
		"another task":         func(r *Result) { r.Attempt++ },
		"an unknown candidate": func(r *Result) { r.Seen = []Observation{{Candidate: 1}} },
		"a negative candidate": func(r *Result) { r.Seen = []Observation{{Candidate: -1}} },
		"negative steps":       func(r *Result) { r.Steps = -1 },
		"too many monitored":   func(r *Result) { r.Monitored = r.Steps + 1 },
	} {
		r := good
		change(&r)
		if j.checkResult(Task{}, r) == nil {
			t.Errorf("checkResult accepts a result with %s", name)
		}
	}
}
