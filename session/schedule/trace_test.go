package schedule

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

const file = `trace   1
program burble.il
digest  9f3a52c1
pair    meps reps
heap    one
bound   none
tool    -

A 24:3 lock()  depth 0->1
B 30:1 if * else
B 31:3 n := new()  makes o2, n=o2
`

func TestTrace(t *testing.T) {
	trace, err := ParseTrace(file)
	if err != nil {
		t.Fatal(err)
	}
	want := &Trace{
		Program: "burble.il", Digest: "9f3a52c1", Units: [2]string{"meps", "reps"}, Heap: "one",
		Bound: "none",
		Lines: []Line{
			{a, "24:3", "lock()", "depth 0->1"},
			{b, "30:1", "if * else", ""},
			{b, "31:3", "n := new()", "makes o2, n=o2"},
		},
	}
	if !reflect.DeepEqual(trace, want) {
		t.Errorf("ParseTrace = %+v, want %+v", trace, want)
	}
	if got := trace.String(); got != file {
		t.Errorf("String() =\n%s\nwant\n%s", got, file)
	}
	if got := trace.Schedule().String(); got != "A B-" {
		t.Errorf("Schedule() = %s, want A B-", got)
	}
	spread := strings.NewReplacer("if * else", "if  *  else", "lock()", "lock  (  )",
		"B 31:3 n := new()", "B  31:3 n  :=  new()").Replace(file)
	wide, err := ParseTrace(spread)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := wide.Schedule(), want.Schedule(); !reflect.DeepEqual(got, want) {
		t.Errorf("the schedule with more blanks is %s, want %s", got, want)
	}
	last := Line{b, "31:3", "n  :=  new()", "makes o2, n=o2"}
	if got := wide.Lines[2]; got != last {
		t.Errorf("the last line with more blanks is %+v, want %+v", got, last)
	}
	commented := "\ufeff# found by hand\n\n" + strings.ReplaceAll(file, "\n", "  \r\n# then\r\n")
	again, err := ParseTrace(commented)
	if err != nil || again.String() != file {
		t.Errorf("ParseTrace of a trace with comments = %v, %v; want\n%s", again, err, file)
	}
}

func TestTraceRefuses(t *testing.T) {
	tests := []struct{ old, new, want string }{
		{"trace   1", "trace   2",
			"line 1, column 9: the trace is of version 2, and only 1 is known here; " +
				"use a newer wobbly"},
		{"digest", "digets",
			"line 3, column 1: the header line digest is missing; the lines are trace, program, " +
				"digest, pair, heap, bound, tool, in this order"},
		{"meps reps", "meps",
			"line 4, column 9: a pair is the names of two methods; write pair meps reps"},
		{"B 31:3", "C 31:3",
			"line 11, column 1: the line does not begin with a thread; write A or B first"},
		{"B 31:3", "B 31",
			"line 11, column 3: the position is missing; write it as line:column after the thread"},
		{"A 24:3 lock()  depth 0->1", "A 24:3",
			"line 9, column 7: the command is missing; write what the thread executes there"},
		{file, "", "line 1, column 1: the header line trace is missing; the lines are trace, " +
			"program, digest, pair, heap, bound, tool, in this order"},
	}
	for _, tt := range tests {
		_, err := ParseTrace(strings.Replace(file, tt.old, tt.new, 1))
		if fmt.Sprint(err) != tt.want {
			t.Errorf("ParseTrace with %q for %q = %v\nwant %s", tt.new, tt.old, err, tt.want)
		}
	}
}
