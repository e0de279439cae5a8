package ask

import (
	"context"
	"fmt"

	"wobbly/il"
	"wobbly/internal/slice"
	"wobbly/repair"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/session"
	"wobbly/session/advice"
)

// fixRace is a race for the document.
func fixRace(src *il.Source, id string, r repair.Race) *report.FixRace {
	side := func(u *il.Unit, s il.Site) report.FixSide {
		return report.FixSide{Unit: u.Name, At: src.At(s.At), Kind: s.Kind.String()}
	}
	return &report.FixRace{ID: id, Left: side(r.Pair.Left, r.Sites[0]), Right: side(r.Pair.Right, r.Sites[1])}
}

// fixAccount is what is known of a program.
func fixAccount(a repair.Account) *report.FixAccount {
	x := &report.FixAccount{Race: a.Race.String(), Races: a.Races, Cut: string(a.Cut), States: a.States, Uncounted: a.Uncounted, Reported: a.Reported}
	if a.Schedules != nil {
		text := a.Schedules.String()
		x.Interleavings = &text
	}
	if a.TooLarge == "" {
		text := a.Reports.String()
		x.Reports = &text
	}
	return x
}

// fixProposal is a change of a text. The error is that of the context.
func fixProposal(ctx context.Context, src *il.Source, p repair.Proposal) (report.FixProposal, error) {
	x := report.FixProposal{
		Kind: "region", Title: p.Title, Notes: []string{}, Program: p.Text,
		Diff: repair.Diff(report.FileName(src.Name), src.Text, p.Text),
	}
	x.Notes = append(x.Notes, p.Notes...)
	switch {
	case p.Copy:
		x.Kind = "copy"
	case p.Shrinks:
		x.Kind = "shrink"
	}
	if !p.Shrinks {
		x.After = fixAccount(p.After)
	}
	lost, err := lostUpdate(ctx, p)
	if err == nil && lost != nil {
		x.Lost = run(lost)
		x.Notes = append(x.Notes, lostSentence(x.Lost))
	}
	return x, err
}

// lostUpdate is a session at the end of an execution of a changed program in which an
// update is lost, nil if none was found.
func lostUpdate(ctx context.Context, p repair.Proposal) (*session.Session, error) {
	core, pair := p.Core(), p.Pair()
	if p.Shrinks {
		return nil, nil
	}
	from := []semantics.Init{session.OneObject(core, pair)}
	if in, err := session.ParseInit(core, pair, session.HeapFile); err == nil && core.Init != nil {
		from = append(from, in)
	}
	x, err := p.LostUpdate(ctx, from)
	if err != nil || x == nil {
		return nil, err
	}
	return session.OpenExecution(x)
}

// lostSentence says that an update is lost in an execution.
func lostSentence(r *report.LessonRun) string {
	last := r.Steps[len(r.Steps)-1]
	return fmt.Sprintf("It still permits a lost update: %s writes at %s what it has made of a value that was read before the other thread wrote. The schedule is %s, from the initial state %s.",
		last.Thread, last.At, r.Schedule, r.Heap)
}

// lostSteps are the steps of an execution; none of none.
func lostSteps(r *report.LessonRun) []advice.Step {
	if r == nil {
		return nil
	}
	return slice.Map(r.Steps, func(s report.LessonStep) advice.Step { return advice.Step{At: s.At, Does: s.Does} })
}

// fixRegions are the lock regions.
func fixRegions(all []repair.Region) []report.FixRegion {
	list := make([]report.FixRegion, len(all))
	for n, r := range all {
		list[n] = report.FixRegion{At: r.At.String(), Unit: r.Unit.Name, Statements: []report.FixPart{}}
		for _, x := range r.Parts {
			list[n].Statements = append(list[n].Statements, report.FixPart{At: x.At.String(), Text: x.Text, Leaves: x.Leaves.String(), Why: x.Why})
		}
	}
	return list
}
