package ask

import (
	"context"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/semantics"
	"wobbly/semantics/execution"
	"wobbly/session"
	"wobbly/theorem"
	"wobbly/theorem/engine"
)

// Refuted names a claim that theorem fuzz or theorem break has refuted: Statement without some of
// its hypotheses, or what Switch breaks when it is off.
type Refuted struct {
	Statement string
	Without   []string
	Switch    string
	Seed      uint64 // of the case: what was drawn besides the program
}

// A FalseClaim is a refuted claim with the reason why it is false.
type FalseClaim struct {
	Statement *engine.Statement
	Switch    *engine.Switch   // nil if a statement was refuted without hypotheses
	Instance  string           // the counterexample in words
	Why       string           // the reason, in words
	Accesses  *engine.Accesses // the two that the claim is about; nil if it is about something else
}

// Judge evaluates the claim on a program again. The error is a *Refusal.
func (r Refuted) Judge(core *il.Core) (*FalseClaim, error) {
	if r.Switch != "" {
		s, err := ChooseSwitch(r.Switch)
		if err != nil {
			return nil, err
		}
		statement, _ := theorem.Find(s.Statement)
		x := s.Try(core.Program, r.Seed)
		if x == nil {
			return nil, refuse("", "%s breaks nothing on this program", s.Name)
		}
		c := &FalseClaim{Statement: statement, Switch: s, Instance: x.What, Why: x.Why}
		if a := x.Accesses; a != nil {
			// Try has checked the program for itself, perhaps in another form, with the same units.
			left, right := core.Units[a.Units.Left.Index], core.Units[a.Units.Right.Index]
			c.Accesses = &engine.Accesses{Units: il.Pair{Left: left, Right: right}, Sites: a.Sites}
		}
		return c, nil
	}
	chosen, err := ChooseStatements(theorem.Statements(), []string{r.Statement})
	if err != nil {
		return nil, err
	}
	if err := Without(r.Without).Check(chosen); err != nil {
		return nil, err
	}
	s := chosen[0]
	o := s.Check(engine.NewCase(core, r.Seed), r.Without...)
	if o.Verdict != engine.Refuted {
		return nil, refuse("", "%s is not refuted on this program: %s", s.Name, o.Verdict)
	}
	x := o.Counterexample
	return &FalseClaim{
		Statement: s, Instance: x.String(), Why: o.Why.Error(), Accesses: engine.AccessesOf(x),
	}, nil
}

// A Meeting is a session that was opened at two accesses, or as near to them as possible.
type Meeting struct {
	Session *session.Session
	Next    [2]bool // whether thread A and thread B are about to make their accesses
	Races   bool    // whether the two accesses race there
	Cut     bool    // whether the search was cut, so that there may be a state nearer to them
}

// both is Meeting.Next where both threads are about to make their accesses.
var both = [2]bool{true, true}

// maxMeetStates bounds the search for a state in which both accesses are next.
const maxMeetStates = 20_000

// Meet opens a session at two accesses: where they race; or else in the first state in which both
// are next; or else where one is next and the other thread waits for the lock, if there is such a
// state. Reachability does not depend on the heap here, so it uses any initial heap.
func Meet(ctx context.Context, core *il.Core, a engine.Accesses) (*Meeting, error) {
	at := slice.Map(a.Sites[:], func(s il.Site) string { return core.Source.At(s.At) })
	o := Opening{Pair: a.Units.Left.Name + "," + a.Units.Right.Name, Sites: at[0] + " " + at[1]}
	if s, err := o.raceAt(ctx, core); err == nil && before(s.Now().Config(), a.Sites) == both {
		return &Meeting{Session: s, Next: both, Races: true}, nil
	}
	in := session.FirstInit(core, a.Units)
	start, err := semantics.NewConfig(core, a.Units, in)
	if err != nil {
		return nil, err
	}
	m := &Meeting{}
	limits := semantics.Limits{Iterations: semantics.Unbounded, States: maxMeetStates}
	search := semantics.Search{Start: start, Limits: limits}
	best, nearest := -1, semantics.Reached{}
	for r := range search.All() {
		next := before(r.Config, a.Sites)
		if n := nearness(r.Config, next); n > best {
			best, nearest, m.Next = n, r, next
		}
		if next == both || ctx.Err() != nil {
			break
		}
	}
	m.Cut = search.Cut || ctx.Err() != nil
	var last [2][]semantics.Take
	for _, i := range semantics.Tids {
		last[i] = slice.Map(nearest.Config.Threads[i].Chosen,
			func(c semantics.Choice) semantics.Take { return c.Take })
	}
	x, err := execution.Replay(core, a.Units, in,
		slice.Map(nearest.Moves(), execution.TurnOf), last)
	if err != nil {
		panic("ask: a search that does not replay: " + err.Error())
	}
	m.Session, err = session.OpenExecution(x)
	return m, err
}

// before reports which threads are about to make their accesses.
func before(k semantics.Config, sites il.Sites) (next [2]bool) {
	for _, i := range semantics.Tids {
		if c, ok := k.Command(i); ok {
			site, access := il.SiteOf(c)
			next[i] = access && site == sites[i]
		}
	}
	return next
}

// nearness returns how near a state is to two accesses: 4 if both are next, 3 if one is next and the
// other thread waits, 2 if one is next, 0 if neither is.
func nearness(k semantics.Config, next [2]bool) int {
	n := 0
	for _, i := range semantics.Tids {
		if next[i] {
			n += 2
			continue
		}
		stuck := semantics.Enabled(k, i)
		if next[i.Other()] && stuck != nil && stuck.Reason.Waits() {
			n++
		}
	}
	return n
}
