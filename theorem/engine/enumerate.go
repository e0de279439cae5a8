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
)

// Enumeration checks statements on every program of a universe, so that "for
// every program of up to n statements" can be said.
type Enumeration struct {
	Universe   enum.Options
	Shard      enum.Shard // the part of it that this run takes
	Statements []*Statement
	Workers    int
	Crew       campaign.Crew // that checks them; nil for Workers goroutines
	About      any           // what workers elsewhere are told, who make the same Enumeration of it; may be nil
	From       *Enumerated   // a run to go on with, of the same universe and shard; nil for none
	// Progress is called now and then, by one goroutine; may be nil.
	Progress func(*Enumerated)
}

// EnumerateKind is the name of these campaigns.
const EnumerateKind = "theorem enumerate"

// Enumerated is how far an enumeration has come. It can be saved as JSON and
// gone on with.
type Enumerated struct {
	Universe   string   // in words
	Statements []string // their names
	Shard      enum.Shard
	Complete   bool
	Parts      []Part // of the shard, each with a place of its own
}

// Part is a part of a shard.
type Part struct {
	Cursor   enum.Cursor         // the last program that was checked
	Done     bool                // there are no more
	Programs []uint64            // checked so far, by size
	Results  map[string][]uint64 // of each statement, by Verdict
	Failure  *EnumeratedFailure  // the first; the part ends there
}

// EnumeratedFailure is a program that refutes a statement.
type EnumeratedFailure struct {
	Statement string
	Cursor    enum.Cursor
	Program   string // its text
	Instance  string
	Why       string
}

// seedOf is the seed of a program's case: it depends on the program alone, so
// that shards and interruptions do not matter.
func seedOf(x *enum.Program) uint64 {
	h := fnv.New64a()
	h.Write([]byte(x.Cursor()))
	return h.Sum64()
}

// Run goes through the universe. It ends early when ctx ends, or when a statement is
// refuted, with what is done by then.
func (e *Enumeration) Run(ctx context.Context) (*Enumerated, error) {
	out, err := e.begin()
	if err != nil {
		return nil, err
	}
	crew := e.Crew
	if crew == nil {
		crew = campaign.Here(e.Workers)
	}
	crew(ctx, e.job(newStretches(out, e.Progress)))
	out.Complete = !slices.ContainsFunc(out.Parts, func(p Part) bool { return !p.Done })
	return out, nil
}

// Worker is the job of a worker elsewhere, which checks programs of a run that Run
// was called for there.
func (e *Enumeration) Worker() *campaign.Job[Stretch, *Part] { return e.job(nil) }

func (e *Enumeration) job(plan *stretches) *campaign.Job[Stretch, *Part] {
	return &campaign.Job[Stretch, *Part]{
		Kind: EnumerateKind, About: e.About, Plan: plan, Do: e.stretch, Check: e.check, Loose: true,
	}
}

// begin is the state of the run that e goes on with, or a new one.
func (e *Enumeration) begin() (*Enumerated, error) {
	if e.Shard.Of == 0 {
		e.Shard.Of = 1
	}
	name := e.Universe.String()
	names := slice.Map(e.Statements, func(s *Statement) string { return s.Name })
	if e.From == nil {
		parts := make([]Part, partsOfShard)
		for i := range parts {
			parts[i] = *e.newPart()
		}
		out := &Enumerated{Universe: name, Statements: names, Shard: e.Shard, Parts: parts}
		return out, e.cursors(out)
	}
	if e.From.Universe != name || e.From.Shard != e.Shard {
		return nil, fmt.Errorf("the saved run is about another universe or shard: %s, shard %d of %d",
			e.From.Universe, e.From.Shard.Index+1, e.From.Shard.Of)
	}
	if !slices.Equal(e.From.Statements, names) {
		return nil, fmt.Errorf("the saved run is about other statements: %s", strings.Join(e.From.Statements, " "))
	}
	if len(e.From.Parts) == 0 || slices.ContainsFunc(e.From.Parts, func(p Part) bool { return len(p.Programs) != e.Universe.Size+1 }) {
		return nil, errors.New("the saved run is damaged: its parts do not fit the universe")
	}
	for i := range e.From.Parts {
		p := &e.From.Parts[i]
		if p.Results == nil {
			p.Results = map[string][]uint64{}
		}
		for s, v := range p.Results {
			if len(v) != int(Refuted)+1 {
				return nil, fmt.Errorf("the saved run is damaged: the results of %s", s)
			}
		}
	}
	return e.From, e.cursors(e.From)
}

// cursors tells why the parts of a run are none of the universe.
func (e *Enumeration) cursors(x *Enumerated) error {
	for i, p := range x.Parts {
		if _, err := e.programs(Stretch{i, len(x.Parts), p.Cursor}); err != nil {
			return err
		}
	}
	return nil
}

// programs are those of a part behind a cursor.
func (e *Enumeration) programs(at Stretch) (iter.Seq[*enum.Program], error) {
	return enum.Programs(e.Universe, enum.Shard{Index: e.Shard.Index*at.Of + at.Part, Of: e.Shard.Of * at.Of}, at.From)
}

// partsOfShard is how many parts a shard has. More workers than that find nothing to
// do; it does not depend on them, so that what the run comes to does not.
const partsOfShard = 64

func (e *Enumeration) newPart() *Part {
	return &Part{Programs: make([]uint64, e.Universe.Size+1), Results: map[string][]uint64{}}
}

// one checks one program, and tells whether to go on.
func (e *Enumeration) one(p *Part, x *enum.Program) bool {
	c := NewCase(x.Core, seedOf(x))
	for _, s := range e.Statements {
		o := s.Check(c)
		v := p.Results[s.Name]
		if v == nil {
			v = make([]uint64, Refuted+1)
			p.Results[s.Name] = v
		}
		v[o.Verdict]++
		if o.Verdict == Refuted {
			p.Failure = &EnumeratedFailure{
				s.Name, x.Cursor(), il.Format(enum.Placed(x.Core).Program), o.Counterexample.String(), o.Why.Error(),
			}
			return false
		}
	}
	return true
}

// Programs is how many programs were checked, by size.
func (e *Enumerated) Programs() []uint64 {
	var sum []uint64
	for _, p := range e.Parts {
		for len(sum) < len(p.Programs) {
			sum = append(sum, 0)
		}
		for i, n := range p.Programs {
			sum[i] += n
		}
	}
	return sum
}

// Result is the tally of a statement, by Verdict.
func (e *Enumerated) Result(statement string) [Refuted + 1]uint64 {
	var sum [Refuted + 1]uint64
	for _, p := range e.Parts {
		for v, n := range p.Results[statement] {
			sum[v] += n
		}
	}
	return sum
}

// Failure is the failure of the first part that has one, or nil.
func (e *Enumerated) Failure() *EnumeratedFailure {
	for _, p := range e.Parts {
		if p.Failure != nil {
			return p.Failure
		}
	}
	return nil
}
