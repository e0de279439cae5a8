package flat

import (
	"testing"

	"wobbly/semantics/explore/machine"
)

func TestCommute(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{"x := arg1.f; x.f := x", "y := arg1.f; y.f := y", true},
		{"x := arg1.f; x.f := x", "arg1.f := arg1", false},
		{"arg1.f := arg2", "arg1.f := arg1", false},
		{"arg1.f := arg2", "arg2.f := arg1", true},
		{"arg1.f := arg2", "y := arg1.g; y.f := y", true},
		{"x := arg1.f.g; x.f := x", "arg1.f := arg1", false},
		{"x := arg1; x.f := x", "lock(); arg1.f := arg1; unlock()", true},
		{"lock(); x := arg1.f; unlock()", "lock(); arg1.f := arg1; unlock()", false},
		{"lock(); x := arg1.f; unlock()", "arg1.f := arg1", true},
	}
	for _, tt := range tests {
		f := layout(t,
			"{ "+tt.a+"; z := arg2 } || { "+tt.b+
				"; z := arg2 } init { A.arg1 = o1; B.arg1 = o1; A.arg2 = o2; B.arg2 = o2; "+
				"o1.f = o1; o1.g = o2; o2.f = o2; o2.g = o1 }", machine.Options{Unroll: -1})
		at := [2]*machine.Control{f.g.Starts(0)[0], f.g.Starts(1)[0]}
		if got := f.commute(at); got != tt.want {
			t.Errorf("commute at the start of %s || %s = %t, want %t", tt.a, tt.b, got, tt.want)
		}
	}
}
