package world

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/internal/quick"
	"wobbly/semantics"
)

// plain is a configuration of the reference search, which starts from a given initial state and
// uses no reductions. The objects that were freed are recorded beside the heap.
type plain struct {
	points  [2]semantics.Point
	stacks  [2][]semantics.Frame // the current frame last
	owned   [2][][]semantics.Loc // by frame, the objects that were made in it
	freed   []semantics.Loc
	levels  [2]int
	heap    semantics.Heap
	stepped bool
}

func begin(core *il.Core, p il.Pair, in semantics.Init) *plain {
	c, err := semantics.NewConfig(core, p, in)
	if err != nil {
		panic(err)
	}
	k := &plain{heap: c.H}
	for i, t := range c.Threads {
		k.points[i] = t.Point
		k.stacks[i] = []semantics.Frame{t.S.Top}
		k.owned[i] = [][]semantics.Loc{nil}
	}
	return k
}

// key returns a string that is the same for equal configurations only.
func (k *plain) key() string {
	out := make([]byte, 0, 200)
	identity := func(x any) {
		if x == nil {
			out = append(out, '-')
			return
		}
		out = binary.AppendUvarint(out, uint64(reflect.ValueOf(x).Pointer()))
	}
	for i, p := range k.points {
		identity(p.Stmt())
		out = append(out, byte(k.levels[i]))
		for a := range p.Activations() {
			identity(a.Unit)
			identity(a.Call)
		}
		out = append(out, ';')
		for n, s := range k.stacks[i] {
			for x, l := range s.Vars() {
				out = append(append(out, x...), byte(l))
			}
			out = append(out, ';')
			for _, l := range k.owned[i][n] {
				out = append(out, byte(l))
			}
			out = append(out, ';')
		}
	}
	for _, l := range k.freed {
		out = append(out, byte(l))
	}
	for l := range k.heap.Size() {
		for _, f := range k.heap.Fields() {
			v, _ := k.heap.At(semantics.Addr{Loc: semantics.Loc(l + 1), Field: f})
			out = append(out, byte(v))
		}
	}
	if k.stepped {
		out = append(out, '!')
	}
	return string(out)
}

func (k *plain) top(i int) semantics.Frame { return k.stacks[i][len(k.stacks[i])-1] }

// cell returns the address of a path, if there is such a cell.
func (k *plain) cell(w World, s semantics.Frame, e il.Expr) (a semantics.Addr, ok bool) {
	l := s.At(e.Root)
	for _, f := range e.Fields {
		a = semantics.Addr{Loc: l, Field: f}
		if l, ok = k.heap.At(a); !ok || f == w.AbsentField || slices.Contains(k.freed, a.Loc) {
			return a, false
		}
	}
	return a, true
}

func (k *plain) value(w World, s semantics.Frame, e il.Expr) (semantics.Loc, bool) {
	if e.IsVar() {
		return s.At(e.Root), true
	}
	a, ok := k.cell(w, s, e)
	l, _ := k.heap.At(a)
	return l, ok
}

// assign assigns l to x in the current frame of thread i.
func (k *plain) assign(i int, x string, l semantics.Loc) {
	n := len(k.stacks[i]) - 1
	k.stacks[i] = append(k.stacks[i][:n:n], k.stacks[i][n].With(x, l))
}

