package check

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/quick"
	"wobbly/witness"
)

// expand returns the steps of the shortest complete execution of a call. It is independent of the
// checker and uses plain recursion.
func expand(core *il.Core, thread string, call *il.Call) []witness.Step {
	at := core.Source.At(call.At)
	push := witness.Step{Thread: thread, At: at, Do: witness.Push}
	for _, e := range call.Args {
		push.Args = append(push.Args, e.String())
	}
	steps := append([]witness.Step{push},
		expandBlock(core, thread, core.Methods[call.Method].Body)...)
	return append(steps, witness.Step{Thread: thread, At: at, Do: witness.Pop})
}

// expandBlock returns the steps of the shortest execution of a block.
func expandBlock(core *il.Core, thread string, b *il.Block) (steps []witness.Step) {
	for _, s := range b.List() {
		switch s := s.(type) {
		case *il.Skip, *il.While:
		case *il.If:
			shorter := expandBlock(core, thread, s.Then)
			if other := expandBlock(core, thread, s.Else); len(other) < len(shorter) {
				shorter = other
			}
			steps = append(steps, shorter...)
		case *il.Call:
			steps = append(steps, expand(core, thread, s)...)
		default:
			steps = append(steps,
				witness.Step{Thread: thread, At: core.Source.At(s.Pos()), Do: il.Text(s)})
		}
	}
	return steps
}

// randomProgram returns a program of two units and four methods, all with two formals. A method
// calls only those before it.
func randomProgram(r *rand.Rand) string {
	var b strings.Builder
	for level := range 6 {
		name := fmt.Sprintf("private m%d", level)
		if level > 3 {
			name = fmt.Sprintf("unit%d", level-3)
		}
		fmt.Fprintf(&b, "%s(p, q) {\n  x := new()\n  y := p\n", name)
		randomBlock(&b, r, min(level, 4), 2+r.Intn(4))
		b.WriteString("  p.f := x\n}\n")
	}
	return b.String()
}

// randomBlock writes random statements that call only the methods below a level.
func randomBlock(b *strings.Builder, r *rand.Rand, level, length int) {
	pick := func(from ...string) string { return from[r.Intn(len(from))] }
	path := func() string {
		return pick("p", "q", "x", "y") + "." + pick("f", "g", "f.f", "g.f", "f.g")
	}
	for range length {
		switch r.Intn(10) {
		case 0:
			fmt.Fprintf(b, "  %s := %s\n", pick("x", "y", "p"), pick("p", "q", "x", "y"))
		case 1, 2:
			fmt.Fprintf(b, "  %s := %s\n", pick("x", "y"), path())
		case 3:
			fmt.Fprintf(b, "  %s := %s\n", path(), pick("x", "y", "x", "q"))
		case 4:
			fmt.Fprintf(b, "  %s := new()\n", pick("x", "y", "q"))
		case 5, 6, 7:
			if level > 0 {
				fmt.Fprintf(b, "  m%d(%s, %s)\n", r.Intn(level), pick("p", "q", "x", "y", path()),
					pick("q", "x", path()))
			}
		case 8:
			head := pick("if *", "while *", "synchronized")
			fmt.Fprintf(b, "  %s {\n", head)
			randomBlock(b, r, level, r.Intn(3))
			b.WriteString("  }")
			if head == "if *" {
				b.WriteString(" else {\n")
				randomBlock(b, r, level, r.Intn(3))
				b.WriteString("  }")
			}
			b.WriteString("\n")
		case 9:
			b.WriteString("  lock()\n")
			randomBlock(b, r, level, r.Intn(2))
			b.WriteString("  unlock()\n")
		}
	}
}

