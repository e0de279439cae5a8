package promela

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/semantics"
)

// writer has the state that the parts of a model's text share.
type writer struct {
	core   *il.Core
	in     semantics.Init
	names  names
	fields map[string]string // the array of each field
	// locks has, for each slot, the variables that count how often A and B hold the lock.
	locks   []string
	threads [2]*thread
	number  map[Candidate]int
	races   map[*point][]meeting // by A's places before accesses
	out     strings.Builder
}

type thread struct {
	id    semantics.Tid
	graph *graph
	news  int  // how many objects it may allocate
	cut   bool // whether it could allocate more
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(&w.out, format, args...) }

// before returns the number of objects with smaller numbers than those that t allocates: the
// initial ones, and for B those of A.
func (w *writer) before(t *thread) int {
	n := len(w.in.Objects)
	if t.id == semantics.B {
		n += w.threads[semantics.A].news
	}
	return n
}

func (w *writer) objects() int { return len(w.in.Objects) + w.threads[0].news + w.threads[1].news }

// unresolved reports whether some thread begins with a choice.
func (w *writer) unresolved() bool {
	return len(w.threads[0].graph.starts) > 1 || len(w.threads[1].graph.starts) > 1
}

func (w *writer) model() (*Model, error) {
	if w.threads[0].graph.transitions+w.threads[1].graph.transitions > maxTransitions {
		return nil, refuse(il.NoPos, "the threads have more than %d transitions together",
			maxTransitions)
	}
	if w.objects() > maxObjects {
		return nil, refuse(il.NoPos, "there can be more than %d objects", maxObjects)
	}
	candidates, ok := w.candidates(maxChecks)
	if !ok || !w.allChecks(maxChecks) {
		return nil, refuse(il.NoPos,
			"more than %d pairs of places before accesses to one field", maxChecks)
	}
	for _, f := range w.core.Fields {
		w.fields[f] = w.names.fresh("h_", f)
	}
	m := &Model{Candidates: candidates, Cut: w.threads[0].cut || w.threads[1].cut}
	if w.unresolved() {
		m.Unresolved = 1
	}
	w.head(m)
	w.macros()
	w.heap()
	for _, t := range w.threads {
		w.variables(t)
	}
	w.printf("hidden byte p, q; /* to follow paths within one step */\n\n")
	for slot := range len(w.core.Locks) + 1 {
		name := w.core.LockName(slot)
		if slot > 0 {
			w.locks = append(w.locks, w.names.fresh("L_A_", name), w.names.fresh("L_B_", name))
			name = " " + name
		} else {
			w.locks = []string{"L_A", "L_B"}
		}
		if w.threads[0].graph.level.Max(w.threads[1].graph.level).DepthOf(slot) > 0 {
			w.printf("byte %s, %s; /* how often each thread holds the lock%s */\n\n",
				w.locks[2*slot], w.locks[2*slot+1], name)
		}
	}
	if w.unresolved() {
		w.printf("chan start = [0] of { short }; /* both first choices in one step */\n\n")
	}
	for _, t := range w.threads {
		w.process(t)
	}
	m.Text = w.out.String()
	return m, nil
}

// head writes the comment at the top, which explains the model and how to run it.
func (w *writer) head(m *Model) {
	source := strings.ReplaceAll(strconv.Quote(w.core.Source.Name), "*/", `*\/`)
	name := func(t *thread) string { return t.graph.frames[0].unit.Name }
	w.printf("/* %s: %s || %s from one initial state.\n", source, name(w.threads[0]),
		name(w.threads[1]))
	w.printf(" *\n * Count the states, and search for races: " +
		"all of them, or pair n alone with -DRACES=n.\n *\n")
	flags := "-O2 -DSAFETY -DNOREDUCE" + w.vectorFlag()
	const run = " *   spin -a -o2 %s && cc %s -o pan pan.c && ./pan -n -m1000000%s\n"
	w.printf(run, "model.pml          ", flags, "")
	w.printf(run, "-DRACES=0 model.pml", flags, " -c0")
	switch {
	case m.Cut:
		w.printf(" *\n * Not the whole program: threads stop before they allocate too much.\n")
	case m.Unresolved > 0:
		w.printf(" *\n * One of the states that Spin stores is the one before the first choices.\n")
	}
	w.printf(" */\n\n")
}

// vectorFlag returns the flag that raises Spin's limit for the size of a state, if necessary. The
// estimate is generous: a byte for each variable and cell, and padding.
func (w *writer) vectorFlag() string {
	bytes := 200 + (w.objects()+9)*len(w.core.Fields)
	for _, t := range w.threads {
		for _, f := range t.graph.frames {
			bytes += len(f.order)
		}
	}
	if bytes <= 1024 {
		return ""
	}
	return fmt.Sprintf(" -DVECTORSZ=%d", (bytes+1023)/1024*1024)
}

// macros writes the macros that -DRACES switches. The number n comes first in the assertion because
// pan prints its text, and omits a line if it equals the last one.
func (w *writer) macros() {
	b := w.threads[semantics.B].graph
	number := "byte"
	if len(b.points) > 255 {
		number = "short"
	}
	w.printf(`#ifdef RACES
#define RACE(n, meet) assert(!(n && (RACES == 0 || RACES == n) && (meet)));
#define WALK(path) path;
#define AT(n) atB = n;
#define own
%s atB = %d; /* B stands at this place */
#else
#define RACE(n, meet)
#define WALK(path)
#define AT(n)
#define own local
#endif

`, number, b.starts[0].number)
}

