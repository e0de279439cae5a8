package check

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
)

// executes executes the commands of a method one by one, including calls, without remembering
// anything. It reports whether none is refused.
func executes(c *Checker, q *quotient, method *il.Unit, frame stack) bool {
	for _, command := range c.shortest(method).commands {
		switch command := command.(type) {
		case *il.Lock, *il.Unlock:
		case *il.Call:
			callee := c.core.Methods[command.Method]
			inner, no := bind(q, &frame, command, callee)
			if no != nil || !executes(c, q, callee, inner) {
				return false
			}
		default:
			if execute(q, &frame, command) != nil {
				return false
			}
		}
	}
	return true
}

// frames returns the frames of a method in which each formal holds sink or a backbone object.
func frames(q *quotient, method *il.Unit) []stack {
	all := []stack{newStack(len(method.Formals))}
	for _, x := range method.Formals {
		var longer []stack
		for _, s := range all {
			for v := sink; int(v) < len(q.names); v++ {
				t := stack{few: append([]variable(nil), s.few...)}
				t.set(x, v)
				longer = append(longer, t)
			}
		}
		all = longer
	}
	return all
}

// entangled returns a random program of methods with three formals that store what they load from
// one formal into what they load from another.
func entangled(r *rand.Rand) string {
	var b strings.Builder
	pick := func(from ...string) string { return from[r.Intn(len(from))] }
	variable := func() string { return pick("p", "q", "r", "x", "y") }
	path := func() string { return variable() + "." + pick("f", "g", "f.f", "f.g") }
	for level := range 4 {
		fmt.Fprintf(&b, "private m%d(p, q, r) {\n  x := p\n  y := new()\n", level)
		for range 1 + r.Intn(4) {
			switch r.Intn(6) {
			case 0:
				fmt.Fprintf(&b, "  %s.f := %s\n", pick("p", "x"), pick("q", "r"))
			case 1:
				fmt.Fprintf(&b, "  %s := %s\n", variable(), pick(variable(), path()))
			case 2:
				fmt.Fprintf(&b, "  %s := %s\n", path(), variable())
			case 4:
				if level > 0 { // pass an object and the next one, which the former keeps
					x := variable()
					fmt.Fprintf(&b, "  m%d(%s, %s.%s, %s)\n", r.Intn(level), x, x, pick("f", "g"),
						variable())
				}
			default:
				if level > 0 {
					first := pick(variable(), path())
					fmt.Fprintf(&b, "  m%d(%s, %s, %s)\n", r.Intn(level), first, variable(),
						variable())
				}
			}
		}
		b.WriteString("}\n")
	}
	return b.String() + "unit1(p, q) { p.f := q; q.g := p }\nunit2(p, q) {}\n"
}

// TestNeedsAreExact: a run passes iff all of its commands are executed for every tuple of
// arguments. If it does not pass, the reason names the command that is refused.
func TestNeedsAreExact(t *testing.T) {
	r := rand.New(rand.NewSource(11))
	passed, refused, demanding := 0, 0, 0
	for range 60 {
		core := program(t, entangled(r))
		c := New(core)
		for range 3 {
			d := newDuet(t, r, c)
			for level := range 4 {
				method := core.Methods[fmt.Sprint("m", level)]
				for _, frame := range frames(d.quotient.quotient, method) {
					d.quotient.effort = effort
					copied := stack{few: slices.Clone(frame.few)}
					want := executes(c, d.quotient.quotient, method, copied)
					got, no := d.quotient.passes(method, &frame)
					if no != nil || got != want {
						t.Fatalf("%s\nin the quotient %+v, passes(%s%v) = %v, %v, want %v",
							core.Source.Text, d.quotient.quotient, method.Name, frame.few, got, no,
							want)
					}
					no = d.quotient.runs(method, frame)
					if (no == nil) != want || no != nil && no.Kind != Quotient {
						t.Fatalf("%s\nruns(%s%v) = %v, want a refusal: %t", core.Source.Text,
							method.Name, frame.few, no, !want)
					}
					if want {
						passed++
					} else {
						refused++
					}
				}
			}
			for _, e := range d.quotient.entries {
				if !e.never && len(e.demands) > 0 {
					demanding++
				}
			}
		}
	}
	t.Logf("%d runs passed, %d were refused, %d entries have demands", passed, refused, demanding)
	if passed < 5_000 || refused < 5_000 || demanding < 300 {
		t.Error("want at least 5,000 runs that pass, 5,000 refused, and 300 entries with demands")
	}
}

