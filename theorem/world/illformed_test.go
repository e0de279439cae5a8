package world

import (
	"strings"
	"testing"
)

// TestAssumptionsOfPrograms checks the verdict of CanRace, in the paper's world, on programs that
// violate A2 (balanced locks), A3 (assignment before use) or A5 (no recursion).
func TestAssumptionsOfPrograms(t *testing.T) {
	tests := []struct {
		name, text string
		want       Verdict
		why        string // the end of the explanation, if want is not Races
	}{
		{
			"A2, a branch dips below its entry",
			"{ if * { unlock(); y := new(); «arg1.f := y; lock(); } else {} } || " +
				"{ y := new(); «arg1.f := y; }",
			NoRace, "thread A never reaches 1:32: it is stuck at 1:10 (unlock() with no lock held)",
		}, {
			"A2 holds again",
			"{ if * { lock(); y := new(); «arg1.f := y; unlock(); } else {} } || " +
				"{ y := new(); «arg1.f := y; }",
			Races, "",
		}, {
			"A2, unbalanced branches: one of four ways is without the lock",
			"{ if * { lock(); } else {} «arg1.f := arg1; if * { unlock(); } else {} } || " +
				"{ «arg1.f := arg1; }",
			Races, "",
		}, {
			"A2, a callee dips below its entry, and its caller holds the lock",
			"m() { unlock(); lock(); } { lock(); m(); unlock(); «arg1.f := arg1; } || " +
				"{ «arg1.f := arg1; }",
			Races, "",
		}, {
			"A2, a callee gives the lock away for a moment",
			`m(a) { unlock(); «a.f := a; lock(); }
			{ lock(); m(arg1); unlock(); } || { lock(); «arg1.f := arg1; unlock(); }`,
			Races, "",
		}, {
			"A2, both keep the lock",
			"{ lock(); «arg1.f := arg1; } || { lock(); «arg1.f := arg1; }",
			NoRace, "because both hold the lock there",
		}, {
			"A2, a loop piles up locks",
			"{ while * { lock(); } «arg1.f := arg1; } || { lock(); «arg1.f := arg1; unlock(); }",
			Races, "",
		}, {
			"A2, a loop piles up locks forever",
			"{ lock(); while * { lock(); } «arg1.f := arg1; } || " +
				"{ lock(); «arg1.f := arg1; unlock(); }",
			Bounded, "there are more states",
		}, {
			"A3, no value",
			"{ y := new(); x.f := y; «arg1.f := y; } || { y := new(); «arg1.f := y; }",
			NoRace, "thread A never reaches 1:25: it is stuck at 1:15 (x has no value)",
		}, {
			"A3, no value, and handed on",
			"{ y := new(); z := x; y.f := z; z := y.f; «z.f := y; } || " +
				"{ y := new(); «arg1.f := y; }",
			NoRace, "thread A reaches 1:43, but is stuck there (z has no value)",
		}, {
			"A3, no value, and to a callee",
			"m(a) { b := a.f; } { y := new(); m(x); «arg1.f := y; } || " +
				"{ y := new(); «arg1.f := y; }",
			NoRace, "thread A never reaches 1:40: it is stuck at 1:8 (a has no value)",
		}, {
			"A3, what is never passed is named before what sometimes is",
			"{ if * { x := arg1; } else {} x.f := arg1; unlock(); «arg1.f := arg1; } || " +
				"{ «arg1.f := arg1; }",
			NoRace, "thread A never reaches 1:54: it is stuck at 1:44 (unlock() with no lock held)",
		}, {
			"A3, what is never passed by anyone, all of it",
			"{ if * { x.f := arg1; } else { unlock(); } «arg1.f := arg1; } || { «arg1.f := arg1; }",
			NoRace, "thread A never reaches 1:44: it is stuck at 1:10 (x has no value), " +
				"or at 1:32 (unlock() with no lock held)",
		}, {
			"A3, and not what leads elsewhere",
			"{ if * { x.f := arg1; } else { unlock(); «arg1.f := arg1; } } || { «arg1.f := arg1; }",
			NoRace, "thread A never reaches 1:42: it is stuck at 1:32 (unlock() with no lock held)",
		}, {
			"A2, one thread is stuck at once, and the other one goes on",
			"{ x := arg1.f; «arg1.f := x; } || { unlock(); «arg1.f := arg1; }",
			NoRace, "thread B never reaches 1:46: it is stuck at 1:36 (unlock() with no lock held)",
		}, {
			"A3 holds again",
			"{ y := new(); x := y; x.f := y; «arg1.f := y; } || { y := new(); «arg1.f := y; }",
			Races, "",
		}, {
			"A5, no end",
			"r() { r(); } { r(); «arg1.f := arg1; } || { «arg1.f := arg1; }",
			NoRace, "thread A never reaches 1:21: the call of r at 1:16 never returns",
		}, {
			"A5, no end, through others",
			"q(a) { r(a); } r(a) { s(a); } s(a) { if * { q(a); } else { r(a); } } " +
				"{ «arg1.f := arg1; } || { x := arg1; q(x); «arg1.f := arg1; }",
			NoRace, "thread B never reaches 1:112: the call of q at 1:106 never returns",
		}, {
			"A5, no end, but accesses on the way",
			"r(a) { «a.f := a; r(a); } { r(arg1); } || { «arg1.f := arg1; }",
			Races, "",
		}, {
			"A5, no end, and accesses behind it",
			"r(a) { r(a); «a.f := a; } { r(arg1); } || { «arg1.f := arg1; }",
			NoRace, "thread A never reaches 1:14: the call of r at 1:8 never returns",
		}, {
			"A5, last calls",
			"r(a) { if * { r(a); } else {} } { r(arg1); «arg1.f := arg1; } || { «arg1.f := arg1; }",
			Races, "",
		}, {
			"A5, last calls, and the lock",
			"r(a) { if * { r(a); } else {} } { r(arg1); lock(); «arg1.f := arg1; unlock(); } " +
				"|| { lock(); «arg1.f := arg1; unlock(); }",
			NoRace, "because both hold the lock there",
		}, {
			"A5, a stack that grows",
			"r(a) { if * { r(a); lock(); unlock(); } else {} } { r(arg1); lock(); " +
				"«arg1.f := arg1; unlock(); } || { lock(); «arg1.f := arg1; unlock(); }",
			Bounded, "calls go deeper than was looked at",
		}, {
			"A5, a stack that grows, and a race all the same",
			"r(a) { if * { r(a); lock(); unlock(); } else {} } { r(arg1); «arg1.f := arg1; } " +
				"|| { «arg1.f := arg1; }",
			Races, "",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, left, right := marked(t, tt.text)
			core := anyCore(t, text)
			v, why := (World{}).CanRace(core, core.Pairs()[0], left, right, Limits{States: 1000})
			if v != tt.want || v != Races && !strings.HasSuffix(why, tt.why) {
				t.Errorf("CanRace = %v (%s), want %v (%s)\n%s", v, why, tt.want, tt.why, text)
			}
		})
	}
}