func (w *writer) heap() {
	w.printf("/* Objects:")
	for i, o := range w.in.Objects {
		w.printf(" %d is %s,", i+1, o)
	}
	for _, t := range w.threads {
		if t.news > 0 {
			w.printf(" from %d on allocated by %s,", w.before(t)+1, t.id)
		}
	}
	w.printf(" 0 is nil. */\n")
	for _, f := range w.core.Fields {
		w.printf("byte %s[%d] = { %s };\n", w.fields[f], w.objects()+1,
			strings.Join(w.cells(f), ", "))
	}
	w.printf("\n")
}

func (w *writer) cells(f string) []string {
	list := slice.Repeat("0", w.objects()+1)
	for _, c := range w.in.Cells {
		if c[1] == f {
			list[w.initial(c[0])] = strconv.Itoa(w.initial(c[2]))
		}
	}
	return list
}

func (w *writer) initial(name string) int { return slices.Index(w.in.Objects, name) + 1 }

func (w *writer) variables(t *thread) {
	for _, f := range t.graph.frames {
		if len(f.order) == 0 {
			continue
		}
		w.printf("/* %s", t.id)
		if f.depth > 0 {
			w.printf(": %s, %d deep", f.unit.Name, f.depth)
		}
		w.printf(" */\nown byte ")
		for i, x := range f.order {
			if i > 0 {
				w.printf(", ")
			}
			w.printf("%s", f.vars[x])
			if o, ok := w.in.Stacks[t.id][x]; ok && f.depth == 0 {
				w.printf(" = %d", w.initial(o))
			}
		}
		w.printf(";\n")
	}
	if t.news > 0 {
		w.printf("own byte n_%s; /* objects allocated by %s */\n", t.id, t.id)
	}
	w.printf("\n")
}

func (w *writer) process(t *thread) {
	w.printf("active proctype %s() {\n", t.id)
	if w.unresolved() {
		// A makes its first choices and tells B what to choose. A rendezvous is one step of both.
		w.printf("\tif\n")
		for _, p := range t.graph.starts {
			if t.id == semantics.B {
				w.printf("\t:: d_step { start?%d -> AT(%d) } -> goto S%d\n", p.number,
					p.number, p.number)
				continue
			}
			for _, q := range w.threads[semantics.B].graph.starts {
				w.printf("\t:: start!%d -> goto S%d\n", q.number, p.number)
			}
		}
		w.printf("\tfi;\n")
	}
	for _, p := range t.graph.points {
		if p.command == nil {
			at := w.core.Source.At(p.frame.unit.Body.End)
			w.printf("S%d:\nend:\tfalse\t/* %s the end */\n", p.number, at)
			continue
		}
		w.point(t, p)
	}
	w.printf("}\n")
	if t.id == semantics.A {
		w.printf("\n")
	}
}

// point writes the text of a place before a command: the step, once for each next place.
func (w *writer) point(t *thread, p *point) {
	w.printf("S%d:", p.number)
	// For the bound on allocations, or for the lock of a thread that waits for it, a thread may
	// wait here forever without that being a deadlock of the program.
	_, allocates := p.command.(*il.New)
	if (w.threads[0].cut || w.threads[1].cut) && (allocates || il.Acquires(p.command)) {
		w.printf(" end%d:", p.number)
	}
	w.printf("\t/* %s %s */\n\tif\n", w.core.Source.At(p.command.Pos()), commandText(p.command))
	step := sequence(w.step(t, p))
	for i, next := range p.resolved {
		w.printf("\t:: d_step {")
		if i == 0 && t.id == semantics.A {
			w.raceLines(p)
		}
		w.printf(" %s", step)
		if t.id == semantics.B {
			w.printf("; AT(%d)", next.number)
		}
		w.printf(" } -> goto S%d\n", next.number)
	}
	w.printf("\tfi;\n")
}

// raceLines asserts, before an access of A, that B is not at an access that races with it.
func (w *writer) raceLines(p *point) {
	if len(w.races[p]) == 0 {
		return
	}
	before, mine := w.object(p, "p")
	w.walk(before)
	for _, m := range w.races[p] {
		before, theirs := w.object(m.other, "q")
		w.walk(before)
		w.printf("\n\t\tRACE(%d, atB == %d && %s == %s) /* %s */", m.number, m.other.number,
			mine, theirs, w.core.Source.At(m.other.command.Pos()))
	}
	w.printf("\n\t\t  ")
}

// walk writes the evaluation of a path for a RACE line. If B is not at the access that the line is
// about, its variables may be nil, which has cells in the model.
func (w *writer) walk(before []string) {
	if len(before) > 0 {
		w.printf("\n\t\tWALK(%s)", sequence(before))
	}
}

// names is the set of names in use.
type names map[string]bool

// fresh returns prefix and the IL name without characters that Promela does not admit, with a
// number if the name is in use. The prefix, which ends in "_", separates it from the keywords of
// Promela.
func (n names) fresh(prefix, name string) string {
	base := prefix + text.ASCII(name)
	unique := base
	for i := 2; n[unique]; i++ {
		unique = base + "_" + strconv.Itoa(i)
	}
	n[unique] = true
	return unique
}
