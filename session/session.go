package session

import (
	"fmt"
	"slices"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/effect"
	"wobbly/session/schedule"
	"wobbly/witness"
)

// Session is the history of one program from one initial state, and a position in it. It is not
// safe for concurrent use. Views stay valid when the session changes.
type Session struct {
	core  *il.Core
	pair  il.Pair
	init  semantics.Init
	names *Names
	locks []il.LockRef

	// branches are in the order of their numbers. Only the first may be empty.
	branches []*branch
	// forks has the branches that begin at a state, in the same order.
	forks map[Index][]*branch
	// numbers is how many numbers were given to branches so far.
	numbers int

	// on is the branch whose trace is the recorded one, and path is that trace: path[n] is state n.
	on   *branch
	path []*entry
	// at is the present state.
	at int

	done, undone []action
	// open is the action that is being done, or nil between operations.
	open *action

	// watch is the function given to Watch. It may be nil.
	watch func(done int)
}

// entry is a state of the history and the move that leads to it.
type entry struct {
	config semantics.Config
	// before is nil in state 0, and in states that a search has reached.
	before *entry
	// move is meaningless in state 0.
	move schedule.Move
	// touch is what the move did to the heap, and cell the cell that it read or wrote, if any.
	touch    touch
	cell     semantics.Addr
	steps    [2]int32
	switches int32
	// last is the thread that made the last step. It is meaningless if there is none.
	last semantics.Tid
	race bool
}

// New begins a session. The pair may consist of any methods of the file's programs. It fails if the
// initial state is wrong.
func New(core *il.Core, pair il.Pair, init semantics.Init) (*Session, error) {
	k, err := semantics.NewConfig(core, pair, init)
	if err != nil {
		return nil, err
	}
	if err := semantics.WellBehaved(k); err != nil {
		return nil, fmt.Errorf("the initial state is %w", err)
	}
	if err := checkNames(init, pair); err != nil {
		return nil, err
	}
	_, race := semantics.Race(k)
	trunk := &branch{number: 1}
	return &Session{
		core: core, pair: pair, init: init, names: effect.NewNames(init), locks: core.LocksTaken(),
		branches: []*branch{trunk}, forks: map[Index][]*branch{}, numbers: 1,
		on: trunk, path: []*entry{{config: k, race: race}},
	}, nil
}

// Watch makes long operations call f often with the number of moves or states that they have done.
// If f is nil, they call nothing.
func (s *Session) Watch(f func(done int)) { s.watch = f }

// report calls the function given to Watch for every 32nd move or state.
func (s *Session) report(done int) {
	const often = 32
	if s.watch != nil && done%often == 0 {
		s.watch(done)
	}
}

// Core returns the program's file.
func (s *Session) Core() *il.Core { return s.core }

// Pair returns the two units that run.
func (s *Session) Pair() il.Pair { return s.pair }

// Unit returns the unit that a thread runs.
func (s *Session) Unit(i semantics.Tid) *il.Unit {
	return [2]*il.Unit{s.pair.Left, s.pair.Right}[i]
}

// Init returns the initial state. The caller must not change it.
func (s *Session) Init() semantics.Init { return s.init }

// Names returns the names of the objects.
func (s *Session) Names() *Names { return s.names }

// Digest returns the digest of the program's text, as in witnesses and trace files.
func (s *Session) Digest() string { return witness.Digest(s.core.Source.Text) }

// At returns the number of the present state in its trace.
func (s *Session) At() int { return s.at }

// Len returns the number of moves of the recorded trace; its last state is Len.
func (s *Session) Len() int { return len(s.path) - 1 }

// Now returns the present state.
func (s *Session) Now() View { return s.view(s.at) }

// State returns state n of the recorded trace, if there is one.
func (s *Session) State(n int) (View, bool) {
	if n < 0 || n > s.Len() {
		return View{}, false
	}
	return s.view(n), true
}

// view returns state n, which must exist.
func (s *Session) view(n int) View {
	return View{s: s, index: s.indexOf(n), now: s.path[n], before: s.path[n].before}
}

// Stop says how an operation ended.
type Stop uint8

const (
	// Went means that the operation did what was asked.
	Went Stop = iota
	// AtChoice means that an if or while has to be resolved first, by one of Result.Options.
	AtChoice
	// Waits means that the other thread holds the lock.
	Waits
	// Faulty means that the thread never goes on, by a fault of the program.
	Faulty
	// Ended means that the thread, or both threads, have ended.
	Ended
	// atEdge means that nothing is left in that direction: no state, branch, or move to undo.
	atEdge
	// atLimit means that the limit of moves or of states was reached.
	atLimit
	// Refused means that the request makes no sense here.
	Refused
)

// Result is the result of an operation. If the operation failed, a sentence says why.
type Result struct {
	Stop Stop
	// Moves counts the moves that were made, forward or back.
	Moves int
	// Thread is the thread that cannot go on, if Stop is AtChoice, Waits, Faulty or Ended.
	Thread semantics.Tid
	// Options are the ways to go on, if Stop is AtChoice.
	Options []semantics.Choice
	// Text is a sentence for the status line. It is never empty.
	Text string
}

// OK reports whether the operation succeeded.
func (r Result) OK() bool { return r.Stop == Went }

// Step lets thread i resolve its next choices as given, and then execute its next command. If
// another choice comes before the command, it makes only the given choices and returns the ways to
// resolve the next one. If the first given choice does not fit, it does nothing.
func (s *Session) Step(i semantics.Tid, takes ...semantics.Take) Result {
	return s.act(func() Result {
		from := s.at
		for _, t := range takes {
			if r := s.Choose(i, t); !r.OK() {
				r.Moves = s.at - from
				return r
			}
		}
		if stuck := s.make(schedule.Move{Thread: i, Do: schedule.Step}); stuck != nil {
			return s.halted(i, s.at-from, stuck)
		}
		return Result{Moves: s.at - from, Text: s.Now().Say()}
	})
}

// Choose resolves the next choice of thread i, which is not a step.
func (s *Session) Choose(i semantics.Tid, t semantics.Take) Result {
	return s.act(func() Result {
		options := s.path[s.at].config.Threads[i].Point.Choices()
		if slices.ContainsFunc(options, func(c semantics.Choice) bool { return c.Take == t }) {
			s.make(schedule.Choose(i, t))
			return Result{Moves: 1, Text: s.Now().Say()}
		}
		why := fmt.Sprintf("%s cannot choose %s here. ", i, t)
		if options == nil {
			why = fmt.Sprintf("%s has nothing to choose here. ", i)
		}
		return Result{Stop: Refused, Thread: i, Options: options, Text: why + s.Now().Next(i).Text}
	})
}

func (s *Session) halted(i semantics.Tid, moves int, stuck *semantics.Stuck) Result {
	n := s.Now().Next(i)
	return Result{Stop: stopOf(stuck), Moves: moves, Thread: i, Options: n.Options, Text: n.Text}
}

// Again begins a session of an edited program with the methods of the same names, from the same
// initial state if it fits and otherwise from FirstInit, and makes as many of the moves of s as
// fit. kept is a clause that says how many; it is empty if s is at its start. Again fails if the
// methods do not exist.
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
		kept = fmt.Sprintf("the first %d of %d moves fit, and then: %s", n, len(moves),
			clause(bad.Reason))
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
