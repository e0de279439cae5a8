// Package wobbly finds data races in programs of IL, the idealized language of "A True Positives
// Theorem for a Static Race Detector" (POPL 2019), and shows each race as an execution.
//
//	p, err := wobbly.Parse(ctx, "burble.il", text)
//	found, err := p.Check(ctx, wobbly.Options{})
//	for _, r := range found.Races {
//		s, err := r.Schedule() // leads from r.Witness.Init to the race
//	}
//
// Check runs an analyzer, RacerDX unless another one is named, and judges its reports. Explore
// searches all executions. Analyze returns the summaries that RacerDX computes, and Replay checks a
// witness independently of its origin. No function reads files, and each ends with its context and
// returns what it has found by then. Only the command reports deadlocks.
//
// A unit is a method, or one of the two blocks A and B of a program C1 || C2. Threads run a pair of
// units. A path such as b.f begins with a parameter or a local of the unit. Definitions and figures
// are those of the paper.
package wobbly

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math/big"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/report"
	"wobbly/session"
	"wobbly/session/schedule"
	"wobbly/witness"
)

// The errors of this package, for errors.As. The texts of Misnamed and Refusal use the names of the
// command's flags.
type (
	// Illegal is the error of a text that is not a legal program. Its field Errors lists what is
	// wrong, with codes and offsets in the text, in text order; Source turns the offsets into
	// positions.
	Illegal = ask.Illegal
	// Limit is the error of an analysis that reached a limit and has no answer. It wraps the error
	// that names the limit.
	Limit = ask.Limit
	// Misnamed is the error of a pair of units that the program does not have. Its field Known
	// lists the existing names if Name is unknown.
	Misnamed = ask.Misnamed
	// Refusal is the error of options that make no sense, such as an unknown analyzer.
	Refusal = ask.Refusal
)

// ErrInterrupted is the error of an answer that was given up because the context ended.
var ErrInterrupted = ask.ErrInterrupted

// ErrNoWitness is the error of Race.Schedule if no execution of the race is known.
var ErrNoWitness = errors.New("wobbly: the race has no witness")

// A Program is a legal program of IL.
type Program struct{ core *il.Core }

// Parse reads and checks a program. Positions in its errors belong to the file name. The error is
// *Illegal or ErrInterrupted.
func Parse(ctx context.Context, name, text string) (*Program, error) {
	core, err := ask.Load(ctx, il.NewSource(name, text), false)
	if err != nil {
		return nil, err
	}
	return &Program{core}, nil
}

// Core returns the program in core form, for the other packages of wobbly.
func (p *Program) Core() *il.Core { return p.core }

// Options say what Check and Analyze do. The zero value is RacerDX on all pairs of units.
type Options struct {
	// Analyzer is the name of one of Analyzers. Empty means racerdx.
	Analyzer string
	// Pair is a pair of units such as "m,n". Empty means all pairs. Analyze ignores it.
	Pair string
	// Condition is RacerDX's condition on the lock levels of two accesses: "or" if one of them is
	// 0, "sum" if their sum is at most 1, as the paper prints it. Empty means "or".
	Condition string
	// Limit is the greatest number of elements of a list, those with the shortest paths first. 0
	// means 10000.
	Limit int
}

func (o Options) words() ask.Analysis {
	return ask.Analysis{
		Name: o.Analyzer, Condition: o.Condition, Limit: cmp.Or(o.Limit, ask.MaxListed),
	}
}

// An Analyzer describes an analyzer that Options can name.
type Analyzer struct {
	Name  string // as in Options
	Title string // as in texts
	Kind  string // "static", "dynamic" or "exact"
	Doc   string // a sentence: what it does
	Cite  string // where it is from
	Claim string // the theorem about its reports; empty for none
}

// Analyzers lists the analyzers, from the narrowest analysis to the exact searches.
func Analyzers() []Analyzer {
	var all []Analyzer
	for _, x := range ask.Analyzers() {
		all = append(all,
			Analyzer{
				Name: x.Name, Title: x.Title, Kind: x.Kind, Doc: x.Doc, Cite: x.Cite,
				Claim: x.Claim,
			})
	}
	return all
}

