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
// witness independently of its origin. No function reads files. A function that takes a context
// stops when the context ends, and returns what it has found by then. Only the command reports
// deadlocks.
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

// ErrInterrupted is the error of a call that stopped because its context ended.
var ErrInterrupted = ask.ErrInterrupted

// ErrNoWitness is the error of Race.Schedule if no execution of the race is known.
var ErrNoWitness = errors.New("wobbly: the race has no witness")

// A Program is a legal program of IL.
type Program struct{ core *il.Core }

// Parse parses and checks the program text. The name is that of its file, for error messages. The
// error is *Illegal or ErrInterrupted.
func Parse(ctx context.Context, name, text string) (*Program, error) {
	core, err := ask.Load(ctx, il.NewSource(name, text), false)
	if err != nil {
		return nil, err
	}
	return &Program{core}, nil
}

// Core returns the program in core form, for the other packages of wobbly.
func (p *Program) Core() *il.Core { return p.core }

// Options configure Check and Analyze. The zero value means RacerDX on all pairs of units.
type Options struct {
	// Analyzer is the name of one of Analyzers. Empty means racerdx.
	Analyzer string
	// Pair is a pair of units such as "m,n". Empty means all pairs. Analyze ignores it.
	Pair string
	// Condition is RacerDX's condition on the lock levels of two accesses: "or" if one of them is
	// 0, "sum" if their sum is at most 1, as the paper prints it. Empty means "or".
	Condition string
	// Limit is the maximum length of a list, which has the elements with the shortest paths. 0
	// means 10000.
	Limit int
}

func (o Options) analysis() ask.Analysis {
	return ask.Analysis{
		Name: o.Analyzer, Condition: o.Condition, Limit: cmp.Or(o.Limit, ask.MaxListed),
	}
}

// An Analyzer describes an analyzer that Options can name.
type Analyzer struct {
	// Name is the value for Options.Analyzer, such as "racerdx".
	Name string
	// Title is the name in sentences, such as "RacerDX".
	Title string
	// Kind is "static", "dynamic" or "exact".
	Kind string
	Doc  string
	// Cite names the publication that it is from.
	Cite string
	// Claim is the theorem about its reports, or empty if there is none.
	Claim string
}

// Analyzers lists the analyzers, from the narrowest analysis to the exact searches.
func Analyzers() []Analyzer {
	var all []Analyzer
	for _, a := range ask.Analyzers() {
		all = append(all, Analyzer{
			Name: a.Name, Title: a.Title, Kind: a.Kind, Doc: a.Doc, Cite: a.Cite, Claim: a.Claim,
		})
	}
	return all
}

// A Verdict says whether a report is a race.
type Verdict string

const (
	// Confirmed means that the independent checker accepted an execution that shows the race.
	Confirmed Verdict = report.Confirmed
	// Refuted means that the checker refused the execution, which is a defect of wobbly.
	Refuted Verdict = report.Refuted
	// Unknown means that a limit prevented a decision.
	Unknown Verdict = report.Unknown
	// FalseAlarm means that no execution shows the race.
	FalseAlarm Verdict = report.Impossible
	// Outside means that the definition of a race does not cover the accesses.
	Outside Verdict = report.Outside
)

// An Access is one side of a race, or an element of a summary.
type Access struct {
	// Unit is the unit that the thread runs. The access may be in a method that it calls.
	Unit string
	At   il.Position
	Kind il.AccessKind
	// Path is the accessed path, such as b.f, in terms of the unit.
	Path string
	// Lock is how often the thread holds the unnamed lock, which is reentrant.
	Lock int
	// Locks are the names of the locks that are held, "" for the unnamed one. It is nil in
	// summaries, and if the program names no lock.
	Locks []string
	// Calls are the calls that lead from the unit to the access, outermost first. It is nil in
	// summaries.
	Calls []il.Position
}

// A Race is a report, or a race that a search found.
type Race struct {
	// ID is the command's name for the report, such as R1. It is empty if Explore found the race.
	ID string
	// Left is the access by thread A, and Right that by thread B.
	Left, Right Access
	Verdict     Verdict
	// Witness is an execution that ends in the race, or nil if none is known.
	Witness *witness.Witness

	core *il.Core
}

// Schedule returns the schedule of the witness: the order in which the threads run, from its
// initial state to the race. The error is ErrNoWitness, or says that the witness is too long to be
// written out.
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

// Found is the result of Check: the reports of an analyzer.
type Found struct {
	Analyzer string
	// Races has at most Options.Limit elements.
	Races []Race
	// Total is the number of reports, listed or not.
	Total *big.Int
	// Filtered is the number of pairs that RacerDX leaves out only because a prefix of their path
	// is wobbly.
	Filtered *big.Int
	// Complete means that no limit was reached: all reports are listed, and each has a verdict.
	Complete bool
}

// Check runs an analyzer and judges its reports. The error is *Refusal, *Misnamed, *Limit or
// ErrInterrupted.
func (p *Program) Check(ctx context.Context, o Options) (*Found, error) {
	analysis := o.analysis()
	if err := analysis.Fits(); err != nil {
		return nil, err
	}
	a, err := analysis.Analyzer()
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
	Unit string
	// Wobbly is W, the paths that may have changed, sorted.
	Wobbly []string
	// Lock is L, how often the unnamed lock is held at the end.
	Lock int
	// Accesses is A.
	Accesses []Access
	// Complete means that Options.Limit cut neither list.
	Complete bool
}

// Analyze returns the summaries of all units by RacerDX, or by the mode of it that the options
// name. The error is *Refusal, *Limit or ErrInterrupted.
func (p *Program) Analyze(ctx context.Context, o Options) ([]Summary, error) {
	a, err := o.analysis().Mode()
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
	// Given starts the search from the state of the program's init block, not from all states.
	Given bool
	// MaxStates is the maximum number of states for each pair. 0 means 2000000.
	MaxStates int
	// MaxObjects is the maximum number of objects in a state. 0 means 32.
	MaxObjects int
	// Unroll is the maximum number of iterations of a loop, each time it is reached. Nil means no
	// bound.
	Unroll *int
	// Switches is the maximum number of context switches of an execution. Nil means no bound.
	Switches *int
	// Workers is the number of goroutines. 0 means one.
	Workers int
}

// Explored is the result of a search of one pair of units.
type Explored struct {
	// Left is the unit of thread A, and Right that of thread B.
	Left, Right string
	States      uint64
	// Complete means that Races has every race within the bounds Unroll and Switches.
	Complete bool
	Races    []Race
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
