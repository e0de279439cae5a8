package session

import (
	"math/rand/v2"
	"testing"

	"wobbly/examples"
	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/gen"
	"wobbly/il/parse"
	"wobbly/internal/iltest"
	"wobbly/semantics"
	"wobbly/session/schedule"
)

const (
	a = semantics.A
	b = semantics.B
)

// meps and reps are the racing methods of Figure 2.
const burble = `meps(b) {
  lock();
  out := b.f;
  unlock();
}
reps(b) {
  n := new();
  b.f := n;
}
`

// loops has choices of both kinds, a call and a lock.
const loops = `private set(o, v) { o.f := v }
left(x) {
  while * { set(x, x) }
  if * { lock(); y := x.f; unlock() } else { y := x.g }
}
right(x) {
  while * { lock(); z := x.f; unlock() }
  x.g := x
}
`

// begin returns a session of two units of a text. All parameters refer to one object.
func begin(t testing.TB, text, left, right string) *Session {
	t.Helper()
	core := iltest.Core(t, text)
	p, err := PairOf(core, left, right)
	if err != nil {
		t.Fatal(err)
	}
	return start(t, core, p, OneObject(core, p))
}

// start returns a session of a pair from an initial state.
func start(t testing.TB, core *il.Core, p il.Pair, in semantics.Init) *Session {
	t.Helper()
	s, err := New(core, p, in)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// must plays a schedule, which must fit.
func (s *Session) must(t testing.TB, text string) {
	t.Helper()
	moves, err := schedule.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Play(moves); !r.OK() {
		t.Fatalf("Play(%v) is refused: %s", moves, r.Text)
	}
}

// randomSessions visits sessions of n random programs and of some examples, each from a random
// initial state of at most three objects.
func randomSessions(t testing.TB, n int, visit func(s *Session, r *rand.Rand)) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	iltest.Random(t, n, gen.Default(), func(core *il.Core) {
		pairs := core.Pairs()
		if len(pairs) == 0 {
			return
		}
		p := pairs[r.IntN(len(pairs))]
		visit(start(t, core, p, randomInit(r, core, p)), r)
	})
	for _, name := range []string{
		"loop-walk", "lock-across-call", "builder", "hand-over", "branch", "sugar",
	} {
		e, ok := examples.Find(name + ".il")
		if !ok {
			t.Fatalf("there is no example %s", name)
		}
		core := iltest.Core(t, e.Text)
		p := core.Pairs()[0]
		visit(start(t, core, p, randomInit(r, core, p)), r)
	}
}

// randomInit returns a random well-behaved initial state of at most three objects.
func randomInit(r *rand.Rand, core *il.Core, p il.Pair) semantics.Init {
	in := AllDifferent(core, p)
	for k := len(in.Objects); k < 2; k++ {
		addObject(&in, core.Fields, "o2")
	}
	in.Objects = in.Objects[:min(len(in.Objects), 3)]
	anyObject := func() string { return in.Objects[r.IntN(len(in.Objects))] }
	in.Cells = in.Cells[:len(in.Objects)*len(core.Fields)]
	for i := range in.Cells {
		in.Cells[i][2] = anyObject()
	}
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		for _, x := range u.Formals {
			in.Stacks[i][x] = anyObject()
		}
	}
	return in
}

// wander makes up to n random moves.
func (s *Session) wander(seed uint64, n int) {
	policy := random(seed)
	s.act(func() Result {
		for range n {
			if m, ok := policy(s.Now()); ok {
				s.make(m)
			}
		}
		return Result{}
	})
}

// beginTolerant is like begin, for a program that violates A2: its locking is unbalanced.
func beginTolerant(t *testing.T, text, left, right string) *Session {
	t.Helper()
	p, errs := parse.File(il.NewSource("t.il", text))
	if len(errs) > 0 {
		t.Fatalf("parsing t.il: %v", errs)
	}
	core, errs := check.Program(p, check.Options{Tolerate: check.A2})
	if len(errs) > 0 {
		t.Fatalf("checking t.il: %v", errs)
	}
	pair, err := PairOf(core, left, right)
	if err != nil {
		t.Fatal(err)
	}
	return start(t, core, pair, OneObject(core, pair))
}

// coreOf returns the core of a legal program. It needs no testing.TB.
func coreOf(text string) *il.Core {
	p, _ := parse.File(il.NewSource("t.il", text))
	core, _ := check.Program(p, check.Options{})
	return core
}