// specialState returns a random special state of one backbone of 1 to 3 objects, or of two that
// meet. The formals hold any of its objects.
func specialState(r *rand.Rand, core *il.Core) witness.Init {
	shapes := [][]int{ // for each object of the backbones the next one
		{-1}, {1, -1}, {1, 2, -1}, {2, 2, -1}, {1, 3, 3, -1}, {2, 4, 3, 4, -1},
	}
	next := shapes[r.Intn(len(shapes))]
	k := len(next)
	var in witness.Init
	for i := range k {
		in.Objects = append(in.Objects, fmt.Sprintf("l%d", i))
	}
	in.Objects = append(in.Objects, "o")
	for i, o := range in.Objects {
		special := r.Intn(len(core.Fields))
		for j, f := range core.Fields {
			v := "o"
			if i < k-1 && j == special {
				v = in.Objects[next[i]]
			}
			in.Cells = append(in.Cells, [3]string{o, f, v})
		}
	}
	for _, x := range []string{"p", "q"} {
		in.A.Bind(x, in.Objects[r.Intn(k+1)])
		in.B.Bind(x, in.Objects[r.Intn(k+1)])
	}
	return in
}

// duet replays the same schedule twice: compressed on the quotient heap and in full on the exact
// one.
type duet struct {
	t        *testing.T
	core     *il.Core
	quotient *replay
	exact    *replay
	steps    int
	runs     int
	met      int // how often two paths led to one cell of an open object; see chains
}

// newDuet returns a duet from a random initial state. It guards all cells, as for a witness that
// names its cell, or as many as for one that leaves it open.
func newDuet(t *testing.T, r *rand.Rand, c *Checker) *duet {
	t.Helper()
	core := c.core
	in := specialState(r, core)
	units := [2]*il.Unit{core.Methods["unit1"], core.Methods["unit2"]}
	st := &initial{}
	r1 := st.read(&in, core.Fields, units)
	if r1 != nil {
		t.Fatalf("reading the initial state: %v", r1)
	}
	q, r1 := st.quotient()
	switch {
	case r.Intn(2) == 0:
	case q.meets() || r.Intn(2) == 0:
		q.open(1+r.Intn(3), &st.stacks)
	default:
		q.guard(r.Intn(q.length()), &st.stacks)
	}
	d := &duet{
		t: t, core: core, quotient: &replay{c: c, effort: effort, quotient: q, heap: q, open: true},
	}
	for i, u := range units {
		d.quotient.enter(i, u, st.stacks[i])
	}
	var r2 *Refusal
	d.exact, r2 = New(core).start(&witness.Witness{Init: in}, units)
	if r1 != nil || r2 != nil {
		t.Fatalf("starting the quotient: %v, starting the exact replay: %v", r1, r2)
	}
	return d
}

// play takes a random step of thread i, if the quotient accepts it.
func (d *duet) play(r *rand.Rand, i int) {
	f := d.quotient.top(i)
	var reached []int
	f.code.visit(f.node, func(n int) bool {
		reached = append(reached, n)
		return false
	})
	n := reached[r.Intn(len(reached))]
	if n == end && d.quotient.caller(i) == nil {
		return
	}
	s := witness.Step{
		Thread: letters[i], At: d.core.Source.At(d.quotient.pos(i, n)), Do: d.quotient.do(i, n),
	}
	written := []witness.Step{s}
	if call, ok := f.code.nodes[n].stmt.(*il.Call); ok {
		written = expand(d.core, letters[i], call)
		s.Args = written[0].Args
		if r.Intn(2) == 0 {
			s = witness.Step{
				Thread: letters[i], At: s.At, Do: witness.Run, Steps: fmt.Sprint(len(written)),
			}
		} else {
			written = written[:1]
		}
	}
	if d.quotient.step(&s) != nil {
		return
	}
	d.steps++
	if s.Do == witness.Run {
		d.runs++
	}
	for k := range written {
		if no := d.exact.step(&written[k]); no != nil {
			d.t.Fatalf("%s\nthe quotient accepts %+v, but step %d of it: %v", d.core.Source.Text,
				s, k+1, no)
		}
	}
	d.related()
	for range 4 {
		d.chains(r)
	}
}

