package racerd

import (
	"cmp"
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
)

// Side is one access of a report: a snapshot of a unit with its ownership.
type Side struct {
	Unit *il.Unit
	Access
	Ownership Ownership
}

func (s Side) compare(o Side) int {
	return cmp.Or(cmp.Compare(s.Unit.Index, o.Unit.Index), s.Access.compare(o.Access))
}

// Reason is a set of reasons why a candidate pair is not a race.
type Reason uint8

const (
	LeftOwned  Reason = 1 << iota // the left access is owned
	RightOwned                    // the right access is owned
	NoEvidence                    // nothing shows that one of the two runs concurrently
)

// Report is a candidate pair: two accesses to paths with the same fields, both rooted at formals,
// one of them a write, that satisfy the lock condition. It is a race unless there is a reason
// against it; then it is filtered.
type Report struct {
	Left, Right Side // Left is not after Right
	Without     Reason
}

// Race reports whether nothing speaks against a race.
func (r Report) Race() bool { return r.Without == 0 }

// compare orders reports by both units, and then by both snapshots.
func (r Report) compare(o Report) int {
	return cmp.Or(
		cmp.Compare(r.Left.Unit.Index, o.Left.Unit.Index),
		cmp.Compare(r.Right.Unit.Index, o.Right.Unit.Index),
		r.Left.Access.compare(o.Left.Access),
		r.Right.Access.compare(o.Right.Access))
}

// class is the part of a snapshot, besides the path, on which the reporting rule depends.
type class struct {
	write, owned bool
	lock         il.Level // counted up to 2
	thread       threads
}

func (o Options) class(s Side) class {
	return class{
		write: s.Kind == il.Write, owned: o.owned(s.Ownership), lock: s.Lock.Capped(2),
		thread: s.Thread,
	}
}

// conflict reports whether two accesses whose paths match are a candidate pair: conditions (3) and
// (5) of Section 5.1.
func (o Options) conflict(a, b class) bool {
	return (a.write || b.write) && o.Condition.Holds(a.lock, b.lock)
}

// without returns the reasons why a candidate pair is not a race: the conditions (2) and (4) of
// Section 5.1 that fail.
func without(a, b class) (r Reason) {
	if a.owned {
		r |= LeftOwned
	}
	if b.owned {
		r |= RightOwned
	}
	if max(a.thread, b.thread) < anyThread {
		r |= NoEvidence
	}
	return r
}

// match returns the key in which the paths of two snapshots must agree, condition (1) of Section
// 5.1: the fields, and with Options.EqualPaths the number of the formal, which is in its name in a
// thread block. ok is false if the root is a local.
func (o Options) match(u *il.Unit, path abstract.Expr) (key string, ok bool) {
	root, fields := path.Cut()
	i := u.Formal(root)
	switch {
	case i < 0:
		return "", false
	case !o.EqualPaths:
		return fields, true
	case u.Thread:
		i, _ = il.FormalIndex(root)
	}
	return fmt.Sprint(i, fields), true
}

func (r Report) String() string {
	verdict := "race"
	if !r.Race() {
		verdict = r.Without.String()
	}
	return verdict + ": " + r.Left.String() + " / " + r.Right.String()
}

func (r Reason) String() string {
	var all []string
	for i, name := range []string{"left owned", "right owned", "no evidence"} {
		if r>>i&1 != 0 {
			all = append(all, name)
		}
	}
	return strings.Join(all, ", ")
}

func (s Side) String() string {
	lock := s.Lock.String()
	if s.Lock == Top {
		lock = "⊤"
	}
	return fmt.Sprintf("%s: %s of %s at %d under %s, %s",
		s.Unit.Name, s.Kind, s.Path, s.At, lock, s.Ownership.in(s.Unit.Formals))
}
