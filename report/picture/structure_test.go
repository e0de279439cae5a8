package picture

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	sessions "wobbly/session"
)

// TestStructure checks the rules for all pictures on the stories and on random executions.
func TestStructure(t *testing.T) {
	all := stories(t)
	for i, s := range randomStories(t, 80) {
		all = append(all, story{fmt.Sprintf("random %d", i), s})
	}
	small, arrows := 0, 0
	for _, s := range all {
		r := rand.New(rand.NewPCG(uint64(len(s.Scenes)), 1))
		for _, n := range []int{0, r.IntN(len(s.Scenes)), len(s.Scenes) - 1} {
			d := read(t,
				render(t, func(w *bytes.Buffer) error { return State(w, s.Story, n, Options{}) }))
			fail := func(format string, args ...any) {
				t.Helper()
				t.Errorf("%s, state %d: %s", s.name, n, fmt.Sprintf(format, args...))
			}
			inside(t, d, fail)
			apartTexts(t, d, fail)
			objects(t, s.Story, n, d, fail)
			if s.Scenes[n].H.Size() <= (Options{}).arrows() {
				small++
				arrows += pointing(t, s.Story, n, d, fail)
			}
		}
		d := read(t, render(t, func(w *bytes.Buffer) error { return Trace(w, s.Story, Options{}) }))
		fail := func(format string, args ...any) {
			t.Helper()
			t.Errorf("%s, trace: %s", s.name, fmt.Sprintf(format, args...))
		}
		inside(t, d, fail)
		apartTexts(t, d, fail)
		if t.Failed() {
			t.Fatalf("program:\n%s", s.Core.Source.Text)
		}
	}
	if small < 150 || arrows < 1000 {
		t.Errorf("%d states with %d arrows were checked, want at least 150 and 1000", small, arrows)
	}
}

// TestEndOfDeadlock checks that the box around the end of a deadlock contains what each thread
// waits for, and the whole sentence.
func TestEndOfDeadlock(t *testing.T) {
	core := program(t, "m.il",
		`m(a) { lock(k); lock(l); unlock(l); unlock(k); }
n(a) { lock(l); lock(k); unlock(k); unlock(l); }
`)
	p := pair(t, core, "m", "n")
	s := schedule(t, core, p, sessions.OneObject(core, p), "A B")
	d := read(t, render(t, func(w *bytes.Buffer) error { return Trace(w, s, Options{}) }))
	end := d.with("data-race")[0].box(t)
	var got []string
	for _, e := range d.texts() {
		if b := e.box(t); end.overlaps(b) {
			got = append(got, e.text)
			if !end.contains(b) {
				t.Errorf("%q at %v crosses the box %v", e.text, b, end)
			}
		}
	}
	const want = "DEADLOCK: A waits for lock l, which B holds; B waits for lock k, which A holds"
	if !slices.Contains(got, want) {
		t.Errorf("the box contains %q, want %q among them", got, want)
	}
}

// failure reports a failure of a test.
type failure func(format string, args ...any)

// inside checks that nothing lies outside the picture, that no two boxes overlap, and that a text
// which begins or ends in a box lies in it.
func inside(t testing.TB, d drawing, fail failure) {
	t.Helper()
	whole := box{0, 0, d.width, d.height}
	boxes := slices.Concat(d.with("data-object"), d.with("data-frame"))
	for i, e := range boxes {
		for _, f := range boxes[:i] {
			if e.box(t).overlaps(f.box(t)) {
				fail("boxes %v and %v overlap", e.attrs, f.attrs)
			}
		}
	}
	for _, e := range d.elements {
		switch e.name {
		case "rect":
			if !whole.contains(e.box(t)) {
				fail("%v is outside", e.attrs)
			}
		case "path":
			for _, p := range course(t, strings.TrimSuffix(firstPath(e), "z")) {
				if !whole.contains(box{p.x, p.y, 0, 0}) {
					fail("path %s is outside at %v", e.attrs["d"], p)
				}
			}
		case "text":
			b := e.box(t)
			if !whole.contains(b) {
				fail("text %q is outside, at %v", e.text, b)
			}
			for _, f := range boxes {
				if in := f.box(t); in.grown(1).overlaps(b) && !in.grown(2).contains(b) {
					fail("text %q at %v crosses the box %v", e.text, b, in)
				}
			}
		}
	}
}

// firstPath returns the path data of an element. Of an arrow head it returns only the tip.
func firstPath(e *element) string {
	if e.has("head") {
		d, _, _ := strings.Cut(e.attrs["d"], "l")
		return d
	}
	return e.attrs["d"]
}

// apartTexts checks that no two texts overlap.
func apartTexts(t testing.TB, d drawing, fail failure) {
	t.Helper()
	texts := d.texts()
	boxes := make([]box, len(texts))
	for i, e := range texts {
		boxes[i] = e.box(t)
	}
	for i, b := range boxes {
		for k, c := range boxes[:i] {
			if b.overlaps(box{c.x, c.y + 2, c.w, c.h - 4}) {
				fail("texts %q and %q overlap", texts[i].text, texts[k].text)
			}
		}
	}
}

// objects checks that each object is drawn once.
func objects(t testing.TB, s *Story, n int, d drawing, fail failure) {
	t.Helper()
	var want, got []string
	for l := range s.Scenes[n].H.Size() {
		want = append(want, s.Name(semantics.Loc(l+1)))
	}
	for _, e := range d.with("data-object") {
		got = append(got, e.attrs["data-object"])
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		fail("objects %q, want %q", got, want)
	}
}