// related checks the relation R of the package documentation.
func (d *duet) related() {
	q, h := d.quotient.quotient, d.exact.heap.(*exact)
	place := map[string]value{} // of the backbone objects in the quotient, by name
	for v := backbone; int(v) < len(q.names); v++ {
		place[q.names[v]] = v
	}
	agree := func(what string, v, w value) {
		var ok bool
		name, _ := h.name(w)
		switch at := place[name]; {
		case v == null || w == null:
			ok = v == w
		case v == sink:
			ok = !q.mustBeGuarded(at)
		default:
			ok = v == at
		}
		if !ok {
			d.t.Fatalf("%s\n%s is %d in the quotient and %d in the heap", d.core.Source.Text,
				what, v, w)
		}
	}
	for i := range letters {
		frames, others := d.quotient.threads[i], d.exact.threads[i]
		if len(frames) != len(others) || d.quotient.locks != d.exact.locks {
			d.t.Fatalf("%s\n%d frames and locks %v in the quotient, %d and %v in the heap",
				d.core.Source.Text, len(frames), d.quotient.locks, len(others), d.exact.locks)
		}
		for k, f := range frames {
			if f.node != others[k].node || f.code.unit != others[k].code.unit ||
				f.vars.size() != others[k].vars.size() {
				d.t.Fatalf("%s\nframe %d of %s differs", d.core.Source.Text, k, letters[i])
			}
			f.vars.change(func(x string, v value) value {
				agree(x, v, others[k].vars.of(x))
				return v
			})
		}
	}
	for w := value(1); w <= h.objects; w++ {
		name, _ := h.name(w)
		for _, f := range d.core.Fields {
			base := max(sink, place[name])
			agree(name+"."+f, q.load(base, f), h.load(w, f))
		}
	}
}

// chains checks that two paths that are equal on the quotient lead to one cell of the heap.
func (d *duet) chains(r *rand.Rand) {
	var cells [2]cell
	var to [2]chain
	fields := []string{"f", "g", "f", "g", "f"}[r.Intn(2):]
	fields = fields[:2+r.Intn(3)]
	for i := range letters {
		path := il.Path([]string{"p", "q", "x", "y"}[r.Intn(4)], fields[r.Intn(len(fields)-1):]...)
		if d.exact.top(i).vars.of(path.Root) == null {
			return
		}
		to[i], _ = d.quotient.openPath(&d.quotient.top(i).vars, path)
		cells[i].object, cells[i].field, _ = address(d.exact.heap, &d.exact.top(i).vars, path)
	}
	if _, known := d.quotient.heap.name(to[0].from); known && to[0].equal(to[1]) {
		if len(to[0].fields) > 1 {
			d.met++
		}
		if cells[0] != cells[1] {
			d.t.Fatalf("%s\nboth paths lead to %s in the quotient, but to %v and %v in the heap",
				d.core.Source.Text, d.quotient.chainName(to[0]), cells[0], cells[1])
		}
	}
}

// TestQuotientIsSound: everything that the quotient heap accepts, the exact replay accepts too, and
// it leads to a related state (the proof is in the package documentation).
func TestQuotientIsSound(t *testing.T) {
	r := rand.New(rand.NewSource(7))
	steps, runs, met := 0, 0, 0
	for range quick.Cases(1000) {
		c := New(program(t, randomProgram(r)))
		for range 4 { // with one checker, which remembers runs
			d := newDuet(t, r, c)
			for range 40 {
				d.play(r, r.Intn(2))
			}
			steps += d.steps
			runs += d.runs
			met += d.met
		}
	}
	t.Logf("%d steps, %d runs, %d meetings at an open cell", steps, runs, met)
	if steps < quick.Cases(50_000) || runs < quick.Cases(3_000) || met < quick.Cases(3_000) {
		t.Errorf("want at least %d steps, %d runs and %d meetings", quick.Cases(50_000),
			quick.Cases(3_000), quick.Cases(3_000))
	}
}
