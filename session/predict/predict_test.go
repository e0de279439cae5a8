package predict_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wobbly/il"
	"wobbly/il/gen"
	"wobbly/internal/iltest"
	"wobbly/internal/quick"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/predict"
	"wobbly/session/schedule"
)

var text = `private set(o, v) {
  o.f := v;
}

private rest() {
  lock();
  lock();
  unlock();
  unlock();
}

m(b) {
  lock();
  x := b.f;
  unlock();
}

n(b) {
  y := new();
  b.f := y;
}

c(b) {
  set(b, b);
  rest();
  z := b;
}

w(b, d) {
  b.f := d.f;
}

r(b) {
  x := b.f;
}

l(b) {
  x := b;
  while * {
    x := b;
  }
}

k(b) {
  x := b;
  if * {
    ` + choices + `
  }
}
`

// choices is a sequence of statements that leads to more states than a search for a question
// visits.
var choices = func() string {
	text := ""
	for i := range 14 {
		text += fmt.Sprintf("if * { x%d := b; } else { y%d := b; }\n", i, i)
	}
	return text
}()

// begin returns a session of two units from an initial state, or one object if init is empty, after
// some moves.
func begin(t testing.TB, left, right, init, moves string) *session.Session {
	t.Helper()
	core := iltest.Core(t, text)
	pair, err := session.PairOf(core, left, right)
	if err != nil {
		t.Fatal(err)
	}
	in := session.OneObject(core, pair)
	if init != "" {
		if in, err = session.ParseInit(core, pair, init); err != nil {
			t.Fatal(err)
		}
	}
	s, err := session.New(core, pair, in)
	if err != nil {
		t.Fatal(err)
	}
	list, err := schedule.Parse(moves)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Play(list); len(list) > 0 && !r.OK() {
		t.Fatalf("Play(%v) is refused: %s", list, r.Text)
	}
	return s
}

// written returns a question as a line: its text and the words of the answers, the right one in
// brackets.
func written(q predict.Question) string {
	words := []string{}
	for i, a := range q.Answers {
		if i == q.Right {
			words = append(words, "["+a.Word+"]")
		} else {
			words = append(words, a.Word)
		}
	}
	return q.Text + " " + strings.Join(words, " ")
}

// TestStep compares the questions about a step with those determined by hand.
func TestStep(t *testing.T) {
	const two = "A.b=o1,B.b=o2"
	tests := []struct {
		left, right, init, moves string
		thread                   semantics.Tid
		want                     []string
	}{
		{"m", "n", "", "", semantics.A, []string{
			"A's next step is lock(), at 13:3. How many times does A hold the lock then? lock=0 " +
				"[lock=1] lock=2 waits",
			"A's next step is lock(), at 13:3. Which threads can take a step then? [go=both] " +
				"go=a go=b go=none"}},
		{"m", "n", "", "", semantics.B,
			[]string{"B's next step is y := new(), at 19:3. What does y hold then? y=o1 [y=o2]"}},
		{"m", "n", "", "A", semantics.B, []string{
			"B's next step is y := new(), at 19:3. What does y hold then? y=o1 [y=o2] waits",
			"B's next step is y := new(), at 19:3. Do the threads race then? [race=yes] race=no"}},
		{"m", "n", two, "A", semantics.B, []string{
			"B's next step is y := new(), at 19:3. What does y hold then? y=o1 y=o2 [y=o3] waits",
			"B's next step is y := new(), at 19:3. Do the threads race then? race=yes [race=no]"}},
		{"m", "n", "", "B", semantics.B, []string{
			"B's next step is b.f := y, at 20:3. What does it write? [o1.f=o2] o2.f=o2 o1.f=o1",
			"B's next step is b.f := y, at 20:3. Which threads can take a step then? go=both " +
				"[go=a] go=b go=none"}},
		{"m", "m", "", "A", semantics.B,
			[]string{"B's next step is lock(), at 13:3. How many times does B hold the lock then? " +
				"lock=0 lock=1 lock=2 [waits]"}},
		{"c", "m", "", "", semantics.A, []string{}},
		{"c", "m", two, "", semantics.A,
			[]string{"A's next step is set(b, b), at 24:3. What does o of set hold then? " +
				"[o=o1] o=o2"}},
		{"c", "m", "", "A", semantics.A, []string{}},
		{"c", "m", "", "A3", semantics.A,
			[]string{"A's next step is end set, at 24:3. At which line is A then? line=1 line=3 " +
				"[line=25]"}},
		{"c", "m", "", "A5", semantics.A, []string{
			"A's next step is lock(), at 6:3. How many times does A hold the lock then? lock=0 " +
				"[lock=1] lock=2 waits",
			"A's next step is lock(), at 6:3. Which threads can take a step then? go=both [go=a] " +
				"go=b go=none"}},
		{"c", "m", "", "A6", semantics.A, []string{
			"A's next step is lock(), at 7:3. How many times does A hold the lock then? lock=0 lock=1 " +
				"[lock=2] waits",
			"A's next step is lock(), at 7:3. Which threads can take a step then? go=both [go=a] " +
				"go=b go=none"}},
		{"c", "m", "", "A8", semantics.A, []string{
			"A's next step is unlock(), at 9:3. How many times does A hold the lock then? [lock=0] " +
				"lock=1 lock=2 waits",
			"A's next step is unlock(), at 9:3. Which threads can take a step then? [go=both] " +
				"go=a go=b go=none"}},
		{"w", "n", "A.b=o1,A.d=o2,B.b=o1", "", semantics.A,
			[]string{"A's next step is d.f, at 30:3. What does it read? d.f=o1 [d.f=o2]"}},
		{"r", "r", "", "", semantics.A,
			[]string{"A's next step is x := b.f, at 34:3. Which threads can take a step then? " +
				"go=both go=a [go=b] go=none"}},
		{"r", "r", "", "A", semantics.A, []string{}},
		{"k", "r", "", "A", semantics.A, []string{}},
		{"l", "r", "", "A", semantics.A, []string{}},
	}
	for _, tt := range tests {
		s := begin(t, tt.left, tt.right, tt.init, tt.moves)
		got := []string{}
		for _, q := range predict.Step(s.Now(), tt.thread) {
			got = append(got, written(q))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", tt.want) {
			t.Errorf("Step of %s and %s after %q = %q\nwant %q", tt.left, tt.right, tt.moves, got,
				tt.want)
		}
	}
}

