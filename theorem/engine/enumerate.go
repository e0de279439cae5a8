package engine

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"slices"
	"strings"

	"wobbly/il"
	"wobbly/il/enum"
	"wobbly/internal/campaign"
	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// Enumeration checks statements on every program of a universe, such as "up to n statements".
type Enumeration struct {
	Universe enum.Options
	// Shard is the part of the universe to check. The zero Shard is the whole universe.
	Shard      enum.Shard
	Statements []*Statement

	// Runner runs the campaign. If it is nil, Workers goroutines do.
	Runner  campaign.Runner
	Workers int
	// About describes the Enumeration to remote workers, which construct an equal one from it.
	About any

	// From, if not nil, is an interrupted run of the same universe and shard, which is resumed and
	// modified.
	From *Enumerated
	// Progress, if not nil, is called after each stretch, by one goroutine at a time.
	Progress func(*Enumerated)
}

// EnumerateKind is the campaign.Kind of an enumeration.
const EnumerateKind = "theorem enumerate"

// Enumerated is the state of an enumeration. It can be saved as JSON and resumed.
type Enumerated struct {
	Universe   string   // the universe in words
	Statements []string // the names of the statements
	Shard      enum.Shard
	Complete   bool   // whether all parts are done
	Parts      []Part // the parts of the shard
}

// Part is the state of a part of a shard.
type Part struct {
	// Cursor is the last program that was checked, and Done reports whether it was the last of all.
	Cursor enum.Cursor
	Done   bool
	// Programs counts the programs that were checked, by size.
	Programs []uint64
	// Results counts the verdicts on each statement, by Verdict.
	Results map[string][]uint64
	// Failure is the first refutation, or nil. It ends the part.
	Failure *EnumeratedFailure
}

// EnumeratedFailure is an instance that refutes a statement.
type EnumeratedFailure struct {
	Statement string
	Cursor    enum.Cursor // the cursor of the program
	Program   string      // the text of the program
	Instance  string
	Why       string
}

// partsOfShard is the number of parts of a shard, and so the maximum number of busy workers. It is
// constant so that the result does not depend on the number of workers.
const partsOfShard = 64

// perStretch is the number of programs of a Stretch, unless the part ends earlier.
const perStretch = 1 << 11

// A Stretch is the next programs of part number Part, from 0, of Of parts.
type Stretch struct {
	Part, Of int
	From     enum.Cursor // the program before the stretch
}

// Run checks the universe until ctx ends or a statement is refuted, and returns the state then. The
// error says that Shard is invalid, or that From belongs to another run or is damaged.
func (e *Enumeration) Run(ctx context.Context) (*Enumerated, error) {
	out, err := e.start()
	if err != nil {
		return nil, err
	}
	runner := e.Runner
	if runner == nil {
		runner = campaign.Local(e.Workers)
	}
	plan := &stretches{out: out, progress: e.Progress}
	for i := range out.Parts {
		if !out.Parts[i].Done {
			plan.next = append(plan.next, i)
		}
	}
	plan.open = len(plan.next)
	runner(ctx, e.job(plan))
	out.Complete = !slices.ContainsFunc(out.Parts, func(p Part) bool { return !p.Done })
	return out, nil
}

// Worker returns the job of a remote worker.
func (e *Enumeration) Worker() *campaign.Job[Stretch, *Part] { return e.job(nil) }

// job returns the run as a campaign, whose shards are stretches and whose documents are parts.
func (e *Enumeration) job(plan *stretches) *campaign.Job[Stretch, *Part] {
	return &campaign.Job[Stretch, *Part]{
		Kind: EnumerateKind, About: e.About, Plan: plan, Do: e.checkStretch, Check: e.validate,
		Loose: true,
	}
}