// step returns the configuration after the next command of thread i, or nil if it has none or
// cannot execute it.
func (k *plain) step(w World, i int) *plain {
	command, ok := k.points[i].Command()
	if !ok {
		return nil
	}
	next := *k
	k = &next
	s, n := k.top(i), len(k.stacks[i])-1
	switch c := command.(type) {
	case *il.Copy:
		k.assign(i, c.Dst, s.At(c.Src))
	case *il.Load:
		l, ok := k.value(w, s, c.Src)
		if !ok {
			return nil
		}
		k.assign(i, c.Dst, l)
	case *il.Store:
		a, ok := k.cell(w, s, c.Dst)
		if !ok {
			return nil
		}
		k.heap = k.heap.With(a, s.At(c.Src))
	case *il.New:
		if c.Dst == "skip" {
			break
		}
		var l semantics.Loc
		l, k.heap = k.heap.New()
		for _, f := range k.heap.Fields() {
			if w.NullCells {
				k.heap = k.heap.With(semantics.Addr{Loc: l, Field: f}, semantics.Nil)
			}
		}
		k.assign(i, c.Dst, l)
		k.owned[i] = append(k.owned[i][:n:n], append(slices.Clip(k.owned[i][n]), l))
	case *il.Lock:
		if k.levels[1-i] > 0 || w.NonReentrant && k.levels[i] > 0 {
			return nil
		}
		if k.levels[i]++; w.CappedLock > 0 {
			k.levels[i] = min(k.levels[i], w.CappedLock)
		}
	case *il.Unlock:
		if k.levels[i] == 0 {
			return nil
		}
		k.levels[i]--
	case il.Push:
		var callee semantics.Frame
		for x, e := range c.Call.Args {
			l, ok := k.value(w, s, e)
			if !ok {
				return nil
			}
			callee = callee.With(c.Callee.Formals[x], l)
		}
		k.stacks[i] = append(slices.Clip(k.stacks[i]), callee)
		k.owned[i] = append(slices.Clip(k.owned[i]), nil)
	case il.Pop:
		if w.FreeAtPop {
			k.freed = append(slices.Clip(k.freed), k.owned[i][n]...)
		}
		k.stacks[i], k.owned[i] = k.stacks[i][:n], k.owned[i][:n]
	default:
		panic(il.Unknown(c))
	}
	k.points[i] = k.points[i].Advance()
	k.stepped = w.NonEmpty
	return k
}

// settled returns k with all pending choices of branches resolved, in every way.
func (k *plain) settled(w World) []*plain {
	for i := range k.points {
		choices := k.points[i].Choices()
		if len(choices) == 0 {
			continue
		}
		if w.FirstBranch {
			choices = choices[:1]
		}
		var all []*plain
		for _, c := range choices {
			next := *k
			next.points[i], _ = k.points[i].Resolve(c.Take)
			all = append(all, next.settled(w)...)
		}
		return all
	}
	return []*plain{k}
}

// race returns the next accesses of k, and reports whether they race by Definition 3.6 with the
// addresses of at. That is k, or the configuration before it if addresses are stale.
func (k *plain) race(w World, at *plain) (Race, bool) {
	var r [2]il.Site
	var cells [2]semantics.Addr
	for i := range r {
		c, _ := k.points[i].Command()
		var e il.Expr
		switch c := c.(type) {
		case *il.Load:
			e, r[i] = c.Src, siteOf(c)
		case *il.Store:
			e, r[i] = c.Dst, siteOf(c)
		default:
			return Race{}, false
		}
		frame := at.top(i)
		if now, then := k.points[i].Unit(), at.points[i].Unit(); now != then {
			frame = renamedFrame(frame, now, then)
		}
		var ok bool
		if cells[i], ok = at.cell(w, frame, e); !ok {
			return Race{}, false
		}
	}
	return Race{r[0], r[1]},
		cells[0] == cells[1] && (r[0].Kind == il.Write || r[1].Kind == il.Write)
}

// renamedFrame returns a frame of the unit then with the formals called as in now.
func renamedFrame(s semantics.Frame, now, then *il.Unit) semantics.Frame {
	var out semantics.Frame
	for x, l := range s.Vars() {
		if !slices.Contains(then.Formals, x) {
			out = out.With(x, l)
		}
	}
	for n, x := range now.Formals {
		out = out.With(x, semantics.Nil)
		if n < len(then.Formals) {
			out = out.With(x, s.At(then.Formals[n]))
		}
	}
	return out
}

// reference searches a world from given initial states.
type reference struct {
	w     World
	core  *il.Core
	p     il.Pair
	races map[Race]bool
	deep  bool // calls were cut: races may be missing
	slow  bool // there were too many states: races may be missing
}