// TestFreedNever checks that the objects that an endless method allocates are never freed, and that
// those of its callees are.
func TestFreedNever(t *testing.T) {
	text, left, right := marked(t, `loop(a) { nop(); x := a.g; «x.f := x; loop(a); } nop() {}
		m(a) { x := new(); a.g := x; if * { loop(a); } else {} }
		make(a) { x := new(); a.g := x; }
		{ z := new(); arg1.g := z; m(arg1); y := z; z.f := y; } || { x := arg1.g; «x.f := x; }`)
	core := anyCore(t, text)
	w := World{FreeAtPop: true}
	if v, why := w.CanRace(core, core.Pairs()[0], left, right, Limits{}); v != Races {
		t.Errorf("with an object of the endless method: CanRace = %v (%s), want %v", v, why, Races)
	}
	text, left, right = marked(t, `loop(a) { y := new(); make(y); x := y.g; «x.f := x; loop(a); }
		make(a) { x := new(); a.g := x; }
		{ loop(arg1); } || { «arg1.f := arg1; }`)
	core = anyCore(t, text)
	want := "thread A reaches 1:42, but is stuck there (the object of x was freed)"
	v, why := w.CanRace(core, core.Pairs()[0], left, right, Limits{})
	if v != NoRace || why != want {
		t.Errorf("with an object of a callee: CanRace = %v (%s), want %v (%s)", v, why, NoRace,
			want)
	}
}
