package engine

import (
	"context"
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/il/enum"
	"wobbly/internal/campaign"
	"wobbly/internal/text"
)

// A Stretch is the next programs of a part.
type Stretch struct {
	Part, Of int
	From     enum.Cursor // the program before
}

// perStretch is how many programs a worker checks at a time.
const perStretch = 1 << 11

// stretches plans what is left of a run: a stretch of each part, then the next one of
// each.
type stretches struct {
	out      *Enumerated
	next     []int // parts, in the order in which they are gone on with
	open     int   // parts that are not done
	progress func(*Enumerated)
}

func newStretches(out *Enumerated, progress func(*Enumerated)) *stretches {
	s := &stretches{out: out, progress: progress}
	for i := range out.Parts {
		if !out.Parts[i].Done {
			s.next = append(s.next, i)
		}
	}
	s.open = len(s.next)
	return s
}

// Next implements campaign.Plan.
func (s *stretches) Next() (Stretch, bool) {
	if len(s.next) == 0 {
		return Stretch{}, false
	}
	i := s.next[0]
	s.next = s.next[1:]
	return Stretch{i, len(s.out.Parts), s.out.Parts[i].Cursor}, true
}

// Take implements campaign.Plan.
func (s *stretches) Take(at Stretch, done *Part) {
	s.out.Parts[at.Part].add(done)
	if done.Done {
		s.open--
	} else {
		s.next = append(s.next, at.Part)
	}
	if s.progress != nil {
		s.progress(s.out)
	}
}

// Over implements campaign.Plan.
func (s *stretches) Over() bool { return s.open == 0 || s.out.Failure() != nil }

// add adds what was done of the next programs of a part.
func (p *Part) add(next *Part) {
	p.Cursor, p.Done, p.Failure = next.Cursor, next.Done, next.Failure
	for size, n := range next.Programs {
		p.Programs[size] += n
	}
	for name, verdicts := range next.Results {
		if p.Results[name] == nil {
			p.Results[name] = make([]uint64, Refuted+1)
		}
		for v, n := range verdicts {
			p.Results[name][v] += n
		}
	}
}

// stretch checks the next programs of a part. If ctx ends, it checks fewer.
func (e *Enumeration) stretch(ctx context.Context, at Stretch) (*Part, bool) {
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
		panic(err) // begin has looked at the cursors
	}
	left := perStretch
	for x = range programs {
		if !e.one(p, x) {
			return p, true
		}
		p.Programs[x.Size]++
		if left--; left == 0 || ctx.Err() != nil {
			p.Cursor = x.Cursor()
			return p, true
		}
	}
	p.Done = true
	return p, true
}

// check tells why what came from elsewhere is no part of the next programs.
func (e *Enumeration) check(at Stretch, p *Part) error {
	if p == nil || len(p.Programs) != e.Universe.Size+1 || len(p.Results) > len(e.Statements) {
		return errors.New("no part of this universe")
	}
	checked, ended := sum(p.Programs), p.Done || p.Failure != nil
	if checked > perStretch || !ended && (checked < perStretch || p.Cursor == at.From) {
		return fmt.Errorf("a stretch of %s", text.Count(checked, "program"))
	}
	for _, s := range e.Statements {
		verdicts, ok := p.Results[s.Name]
		if ok && len(verdicts) != int(Refuted)+1 || p.Failure == nil && sum(verdicts) != checked {
			return fmt.Errorf("%s about %s on %s", text.Count(sum(verdicts), "verdict"), s.Name, text.Count(checked, "program"))
		}
	}
	_, err := e.programs(Stretch{at.Part, at.Of, p.Cursor})
	return err
}

func sum(all []uint64) (n uint64) {
	for _, x := range all {
		n += x
	}
	return n
}
