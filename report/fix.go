package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// FixSchema names the document of fix.
const FixSchema = "wobbly/fix/1"

// Fix is the result of wobbly fix: proposals to remove a race, or the statements that can leave
// lock regions.
type Fix struct {
	File string `json:"file"`
	// Race is the race to repair. It is nil if there is none, and with Regions.
	Race *FixRace `json:"race,omitempty"`
	// Deadlock is the deadlock to repair instead of a race.
	Deadlock *FixDeadlock `json:"deadlock,omitempty"`
	Before   *FixAccount  `json:"before,omitempty"`
	// Tried counts the changed programs that were judged.
	Tried     int           `json:"tried"`
	Proposals []FixProposal `json:"proposals"`
	Regions   []FixRegion   `json:"regions,omitempty"`
	// Undecided says whether a bound kept the answer open.
	Undecided bool `json:"undecided"`
	// Written says whether the file was changed.
	Written bool `json:"written"`
}

// FixRace is a race by its accesses.
type FixRace struct {
	// ID is the number that check gives it.
	ID    string  `json:"id,omitempty"`
	Left  FixSide `json:"left"`
	Right FixSide `json:"right"`
}

// FixDeadlock is a deadlock by the lock()s at which both threads wait.
type FixDeadlock struct {
	ID    string `json:"id"`
	Left  Waiter `json:"left"`
	Right Waiter `json:"right"`
}

// FixSide is an access.
type FixSide struct {
	Unit string `json:"unit"`
	At   string `json:"at"`
	Kind string `json:"kind"`
}

// FixAccount describes a program, before or after a change. Numbers beyond every integer type are
// decimal strings.
type FixAccount struct {
	// Race says whether the accesses of the race at hand race: yes, no or unknown.
	Race string `json:"race"`
	// Races counts the races of the pair. It is a lower bound if the search was cut.
	Races  int    `json:"races"`
	Cut    string `json:"cut,omitempty"`
	States uint64 `json:"states"`
	// Interleavings is null if there is no bound, or if they were not counted.
	Interleavings *string `json:"interleavings"`
	// Uncounted says why they were not counted.
	Uncounted string `json:"uncounted,omitempty"`
	// Reports counts the reports of RacerDX on the pair. It is null if its sets are too large.
	Reports *string `json:"reports"`
	// Reported says whether the race at hand is among them.
	Reported bool `json:"reported"`
}

// FixProposal is a change.
type FixProposal struct {
	// Kind is region, copy, shrink, order or gate.
	Kind    string      `json:"kind"`
	Title   string      `json:"title"`
	Notes   []string    `json:"notes"`
	Diff    string      `json:"diff"`
	Program string      `json:"program"`
	After   *FixAccount `json:"after,omitempty"`
	// Lost is an execution in which an update is still lost.
	Lost *LessonRun `json:"lost_update,omitempty"`
}

// FixRegion is a lock region and the statements that can leave it.
type FixRegion struct {
	At         string    `json:"at"`
	Unit       string    `json:"unit"`
	Statements []FixPart `json:"statements"`
}

// FixPart is a statement of a lock region.
type FixPart struct {
	At   string `json:"at"`
	Text string `json:"text"`
	// Leaves says whether the statement can leave the region: yes, no or unknown.
	Leaves string `json:"leaves"`
	Why    string `json:"why,omitempty"`
}

// region prints a lock region with a line for each of its statements. It prints an answer that does
// not fit next to its statement below it.
func (p *page) region(r FixRegion) {
	p.line("%s in %s", r.At, r.Unit)
	fits := func(x FixPart) bool { return cells("  "+x.At+"  "+x.Text+"  "+x.Answer()) <= width }
	lines := table(slice.Map(slice.Filter(r.Statements, fits), func(x FixPart) []string {
		return []string{"  " + x.At, x.Text, x.Answer()}
	}))
	for _, x := range r.Statements {
		line := ""
		if fits(x) {
			line, lines = lines[0], lines[1:]
		}
		if line != "" && cells(line) <= width {
			p.line("%s", line)
		} else {
			p.line("  %s  %s", x.At, x.Text)
			p.prose(7, "%s", x.Answer())
		}
	}
}

// Answer returns "can leave", "stays" or "unknown", and then a colon and the reason if there is
// one.
func (x FixPart) Answer() string {
	word := map[string]string{"yes": "can leave", "no": "stays", "unknown": "unknown"}[x.Leaves]
	return word + when(x.Why != "", ": %s", x.Why)
}

// FixText prints proposal n, counted from 1, with its effects, and names the others; or lock
// regions, if these were requested. patch accepts the text: it skips everything except the diff.
func FixText(f *Fix, n int, regions bool) Printed {
	return func(p *page) {
		switch {
		case regions:
			p.regions(f)
		case f.Deadlock != nil:
			d := f.Deadlock
			p.para(0, "%s: %s: %s.", FileName(f.File), d.ID,
				DeadlockSentence(Deadlock{Left: d.Left, Right: d.Right}))
			p.fixes(f, n)
		case f.Race == nil:
			p.line("%s: there is no race to repair.", FileName(f.File))
		default:
			p.spaced("%s: %s", FileName(f.File), f.Race)
			p.fixes(f, n)
		}
	}
}

