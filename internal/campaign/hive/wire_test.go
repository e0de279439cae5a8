package hive

import (
	"strings"
	"testing"

	"wobbly/internal/campaign"
)

// TestDecodeJob: a job survives the wire, and an invalid one is rejected.
func TestDecodeJob(t *testing.T) {
	t.Parallel()
	good := job{Version: "test", Kind: "squares", About: []byte(`{"N":20}`)}
	for name, tt := range map[string]struct {
		change func(*job)
		want   string // part of the error; empty for none
	}{
		"as it was": {func(*job) {}, ""},
		"another version": {func(j *job) { j.Version = "older" },
			"a job of wobbly older, and this is test"},
		"another kind": {func(j *job) { j.Kind = "cubes" },
			`of a kind that is not known: "cubes"`},
		"another about": {func(j *job) { j.About = []byte(`{"M":20}`) },
			"no document of this campaign"},
	} {
		j := good
		tt.change(&j)
		do, err := decodeJob(encode(j), "test", []campaign.Kind{squares})
		switch {
		case tt.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case tt.want == "":
			const want = `{"Numbers":2,"Squares":5}`
			got, err := do(t.Context(), []byte(`{"first":1,"n":2}`))
			if string(got) != want || err != nil {
				t.Errorf("%s: do = %s, %v; want %s", name, got, err, want)
			}
			if _, err := do(t.Context(), []byte(`{"first":1,"n":2} x`)); err == nil {
				t.Errorf("%s: do accepts text after a shard", name)
			}
		case err == nil || !strings.Contains(err.Error(), tt.want):
			t.Errorf("%s: decodeJob = %v, want %q", name, err, tt.want)
		}
	}
	if _, err := decodeJob([]byte("{"), "test", nil); err == nil ||
		!strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("decodeJob of half a job = %v, want an error", err)
	}
}

// TestNames: different jobs, versions and kinds have different names, and equal ones the same name.
func TestNames(t *testing.T) {
	t.Parallel()
	e := func(kind, about string) *campaign.RemoteJob {
		return &campaign.RemoteJob{Kind: kind, About: []byte(about)}
	}
	names := map[string]bool{
		idOf(e("a", "b"), "c"): true, idOf(e("a", "bc"), ""): true, idOf(e("ab", ""), "c"): true,
		idOf(e("a", "b"), "d"): true,
	}
	if len(names) != 4 || !names[idOf(e("a", "b"), "c")] {
		t.Errorf("the names are %v, want 4 different ones, the same for the same parts", names)
	}
	if got := jobOf(subjectOf("v", "id")); got != "id" {
		t.Errorf("jobOf(subjectOf(%q, %q)) = %q", "v", "id", got)
	}
}