// permuting returns a checker and the last of n methods. Each calls the one before it twice with
// its n formals: as they are, and with two of them exchanged. So the first method, which has the
// body, gets them in each of their orders.
func permuting(t *testing.T, n int, body string) (*Checker, *il.Unit) {
	formals := make([]string, n)
	for i := range formals {
		formals[i] = fmt.Sprint("x", i)
	}
	list := strings.Join(formals, ", ")
	var b strings.Builder
	fmt.Fprintf(&b, "private m0(%s) { %s }\n", list, body)
	for i := 1; i < n; i++ {
		swapped := append([]string(nil), formals...)
		swapped[i-1], swapped[i] = swapped[i], swapped[i-1]
		fmt.Fprintf(&b, "private m%d(%s) { m%d(%s); m%d(%s) }\n",
			i, list, i-1, list, i-1, strings.Join(swapped, ", "))
	}
	b.WriteString("unit1(p, q) { p.f := q }\nunit2(p, q) {}\n")
	core := program(t, b.String())
	return New(core), core.Methods[fmt.Sprint("m", n-1)]
}

// chainOf returns the quotient of one backbone of k objects along the field f.
func chainOf(k int) *quotient {
	q := &quotient{names: []string{"", "o"}}
	for i := range k {
		q.names = append(q.names, fmt.Sprint("l", i))
		q.guarded = append(q.guarded, cell{backbone + value(i+1), "f"})
	}
	q.guarded[k-1] = cell{}
	return q
}

// TestNeedsArePolynomial: n methods that produce every permutation of n formals, which hold n
// backbone objects, need at most n entries for each formal of each method. Executing each tuple of
// arguments once would take 2^(n-1) executions of the last method.
func TestNeedsArePolynomial(t *testing.T) {
	for _, n := range []int{2, 10, 20, 60} {
		c, method := permuting(t, n, "y := new(); z := y.f")
		q := chainOf(n)
		play := &replay{c: c, effort: effort, quotient: q, heap: q}
		frame := newStack(n)
		for i, x := range method.Formals {
			frame.set(x, backbone+value(i))
		}
		if no := play.runs(method, frame); no != nil {
			t.Errorf("a run over %d formals: %v", n, no)
		}
		most := n * n * n
		if spent := effort - play.effort; len(play.entries) > most || spent > 10*most {
			t.Errorf("a run over %d formals: %d entries, effort %d, want at most %d and %d", n,
				len(play.entries), spent, most, 10*most)
		}
	}
}

// TestRefusesDeepInside: in a run that permutes 60 formals, one store is refused for one order. The
// reason names it.
func TestRefusesDeepInside(t *testing.T) {
	c, method := permuting(t, 60, "x0.f := x1")
	q := chainOf(60)
	play := &replay{c: c, effort: effort, quotient: q, heap: q}
	frame := newStack(60)
	for i, x := range method.Formals {
		frame.set(x, backbone+value(i))
	}
	no := play.runs(method, frame)
	want := "inside the run, in m0: a compressed witness may not execute x0.f := t'1 at 1:"
	if no == nil || no.Kind != Quotient || !strings.HasPrefix(no.Reason, want) {
		t.Errorf("runs = %v, want %s", no, want)
	}
}

