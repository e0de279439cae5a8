package compare

import (
	"context"
	"fmt"
	"slices"

	"wobbly/abstract/chord"
	"wobbly/il"
	"wobbly/internal/analyzers"
	"wobbly/internal/campaign"
	"wobbly/internal/text"
)

// Figures are what the tables of the papers count, of one program or of many. Alarms are
// unordered pairs of accesses of a file, each once; reports are of a pair of units, two
// paths and two lock levels.
type Figures struct {
	Programs, Statements uint64

	Reports [2]uint64 // of RacerD and of RacerDX, neither deduplicated
	Paths   [2]uint64 // distinct ones in them
	Lost    Judged    // reports of RacerD that RacerDX does not make

	RacerD, Chord Judged
	ChordLines    uint64 // of Chord's alarms
	CommonLines   uint64 // of these, in an alarm of RacerD too
	Stages        [5]uint64

	Mob Mob // of RaceMob alone

	Cut uint64 // programs of which some answer is not complete
}

// Judged counts what is real, what is not, and what an exact search did not decide.
type Judged struct{ Real, False, Unknown uint64 }

// All is their sum.
func (j Judged) All() uint64 { return j.Real + j.False + j.Unknown }

func (j *Judged) add(v Verdict) {
	switch v {
	case realVerdict:
		j.Real++
	case unrealVerdict:
		j.False++
	default:
		j.Unknown++
	}
}

func (j *Judged) plus(o Judged) {
	j.Real, j.False, j.Unknown = j.Real+o.Real, j.False+o.False, j.Unknown+o.Unknown
}

// Plus adds other figures.
func (f *Figures) Plus(o *Figures) {
	f.Programs, f.Statements, f.Cut = f.Programs+o.Programs, f.Statements+o.Statements, f.Cut+o.Cut
	for i := range f.Reports {
		f.Reports[i], f.Paths[i] = f.Reports[i]+o.Reports[i], f.Paths[i]+o.Paths[i]
	}
	f.Lost.plus(o.Lost)
	f.RacerD.plus(o.RacerD)
	f.Chord.plus(o.Chord)
	f.ChordLines, f.CommonLines = f.ChordLines+o.ChordLines, f.CommonLines+o.CommonLines
	for i := range f.Stages {
		f.Stages[i] += o.Stages[i]
	}
	f.Mob.plus(o.Mob)
}

// figured are the analyzers that figures need, in the order of the constants.
var figured = []string{"racerd", "racerdx", "chord", "oracle"}

const (
	ofRacerD = iota
	ofRacerDX
	ofChord
)

// FiguresOf counts in a program.
func FiguresOf(ctx context.Context, core *il.Core, o analyzers.Options) *Figures {
	options := Options{Analysis: o}
	for _, name := range figured {
		a, _ := analyzers.Find(name)
		options.Analyzers = append(options.Analyzers, a)
	}
	pairs := eachPair(ctx, core, nil, options)
	c := counter{Figures: &Figures{Programs: 1}, alarms: map[il.Sites]*alarm{}}
	c.Statements = statements(core)
	for i := range pairs {
		c.pair(&pairs[i])
	}
	c.finish(core, pairs)
	return c.Figures
}

// Counting is how figures of a program are counted: FiguresOf, or RaceMobOf.
type Counting func(ctx context.Context, core *il.Core, o analyzers.Options) *Figures

// FiguresKind is the name of the campaigns of RandomFigures.
const FiguresKind = "compare table"

// RandomFigures counts in random programs.
func RandomFigures(ctx context.Context, d Draw, count Counting, o analyzers.Options) (*Figures, []Failure) {
	return d.figures(count, o).Run(ctx)
}

// FiguresWorker is the job of a worker elsewhere for a draw that RandomFigures was
// called with there.
func (d Draw) FiguresWorker(count Counting, o analyzers.Options) *campaign.Job[campaign.Range, *Part[*Figures]] {
	return d.figures(count, o).Job()
}

func (d Draw) figures(count Counting, o analyzers.Options) *Sweep[*Figures] {
	return &Sweep[*Figures]{
		Kind: FiguresKind, Draw: d, Zero: func() *Figures { return &Figures{} }, Plus: (*Figures).Plus, Check: (*Figures).check, Program: d.Drawing.Program,
		One: func(ctx context.Context, seed uint64) (*Figures, *Failure) {
			_, core, failure := Drawn(seed, d.Drawing.Options)
			if failure != nil {
				return &Figures{Programs: 1}, failure
			}
			return count(ctx, core, o), nil
		},
	}
}

