package check

import (
	"bytes"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/witness"
)

// The programs of the tests. They have no comments, which would make positions harder to count.
const (
	// After Figure 2 of the paper.
	burble = `
meps(b) {
  lock()
  x := b.f
  unlock()
}
reps(b) {
  y := new()
  b.f := y
}
beps(b) {
  b := new()
  y := b.f
  b.f := y
}
`
	atOnce = `
{ arg1.f := arg1 } || { x := arg2.f }
`
	branches = `
m(a) {
  while * {
    if * {
      x := a.f
    } else {
      lock()
      unlock()
    }
  }
  if * {
    skip
  }
  y := new()
  a.g := y
}
`
	calls = `
top(a) {
  mid(a.f, a)
}
private mid(p, q) {
  synchronized {
    low(p)
  }
  x := q.f
}
private low(r) {
  z := new()
  r.g := z
}
other(a) {
  y := a.f
  w := y.g
  a.f := w
}
`
	sugar = `
m(a, b) {
  a.f := b.f
  a.f := new()
  a.f := b
}
`
	fresh = `
{
  x := new()
  arg1.f := x
  x.g := x
} || {
  z := new()
  y := arg1.f
  y.g := y
}
`
	twice = `
m(a) {
  lock(l)
  lock(l)
  x := a.f
  unlock(l)
  unlock(l)
}
n(a) {
  lock(l)
  unlock(l)
}
`
	nested = `
m(a) {
  lock()
  synchronized {
    lock()
    unlock()
  }
  unlock()
  x := new()
  a.f := x
}
n(a) {
  synchronized {
    y := a.f
  }
}
`
	runs = `
m(a) {
  work(a)
  synchronized {
    work(a)
    w := a.f
    inner(w)
  }
}
private work(p) {
  x := new()
  if * {
    x := p.g
    x.f := x
    x.f := x
  } else {
    quick(x)
  }
  while * {
    x := p.f
    p.f := x
  }
}
private quick(q) {
  q.f := q
}
private inner(r) {
  y := new()
  r.g := y
}
private spoil(r) {
  r := r.f
  y := new()
  y.g := r
}
n(a) {
  v := a.f
  spoil(v)
  u := v.g
}
o(a) {
  y := new()
  hide(a, y)
  spoil(a)
  a.f := y
}
private hide(a, y) {
  a.f := y
}
`
)