// start returns the state in which the run starts: a new one, or From if it is valid.
func (e *Enumeration) start() (*Enumerated, error) {
	if e.Shard.Of == 0 {
		e.Shard.Of = 1
	}
	universe := e.Universe.String()
	names := slice.Map(e.Statements, func(s *Statement) string { return s.Name })
	out := e.From
	switch {
	case out == nil:
		out = &Enumerated{Universe: universe, Statements: names, Shard: e.Shard}
		for range partsOfShard {
			out.Parts = append(out.Parts, *e.newPart())
		}
	case out.Universe != universe || out.Shard != e.Shard:
		return nil, fmt.Errorf("the saved run has another universe or shard: %s, shard %d of %d",
			out.Universe, out.Shard.Index+1, out.Shard.Of)
	case !slices.Equal(out.Statements, names):
		return nil, fmt.Errorf("the saved run is about other statements: %s",
			strings.Join(out.Statements, " "))
	case len(out.Parts) == 0:
		return nil, errors.New("the saved run is damaged: it has no parts")
	}
	for i := range out.Parts {
		p := &out.Parts[i]
		if len(p.Programs) != e.Universe.Size+1 {
			return nil, errors.New("the saved run is damaged: its parts do not fit the universe")
		}
		if p.Results == nil {
			p.Results = map[string][]uint64{}
		}
		for s, v := range p.Results {
			if len(v) != int(Refuted)+1 {
				return nil, fmt.Errorf("the saved run is damaged: the results of %s", s)
			}
		}
		if _, err := e.programs(Stretch{Part: i, Of: len(out.Parts), From: p.Cursor}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// programs returns the programs of a part that follow at.From. A part is a shard of the run's
// shard. The error is that of enum.Programs.
func (e *Enumeration) programs(at Stretch) (iter.Seq[*enum.Program], error) {
	return enum.Programs(e.Universe,
		enum.Shard{Index: e.Shard.Index*at.Of + at.Part, Of: e.Shard.Of * at.Of}, at.From)
}

func (e *Enumeration) newPart() *Part {
	return &Part{Programs: make([]uint64, e.Universe.Size+1), Results: map[string][]uint64{}}
}

// checkStretch checks the programs of a stretch, fewer if ctx ends. The bool is always true,
// because a partial result counts too. A panic of a check is re-raised with the program.
func (e *Enumeration) checkStretch(ctx context.Context, at Stretch) (*Part, bool) {
	p := e.newPart()
	p.Cursor = at.From
	var x *enum.Program
	defer campaign.Blame(func() string {
		if x == nil {
			return "an enumeration"
		}
		return "program " + string(x.Cursor()) + "\n" + il.Format(x.Core.Program)
	})
	programs, err := e.programs(at)
	if err != nil {
		panic(err) // start has validated the cursors
	}
	remaining := perStretch
	for x = range programs {
		if !e.checkProgram(p, x) {
			return p, true
		}
		p.Programs[x.Size]++
		remaining--
		if remaining == 0 || ctx.Err() != nil {
			p.Cursor = x.Cursor()
			return p, true
		}
	}
	p.Done = true
	return p, true
}

// checkProgram checks the statements on x and adds the verdicts to p, up to the first refutation.
// It reports whether there was none. The seed of the case is a hash of the program's cursor, so
// that it does not depend on shards and interruptions.
func (e *Enumeration) checkProgram(p *Part, x *enum.Program) bool {
	h := fnv.New64a()
	h.Write([]byte(x.Cursor()))
	c := NewCase(x.Core, h.Sum64())
	for _, s := range e.Statements {
		o := s.Check(c)
		if p.Results[s.Name] == nil {
			p.Results[s.Name] = make([]uint64, Refuted+1)
		}
		p.Results[s.Name][o.Verdict]++
		if o.Verdict == Refuted {
			p.Failure = &EnumeratedFailure{
				Statement: s.Name, Cursor: x.Cursor(),
				Program:  il.Format(enum.Placed(x.Core).Program),
				Instance: o.Counterexample.String(), Why: o.Why.Error(),
			}
			return false
		}
	}
	return true
}

// validate returns an error if p, the result of a remote worker, is impossible for a stretch.
func (e *Enumeration) validate(at Stretch, p *Part) error {
	if p == nil || len(p.Programs) != e.Universe.Size+1 || len(p.Results) > len(e.Statements) {
		return errors.New("no part of this universe")
	}
	checked := total(p.Programs)
	ended := p.Done || p.Failure != nil
	if checked > perStretch || !ended && (checked < perStretch || p.Cursor == at.From) {
		return fmt.Errorf("a stretch of %s", text.Count(checked, "program"))
	}
	for _, s := range e.Statements {
		verdicts, ok := p.Results[s.Name]
		if ok && len(verdicts) != int(Refuted)+1 || p.Failure == nil && total(verdicts) != checked {
			return fmt.Errorf("%s about %s on %s", text.Count(total(verdicts), "verdict"), s.Name,
				text.Count(checked, "program"))
		}
	}
	_, err := e.programs(Stretch{Part: at.Part, Of: at.Of, From: p.Cursor})
	return err
}

// stretches is the plan of a run: one stretch after another of each unfinished part, in turn.
type stretches struct {
	out      *Enumerated
	next     []int // the parts that have no stretch outstanding, in the order of their turns
	open     int   // the number of parts that are not done
	progress func(*Enumerated)
}

// Next returns a stretch of the part whose turn it is.
func (s *stretches) Next() (Stretch, bool) {
	if len(s.next) == 0 {
		return Stretch{}, false
	}
	i := s.next[0]
	s.next = s.next[1:]
	return Stretch{Part: i, Of: len(s.out.Parts), From: s.out.Parts[i].Cursor}, true
}

// Take adds the result of a stretch to its part, which then may have its next turn.
func (s *stretches) Take(at Stretch, done *Part) {
	p := &s.out.Parts[at.Part]
	p.Cursor, p.Done, p.Failure = done.Cursor, done.Done, done.Failure
	for size, n := range done.Programs {
		p.Programs[size] += n
	}
	for name, verdicts := range done.Results {
		if p.Results[name] == nil {
			p.Results[name] = make([]uint64, Refuted+1)
		}
		for v, n := range verdicts {
			p.Results[name][v] += n
		}
	}
	if done.Done {
		s.open--
	} else {
		s.next = append(s.next, at.Part)
	}
	if s.progress != nil {
		s.progress(s.out)
	}
}

// Over reports whether all parts are done or a statement is refuted.
func (s *stretches) Over() bool { return s.open == 0 || s.out.Failure() != nil }

// Programs returns the number of programs checked, by size.
func (e *Enumerated) Programs() []uint64 {
	sum := make([]uint64, len(e.Parts[0].Programs))
	for _, p := range e.Parts {
		for i, n := range p.Programs {
			sum[i] += n
		}
	}
	return sum
}

// Result returns the counts of a statement's verdicts.
func (e *Enumerated) Result(statement string) [Refuted + 1]uint64 {
	var sum [Refuted + 1]uint64
	for _, p := range e.Parts {
		for v, n := range p.Results[statement] {
			sum[v] += n
		}
	}
	return sum
}

// Failure returns the failure of the first part that has one, or nil.
func (e *Enumerated) Failure() *EnumeratedFailure {
	for _, p := range e.Parts {
		if p.Failure != nil {
			return p.Failure
		}
	}
	return nil
}