// check tells why figures from elsewhere are none of so many programs.
func (f *Figures) check(programs uint64) error {
	if f == nil || f.Programs != programs || f.Cut > programs {
		return fmt.Errorf("no figures of %s", text.Count(programs, "program"))
	}
	return nil
}

// statements is how many statements of Figure 4 a file has.
func statements(core *il.Core) (n uint64) {
	for _, u := range core.Units {
		il.Walk(u.Body, func(il.Stmt) { n++ })
	}
	return n
}

// counter counts in a program.
type counter struct {
	*Figures
	alarms map[il.Sites]*alarm // by sites, the lesser first
	paths  [2]map[string]bool
}

// alarm is an unordered pair of accesses of a file.
type alarm struct {
	by    [3]bool // of figured, who reports it in some pair of units
	truth Verdict // the best of all pairs of units: real, then not decided
}

func (c *counter) pair(p *Pair) {
	for k := range p.Rows {
		r := &p.Rows[k]
		truth := r.Truth[analyzers.Coenabled]
		c.alarm(r, truth)
		for i := range c.Reports {
			c.Reports[i] += uint64(len(r.Reports[i]))
			for _, report := range r.Reports[i] {
				for _, side := range report.Held {
					if c.paths[i] == nil {
						c.paths[i] = map[string]bool{}
					}
					c.paths[i][side.Path] = true
				}
			}
		}
		for _, report := range r.Reports[ofRacerD] {
			if !slices.ContainsFunc(r.Reports[ofRacerDX], func(x analyzers.Report) bool { return *x.Held == *report.Held }) {
				c.Lost.add(truth)
			}
		}
	}
}

// alarm enters a row under its unordered pair of accesses.
func (c *counter) alarm(r *Row, truth Verdict) {
	s := r.Sites
	if s[0].Compare(s[1]) > 0 {
		s[0], s[1] = s[1], s[0]
	}
	a := c.alarms[s]
	if a == nil {
		a = &alarm{truth: unrealVerdict}
		c.alarms[s] = a
	}
	for i := range a.by {
		a.by[i] = a.by[i] || r.Has(i)
	}
	if truth == realVerdict || truth == unknownVerdict && a.truth == unrealVerdict {
		a.truth = truth
	}
}

// finish counts what is of the whole program.
func (c *counter) finish(core *il.Core, pairs []Pair) {
	lines := [3]map[int]bool{{}, {}, {}}
	for s, a := range c.alarms {
		if a.truth == unrealVerdict && undecided(s, pairs) {
			a.truth = unknownVerdict
		}
		for i, to := range map[int]*Judged{ofRacerD: &c.RacerD, ofChord: &c.Chord} {
			if a.by[i] {
				to.add(a.truth)
				for _, site := range s {
					lines[i][core.Source.Position(site.At).Line] = true
				}
			}
		}
	}
	for line := range lines[ofChord] {
		c.ChordLines++
		if lines[ofRacerD][line] {
			c.CommonLines++
		}
	}
	for i := range c.Paths {
		c.Paths[i] = uint64(len(c.paths[i]))
	}
	for i := range pairs {
		if !pairs[i].Complete() {
			c.Cut = 1
		}
	}
	if len(pairs) > 0 && pairs[0].Answers[ofChord].Stages != nil {
		for k, s := range pairs[0].Answers[ofChord].Stages() { // of all pairs
			c.Stages[k] = s.Pairs
		}
	}
}

// undecided tells whether an unordered pair of accesses is a candidate of some pair of
// units in which nobody reports it and no search has ruled it out.
func undecided(s il.Sites, pairs []Pair) bool {
	return slices.ContainsFunc(pairs, func(p Pair) bool {
		return p.Rest[analyzers.Coenabled] == unknownVerdict && (p.Candidates.Has(s) || p.Candidates.Has(il.Sites{s[1], s[0]}))
	})
}

// Stages names the columns of Figures.Stages.
func Stages() (names []string) {
	for _, s := range chord.AllStages() {
		names = append(names, s.String())
	}
	return names
}