// from adds the races from one initial state.
func (f *reference) from(in semantics.Init) {
	if f.w.EmptySkip || f.w.Unshared && meets(in) {
		return
	}
	seen := map[string]bool{}
	queue := begin(f.core, f.p, in).settled(f.w)
	for _, k := range queue {
		seen[k.key()] = true
	}
	for n := 0; n < len(queue) && !f.slow; n++ {
		k := queue[n]
		if r, ok := k.race(f.w, k); ok && !f.w.Stale && (k.stepped || !f.w.NonEmpty) {
			f.races[r] = true
		}
		for _, next := range f.successors(k) {
			if r, ok := next.race(f.w, k); ok && f.w.Stale {
				f.races[r] = true
			}
			if key := next.key(); !seen[key] {
				seen[key] = true
				queue = append(queue, next)
			}
		}
		f.slow = len(queue) > 1500
	}
}

func (f *reference) successors(k *plain) []*plain {
	var all []*plain
	for i := range k.points {
		next := k.step(f.w, i)
		switch {
		case next == nil:
		case len(next.stacks[i]) > 5:
			f.deep = true
		default:
			all = append(all, next.settled(f.w)...)
		}
	}
	return all
}

// meets reports whether the threads reach a common object.
func meets(in semantics.Init) bool {
	var reach [2]map[string]bool
	for i := range reach {
		reach[i] = map[string]bool{}
		for _, o := range in.Stacks[i] {
			reach[i][o] = true
		}
		for range in.Cells {
			for _, c := range in.Cells {
				reach[i][c[2]] = reach[i][c[2]] || reach[i][c[0]]
			}
		}
	}
	for o, there := range reach[0] {
		if there && reach[1][o] {
			return true
		}
	}
	return false
}

// skipping returns a core with a skip at the beginning of each block, in which every skip is a
// command: an assignment to a variable called skip, which plain.step ignores.
func skipping(core *il.Core) *il.Core {
	mark := func() il.Stmt { return &il.New{At: il.NoPos, Dst: "skip"} }
	head := func(b *il.Block) *il.Block {
		return &il.Block{Stmts: append([]il.Stmt{mark()}, b.List()...)}
	}
	return edited(core, func(s il.Stmt) []il.Stmt {
		switch s := s.(type) {
		case *il.Skip:
			return []il.Stmt{mark()}
		case *il.If:
			return []il.Stmt{&il.If{At: s.At, Then: head(s.Then), Else: head(s.Else)}}
		case *il.While:
			return []il.Stmt{&il.While{At: s.At, Body: head(s.Body)}}
		default:
			return []il.Stmt{s}
		}
	}, mark)
}

// wild generates a small program that may violate A2, A3 and A5. Its statements use the same few
// variables and fields, and the features that w changes.
func wild(w World, r *rand.Rand) string {
	phrases := []string{
		"x := new();", "x := new(); arg1.f := x;", "x := arg1;", "x := arg1.f;", "x := x.f;",
		"x := y;", "y := x;",
		"arg1.f := arg1;", "arg1.f := x;", "x.f := x;", "x.f := arg1;", "y := x.f;",
		"arg1.f.f := x;", "arg1 := x;", "arg1 := arg1.f;",
		"lock();", "unlock();", "lock(); lock();", "unlock(); unlock();",
		"m(arg1);", "n(arg1);", "m(x);", "n(x);", "m(arg1.f);", "n(arg1.f);", "skip;",
		"if * { S S } else { S }", "if * { S } else {}", "while * { arg1.f := x; }",
		"while * { x := x.f; }",
		"x := new(); y := x.f;", "x.f := y;", "m(x); x := x.f;", "m(arg1); x := arg1.f;",
		"x := new(); m(x);", "lock(); m(arg1); unlock();", "x.f.f := x;",
	}
	head := ""
	switch {
	case w.FreeAtPop:
		head = "x := new(); arg1.f := x;"
		phrases = append(phrases, "x := new(); m(x); x := x.f; x := x.f;",
			"m(arg1); x := arg1.f; x := x.f;")
	case w.NullCells:
		phrases = append(phrases, "x := new(); x := x.f; x := x.f;")
	case w.NonReentrant || w.CappedLock > 0:
		phrases = append(phrases, "lock(); lock(); unlock(); unlock();",
			"lock(); m(arg1); unlock();")
	}
	var statement func(depth int) string
	statement = func(depth int) string {
		s := phrases[r.IntN(len(phrases))]
		for strings.Contains(s, "S") {
			inner := "skip;"
			if depth < 2 {
				inner = statement(depth + 1)
			}
			s = strings.Replace(s, "S", inner, 1)
		}
		return s
	}
	block := func(minLen, maxLen int) string {
		out := []string{[]string{
			"", "x := arg1;", "x := arg1; y := x;", "x := new(); y := x;",
		}[r.IntN(4)]}
		for range minLen + r.IntN(maxLen-minLen+1) {
			out = append(out, statement(0))
		}
		return strings.Join(out, " ")
	}
	thread := func() string {
		return "{ " + block(0, 3) +
			[]string{"", "arg1.f := arg1;", "lock(); arg1.f := arg1; unlock();"}[r.IntN(3)] + " }"
	}
	text := fmt.Sprintf("m(arg1) { %s %s } n(arg1) { %s } %s || %s", head, block(1, 2), block(0, 2),
		thread(), thread())
	if w.AbsentField != "" {
		text = strings.ReplaceAll(text, "x.f", "x.g")
	}
	return text
}