// pointing checks that each variable that holds an object has an arrow there, and each cell, unless
// the object is a hub. Arrows must begin at the border of a box, end at that of the right box, and
// pass through no box. It returns their number.
func pointing(t testing.TB, s *Story, n int, d drawing, fail failure) int {
	t.Helper()
	sh := newLayout(s, Options{})
	var want, got []string
	sh.eachVariable(n, func(v variable) {
		if v.loc != semantics.Nil {
			want = append(want, v.thread.String()+"."+v.name+" "+s.Name(v.loc))
		}
	})
	for a, l := range s.Scenes[n].H.Cells() {
		if !sh.graph.hubs[l] {
			want = append(want, s.names.Cell(a)+" "+s.Name(l))
		}
	}
	target := map[string]box{}
	var boxes []box
	for _, e := range slices.Concat(d.with("data-object"), d.with("data-frame")) {
		target[e.attrs["data-object"]] = e.box(t)
		boxes = append(boxes, e.box(t))
	}
	var arrow *element
	for _, e := range d.elements {
		if e.attrs["data-to"] != "" {
			arrow = e
			got = append(got, e.attrs["data-from"]+" "+e.attrs["data-to"])
			through(t, e, boxes, fail)
		}
		if e.name == "path" && e.has("head") {
			tip := course(t, firstPath(e))[0]
			if b := target[arrow.attrs["data-to"]]; tip.x != b.x && tip.x != b.right() ||
				tip.y < b.y || tip.y > b.bottom() {
				fail("the arrow of %s ends at %v, and the object is at %v",
					arrow.attrs["data-from"], tip, b)
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		fail("arrows %q, want %q", got, want)
	}
	return len(got)
}

// through checks that an arrow begins at a box and runs through none.
func through(t testing.TB, e *element, boxes []box, fail failure) {
	t.Helper()
	places := course(t, e.attrs["d"])
	start := places[0]
	if !slices.ContainsFunc(boxes, func(b box) bool {
		return (start.x == b.x || start.x == b.right()) && b.y <= start.y && start.y <= b.bottom()
	}) {
		fail("the arrow of %s begins at no box", e.attrs["data-from"])
	}
	for _, p := range places {
		for _, b := range boxes {
			if b.grown(-1).overlaps(box{p.x, p.y, 1, 1}) {
				fail("the arrow of %s runs through %v at %v", e.attrs["data-from"], b, p)
				return
			}
		}
	}
}

// randomStories returns random executions of random programs from random states.
func randomStories(t testing.TB, n int) []*Story {
	var list []*Story
	seed := uint64(0)
	iltest.Random(t, n, gen.Default(), func(core *il.Core) {
		seed++
		r := rand.New(rand.NewPCG(seed, 2))
		pairs := core.Pairs()
		if len(pairs) == 0 {
			return
		}
		p := pairs[r.IntN(len(pairs))]
		in := randomInit(r, core, p)
		x, err := execution.Replay(core, p, in, randomSchedule(t, r, core, p, in, r.IntN(60)),
			[2][]semantics.Take{})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, New(x))
	})
	return list
}

// randomInit returns a random full heap with random stacks.
func randomInit(r *rand.Rand, core *il.Core, p il.Pair) semantics.Init {
	var in semantics.Init
	for k := range 1 + r.IntN(9) {
		in.Objects = append(in.Objects, "o"+strconv.Itoa(k+1))
	}
	one := func() string { return in.Objects[r.IntN(len(in.Objects))] }
	for _, o := range in.Objects {
		for _, f := range core.Fields {
			in.Cells = append(in.Cells, [3]string{o, f, one()})
		}
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		in.Stacks[i] = map[string]string{}
		for _, x := range u.Formals {
			in.Stacks[i][x] = one()
		}
	}
	return in
}

// randomSchedule returns at most n random steps.
func randomSchedule(t testing.TB, r *rand.Rand, core *il.Core, p il.Pair, in semantics.Init,
	n int) []execution.Turn {
	t.Helper()
	k, err := semantics.NewConfig(core, p, in)
	if err != nil {
		t.Fatal(err)
	}
	var steps []execution.Turn
	for range n {
		s := execution.Turn{Thread: semantics.Tid(r.IntN(2))}
		at := k
		for range 20 {
			ways := at.Threads[s.Thread].Point.Choices()
			if len(ways) == 0 {
				break
			}
			take := ways[r.IntN(len(ways))].Take
			s.Decisions = append(s.Decisions, take)
			at, _ = semantics.Choose(at, s.Thread, take)
		}
		if next, _, stuck := semantics.Next(at, s.Thread); stuck == nil {
			k = next
			steps = append(steps, s)
		}
	}
	return steps
}

// TestDeterministic checks that the same stories always give the same bytes.
func TestDeterministic(t *testing.T) {
	draw := func() []byte {
		var b bytes.Buffer
		for _, s := range stories(t) {
			if err := State(&b, s.Story, 1, Options{}); err != nil {
				t.Fatal(err)
			}
			if err := Trace(&b, s.Story, Options{}); err != nil {
				t.Fatal(err)
			}
			if err := Page(&b, s.Story, Options{}); err != nil {
				t.Fatal(err)
			}
		}
		return b.Bytes()
	}
	first := draw()
	for range 3 {
		if !bytes.Equal(first, draw()) {
			t.Fatal("the same stories give different bytes")
		}
	}
}

// TestRecordsOnly checks that no arrow is drawn if arrows are switched off.
func TestRecordsOnly(t *testing.T) {
	s := burble(t)
	d := read(t,
		render(t, func(w *bytes.Buffer) error { return State(w, s, 2, Options{Arrows: -1}) }))
	if n := len(d.with("data-to")); n != 0 {
		t.Errorf("%d arrows, want none", n)
	}
	if n := len(d.with("data-object")); n != 2 {
		t.Errorf("%d objects, want 2", n)
	}
}
