package promela

import (
	"slices"
	"strings"
	"testing"
)

const panOutput = `pan:1: assertion violated  !(((12&&((0==0)||(0==12)))&&((atB==2)&&(A_b==B_b)))) (at depth 3)
pan: wrote model.pml.trail
pan:2: assertion violated  !(((3&&((0==0)||(0==3)))&&((atB==4)&&(p==q)))) (at depth 5)
pan:7: assertion violated  !(((12&&((0==0)||(0==12)))&&((atB==2)&&(A_b==B_b)))) (at depth 3)

(Spin Version 6.5.2 -- 6 December 2019)

Full statespace search for:
	never claim         	- (none specified)
	assertion violations	+
	cycle checks       	- (disabled by -DSAFETY)
	invalid end states	+

State-vector 36 byte, depth reached 8, errors: 9
 10352600 states, stored
 1.25e+08 states, matched
1.3535e+08 transitions (= stored+matched)
        0 atomic steps
hash conflicts:         0 (resolved)

Stats on memory usage (in Megabytes):
    0.001	equivalent memory usage for states (stored*(State-vector + overhead))
  128.653	total actual memory usage

pan: elapsed time 2.5 seconds
`

func TestReadResult(t *testing.T) {
	got, err := ReadResult(strings.NewReader(panOutput))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Races, []int{3, 12}) {
		t.Errorf("races %v, want [3 12]", got.Races)
	}
	got.Races = nil
	want := Result{
		States: 10352600, Transitions: 135350000, Vector: 36, Depth: 8, Errors: 9,
		Megabytes: 128.653, Seconds: 2.5,
	}
	if got.States != want.States || got.Transitions != want.Transitions ||
		got.Vector != want.Vector || got.Depth != want.Depth ||
		got.Errors != want.Errors || got.Megabytes != want.Megabytes ||
		got.Seconds != want.Seconds {
		t.Errorf("ReadResult = %+v, want %+v", got, want)
	}
}

func TestReadResultRefuses(t *testing.T) {
	tests := []struct{ name, output, want string }{
		{"nothing", "", "pan printed no result"},
		{"a crash", "Segmentation fault\n", `pan printed no result, but last "Segmentation fault"`},
		{"too little memory", "pan: out of memory\n", "pan did not finish: out of memory"},
		{"a deadlock",
			strings.Replace(panOutput,
				"pan:7: assertion violated  !(((12&&((0==0)||(0==12)))&&((atB==2)&&(A_b==B_b))))",
				"pan:7: invalid end state", 1),
			"pan found an error that is not a race: invalid end state"},
		{"an index",
			strings.Replace(panOutput, "!(((3&&((0==0)||(0==3)))&&((atB==4)&&(p==q))))",
				"- invalid array index", 1),
			"pan found an error that is not a race: assertion violated  - invalid array index"},
		{"not deep enough", "error: max search depth too small\n" + panOutput,
			"pan did not finish: max search depth too small"},
		{"stopped", "Warning: Search not completed\n" + panOutput,
			"pan did not finish: Search not completed"},
	}
	for _, tt := range tests {
		if _, err := ReadResult(strings.NewReader(tt.output)); err == nil ||
			!strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: ReadResult: error %v, want one that begins with %q", tt.name, err,
				tt.want)
		}
	}
}
