package findings

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/semantics/explore"
	"wobbly/witness"
	"wobbly/witness/check"
	"wobbly/witness/needs"
)

// An Explorer turns the results of searches of one program into documents of the command explore.
type Explorer struct {
	core    *il.Core
	checker *check.Checker
	needs   func() *needs.Program
	stop    func() bool
}

// NewExplorer returns an Explorer for a program; stop reports whether the run was interrupted.
func NewExplorer(core *il.Core, stop func() bool) *Explorer {
	return &Explorer{
		core: core, checker: check.New(core), stop: stop,
		needs: sync.OnceValue(func() *needs.Program { return needs.New(core) }),
	}
}

// Schedules has the numbers of schedules of a program. They do not come from the search for races.
type Schedules struct {
	Interleavings *big.Int // complete ones; nil if they were not counted
	Reason        string   // why they were not counted, in a sentence; may be empty

	// Classes and Executions are the numbers of Mazurkiewicz classes and of executions that
	// the stateless search explored. They are empty if it did not run.
	Classes, Executions string
	Cut                 explore.Cut // why the stateless search or its count is incomplete
}

// Explored returns the answer about a pair of units. The witness of a race is built and checked
// when the race is read.
func (e *Explorer) Explored(p il.Pair, o explore.Options, r *explore.Result,
	n Schedules) report.Explored {
	distinct := explore.Distinct(p, r.Races)
	x := report.Explored{
		ExploredPair: report.ExploredPair{
			Left: p.Left.Name, Right: p.Right.Name, Init: o.Init.String(),
			Unroll: bound(o.Unroll), States: r.States, Complete: r.Complete,
		},
		Found: len(distinct),
		Races: func(yield func(report.ExploredRace) bool) { e.races(p, o, distinct, yield) },
		ExploredSearch: report.ExploredSearch{
			Transitions: r.Transitions, Depth: r.Depth, Ends: r.Ends, Stuck: r.StuckEnds,
			Deadlocks: e.deadlocked(p, r), Strategy: o.Strategy.String(), Layout: string(r.Layout),
			Reduced: o.Reduce, Pruned: o.Prune, Certified: len(o.Absent),
			Switches: bound(o.Switches), Aliases: bound(o.Aliases), Cut: string(r.Cut),
			Classes: n.Classes, Executions: n.Executions, StatelessCut: string(n.Cut),
		},
		Remarks: report.Remarks{
			Further: further(r.Cut, o, e.core.HasLoop(p.Left, p.Right)), Counted: n.Reason,
		},
	}
	if n.Interleavings != nil {
		text := n.Interleavings.String()
		x.Interleavings = &text
	}
	if o.Fingerprint {
		x.Missed = &r.Missed
	}
	if r.Complete && len(r.Races) == 0 {
		x.Absence = e.absence(p)
	}
	return x
}

// deadlocked returns where threads wait forever. In a self pair each pair of places counts once.
func (e *Explorer) deadlocked(p il.Pair, r *explore.Result) report.Deadlocked {
	d := report.Deadlocked{States: r.DeadlockStates, Named: len(e.core.Locks) > 0}
	for _, x := range explore.Distinct(p, r.Deadlocks) {
		w := x.Witness()
		found := report.ExploredDeadlock{Left: w.Deadlock.A.At, Right: w.Deadlock.B.At, Witness: w}
		if err := e.checker.Check(w); err != nil {
			found.Refused = err.Error()
		}
		if e.core.Source.Name != report.StdinName {
			w.File = e.core.Source.Name
		}
		d.List = append(d.List, found)
	}
	return d
}

