package racerd

import (
	"cmp"
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
)

// Side is one access of a report: a snapshot of a unit, with the ownership that
// it has there.
type Side struct {
	Unit *il.Unit
	Access
	Ownership Ownership
}

// compare orders sides by unit in file order, then by access.
func (s Side) compare(o Side) int {
	return cmp.Or(cmp.Compare(s.Unit.Index, o.Unit.Index), s.Access.compare(o.Access))
}

// Reason is a set of reasons why a candidate pair is no race.
type Reason uint8

// The reasons.
const (
	LeftOwned  Reason = 1 << iota // the left access is owned
	RightOwned                    // the right access is owned
	NoEvidence                    // nothing says that one of the two runs beside other threads
)

// Report is a candidate pair: two accesses to paths with the same fields, both
// rooted at formals, one of them a write, that the lock condition lets meet. It
// is reported as a race if there is no reason against it, and else filtered.
type Report struct {
	Left, Right Side // Left is not after Right
	Without     Reason
}

// Race tells whether the pair is reported.
func (r Report) Race() bool { return r.Without == 0 }

// compare orders reports by unit pair, then by positions.
func (r Report) compare(o Report) int {
	return cmp.Or(
		cmp.Compare(r.Left.Unit.Index, o.Left.Unit.Index),
		cmp.Compare(r.Right.Unit.Index, o.Right.Unit.Index),
		r.Left.Access.compare(o.Left.Access),
		r.Right.Access.compare(o.Right.Access))
}

// class is what the reporting rule asks of an access, besides its path.
type class struct {
	write, owned bool
	lock         il.Level // counted up to 2
	thread       threads
}

func (o Options) class(s Side) class {
	return class{s.Kind == il.Write, o.owned(s.Ownership), s.Lock.Capped(2), s.Thread}
}

// conflict tells whether two accesses whose paths match are a candidate pair:
// conditions (3) and (5) of Section 5.1.
func (o Options) conflict(a, b class) bool {
	return (a.write || b.write) && o.Condition.Holds(a.lock, b.lock)
}

// without is why a candidate pair is no race: conditions (2) and (4) of Section
// 5.1 that do not hold.
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

// match is condition (1) of Section 5.1: the paths of two snapshots match if
// they have the same key here. It is the fields, and with Options.EqualPaths the
// number of the formal before them: units of a pair count alike, methods their
// formals in order and thread blocks by name. There is none for a path that a
// local roots.
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

// String prints the report on one line, for tests and logs.
func (r Report) String() string {
	verdict := "race"
	if !r.Race() {
		verdict = r.Without.String()
	}
	return verdict + ": " + r.Left.String() + " / " + r.Right.String()
}

// String lists the reasons.
func (r Reason) String() string {
	var all []string
	for i, name := range []string{"left owned", "right owned", "no evidence"} {
		if r>>i&1 != 0 {
			all = append(all, name)
		}
	}
	return strings.Join(all, ", ")
}

// String prints the side on one line.
func (s Side) String() string {
	return fmt.Sprintf("%s: %s of %s at %d under %s, %s", s.Unit.Name, s.Kind, s.Path, s.At, lockText(s.Lock), s.Ownership.in(s.Unit.Formals))
}