// accepted lists witnesses that must pass.
var accepted = []struct{ name, program, notation string }{
	{"burble", burble, `
units meps reps
heap o1.f=o2 o2.f=o2
A b=o1
B b=o1
steps
A 2:3 lock()
B 7:3 y := new()
race o1.f
A 3:3 read
B 8:3 write`},
	{"burble, released", burble, `
units meps reps
heap o1.f=o1
A b=o1
B b=o1
steps
B 7:3 y := new()
A 2:3 lock()
race o1.f
A 3:3 read
B 8:3 write`},
	{"self pair", burble, `
units reps reps
heap o1.f=o1
A b=o1
B b=o1
steps
B 7:3 y := new()
A 7:3 y := new()
race o1.f
A 8:3 write
B 8:3 write`},
	{"no step", atOnce, `
heap o1.f=o1
A arg1=o1
B arg2=o1
steps
race o1.f
A 1:3 write
B 1:25 read`},
	{"choices", branches, `
units m m
heap o1.f=o1 o1.g=o1
A a=o1
B a=o1
steps
A 4:7 x := a.f [2:3 loop, 3:5 then]
A 6:7 lock() [2:3 loop, 3:5 else]
A 7:7 unlock()
A 13:3 y := new() [2:3 exit, 10:3 else]
B 13:3 y := new() [2:3 exit, 10:3 then]
race o1.g
A 14:3 write
B 14:3 write`},
	{"choices before the race", branches, `
units m m
heap o1.f=o1 o1.g=o1
A a=o1
B a=o1
steps
A 13:3 y := new()
B 4:7 x := a.f
B 13:3 y := new()
race o1.g
A 14:3 write
B 14:3 write`},
	{"calls", calls, `
units top other
heap o1.f=o2 o1.g=o1 o2.f=o2 o2.g=o2
A a=o1
B a=o1
steps
A 2:3 push a.f, a
A 5:3 lock()
B 15:3 y := a.f
A 6:5 push p
A 11:3 z := new()
race o2.g
A 12:3 write
B 16:3 read`},
	{"return", calls, `
units top other
heap o1.f=o2 o1.g=o1 o2.f=o2 o2.g=o2
A a=o1
B a=o1
steps
A 2:3 push a.f, a
A 5:3 lock()
A 6:5 push p
A 11:3 z := new()
A 12:3 r.g := z
A 6:5 pop
A 7:3 unlock()
B 15:3 y := a.f
B 16:3 w := y.g
race o1.f
A 8:3 read
B 17:3 write`},
	{"sugar, load", sugar, `
units m m
heap o1.f=o1
A a=o1 b=o1
B a=o1 b=o1
steps
B 2:3 t'1 := b.f
race o1.f
A 2:3 read
B 2:3 write`},
	{"sugar, new and formal", sugar, `
units m m
heap o1.f=o1
A a=o1 b=o1
B a=o1 b=o1
steps
A 2:3 t'1 := b.f
A 2:3 a.f := t'1
A 3:3 t'2 := new()
B 2:3 t'1 := b.f
B 2:3 a.f := t'1
B 3:3 t'2 := new()
B 3:3 a.f := t'2
B 4:3 t'3 := b
race o1.f
A 3:3 write
B 4:3 write`},
	{"fresh object", fresh, `
heap o1.f=o1 o1.g=o1
A arg1=o1
B arg1=o1
steps
B 6:3 z := new()
A 2:3 x := new()
A 3:3 arg1.f := x
B 7:3 y := arg1.f
race o3.g
A 4:3 write
B 8:3 write`},
	{"fresh object with a free name", fresh, `
heap o3.f=o3 o3.g=o3 other.f=o3 other.g=o3 o4.f=o3 o4.g=o4
A arg1=o4
B arg1=o4
steps
A 2:3 x := new()
B 6:3 z := new()
A 3:3 arg1.f := x
B 7:3 y := arg1.f
race o5.g
A 4:3 write
B 8:3 write`},
	{"fresh object points to itself", fresh, `
heap o1.f=o1 o1.g=o1
A arg1=o1
B arg1=o1
steps
A 2:3 x := new()
A 3:3 arg1.f := x
B 6:3 z := new()
B 7:3 y := arg1.f
race o2.g
A 4:3 write
B 8:3 write`},
	{"nested locks", nested, `
units m n
heap o1.f=o1
A a=o1
B a=o1
steps
A 2:3 lock()
A 3:3 lock()
A 4:5 lock()
A 5:5 unlock()
A 6:3 unlock()
A 7:3 unlock()
A 8:3 x := new()
B 12:3 lock()
race o1.f
A 9:3 write
B 13:5 read`},
	{"run", runs, `
compressed
units m n
heap l0.f=l1 l0.g=o l1.f=o l1.g=o o.f=o o.g=o
A a=l0
B a=l0
steps
A 2:3 run 6
A 3:3 lock()
A 4:5 run 6
A 5:5 w := a.f
A 6:5 push w
A 27:3 y := new()
B 36:3 v := a.f
B 37:3 run 6
race l1.g
A 28:3 write
B 38:3 read`},
	{"run without locks while the other thread holds it", spoiling, `
compressed
units n n
heap l0.f=l1 l1.f=o o.f=o
A a=l0
B a=l0
steps
A 15:3 run 4
B 11:5 lock()
A 16:3 run 2
A 17:3 z := new()
race l0.f
A 18:3 write
B 12:5 read`},
	{"compressed, without a run", runs, `
compressed
units m n
heap o.f=o o.g=o l0.f=l1 l0.g=o l1.f=o l1.g=o
A a=l0
B a=l0
steps
A 2:3 push a
A 10:3 x := new()
A 16:5 push x [11:3 else]
A 24:3 t'1 := q
A 24:3 q.f := t'1
A 16:5 pop
A 19:5 x := p.f [18:3 loop]
A 20:5 p.f := x
A 2:3 pop [18:3 exit]
A 3:3 lock()
A 4:5 push a
B 36:3 v := a.f
A 10:3 x := new()
A 12:5 x := p.g
A 13:5 x.f := x
A 14:5 x.f := x
A 4:5 pop
A 5:5 w := a.f
A 6:5 push w
A 27:3 y := new()
B 37:3 push v
B 31:3 r := r.f
B 32:3 y := new()
B 33:3 t'1 := r
B 33:3 y.g := t'1
B 37:3 pop
race l1.g
A 28:3 write
B 38:3 read`},
	{"the same, not compressed", runs, `
units m n
heap o.f=o o.g=o l0.f=l1 l0.g=o l1.f=o l1.g=o
A a=l0
B a=l0
steps
A 2:3 push a
A 10:3 x := new()
A 12:5 x := p.g
A 13:5 x.f := x
A 14:5 x.f := x
A 2:3 pop
A 3:3 lock()
A 4:5 push a
A 10:3 x := new()
A 12:5 x := p.g
A 13:5 x.f := x
A 14:5 x.f := x
A 4:5 pop
A 5:5 w := a.f
A 6:5 push w
A 27:3 y := new()
B 36:3 v := a.f
B 37:3 push v
B 31:3 r := r.f
B 32:3 y := new()
B 33:3 t'1 := r
B 33:3 y.g := t'1
B 37:3 pop
race l1.g
A 28:3 write
B 38:3 read`},
}