// TestLater compares the questions about later races with those determined by hand.
func TestLater(t *testing.T) {
	const two = "A.b=o1,B.b=o2"
	for _, tt := range []struct{ left, right, init, moves, want, because string }{
		{"m", "n", "", "", "[later=yes] later=no", "The schedule A B leads to one."},
		{"m", "n", two, "", "later=yes [later=no]", "states from here on were looked at."},
		{"m", "m", "", "", "later=yes [later=no]", "states from here on were looked at."},
		{"m", "n", "", "B2", "later=yes [later=no]", "states from here on were looked at."},
	} {
		q, why := predict.Later(begin(t, tt.left, tt.right, tt.init, tt.moves))
		if why != "" || !strings.HasSuffix(written(q), "? "+tt.want) ||
			!strings.HasSuffix(q.Because(session.View{}), tt.because) {
			t.Errorf("Later(%s, %s) = %s, refusal %q, because %q; want %s because %q", tt.left,
				tt.right, written(q), why, q.Because(session.View{}), tt.want, tt.because)
		}
	}
	if _, why := predict.Later(begin(t, "r", "r", "", "A B")); why != "Both threads have ended." {
		t.Errorf("Later at the end: refusal = %q, want %q", why, "Both threads have ended.")
	}
	_, why := predict.Later(begin(t, "k", "r", "", ""))
	const refusal = "This cannot be judged: there are more states ahead than the "
	if !strings.HasPrefix(why, refusal) {
		t.Errorf("Later with many states: refusal = %q, want prefix %q", why, refusal)
	}
}

// TestEnd compares the questions about final values with those determined by hand.
func TestEnd(t *testing.T) {
	for _, tt := range []struct {
		left, right, init, moves string
		thread                   semantics.Tid
		name, want, because      string
	}{
		{"m", "n", "", "", semantics.A, "x", "A.x=o1 A.x=new A.x=none [A.x=depends]",
			"After A3 B2 A.x holds o1. After A B2 A2 A.x holds an object that is created on " +
				"the way."},
		{"m", "n", "", "B2", semantics.A, "x", "A.x=o1 [A.x=o2] A.x=new A.x=none A.x=depends",
			"states from here on were looked at."},
		{"m", "n", "", "", semantics.B, "y", "B.y=o1 [B.y=new] B.y=none B.y=depends",
			"states from here on were looked at."},
		{"r", "r", "A.b=o1,B.b=o1", "", semantics.B, "x", "[B.x=o1] B.x=new B.x=none B.x=depends",
			"states from here on were looked at."},
	} {
		q, why := predict.End(begin(t, tt.left, tt.right, tt.init, tt.moves), tt.thread, tt.name)
		if why != "" || !strings.HasSuffix(written(q), "? "+tt.want) ||
			!strings.Contains(q.Because(session.View{}), tt.because) {
			t.Errorf("End(%s, %s) = %s, refusal %q, because %q; want %s because %q", tt.left,
				tt.right, written(q), why, q.Because(session.View{}), tt.want, tt.because)
		}
	}
	for _, tt := range []struct{ left, right, moves, want string }{
		{"r", "r", "A B", "Both threads have ended."},
		{"k", "r", "", "This cannot be judged: there are more states ahead than the "},
	} {
		_, why := predict.End(begin(t, tt.left, tt.right, "", tt.moves), semantics.B, "x")
		if !strings.HasPrefix(why, tt.want) {
			t.Errorf("End(%s, %s, B.x): refusal = %q, want prefix %q", tt.left, tt.right, why,
				tt.want)
		}
	}
}

// TestVariables checks that Variables lists each assigned variable once, without those of lowering.
func TestVariables(t *testing.T) {
	core := iltest.Core(t, "m(b) { x := b; while * { y := b; x := new(); b.f := b.f } }")
	if got := predict.Variables(core.Pairs()[0].Left); fmt.Sprint(got) != "[x y]" {
		t.Errorf("Variables(m) = %v, want [x y]", got)
	}
}