// TestAgainstReference compares every world with a search without reductions, from all initial
// states with two objects, and with three if two do not show all races.
func TestAgainstReference(t *testing.T) {
	worlds := append(Switches(), Switch{Name: "paper"},
		Switch{Name: "free and null", World: World{FreeAtPop: true, NullCells: true}},
		Switch{Name: "free and G12", World: World{FreeAtPop: true, Stale: true}},
		Switch{Name: "lock and branch", World: World{NonReentrant: true, FirstBranch: true}})
	for w, s := range worlds {
		var programs, races, changed, bounded int
		for seed := range uint64(max(quick.Cases(100), 30)) {
			core := anyCore(t, wild(s.World, rand.New(rand.NewPCG(seed, uint64(w)))))
			p := core.Pairs()[0]
			got := s.World.Races(core, p, limits)
			different, enough := compare(s.World, core, p, got)
			if !enough {
				continue
			}
			if different != "" {
				t.Fatalf("seed %d, %s: %s\n%s", seed, s.Name, different, core.Source.Text)
			}
			programs++
			races += len(got.Races)
			if !got.Complete {
				bounded++
			}
			if !slices.Equal(got.Races, World{}.Races(core, p, limits).Races) {
				changed++
			}
		}
		t.Logf("%s: %d programs, %d races, %d programs whose races differ from those in the "+
			"paper's world; %d bounded", s.Name, programs, races, changed, bounded)
		if programs < quick.Cases(90) || changed == 0 && s.World != (World{}) {
			t.Errorf("%s: %d programs were compared, %d with other races", s.Name, programs,
				changed)
		}
	}
}

// compare describes the difference between found and the reference, or returns "" if there is none.
// If enough is false, a limit cut the reference off and the difference says nothing.
func compare(w World, core *il.Core, p il.Pair, found Found) (different string, enough bool) {
	if w.Stale {
		core = skipping(core)
	}
	if w.AbsentField == lastField && len(core.Fields) > 0 {
		w.AbsentField = core.Fields[len(core.Fields)-1]
	}
	f := reference{w: w, core: core, races: map[Race]bool{},
		p: il.Pair{Left: core.Units[p.Left.Index], Right: core.Units[p.Right.Index]}}
	for n := 2; n <= 3 && (n < 3 || len(f.races) < len(found.Races)); n++ {
		if n == 3 && len(core.Fields) > 1 {
			return "", false
		}
		initials(core, f.p, n, func(in semantics.Init) {
			// The other states are renamings of these.
			if len(p.Left.Formals) == 0 || in.Stacks[0][p.Left.Formals[0]] == "a" {
				f.from(in)
			}
		})
	}
	for r := range f.races {
		if found.Complete && !slices.Contains(found.Races, r) {
			return "missing " + sites(core, []Race{r}), !f.slow
		}
	}
	for _, r := range found.Races {
		if !f.races[r] {
			return "no race " + sites(core, []Race{r}), !f.slow && !f.deep
		}
	}
	return "", !f.slow
}
