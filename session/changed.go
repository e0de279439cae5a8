package session

import (
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
)

// Again begins a session of a program that has been changed, at the present state of s: with
// the units of the same names, from the same initial state if it still fits and else from
// FirstInit, and with as many of the moves of s as can still be made. kept is a clause that
// says how many of the moves fit; it is empty if there were none. The error is that there
// are no such units any more.
func (s *Session) Again(core *il.Core) (again *Session, kept string, err error) {
	pair, err := PairOf(core, s.pair.Left.Name, s.pair.Right.Name)
	if err != nil {
		return nil, "", err
	}
	in, same := s.initOf(core, pair)
	if again, err = New(core, pair, in); err != nil {
		return nil, "", err
	}
	moves := s.Schedule()
	n := 0
	for n < len(moves) && again.Play(moves[n:n+1]).OK() {
		n++
	}
	switch {
	case n < len(moves):
		_, bad := again.fit(again.Now().Config(), moves[n:n+1])
		kept = fmt.Sprintf("the first %d of %d moves fit, and then: %s", n, len(moves), clause(bad.Reason))
	case n > 0:
		kept = "every move fits"
	}
	if !same && kept != "" {
		kept += ", from another initial state, as the one before does not fit"
	}
	return again, kept, nil
}

// initOf returns the initial state of s for a pair of another program. If that does not fit,
// it returns FirstInit, and same is false.
func (s *Session) initOf(core *il.Core, pair il.Pair) (in semantics.Init, same bool) {
	now := InitText(s.core, s.pair, s.init)
	if file, ok := FileInit(s.core, s.pair); ok && InitText(s.core, s.pair, file) == now {
		return FirstInit(core, pair), true
	}
	in, err := ParseInit(core, pair, now)
	if err == nil {
		_, err = New(core, pair, in)
	}
	if err != nil {
		return FirstInit(core, pair), false
	}
	return in, true
}
