package racemob

import (
	"context"
	"errors"
	"fmt"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/parse"
	"wobbly/internal/campaign"
)

// DoAll runs all tasks of a job with a runner, until it is finished or ctx ends. The list does not
// depend on the runner. progress, if not nil, is called after each result.
func DoAll(ctx context.Context, j *Job, runner campaign.Runner, progress func(Stats)) *List {
	p := &plan{newHive(j), progress}
	if len(j.Candidates) > 0 {
		runner(ctx, j.campaign(p))
	}
	return p.List()
}

// plan is the campaign.Plan of a job: it hands out the tasks of the hive and records their results.
type plan struct {
	*hive
	progress func(Stats) // may be nil
}

func (p *plan) Over() bool { return p.Finished() }

func (p *plan) Take(_ Task, r Result) {
	if err := p.Put(r); err != nil {
		panic("racemob: " + err.Error())
	}
	if p.progress != nil {
		p.progress(p.Stats())
	}
}

// campaign returns j as a campaign job that follows p. Runs do not watch their context, so they are
// abandoned when it ends. A panic names the run and the program.
func (j *Job) campaign(p campaign.Plan[Task, Result]) *campaign.Job[Task, Result] {
	do := func(_ context.Context, t Task) (Result, bool) {
		defer campaign.Blame(func() string {
			return fmt.Sprintf("racemob: run %+v of\n%s", t, il.Format(j.Core.Program))
		})
		return j.Run(t).Result, true
	}
	return &campaign.Job[Task, Result]{
		Kind: kindName, About: j.about(), Plan: p, Do: do, Check: j.checkResult, Loose: true,
		Abandon: true,
	}
}

// checkResult returns an error if a result from a remote worker cannot be that of task t.
func (j *Job) checkResult(t Task, r Result) error {
	if r.Task != t || r.Steps < 0 || r.Monitored < 0 || r.Monitored > r.Steps {
		return fmt.Errorf("the result of %+v does not fit task %+v", r.Task, t)
	}
	for _, s := range r.Seen {
		if s.Candidate < 0 || s.Candidate >= len(j.Candidates) {
			return fmt.Errorf("the result names candidate %d of %d", s.Candidate, len(j.Candidates))
		}
	}
	return nil
}

const kindName = "racemob"

// Kind returns the kind of these campaigns, for remote workers.
func Kind() campaign.Kind {
	return campaign.KindOf(kindName, func(a about) (*campaign.Job[Task, Result], error) {
		j, err := a.job()
		if err != nil {
			return nil, err
		}
		return j.campaign(nil), nil
	})
}

// about is the JSON form of a Job. Units are numbers, and sites are offsets and kinds: both ends
// have the same text and the same version of wobbly.
type about struct {
	Name       string           `json:"name"`
	Text       string           `json:"text"`
	Policy     Policy           `json:"policy"`
	Candidates []aboutCandidate `json:"candidates"`
}

type aboutCandidate struct {
	Units [2]int     `json:"units"`
	Sites [2]il.Site `json:"sites"`
}

func (j *Job) about() about {
	a := about{Name: j.Core.Source.Name, Text: j.Core.Source.Text, Policy: j.Policy}
	for _, c := range j.Candidates {
		units := [2]int{c.Pair.Left.Index, c.Pair.Right.Index}
		a.Candidates = append(a.Candidates, aboutCandidate{units, c.Sites})
	}
	return a
}

// job is the inverse of Job.about.
func (a about) job() (*Job, error) {
	parsed, errs := parse.File(il.NewSource(a.Name, a.Text))
	if len(errs) > 0 {
		return nil, errors.New("the program of the job is illegal: " + errs[0].Message)
	}
	core, errs := check.Program(parsed, check.Options{})
	if len(errs) > 0 {
		return nil, errors.New("the program of the job is illegal: " + errs[0].Message)
	}
	var all []Candidate
	for _, c := range a.Candidates {
		if min(c.Units[0], c.Units[1]) < 0 || max(c.Units[0], c.Units[1]) >= len(core.Units) {
			return nil, fmt.Errorf("the program of the job has no unit %v", c.Units)
		}
		p := il.Pair{Left: core.Units[c.Units[0]], Right: core.Units[c.Units[1]]}
		all = append(all, Candidate{Pair: p, Sites: c.Sites})
	}
	return NewJob(core, all, a.Policy)
}