// regions prints the lock regions, and the program with smaller ones.
func (p *page) regions(f *Fix) {
	p.line("%s: %s.", FileName(f.File), text.Count(len(f.Regions), "lock region"))
	for _, r := range f.Regions {
		p.line("")
		p.region(r)
	}
	if len(f.Proposals) > 0 {
		p.line("")
		p.para(0, "Smaller regions, without the statements at their ends that can leave together:")
		p.diff(f.Proposals[0].Diff)
		p.line("")
		p.prose(0, "This adds no race. %s", strings.Join(f.Proposals[0].Notes, " "))
		if f.Written {
			p.line("%s is written.", FileName(f.File))
		}
	}
	if f.Undecided {
		p.line("")
		p.prose(0, "A bound cut a search, so the answer is incomplete; --max-states goes further.")
	}
}

// String returns the race in the form "R1: meps reads at 26:5, reps writes at 32:3".
func (r *FixRace) String() string {
	return when(r.ID != "", "%s: ", r.ID) + fmt.Sprintf("%s %ss at %s, %s %ss at %s",
		r.Left.Unit, r.Left.Kind, r.Left.At, r.Right.Unit, r.Right.Kind, r.Right.At)
}

// fixes prints proposal n, counted from 1, and names the others.
func (p *page) fixes(f *Fix, n int) {
	what := "deadlock"
	if f.Race != nil {
		what = "race"
	}
	switch {
	case f.Race != nil && f.Before.Race == "no":
		p.prose(0, "These accesses do not race in any schedule, from any initial state: there is "+
			"nothing to repair.")
		return
	case f.Race != nil && len(f.Proposals) == 0 && f.Undecided:
		p.prose(0, "A bound cut the searches, so it is not known whether any change removes the "+
			"race; --max-states goes further.")
		return
	case len(f.Proposals) == 0:
		p.prose(0, "Nothing that was tried removes the %s (%s).", what,
			text.Count(f.Tried, "changed program"))
		return
	}
	x := f.Proposals[n-1]
	p.para(0, "Proposal %d of %d: %s.", n, len(f.Proposals), x.Title)
	p.diff(x.Diff)
	if f.Race != nil {
		p.line("")
		p.lines(0, BeforeAfter(f.Race, f.Before, x.After))
	}
	for _, note := range x.Notes {
		p.line("")
		p.prose(0, "%s", note)
	}
	if x.Lost != nil {
		p.runSteps(2, x.Lost)
	}
	if f.Race != nil {
		if why := cmp.Or(x.After.Uncounted, f.Before.Uncounted); why != "" {
			p.line("")
			p.prose(0, "The interleavings were not counted: %s.", why)
		}
		if x.After.Cut != "" {
			p.line("")
			p.prose(0, "A bound cut a search (%s). The race is gone for certain, because both "+
				"accesses are in lock regions; the other answers cover only the states "+
				"that were searched.", x.After.Cut)
		}
	}
	for i, y := range f.Proposals {
		if i != n-1 {
			p.line("")
			p.prose(0, "--proposal %d: %s.", i+1, y.Title)
		}
	}
	p.line("")
	if f.Written {
		p.line("%s is written.", FileName(f.File))
	} else {
		p.line("--write changes the file.")
	}
}

// BeforeAfter returns the lines of a table of two accounts.
func BeforeAfter(r *FixRace, before, after *FixAccount) []string {
	races := func(a *FixAccount) string {
		if a.Cut != "" {
			return fmt.Sprintf("at least %d", a.Races)
		}
		return fmt.Sprint(a.Races)
	}
	or := func(text *string, none string) string {
		if text == nil {
			return none
		}
		return *text
	}
	pair := r.Left.Unit + " || " + r.Right.Unit
	row := func(name string, of func(*FixAccount) string) []string {
		return []string{name, of(before), of(after)}
	}
	return table([][]string{
		{"", "before", "after"},
		row("the race, in any schedule", func(a *FixAccount) string { return a.Race }),
		row("races of "+pair, races),
		row("reports of RacerDX on "+pair,
			func(a *FixAccount) string { return or(a.Reports, "too large") }),
		row("states searched",
			func(a *FixAccount) string { return fmt.Sprint(a.States) }),
		row("complete interleavings", func(a *FixAccount) string {
			if a.Uncounted != "" {
				return "unknown"
			}
			return or(a.Interleavings, "no bound")
		}),
	})
}

// diff prints a diff. It keeps its lines whole, so that patch accepts them.
func (p *page) diff(text string) {
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		shown := plain
		switch {
		case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"):
			shown = bold
		case strings.HasPrefix(line, "-"):
			shown = faint
		case strings.HasPrefix(line, "+"):
			shown = good
		}
		if p.err == nil {
			_, p.err = io.WriteString(p.w, p.paint(shown, line)+"\n")
		}
	}
}

func (*Fix) schema() string { return FixSchema }