// bound returns a bound for JSON, in which null means no bound.
func bound(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

const (
	// stepsKept limits the total steps of the witnesses that are listed after an interrupt. They
	// take about 20 ms.
	stepsKept = 20_000
	// stepsEach is the fixed cost of a witness, in steps: finding its initial state, which depends
	// on its whole path.
	stepsEach = 100
)

// races yields the races of a search. After an interrupt it yields only the first few.
func (e *Explorer) races(
	p il.Pair, o explore.Options, all []explore.Race, yield func(report.ExploredRace) bool,
) {
	var straight *Straight
	if o.Init == explore.All && o.Strategy == explore.Breadth && !o.Shortest {
		straight = NewStraight(e.needs(), e.core, p)
	}
	steps := 0
	for _, r := range all {
		if steps > stepsKept && e.stop() {
			return
		}
		steps += r.Steps + stepsEach
		if !yield(e.race(p, r, straight)) {
			return
		}
	}
}

// race returns a race with its witness and the checker's verdict. With straight, the witness has no
// aliases if possible.
func (e *Explorer) race(p il.Pair, r explore.Race, straight *Straight) report.ExploredRace {
	w := r.Witness()
	if straight != nil {
		w = straight.Witness(r.Sites(), w)
	}
	x := report.Race{
		Left: e.side(0, p.Left, r.Left, w), Right: e.side(1, p.Right, r.Right, w),
		Verdict: report.Confirmed, Witness: w,
	}
	err := e.checker.Check(w)
	if err == nil {
		err = showsRace(w, x)
	}
	if err == nil {
		x.Needs, _ = NeedsOf(e.needs(), w) // the text omits it if it is unknown
	} else {
		x.Verdict, x.Reason = report.Refuted, err.Error()
	}
	if e.core.Source.Name != report.StdinName {
		w.File = e.core.Source.Name
	}
	return report.ExploredRace{Race: x}
}

// side returns one side of a race, with the open calls and the lock level of the thread there.
func (e *Explorer) side(i int, u *il.Unit, a explore.Access, w *witness.Witness) report.Side {
	s := e.access(u, il.Site{At: a.At, Kind: a.Kind})
	calls, held := w.Stand(string("AB"[i]))
	level := e.core.LevelWith(held)
	s.Calls, s.Lock, s.Locks = append(s.Calls, calls...), level.Depth(), e.core.HeldNames(level)
	return s
}

// access returns a load or store that u may reach, in its own body or in a callee's.
func (e *Explorer) access(u *il.Unit, at il.Site) report.Side {
	s := report.Side{
		Unit: u.Name, At: e.core.Source.At(at.At), Kind: at.Kind.String(), Calls: []string{},
		Location: report.Location{Span: report.Span{At: at.At, End: at.At}, Above: at.At},
	}
	if x := siteAt(e.core, at); x != nil {
		s.Path, s.Span, s.Above = x.Path.String(), x.span(e.core.Source), x.unit.Body.At
	}
	return s
}

// further describes what a cut search left out, and names the flag that extends it.
func further(c explore.Cut, o explore.Options, loop bool) string {
	const noProof = " Finding nothing more proves nothing."
	switch c {
	case explore.NotCut:
		return ""
	case explore.CutInterrupt:
		return "The run was interrupted." + noProof
	case explore.CutTimeout:
		return "Time ran out; --timeout gives more, and --workers needs less." + noProof
	case explore.CutMemory:
		return "Memory ran out; --max-states bounds a search, and " +
			"--fingerprint needs less." + noProof
	case explore.CutStates:
		fewer := ""
		if loop && o.Unroll < 0 {
			fewer = ", and --unroll K bounds loops"
		}
		return fmt.Sprintf("The limit of %d states was reached; --max-states %d goes further%s.",
			o.MaxStates, 10*o.MaxStates, fewer) + noProof
	case explore.CutStateSize:
		if o.MaxObjects > 0 {
			return fmt.Sprintf("States of more than %d objects were left out: a loop allocates in "+
				"each iteration; --max-objects %d goes further, and --unroll K bounds loops.",
				o.MaxObjects, 2*o.MaxObjects) + noProof
		}
		return "States became too large, because a loop keeps allocating; " +
			"--unroll K bounds loops." + noProof
	case explore.CutSwitches:
		return fmt.Sprintf("Interleavings with more than %s between the threads were left out; "+
			"--switches %d goes further.",
			text.CountOf(o.Switches, "switch", "switches"), o.Switches+1) + noProof
	case explore.CutUnroll:
		return fmt.Sprintf("Executions with more than %s of a loop were left out; --unroll %d "+
			"goes further.", text.CountOf(o.Unroll, "round", "rounds"), o.Unroll+1) + noProof
	case explore.CutAliases:
		more := "; without --aliases they are"
		if o.Aliases < explore.MaxAliases {
			more = fmt.Sprintf("; --aliases %d goes further", o.Aliases+1)
		}
		return fmt.Sprintf("Races that need more than %s of the initial state were not looked "+
			"for%s.", text.Count(o.Aliases+1, "equation"), more) + noProof
	case explore.CutSampling:
		return fmt.Sprintf("Only a sample of %s was searched; --runs N adds more, and --strategy "+
			"breadth searches all.", text.CountOf(o.Runs, "random run", "random runs")) + noProof
	default:
		return strings.ToUpper(string(c[:1])) + string(c[1:]) + "." + noProof
	}
}

// Unbound returns a parameter of a program, such as A.b, that the file's init block leaves without
// a value, or "".
func Unbound(core *il.Core, p il.Pair) string {
	for i, u := range [2]*il.Unit{p.Left, p.Right} {
		for _, x := range u.Formals {
			bound := slices.ContainsFunc(core.Init.Bindings,
				func(b il.Binding) bool { return b.Thread == i && b.Variable == x })
			if !bound {
				return string("AB"[i]) + "." + x
			}
		}
	}
	return ""
}