// TestEntries lists what some runs require, on the backbone l0 ──f──> l1 ──g──> l2 ──f──> l3.
func TestEntries(t *testing.T) {
	q := &quotient{
		names:   []string{"", "o", "l0", "l1", "l2", "l3"},
		guarded: []cell{{backbone + 1, "f"}, {backbone + 2, "g"}, {backbone + 3, "f"}, {}},
	}
	for _, c := range []struct {
		what, program string
		formal        int    // the formal whose value is known
		value         string // this value
		want          string // see demandsOf
	}{
		{"nothing is stored", "m(a, b) { x := a.f; b := a }", 0, "l0", ""},
		{"a guarded cell asks for what it keeps", "m(a, b) { a.f := b }", 0, "l0", "b: l1"},
		{"a cell that is not guarded asks for nothing", "m(a, b) { a.g := b }", 0, "l0", ""},
		{"a backbone object asks for what holds it", "m(a, b) { a.f := b }", 1, "l1", "a: l0"},
		{"nothing holds the first one", "m(a, b) { a.f := b }", 1, "l0", "never"},
		{"nothing holds it in this field", "m(a, b) { a.f := b }", 1, "l2", "never"},
		{"a fresh object is never kept", "m(a, b) { x := new(); a.f := x }", 0, "l0", "never"},
		{"a fresh object may be stored elsewhere", "m(a, b) { x := new(); a.g := x }", 0, "l0", ""},
		{"fields are followed back from the last one", "m(a, b) { x := b.f.g; a.g := x }", 0,
			"l1", "b: l0"},
		{"no object leads there", "m(a, b) { x := b.g.f; a.g := x }", 0, "l1", "never"},
		{"loads are followed back one by one", "m(a, b) { x := b.f; y := x.g; z := y.f; a.f := z }",
			0, "l2", "b: l0"},
		{"a load asks itself", "m(a, b) { x := a.f; a.f := x }", 0, "l0", "a: l0"},
		{"the second store asks for something else", "m(a, b) { a.f := b; x := a.f; x.g := b }", 0,
			"l0", "never"},
		{"the second store asks for the same", "m(a, b) { a.f := b; a.f := b }", 0, "l0", "b: l1"},
		{"a call asks for what its method asks for",
			"m(a, b) { k(b, a) } private k(c, d) { c.f := d }", 1, "l2", "a: l3"},
		{"a call with a path", "m(a, b) { k(b.f, a) } private k(c, d) { c.g := d }", 1,
			"l0", "a: l2"},
		{"and one whose path leads elsewhere", "m(a, b) { k(b.f, a) } private k(c, d) { c.g := d }",
			1, "l1", ""},
		{"a call that is refused", "m(a, b) { x := new(); k(b, x) } private k(c, d) { c.f := d }",
			1, "l0", "never"},
	} {
		core := program(t,
			"private "+c.program+" unit1(p, q) { p.f := q; p.g := q } unit2(p, q) {}")
		checker := New(core)
		play := &replay{c: checker, effort: effort, quotient: q, heap: q}
		m := core.Methods["m"]
		checker.shortest(m)
		value := value(slices.Index(q.names, c.value))
		e, no := play.entry(entryKey{m, c.formal, value})
		if no != nil {
			t.Fatalf("%s: entry: %v", c.what, no)
		}
		if got := demandsOf(q, m, e); got != c.want {
			t.Errorf("%s: the entry of %s with %s = %s demands %q, want %q", c.what, c.program,
				m.Formals[c.formal], c.value, got, c.want)
		}
	}
}

// demandsOf formats an entry: "never", or its demands such as "a: l0 l1; b: l2".
func demandsOf(q *quotient, method *il.Unit, e *entry) string {
	if e.never {
		return "never"
	}
	var all []string
	for _, d := range e.demands {
		var objects []string
		for _, v := range d.among {
			objects = append(objects, q.names[v])
		}
		all = append(all, method.Formals[d.formal]+": "+strings.Join(objects, " "))
	}
	return strings.Join(all, "; ")
}
