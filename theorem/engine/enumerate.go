package engine

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"sync"

	"wobbly/il"
	"wobbly/il/enum"
	"wobbly/internal/slice"
)

// Enumeration checks statements on every program of a universe, so that "for
// every program of up to n statements" can be said.
type Enumeration struct {
	Universe   enum.Options
	Shard      enum.Shard // the part of it that this run takes
	Statements []*Statement
	Workers    int
	From       *Enumerated // a run to go on with, of the same universe and shard; nil for none
	// Progress is called now and then, by one goroutine; may be nil.
	Progress func(*Enumerated)
}

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

// Run goes through the universe. It ends early when ctx ends, with what is done
// by then.
func (e *Enumeration) Run(ctx context.Context) (*Enumerated, error) {
	out, err := e.begin()
	if err != nil {
		return nil, err
	}
	var wg sync.WaitGroup
	var lock sync.Mutex
	errs := make([]error, len(out.Parts))
	for i := range out.Parts {
		wg.Go(func() {
			p := out.Parts[i].clone()
			publish := func() {
				lock.Lock()
				defer lock.Unlock()
				out.Parts[i] = p.clone()
				if e.Progress != nil {
					e.Progress(out)
				}
			}
			errs[i] = e.part(ctx, i, len(out.Parts), &p, publish)
			publish()
		})
	}
	wg.Wait()
	out.Complete = true
	for i := range out.Parts {
		if errs[i] != nil {
			return nil, errs[i]
		}
		out.Complete = out.Complete && out.Parts[i].Done
	}
	return out, nil
}

// begin is the state of the run that e goes on with, or a new one.
func (e *Enumeration) begin() (*Enumerated, error) {
	if e.Shard.Of == 0 {
		e.Shard.Of = 1
	}
	name := e.Universe.String()
	names := slice.Map(e.Statements, func(s *Statement) string { return s.Name })
	if e.From == nil {
		parts := make([]Part, max(1, e.Workers))
		for i := range parts {
			parts[i] = Part{Programs: make([]uint64, e.Universe.Size+1), Results: map[string][]uint64{}}
		}
		return &Enumerated{Universe: name, Statements: names, Shard: e.Shard, Parts: parts}, nil
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
	return e.From, nil
}

func (p Part) clone() Part {
	q := p
	q.Programs = append([]uint64(nil), p.Programs...)
	q.Results = map[string][]uint64{}
	for name, v := range p.Results {
		q.Results[name] = append([]uint64(nil), v...)
	}
	return q
}

// publishEvery is how many programs a part checks between two reports.
const publishEvery = 1 << 14

// part goes through part i of n of the shard.
func (e *Enumeration) part(ctx context.Context, i, n int, p *Part, publish func()) error {
	if p.Done || p.Failure != nil {
		return nil
	}
	shard := enum.Shard{Index: e.Shard.Index*n + i, Of: e.Shard.Of * n}
	programs, err := enum.Programs(e.Universe, shard, p.Cursor)
	if err != nil {
		return err
	}
	done := 0
	for x := range programs {
		if !e.one(p, x) {
			return nil
		}
		p.Programs[x.Size]++
		if done++; done%publishEvery == 0 {
			p.Cursor = x.Cursor()
			publish()
			if ctx.Err() != nil {
				return nil
			}
		}
	}
	p.Done = true
	return nil
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
