package dynamic

import (
	"math/rand/v2"

	"wobbly/il"
	"wobbly/semantics"
	"wobbly/semantics/execution"
)

type Execution struct {
	execution.Execution
	Events []Event // parallel to Moves
	Cut    bool    // whether Limits ended it although a thread could move
}

// Begin returns the execution without steps from an initial state. The error is that of
// semantics.NewConfig.
func Begin(core *il.Core, p il.Pair, in semantics.Init) (*Execution, error) {
	x, err := execution.Begin(core, p, in)
	if err != nil {
		return nil, err
	}
	return &Execution{Execution: *x}, nil
}

// Ended reports whether both threads have ended. An execution that was not cut can also end in a
// deadlock, in which each thread holds a lock.
func (ex *Execution) Ended() bool { return !ex.Cut && !ex.Last().Threads[semantics.A].L.Held() }

// Step makes a step of a thread, resolving the choices before it as given. A stuck thread leaves
// the execution unchanged.
func (ex *Execution) Step(i semantics.Tid, takes ...semantics.Take) *semantics.Stuck {
	before := ex.Last()
	if stuck := ex.Execution.Step(i, takes...); stuck != nil {
		return stuck
	}
	m := ex.Moves[len(ex.Moves)-1]
	e := eventOf(before, ex.Last(), m)
	if e.IsAccess() {
		access, _ := il.AccessOf(m.Command)
		a, ok := semantics.Address(access.Path, before.Threads[m.Thread].S.Top, before.H)
		if !ok {
			panic("dynamic: an access that was made has no cell")
		}
		e.Cell = a
	}
	ex.Events = append(ex.Events, e)
	return nil
}

type Limits struct {
	Steps  int // how many steps an execution may have
	Rounds int // how many iterations a loop may have each time that it is reached
}

// DefaultLimits returns limits for programs of a page. Legal programs end within them unless their
// loops are nested deeply.
func DefaultLimits() Limits { return Limits{Steps: 10_000, Rounds: 3} }

// Chance resolves choices and schedules threads at random.
//
// Each execution draws the probability with which threads alternate at each step: 1/2, 1/4 or 1/16.
// 1/2 interleaves short programs best. 1/16 gives a few change points, as in PCT (Burckhardt et
// al., ASPLOS 2010), which finds races that one thread prepares with several consecutive steps.
// Each finds races that the others miss; docs/evaluation.md has measurements.
type Chance struct {
	*rand.Rand
	Limits
	rounds [2]map[il.Stmt]int // the iterations of each thread's open loops
	last   semantics.Tid      // the thread that moved last
	stay   int                // the other thread takes over with probability 1/stay
}

var stays = [3]int{2, 4, 16}

func NewChance(r *rand.Rand, l Limits) *Chance {
	return &Chance{Rand: r, Limits: l, rounds: [2]map[il.Stmt]int{{}, {}}}
}

// Reset resets the iterations of loops, for a new execution.
func (c *Chance) Reset() {
	for i := range c.rounds {
		clear(c.rounds[i])
	}
}

// begin draws the first thread, and the probability with which threads alternate.
func (c *Chance) begin() {
	c.last, c.stay = semantics.Tids[c.IntN(2)], stays[c.IntN(len(stays))]
}

// turn draws the thread that moves next.
func (c *Chance) turn() semantics.Tid {
	if c.IntN(c.stay) == 0 {
		c.last = c.last.Other()
	}
	return c.last
}

// Resolve draws the choices of thread i before its next step.
func (c *Chance) Resolve(k semantics.Config, i semantics.Tid) []semantics.Take {
	var takes []semantics.Take
	at := k.Threads[i].Point
	for {
		choices := at.Choices()
		if len(choices) == 0 {
			return takes
		}
		take := choices[c.IntN(len(choices))].Take
		if loop, ok := choices[0].At.(*il.While); ok {
			rounds := c.rounds[i]
			if rounds[loop] >= c.Rounds {
				take = choices[0].Take
			}
			rounds[loop]++
			if take == choices[0].Take { // the loop ends
				delete(rounds, loop)
			}
		}
		next, ok := at.Resolve(take)
		if !ok {
			panic("dynamic: a choice of a thread cannot be resolved")
		}
		takes, at = append(takes, take), next
	}
}

// Finish runs the threads at random until neither can move or the limit on steps is reached.
func (ex *Execution) Finish(c *Chance) {
	var takes [2][]semantics.Take
	var drawn [2]bool
	c.begin()
	for {
		i := c.turn()
		if !ex.tryDrawn(c, i, &takes, &drawn) {
			i = i.Other()
			if !ex.tryDrawn(c, i, &takes, &drawn) {
				return
			}
		}
		if len(ex.Events) >= c.Steps {
			ex.Cut = !ex.Last().Done()
			return
		}
	}
}

// tryDrawn makes a step of thread i, if it can move. The drawn choices of a thread that waits are
// kept: it has made its branch decisions, and only the lock stops it.
func (ex *Execution) tryDrawn(c *Chance, i semantics.Tid, takes *[2][]semantics.Take,
	drawn *[2]bool) bool {
	if !drawn[i] {
		takes[i], drawn[i] = c.Resolve(ex.Last(), i), true
	}
	if ex.Step(i, takes[i]...) != nil {
		return false
	}
	drawn[i] = false
	return true
}

// Start returns an initial state for random executions: that of the file's init block if given is
// set, which must fit, and otherwise a random one of up to three objects.
func Start(core *il.Core, p il.Pair, given bool, r *rand.Rand) semantics.Init {
	if given {
		return semantics.FileInit(core, p)
	}
	return semantics.RandomInit(r, core, p, 1+r.IntN(3))
}

// Draw returns a random execution from a random initial state.
func Draw(core *il.Core, p il.Pair, r *rand.Rand, l Limits) *Execution {
	return DrawFrom(core, p, Start(core, p, false, r), r, l)
}

// DrawFrom returns a random execution from an initial state that fits the program.
func DrawFrom(core *il.Core, p il.Pair, in semantics.Init, r *rand.Rand, l Limits) *Execution {
	x, err := Begin(core, p, in)
	if err != nil {
		panic(err)
	}
	x.Finish(NewChance(r, l))
	return x
}

// Sites returns the pair of sites of two accesses by different threads.
func Sites(p il.Pair, e, f Event) il.Sites {
	if e.Thread == semantics.B {
		e, f = f, e
	}
	return p.Sites(e.Site(), f.Site())
}
