package session

import (
	"fmt"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/session/effect"
	"wobbly/session/schedule"
	"wobbly/witness"
)

// Session is the history of one program from one initial state, and a place in
// it. It is for one goroutine. Views stay good when the session goes on.
type Session struct {
	core  *il.Core
	pair  il.Pair
	init  semantics.Init
	names *Names

	first    *branch             // the trunk, which may be empty
	branches []*branch           // in the order of their numbers, the first included
	forks    map[Index][]*branch // by the state where they begin, in the same order
	numbers  int                 // given to branches so far

	on   *branch  // whose trace is the recorded one
	path []*entry // that trace; path[n] is state n
	at   int      // the present state

	done, undone []action
	open         *action // what is being done; nil between operations

	watch func(done int) // told how far something long has come; nil for nobody
}

// entry is a state of the history and the move that leads to it.
type entry struct {
	config   semantics.Config
	before   *entry         // nil in state 0, and where a search has come to the state
	move     schedule.Move  // meaningless in state 0
	touch    touch          // what the move did to the heap
	cell     semantics.Addr // that it read or wrote, if it did
	steps    [2]int32       // of each thread, on the way here
	switches int32          // on the way here
	last     semantics.Tid  // that made the last step; meaningless where there is none
	race     bool
}

// New begins a session. The pair may be any of units that the file's programs
// are built from. The error tells what is wrong with the initial state.
func New(core *il.Core, pair il.Pair, init semantics.Init) (*Session, error) {
	k, err := semantics.NewConfig(core, pair, init)
	if err != nil {
		return nil, err
	}
	if err := semantics.WellBehaved(k); err != nil {
		return nil, fmt.Errorf("the initial state is %w", err)
	}
	if err := admissible(init, pair); err != nil {
		return nil, err
	}
	_, race := semantics.Race(k)
	trunk := &branch{number: 1}
	return &Session{
		core: core, pair: pair, init: init, names: effect.NewNames(init),
		first: trunk, branches: []*branch{trunk}, forks: map[Index][]*branch{}, numbers: 1,
		on: trunk, path: []*entry{{config: k, race: race}},
	}, nil
}

// Watch has f told, while something long goes on, how many moves or states of it are
// done: often, so that f says by itself when that is worth a word. nil: nobody is told.
func (s *Session) Watch(f func(done int)) { s.watch = f }

// tell tells how much is done.
func (s *Session) tell(done int) {
	const often = 32
	if s.watch != nil && done%often == 0 {
		s.watch(done)
	}
}

// Core is the program's file.
func (s *Session) Core() *il.Core { return s.core }

// Pair is the two units that run.
func (s *Session) Pair() il.Pair { return s.pair }

// Unit is what a thread runs.
func (s *Session) Unit(i semantics.Tid) *il.Unit {
	if i == semantics.A {
		return s.pair.Left
	}
	return s.pair.Right
}

// Init is the initial state. It must not be changed.
func (s *Session) Init() semantics.Init { return s.init }

// Names are the names of objects.
func (s *Session) Names() *Names { return s.names }

// Digest is the digest of the program's text, as witnesses and trace files have
// it.
func (s *Session) Digest() string { return witness.Digest(s.core.Source.Text) }

// At is the number of the present state in its trace.
func (s *Session) At() int { return s.at }

// Len is the number of moves of the recorded trace; its last state is Len.
func (s *Session) Len() int { return len(s.path) - 1 }

// Now is the present state.
func (s *Session) Now() View { return s.view(s.at) }

// State is state n of the recorded trace, and whether there is one.
func (s *Session) State(n int) (View, bool) {
	if n < 0 || n > s.Len() {
		return View{}, false
	}
	return s.view(n), true
}

// view is state n, which is there.
func (s *Session) view(n int) View {
	return View{s: s, index: s.indexOf(n), now: s.path[n], before: s.path[n].before}
}

// Stop says how an operation ended.
type Stop uint8

// The ends of operations.
const (
	Went     Stop = iota // as asked
	AtChoice             // before an if or while, which has to be resolved: Result.Options
	Waits                // the other thread holds the lock: Result.Stuck
	Faulty               // the program is at fault, the thread never goes on: Result.Stuck
	Ended                // the thread, or both, have ended
	atEdge               // there is nothing more that way: no state, branch, or move to undo
	atLimit              // the limit of moves or of states was met
	Refused              // what was asked for makes no sense here
)

// Result is what an operation did. Every operation that does not do what was
// asked says why in a sentence.
type Result struct {
	Stop    Stop
	Moves   int                // by how many moves the session went on or back
	Thread  semantics.Tid      // of AtChoice, Waits, Faulty and Ended: the thread that cannot go on
	Options []semantics.Choice // AtChoice: the ways to go on
	Stuck   *semantics.Stuck   // Waits, Faulty: why
	Text    string             // a sentence for the status line, never empty
}

// OK tells whether what was asked was done.
func (r Result) OK() bool { return r.Stop == Went }

// Step lets thread i resolve the choices before which it stands, in the ways
// given, and then execute its next command. If a choice is left over, the
// command is not executed, and the result has the ways to resolve it; those
// given before are resolved all the same. If the first way given does not
// fit, nothing is done.
func (s *Session) Step(i semantics.Tid, takes ...semantics.Take) Result {
	return s.act(func() Result {
		from := s.at
		for _, t := range takes {
			if r := s.choose(i, t); !r.OK() {
				r.Moves = s.at - from
				return r
			}
		}
		stuck := s.make(schedule.Move{Thread: i, Do: schedule.Step})
		if stuck == nil {
			return Result{Moves: s.at - from, Text: s.Now().Say()}
		}
		r := s.halted(i, stuck)
		r.Moves = s.at - from
		return r
	})
}

// Choose resolves the choice before which thread i stands, which is no step.
func (s *Session) Choose(i semantics.Tid, t semantics.Take) Result {
	return s.act(func() Result { return s.choose(i, t) })
}

func (s *Session) choose(i semantics.Tid, t semantics.Take) Result {
	p := s.path[s.at].config.Threads[i].Point
	for _, c := range p.Choices() {
		if c.Take == t {
			s.make(schedule.Choose(i, t))
			return Result{Moves: 1, Text: s.Now().Say()}
		}
	}
	r := Result{Stop: Refused, Thread: i, Options: p.Choices()}
	if r.Options == nil {
		r.Text = fmt.Sprintf("%s has nothing to choose here. %s", i, s.Now().Next(i).Text)
	} else {
		r.Text = fmt.Sprintf("%s cannot choose %s here. %s", i, t, s.Now().Next(i).Text)
	}
	return r
}

// halted is the result where thread i cannot go on.
func (s *Session) halted(i semantics.Tid, stuck *semantics.Stuck) Result {
	n := s.Now().Next(i)
	return Result{Stop: stopOf(stuck), Thread: i, Options: n.Options, Stuck: stuck, Text: n.Text}
}