// A Verdict says whether a report is a race.
type Verdict string

// The verdicts.
const (
	Confirmed  Verdict = report.Confirmed  // the independent checker accepted an execution of it
	Refuted    Verdict = report.Refuted    // its execution was refused: a defect of wobbly
	Unknown    Verdict = report.Unknown    // not decided, because of a limit
	FalseAlarm Verdict = report.Impossible // no execution shows it
	Outside    Verdict = report.Outside    // the definition of a race does not cover its accesses
)

// An Access is one side of a race, or an element of a summary.
type Access struct {
	Unit string // that the thread runs
	At   il.Position
	Kind il.AccessKind
	// Path is the accessed path, such as b.f, in terms of the unit.
	Path string
	// Lock is how often the thread holds the unnamed lock.
	Lock int
	// Locks are the locks that are held, "" for the unnamed one. It is nil if the program names no
	// lock, and in summaries.
	Locks []string
	// Calls are the calls that lead from the unit to the access, outermost first. Summaries leave
	// them out.
	Calls []il.Position
}

// A Race is a report, or a race that a search found.
type Race struct {
	ID          string // as the command shows it, such as R1; empty if Explore found the race
	Left, Right Access // by thread A and by thread B
	Verdict     Verdict
	Witness     *witness.Witness // an execution that ends in the race; nil if none is known

	core *il.Core
}

// Schedule returns the schedule of the witness, in which threads take turns from its initial state
// to the race. The error is ErrNoWitness, or that of a witness which is too long to be written out.
func (r *Race) Schedule() (schedule.Schedule, error) {
	if r.Witness == nil {
		return nil, ErrNoWitness
	}
	s, err := session.OpenWitness(r.core, r.Witness)
	if err != nil {
		return nil, err
	}
	return s.Schedule(), nil
}

// Found has the reports of an analyzer about a program.
type Found struct {
	Analyzer string
	Races    []Race   // at most Options.Limit
	Total    *big.Int // how many reports there are, listed or not
	Filtered *big.Int // how many pairs RacerDX leaves out only because a prefix is wobbly
	Complete bool     // all reports are listed and decided, and nothing was cut
}

// Check runs an analyzer and judges its reports. The error is *Refusal, *Misnamed, *Limit or
// ErrInterrupted.
func (p *Program) Check(ctx context.Context, o Options) (*Found, error) {
	words := o.words()
	if err := words.Fits(); err != nil {
		return nil, err
	}
	a, err := words.Analyzer()
	if err != nil {
		return nil, err
	}
	doc, err := ask.Check(ctx, p.core, ask.Checking{Analyzer: a, Pair: o.Pair})
	if err != nil {
		return nil, err
	}
	f := &Found{
		Analyzer: doc.Analysis, Total: doc.TotalRaces.Big(), Filtered: doc.TotalFiltered.Big(),
		Races: p.races(doc.Races),
	}
	f.Complete = len(doc.Cut) == 0 && !doc.TotalRaces.Exceeds(len(f.Races)) && !doc.Interrupted()
	for _, r := range f.Races {
		f.Complete = f.Complete && r.Verdict != Unknown
	}
	return f, nil
}

func (p *Program) races(list iter.Seq[report.Race]) (all []Race) {
	for r := range list {
		all = append(all, Race{
			ID: r.ID, Left: accessOf(r.Left), Right: accessOf(r.Right),
			Verdict: Verdict(r.Verdict), Witness: r.Witness, core: p.core,
		})
	}
	return all
}

func accessOf(s report.Side) Access {
	a := Access{
		Unit: s.Unit, At: position(s.At), Kind: kindOf(s.Kind), Path: s.Path, Lock: s.Lock,
		Locks: s.Locks,
	}
	for _, at := range s.Calls {
		a.Calls = append(a.Calls, position(at))
	}
	return a
}

func kindOf(kind string) il.AccessKind {
	if kind == il.Write.String() {
		return il.Write
	}
	return il.Read
}