// TestAgree checks on random programs that the right answer holds after the step, and no other
// does.
func TestAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	kinds := map[string]int{}
	iltest.Random(t, quick.Cases(400), gen.Default(), func(core *il.Core) {
		pairs := core.Pairs()
		if len(pairs) == 0 {
			return
		}
		pair := pairs[r.IntN(len(pairs))]
		s, err := session.New(core, pair, session.AllDifferent(core, pair))
		if err != nil {
			t.Fatal(err)
		}
		for range 40 {
			i := semantics.Tids[r.IntN(2)]
			if takes := s.Now().Next(i).Options; len(takes) > 0 {
				s.Choose(i, takes[r.IntN(len(takes))].Take)
				continue
			}
			before := s.Now()
			questions := predict.Step(before, i)
			went := s.Step(i).OK()
			for _, q := range questions {
				if len(q.Answers) < 2 {
					t.Fatalf("the question has fewer than two answers: %s", written(q))
				}
				for n, a := range q.Answers {
					kinds[strings.TrimRight(a.Word, "0123456789")]++
					if holds(s, i, a.Word, went) != (n == q.Right) {
						t.Fatalf("%s\nafter %s, %s made its step: %q holds: %t, and the question is %s",
							core.Source.Text, s.Schedule(), i, a.Word, n != q.Right, written(q))
					}
				}
			}
		}
	})
	for _, kind := range []string{
		"waits", "lock=", "line=", "go=both", "go=none", "race=yes", "race=no",
	} {
		if kinds[kind] == 0 {
			t.Errorf("no question had the answer %s", kind)
		}
	}
}

// holds reports whether an answer is true of the state after the step.
func holds(s *session.Session, i semantics.Tid, word string, went bool) bool {
	v := s.Now()
	if word == "waits" || !went {
		return (word == "waits") == !went
	}
	name, value, _ := strings.Cut(word, "=")
	can := func(j semantics.Tid) bool {
		stop := v.Next(j).Stop
		return stop == session.Went || stop == session.AtChoice
	}
	switch name {
	case "lock":
		return fmt.Sprint(v.Level(i)) == value
	case "line":
		return fmt.Sprint(s.Core().Source.Position(v.Config().Threads[i].Point.Pos()).Line) == value
	case "race":
		return v.Races() == (value == "yes")
	case "go":
		return map[string][2]bool{
			"both": {true, true}, "a": {true, false}, "b": {false, true},
		}[value] == [2]bool{can(semantics.A), can(semantics.B)}
	}
	object, field, path := strings.Cut(name, ".")
	if cell := v.Effects().Cell; path && cell != nil {
		l, _ := s.Names().Loc(object)
		now, ok := v.Heap().At(semantics.Addr{Loc: l, Field: field})
		return ok && v.Name(now) == value && cell.Cell == semantics.Addr{Loc: l, Field: field}
	}
	if path { // the value that was read into a temporary
		return v.Name(v.Effects().Local.New) == value
	}
	return v.Name(v.Config().Threads[i].S.Top.At(name)) == value
}

// TestStepNamesLock checks that questions about a named lock name it, and count only that lock.
func TestStepNamesLock(t *testing.T) {
	core := iltest.Core(t,
		"k(b) { lock(); lock(m); x := b.f; lock(m); unlock(m); unlock(m); "+
			"unlock(); }\nn(b) { lock(m); unlock(m); y := new(); }")
	pair, err := session.PairOf(core, "k", "n")
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(core, pair, session.OneObject(core, pair))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		moves  string
		thread semantics.Tid
		want   string
		answer string // the text of one of the answers
	}{
		{"A", semantics.A,
			"A's next step is lock(m), at 1:16. How many times does A hold lock m then? lock=0 " +
				"[lock=1] lock=2 waits", "A holds lock m twice"},
		{"A", semantics.B,
			"B's next step is lock(m), at 2:8. How many times does B hold lock m then? lock=0 lock=1 " +
				"lock=2 [waits]", "B makes no step until A gives lock m back"},
		{"A", semantics.A, "", ""},
		{"A", semantics.A,
			"A's next step is unlock(m), at 1:44. How many times does A hold lock m then? [lock=1] " +
				"lock=2 lock=3 waits", "A holds lock m 3 times"},
	} {
		list, err := schedule.Parse(tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		if r := s.Play(list); !r.OK() {
			t.Fatalf("Play(%v) is refused: %s", list, r.Text)
		}
		if tt.want == "" {
			continue
		}
		all := predict.Step(s.Now(), tt.thread)
		if len(all) == 0 {
			t.Fatalf("there is no question about the step of %s", tt.thread)
		}
		q := all[0]
		isWanted := func(a predict.Answer) bool { return a.Text == tt.answer }
		if got := written(q); got != tt.want || !slices.ContainsFunc(q.Answers, isWanted) {
			t.Errorf("the question is %s with the answers %q\nwant %s with the answer %q", got,
				q.Answers, tt.want, tt.answer)
		}
	}
}
