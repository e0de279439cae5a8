package promela

import (
	"fmt"
	"maps"
	"slices"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/semantics"
)

// The limits of a model.
const (
	// maxTransitions limits the transitions of both threads, with calls inlined: a command counts
	// once for each place where the thread can be after it. Spin 6.5 accepts at most 2,048 of them,
	// and the C compiler needs minutes for as many.
	maxTransitions = 2_000
	// maxChecks bounds the RACE lines: pairs of places before accesses to a field, not both reads.
	maxChecks = 20_000
	// maxObjects bounds the objects, initial or allocated: their numbers are bytes, and 0 is nil.
	maxObjects = 255
	// maxLevel bounds the nesting of lock(): levels are bytes.
	maxLevel = 255
)

// Options chooses what is exported.
type Options struct {
	// Allocations limits the objects that one thread may allocate; 0 means no limit, and Export
	// then refuses programs with new() inside a loop. A thread that has reached the limit stops at
	// its next new(), so the model shows only part of the program's behaviour.
	Allocations int
}

// Model is a program C1 || C2 with an initial state, written in Promela.
type Model struct {
	Text string // the model in Promela

	// Candidates are the pairs of accesses to one field, not both reads, by the positions of A's
	// and then of B's. Candidate n of the model's text, and of Result.Races, is Candidates[n-1].
	Candidates []Candidate

	// Unresolved is the number of Spin's states that are not resolved configurations: 1 if a thread
	// begins with a choice, else 0.
	Unresolved int

	// Cut reports whether Options.Allocations leaves out some behaviour.
	Cut bool
}

// Candidate is a pair of accesses, A's and B's, each a *il.Load or *il.Store of the core program.
type Candidate struct{ A, B il.Command }

// Refused is the error for a program that has no model within the limits.
type Refused struct {
	At     il.Pos // NoPos if no one place is to blame
	Reason string
}

func (r *Refused) Error() string { return "no Promela model: " + r.Reason }

func refuse(at il.Pos, format string, args ...any) error {
	return &Refused{at, fmt.Sprintf(format, args...)}
}

// Export writes the model of p from the initial state that in describes. The error is a *Refused if
// a limit is exceeded, or that of semantics.NewConfig or semantics.WellBehaved. Equal arguments
// give equal texts.
func Export(core *il.Core, p il.Pair, in semantics.Init, o Options) (*Model, error) {
	start, err := semantics.NewConfig(core, p, in)
	if err == nil {
		err = semantics.WellBehaved(start)
	}
	if err != nil {
		return nil, err
	}
	w := &writer{core: core, in: in, names: names{}, fields: map[string]string{}}
	sizes := measure(core)
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		t, err := w.thread(semantics.Tid(i), u, sizes, o)
		if err != nil {
			return nil, err
		}
		w.threads[i] = t
	}
	return w.model()
}

// thread makes one thread's part of the model, all but its text.
func (w *writer) thread(i semantics.Tid, u *il.Unit, sizes sizes, o Options) (*thread, error) {
	size := sizes[u]
	if size.commands > maxTransitions {
		return nil, refuse(u.At, "thread %s has more than %d commands when its calls are inlined",
			i, maxTransitions)
	}
	t := &thread{id: i, news: size.news}
	switch {
	case o.Allocations > 0 && size.news > o.Allocations:
		t.news, t.cut = o.Allocations, true
	case size.news == unbounded:
		return nil, refuse(size.loop, "thread %s can allocate any number of objects: "+
			"the loop at %s executes new()", i, w.core.Source.At(size.loop))
	}
	t.graph = flatten(w.core, u)
	for slot := range len(w.core.Locks) + 1 {
		if t.graph.level.DepthOf(slot) > maxLevel {
			return nil, refuse(u.At, "thread %s nests lock() more than %d deep", i, maxLevel)
		}
	}
	if !t.graph.resolve(maxTransitions) {
		return nil, refuse(u.At, "thread %s has more than %d transitions", i, maxTransitions)
	}
	for _, f := range t.graph.frames {
		prefix := t.id.String() + "_"
		if f.depth > 0 {
			prefix = fmt.Sprintf("%s%d_%s_", t.id, f.depth, text.ASCII(f.unit.Name))
		}
		f.vars = map[string]string{}
		f.order = f.unit.Variables()
		for _, x := range f.order {
			f.vars[x] = w.names.fresh(prefix, x)
		}
	}
	for _, x := range slices.Sorted(maps.Keys(w.in.Stacks[i])) {
		if t.graph.frames[0].vars[x] == "" {
			return nil, refuse(u.At, "the initial state gives %s.%s a value, "+
				"and the thread has no such variable", i, x)
		}
	}
	return t, nil
}