// TestAccepts: each witness of accepted is accepted, with and without its seal.
func TestAccepts(t *testing.T) {
	for _, c := range accepted {
		core := program(t, c.program)
		w := parseWitness(t, core, c.notation)
		if err := New(core).Check(w); err != nil {
			t.Errorf("Check of %s: %v", c.name, err)
		}
		if err := sourceText(il.NewSource("again", core.Source.Text), w); err != nil {
			t.Errorf("sourceText of %s: %v", c.name, err)
		}
		w.Seal = ""
		if err := New(core).Check(w); err != nil {
			t.Errorf("Check of %s without a seal: %v", c.name, err)
		}
	}
}

// TestAcceptsJSON reads a document as docs/schema/witness.json describes it.
func TestAcceptsJSON(t *testing.T) {
	core := program(t, burble)
	const text = `
{"schema":"wobbly/witness/1","program":"DIGEST","units":["meps","reps"],
 "init":{"objects":["o1","o2"],"cells":[["o1","f","o2"],["o2","f","o2"]],
         "A":{"b":"o1"}, "B":{"b":"o1"}},
 "steps":[{"thread":"A","at":"2:3","do":"lock()"},
          {"thread":"B","at":"7:3","do":"y := new()"}],
 "race":{"cell":["o1","f"],
         "A":{"at":"3:3","kind":"read"},"B":{"at":"8:3","kind":"write"}}}
`
	w, err := witness.Read(strings.NewReader(strings.Replace(text, "DIGEST",
		witness.Digest(core.Source.Text), 1)))
	if err != nil {
		t.Fatal(err)
	}
	if err := New(core).Check(w); err != nil {
		t.Errorf("Check: %v", err)
	}
	out, err := w.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if w, err = witness.Read(bytes.NewReader(out)); err != nil || New(core).Check(w) != nil {
		t.Errorf("a witness that is written and read again: %v, Check: %v", err, New(core).Check(w))
	}
}