func position(at string) il.Position {
	p, ok := il.ParsePosition(at)
	if !ok {
		panic("wobbly: a document has the position " + at)
	}
	return p
}

// A Summary is RacerDX's summary of a unit: W, L and A of Figure 7.
type Summary struct {
	Unit     string
	Wobbly   []string // W: the paths that may have changed, sorted
	Lock     int      // L: how often the unnamed lock is held at the end
	Accesses []Access // A
	Complete bool     // Options.Limit cut neither list
}

// Analyze returns the summaries of all units by RacerDX, or by the mode of it that the options
// name. The error is *Refusal, *Limit or ErrInterrupted.
func (p *Program) Analyze(ctx context.Context, o Options) ([]Summary, error) {
	a, err := o.words().Mode()
	if err != nil {
		return nil, err
	}
	doc, err := ask.Analyze(ctx, p.core, ask.Checking{Analyzer: a})
	if err != nil {
		return nil, err
	}
	var all []Summary
	for u := range doc.Units {
		s := Summary{Unit: u.Name, Wobbly: u.Wobbly, Lock: u.Lock, Complete: u.Total == nil}
		for _, x := range u.Accesses {
			s.Accesses = append(s.Accesses, Access{
				Unit: u.Name, At: position(x.At), Kind: kindOf(x.Kind), Path: x.Path, Lock: x.Lock,
			})
		}
		all = append(all, s)
	}
	if doc.Interrupted() {
		return all, ErrInterrupted
	}
	return all, nil
}

// Search bounds an exact search. The zero value searches all executions, up to two million states.
type Search struct {
	// Pair is a pair of units such as "m,n". Empty means all pairs.
	Pair string
	// Given starts the search from the initial state of the init block, not from all states.
	Given bool
	// MaxStates is the greatest number of states of a pair. 0 means 2000000.
	MaxStates int
	// MaxObjects is the greatest number of objects of a state. 0 means 32.
	MaxObjects int
	// Unroll is how often each loop is entered each time it is reached. Nil means no bound.
	Unroll *int
	// Switches is how often an execution switches threads. Nil means no bound.
	Switches *int
	// Workers is the number of goroutines. 0 means one.
	Workers int
}

// Explored is the result of a search of one pair of units.
type Explored struct {
	Left, Right string // the units of threads A and B
	States      uint64 // how many states the search visited
	Complete    bool   // the races are all that there are, within Unroll and Switches
	Races       []Race
}

// Explore searches the executions of each pair of units. The error is *Misnamed or *Refusal. If ctx
// ends, pairs that were not searched to the end are not complete.
func (p *Program) Explore(ctx context.Context, s Search) ([]Explored, error) {
	for _, bound := range []*int{&s.MaxStates, &s.MaxObjects, &s.Workers, s.Unroll, s.Switches} {
		if bound != nil && *bound < 0 {
			return nil, &Refusal{
				Exit: ask.ExitUsage, Text: "the bounds of a search must be 0 or more",
			}
		}
	}
	doc, failed, err := ask.Explore(ctx, p.core, ask.Exploring{Pair: s.Pair, Search: ask.Search{
		Unroll: s.Unroll, Switches: s.Switches, Workers: max(1, s.Workers), Given: s.Given,
		MaxStates:  cmp.Or(s.MaxStates, ask.MaxStates),
		MaxObjects: cmp.Or(s.MaxObjects, ask.MaxObjects),
	}})
	if err != nil {
		return nil, err
	}
	var all []Explored
	for x := range doc.Pairs {
		races := func(yield func(report.Race) bool) {
			for r := range x.Races {
				if !yield(r.Race) {
					return
				}
			}
		}
		all = append(all, Explored{
			Left: x.Left, Right: x.Right, States: x.States, Complete: x.Complete,
			Races: p.races(races),
		})
	}
	return all, failed()
}

// Replay checks a witness of the program, and returns nil if it is accepted. The checker shares no
// code with the analyses and searches that make witnesses.
func (p *Program) Replay(w *witness.Witness) error { return ask.NewReplayer(p.core, "").Check(w) }
