package check

import "testing"

// meeting has paths of A and B with different fields that lead to one object, z. A call has changed
// the cells after it.
const meeting = `
m(a) {
  move(a.f)
  x := new()
  a.f.g.f := x
}
private move(p) {
  y := new()
  p.g := y
}
n(b) {
  z := b.g.g.f
}
o(b) {
  hide(b)
  z := b.g.g.f
}
private hide(b) {
  y := new()
  y.f := b
}
p(b) {
  set(b)
  z := b.g.g.f
}
private set(b) {
  y := new()
  b.g := y
}
q(b) {
  give(b)
  z := b.g.g.f
}
private give(b) {
  y := new()
  x := b.g
  y.f := x
}
r(b) {
  z := b.g.f
}
s(b) {
  z := b.g
}
`

// Heaps of two backbones with one object each, or one of them empty, and the steps of A.
const (
	meetingHeap = "heap l0.f=z l0.g=o k0.f=o k0.g=z z.f=o z.g=o o.f=o o.g=o\n" +
		"A a=l0\nB b=k0\nsteps\n"
	sharedHeap  = "heap l0.f=z l0.g=o z.f=o z.g=o o.f=o o.g=o\nA a=l0\n"
	meetingLeft = "A 2:3 run 4\nA 3:3 x := new()\n"
)

// TestAcceptsMeeting accepts witnesses whose initial state has two backbones that meet.
func TestAcceptsMeeting(t *testing.T) {
	core := program(t, meeting)
	for _, c := range []struct{ name, notation string }{
		{"two backbones",
			"compressed\nunits m n\n" + meetingHeap + meetingLeft +
				"race ?.f\nA 4:3 write\nB 11:3 read"},
		{"the object where they meet is stored",
			"compressed\nunits m q\n" + meetingHeap + meetingLeft +
				"B 30:3 run 5\nrace ?.f\nA 4:3 write\nB 31:3 read"},
		{"one of them is that object alone",
			"compressed\nunits m r\n" + sharedHeap + "B b=z\nsteps\n" + meetingLeft +
				"race ?.f\nA 4:3 write\nB 39:3 read"},
		{"the cell is named",
			"compressed\nunits m s\n" + sharedHeap + "B b=z\nsteps\n" +
				"A 2:3 push a.f\nA 7:3 y := new()\nrace z.g\nA 8:3 write\nB 42:3 read"},
	} {
		w := parseWitness(t, core, c.notation)
		if err := New(core).Check(w); err != nil {
			t.Errorf("Check of %s: %v", c.name, err)
		} else if w.Race.Cell[0] == "?" && !raceIsReal(t, core, w) {
			t.Errorf("%s: accepted, and there is no such race", c.name)
		}
	}
}

// TestRefusesMeeting refuses witnesses whose runs change the backbones, whose cells differ, or
// whose initial state has other backbones.
func TestRefusesMeeting(t *testing.T) {
	core := program(t, meeting)
	const end = "race ?.f\nA 4:3 write\nB 11:3 read"
	heap := func(cells, stacks string) string {
		return "compressed\nunits m n\nheap " + cells + " o.f=o o.g=o\n" + stacks + "\nsteps\n" +
			meetingLeft + end
	}
	const noBackbone = `initial state: a compressed witness starts from one backbone or
		from two that meet, but `
	for _, c := range []struct {
		kind       Kind
		text, want string
	}{
		{Quotient, "compressed\nunits m o\n" + meetingHeap + meetingLeft +
			"B 14:3 run 5\nrace ?.f\nA 4:3 write\nB 15:3 read",
			`step 3: thread B: inside the run, in hide: a compressed witness may not execute y.f
			:= t'1 at 19:3: it would store the backbone object k0 in the field f of an unnamed
			object`},
		{Quotient, "compressed\nunits m p\n" + meetingHeap + meetingLeft +
			"B 22:3 run 4\nrace ?.f\nA 4:3 write\nB 23:3 read",
			`step 3: thread B: inside the run, in set: a compressed witness may not execute b.g
			:= y at 27:3: it would overwrite the backbone: k0.g must keep z`},
		{Quotient, "compressed\nunits m q\n" + meetingHeap +
			"A 2:3 run 4\nB 30:3 run 5\nrace z.f\nA 4:3 write\nB 31:3 read",
			`step 2: thread B: inside the run, in give: a compressed witness may not execute y.f
			:= x at 36:3: it would store the backbone object z in the field f of an object off
			the backbone`},
		{Cell, "compressed\nunits m r\n" + meetingHeap + meetingLeft +
			"race ?.f\nA 4:3 write\nB 39:3 read",
			`at the race: A's write is of z.g.f, but B's read is of z.f`},
		{Cell, "compressed\nunits m n\n" + sharedHeap + "B b=l0\nsteps\n" + meetingLeft + end,
			`at the race: A's write is of l0.f.g.f, but B's read is of l0.g.g.f`},
		{Initial, heap("l0.f=z l0.g=o k0.f=y k0.g=o z.f=o z.g=o y.f=o y.g=o", "A a=l0\nB b=k0"),
			noBackbone + `those that begin at l0 and k0 do not meet`},
		{Initial, heap("l0.f=z l0.g=o k0.f=z k0.g=o z.f=y z.g=o y.f=o y.g=o", "A a=l0\nB b=k0"),
			noBackbone + `2 cells off the sink hold z, which is not the end of two`},
		{Initial, heap("l0.f=z l0.g=o k0.f=z k0.g=o y.f=z y.g=o z.f=o z.g=o", "A a=l0\nB b=k0"),
			noBackbone + `3 cells off the sink hold z, which is not the end of two`},
		{Initial, heap("l0.f=o l0.g=z k0.f=y k0.g=o y.f=o y.g=z j0.f=y j0.g=o z.f=o z.g=o",
			"A a=l0\nB b=k0"),
			noBackbone + `2 cells off the sink hold y, which is not the end of two`},
		{Initial, heap("l0.f=z l0.g=o z.f=o z.g=o j0.f=y j0.g=o y.f=j0 y.g=o", "A a=l0\nB b=l0"),
			noBackbone + `not all objects but the sink o are on them`},
		{Initial, heap("l0.f=z l0.g=o k0.f=o k0.g=o j0.f=o j0.g=z z.f=k0 z.g=o", "A a=l0\nB b=k0"),
			noBackbone + `2 cells off the sink hold z, which is not the end of two`},
	} {
		refuses(t, core, parseWitness(t, core, c.text), c.kind, c.want)
	}
}
