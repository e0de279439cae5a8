package query

import (
	"context"
	"testing"
)

const twoLocks = `left(a) {
  synchronized (m) {
    synchronized (n) {
      lock();
      unlock();
    }
  }
}
right(a) {
  synchronized (n) {
    synchronized (m) {
      a.f := a;
    }
  }
}
`

// TestNamedLocks checks expressions, goals and errors about named locks and the unnamed one.
func TestNamedLocks(t *testing.T) {
	s := settingOf(t, twoLocks, "left", "right", "o1.f = o1  A.a = o1  B.a = o1")
	for _, x := range []struct{ moves, text, want string }{
		{"A", "lock(m).owner", "A"},
		{"A", "lock(n).owner", "nobody"},
		{"A", "lock.owner", "nobody"},
		{"A A A", "lock.owner", "A"},
		{"A A A", "lock.depth == 1 and lock(n).depth == 1", "true"},
		{"A B", "lock ( m ).owner == A and lock(`n`).owner == B", "true"},
		{"A B", "changed lock(n).owner", "true"},
		{"A B", "changed lock(m).depth", "false"},
		{"A B", "A waits and B waits", "true"},
	} {
		e := s.mustParse(t, x.text, Watch)
		if got := e.Eval(s.play(t, x.moves)).String(); got != x.want {
			t.Errorf("after %s, %s is %s, want %s", x.moves, x.text, got, x.want)
		}
		if again := s.mustParse(t, e.String(), Watch).String(); again != e.String() {
			t.Errorf("%s is printed as %s and then as %s", x.text, e, again)
		}
	}
	want := "\nA waits  true: B holds lock n, at depth 1\n"
	got := "\n" + s.mustParse(t, "A waits", Watch).Explain(s.play(t, "A B")).String()
	if got != want {
		t.Errorf("explanation of \"A waits\" = %s, want %s", got, want)
	}
	for text, want := range map[string]string{
		"possible(lock(m).owner == A and lock(n).owner == B)":         "true",
		"never(lock(m).owner == B and lock(n).owner == A)":            "true",
		"always(lock.depth > 0 => lock(m).owner == lock(n).owner)":    "true",
		"possible(lock(m).depth > 1) or never(lock(n).owner == last)": "false",
	} {
		got := s.mustParse(t, text, Goal).Judge(context.Background(), Situation{Init: &s.init})
		if got.Value.String() != want {
			t.Errorf("%s is %s, want %s", text, got.Value, want)
		}
	}
	for text, want := range map[string]string{
		"lock(k).owner":  `5 "k" E0107 the program has no lock k; it takes m, n`,
		"lock(mm).depth": `5 "mm" E0107 the program has no lock mm; did you mean m?`,
		"lock().owner":   `5 ")" E0101 ")" is not the name of a lock; write it as in lock(m).owner`,
		"lock(m)": `0 "lock(m)" E0101 lock(m) alone is not a value; ` +
			"write lock(m).owner or lock(m).depth",
		"lock(m).owne": `8 "owne" E0101 lock m has an owner and a depth, nothing else; ` +
			"did you mean owner?",
		"lock(m": `6 "" E0103 expected ")", found the end`,
	} {
		_, errs := s.Parse(text, Watch)
		if got := positioned(text, errs); got != want {
			t.Errorf("the errors of %s are %s\nwant %s", text, got, want)
		}
	}
	const text = "lock(m).owner"
	want = `0 "lock(m)" E0107 this program has only the lock without a name; ` +
		"write lock.owner or lock.depth"
	_, errs := sampleSetting(t).Parse(text, Watch)
	if got := positioned(text, errs); got != want {
		t.Errorf("the errors of %s without named locks are %s\nwant %s", text, got, want)
	}
}
