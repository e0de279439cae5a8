package check

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"wobbly/il"
)

// TestMay tests the premise of Figure 6: a thread may take a step if the other one does not hold
// the lock, or if it holds none itself, before and after.
func TestMay(t *testing.T) {
	for _, c := range []struct {
		own, other, after int
		want              bool
	}{
		{own: 0, other: 0, after: 0, want: true},
		{own: 0, other: 0, after: 1, want: true},
		{own: 2, other: 0, after: 3, want: true},
		{own: 1, other: 0, after: 0, want: true},
		{own: 0, other: 1, after: 0, want: true},
		{own: 0, other: 1, after: 1, want: false},
		// One level is always 0, so these do not occur.
		{own: 1, other: 1, after: 0, want: false},
		{own: 1, other: 1, after: 1, want: false},
	} {
		for i := range 2 {
			var r replay
			r.locks[i], r.locks[1-i] = il.LevelOf(c.own), il.LevelOf(c.other)
			if got := r.may(i, il.LevelOf(c.after)); got != c.want {
				t.Errorf("%s: %+v: may = %v, want %v", letters[i], c, got, c.want)
			}
			// A balanced run never goes below the level at its beginning.
			run := &shortest{highest: il.LevelOf(c.after - c.own)}
			if c.after >= c.own && r.mayRun(i, run) != c.want {
				t.Errorf("%s: %+v: mayRun = %v, want %v", letters[i], c, !c.want, c.want)
			}
		}
	}
}

// TestNumber: positions in a witness are decimal, from 1, without leading zeros, and limited in
// size. The largest number that is read is the last one after which another digit cannot exceed 32
// bits.
func TestNumber(t *testing.T) {
	const largest = (math.MaxInt32-9)/10*10 + 9
	for text, want := range map[string]int{
		"1": 1, "9": 9, "10": 10, "907": 907,
		fmt.Sprint(largest - 1): largest - 1, fmt.Sprint(largest): largest,
	} {
		if n, ok := number(text); n != want || !ok {
			t.Errorf("number(%s) = %d, %v, want %d", text, n, ok, want)
		}
	}
	for _, text := range []string{
		"", "0", "01", "-1", "+1", "1 ", " 1", "1a", "/", ":",
		fmt.Sprint(largest + 1), strings.Repeat("9", 100),
	} {
		if n, ok := number(text); ok {
			t.Errorf("number(%q) = %d, want none", text, n)
		}
	}
}

// TestChainName: a chain of 8 fields is named in full, and a chain of 9 has dots for two of them.
func TestChainName(t *testing.T) {
	q := chainOf(1)
	r := &replay{heap: q}
	for n, want := range map[int]string{
		1: "l0.f1",
		8: "l0.f1.f2.f3.f4.f5.f6.f7.f8",
		9: "l0.f1.f2.f3.f4.f5.f6.f7.....f9",
	} {
		c := chain{from: backbone}
		for i := range n {
			c.fields = append(c.fields, fmt.Sprint("f", i+1))
		}
		if got := r.chainName(c); got != want {
			t.Errorf("chainName with %d fields = %s, want %s", n, got, want)
		}
	}
}

// TestFarRight: only positions beyond column 256 are kept, and all are found, the first time and
// again.
func TestFarRight(t *testing.T) {
	core := program(t, "m(a) {"+strings.Repeat(" ", 300)+"x := a.f }")
	c := New(core)
	for range 2 {
		for _, col := range []int{255, 256, 257, 307} {
			at := fmt.Sprint("1:", col)
			if got, want := c.position(at), il.Pos(col-1); got != want {
				t.Errorf("position(%s) = %d, want %d", at, got, want)
			}
			if _, kept := c.positions[at]; kept != (col > farRight) {
				t.Errorf("%s is kept: %v, want %v", at, kept, !kept)
			}
		}
	}
}

// TestMaxKept: a checker keeps entries from one witness to the next as long as there are at
// most maxKept.
func TestMaxKept(t *testing.T) {
	c, q := New(program(t, "m(a) { a.f := a }")), chainOf(2)
	key := entryKey{formal: 1}
	c.entriesOf(q)[key] = &entry{}
	c.kept = maxKept
	if c.entriesOf(q)[key] == nil {
		t.Errorf("an entry is forgotten with %d entries", maxKept)
	}
	c.kept = maxKept + 1
	if c.entriesOf(q)[key] != nil || c.kept != 0 {
		t.Errorf("an entry is kept with %d entries, or the others are still counted", maxKept+1)
	}
}

// TestShapes: entries are shared exactly by quotients that runs cannot distinguish.
func TestShapes(t *testing.T) {
	loose := chainOf(3)
	loose.loose = backbone + 2
	other := chainOf(3)
	other.guarded[0].field = "g"
	named := chainOf(3)
	named.names[2] = "somebody"
	if chainOf(3).shape() != named.shape() {
		t.Error("quotients that differ only in the name of an object have different shapes")
	}
	seen := map[string]bool{}
	for _, q := range []*quotient{chainOf(2), chainOf(3), loose, other} {
		seen[q.shape()] = true
	}
	if len(seen) != 4 {
		t.Errorf("4 different quotients have the shapes %v, want 4", seen)
	}
}

// TestOpenPath: a path is followed up to the last known object, and never along its last field.
func TestOpenPath(t *testing.T) {
	q := chainOf(3)
	play := &replay{quotient: q, heap: q}
	vars := newStack(1)
	vars.set("x", backbone)
	for path, want := range map[string]chain{
		"f":       {backbone, []string{"f"}},
		"f f":     {backbone + 1, []string{"f"}},
		"f f f f": {backbone + 2, []string{"f", "f"}},
		"g f":     {backbone, []string{"g", "f"}},
	} {
		got, no := play.openPath(&vars, il.Expr{Root: "x", Fields: strings.Fields(path)})
		if no != nil || !got.equal(want) {
			t.Errorf("openPath(x %s) = %v, %v, want %v", path, got, no, want)
		}
	}
}

// TestUnboundRun: A3 forbids a method to read a variable without a value. A run of such a method is
// still refused, with the place, even if it is called inside the run.
func TestUnboundRun(t *testing.T) {
	core := program(t, "private k(a) { x := a } private m(a) { k(a) } unit(p) { p.f := p }")
	core.Methods["k"].Body.List()[0].(*il.Copy).Src = "y"
	c, q := New(core), chainOf(1)
	play := &replay{c: c, effort: effort, quotient: q, heap: q}
	frame := newStack(1)
	frame.set("a", sink)
	no := play.runs(core.Methods["m"], frame)
	if no == nil || no.Kind != Stuck || !strings.Contains(no.Reason, "inside the run, in k: ") ||
		!strings.HasSuffix(no.Reason, "y holds no object yet") {
		t.Errorf("runs = %v, want a refusal inside the run, in k: y holds no object yet", no)
	}
}
