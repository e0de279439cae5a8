package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"wobbly/internal/exact"
	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// maxShown is how many filtered or excluded pairs text shows: a screenful.
const maxShown = 20

// checkText prints what check found in a file as people read it. Where reports are
// not judged, Tally.text prints the last line once for all files.
func checkText(w io.Writer, style Style, c *Check) (Tally, error) {
	p, t, judged := &page{Style: style, w: w}, c.tally(), c.Judged()
	listed, replayed := 0, 0
	var first Race
	for r := range c.Races {
		if !judged && c.Shown > 0 && listed == c.Shown {
			break
		}
		listed++
		t.count(c, r)
		if r.Verdict == Confirmed {
			replayed++
		}
		if listed == 1 || first.Verdict != Confirmed && r.Verdict == Confirmed {
			first = r
		}
		if judged {
			p.judged(c, r)
		} else {
			p.race(c, r)
		}
		p.line("")
		if p.err != nil {
			return t, p.err
		}
	}
	switch more := "; --limit N for more"; {
	case !c.TotalRaces.Exceeds(listed):
	case judged:
		if c.interrupted() {
			more = ""
		}
		p.prose(0, "Showing %d of %s%s.", listed, text.Count(c.TotalRaces, "report"), more)
		p.line("")
	case !c.interrupted():
		p.prose(0, "Showing the %d with the shortest paths of %s%s.", listed, text.Count(c.TotalRaces, "race"), more)
		p.line("")
	}
	for _, d := range c.Deadlocks {
		p.deadlock(c, d)
	}
	none := !judged && c.TotalRaces.IsZero()
	if none {
		p.line("%s: %s reports no race.", FileName(c.File), c.Title)
		p.line("")
	}
	if !c.TotalFiltered.IsZero() {
		p.filtered(c)
	}
	if none && c.Excluded != nil {
		p.noRace(c)
	}
	if !judged && listed > 0 {
		p.raceEnd(c, first, listed, replayed)
	}
	if c.Pairs != nil {
		p.pairs(c.Pairs())
	}
	t.Interrupted = c.interrupted()
	if judged {
		p.account(c, t.Interrupted)
	}
	return t, p.err
}

// text prints the one line that ends the text of check.
func (t Tally) text(p *page) {
	unlisted := ""
	if t.Undecided > 0 {
		unlisted = fmt.Sprintf(", %d not decided", t.Undecided)
	}
	if t.Races.Exceeds(t.listed()) {
		unlisted += fmt.Sprintf(", %s not listed", minus(t.Races, t.listed()))
	}
	files := ""
	if t.Files != 1 {
		files = text.Count(t.Files, "file") + ": "
	}
	p.line("%s%s: %d confirmed, %d refuted%s. %s filtered.%s%s", files,
		text.Count(t.Races, "race"), t.Confirmed, t.Refuted, unlisted,
		text.Count(t.Filtered, "candidate pair"), t.deadlockWords(), interruptedWords(t.Interrupted))
}

func minus(n exact.Nat, k int) string {
	b := n.Big()
	return b.Sub(b, exact.Of(k).Big()).String()
}

// headline is the word for a race with a verdict.
func headline(verdict string) string {
	switch verdict {
	case Confirmed:
		return "race"
	case Unknown:
		return "not decided"
	default:
		return "refuted"
	}
}

// PairSentence is "meps reads, reps writes b.f" or, where the paths differ,
// "meps reads a.f, reps writes b.f".
func PairSentence(l, r Side) string {
	if l.Path == r.Path {
		return fmt.Sprintf("%s %ss, %s %ss %s", l.Unit, l.Kind, r.Unit, r.Kind, r.Path)
	}
	return fmt.Sprintf("%s %ss %s, %s %ss %s", l.Unit, l.Kind, l.Path, r.Unit, r.Kind, r.Path)
}

var letters = [2]string{"A", "B"}

// thread names a thread together with what it runs.
func thread(i int, s Side) string {
	if s.Unit == letters[i] {
		return s.Unit
	}
	return letters[i] + " (" + s.Unit + ")"
}

// lockWords says which locks a side holds, or how often the unnamed one.
func lockWords(s Side) string {
	switch {
	case len(s.Locks) > 0:
		return "holding " + text.And(slice.Map(s.Locks, LockWords))
	case s.Locks != nil:
		return "without a lock"
	}
	switch l := s.Lock; l {
	case 0:
		return "without the lock"
	case 1:
		return "under the lock"
	default:
		return fmt.Sprintf("under the lock, depth %d", l)
	}
}

// callChain is " called at 12:3, 5:1" or nothing.
func callChain(calls []string) string {
	const most = 4
	switch n := len(calls); {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf("called at %s, ... %d more ..., %s", strings.Join(calls[:most-1], ", "), n-most, calls[n-1])
	default:
		return "called at " + strings.Join(calls, ", ")
	}
}

// filtered prints the pairs that are not reported: as a prefix of a path is wobbly, or, where
// reports are judged, for the reasons that the analyzer gives.
func (p *page) filtered(c *Check) {
	pairs := text.Count(c.TotalFiltered, "candidate pair")
	if c.Judged() {
		p.prose(0, "Not reported: %s that are not races according to the analysis.", pairs)
	} else {
		p.prose(0, "Not reported: %s whose paths may lead to different cells, because a prefix is wobbly.%s", pairs, c.more("F1"))
		p.line("")
	}
	shown, more := 0, false
	for f := range c.Filtered {
		if more = shown == maxShown; more || p.err != nil {
			break
		}
		shown++
		if c.Judged() {
			p.prose(2, "%s  %s / %s: %s.", f.ID, judgedSide(f.Left), judgedSide(f.Right), ownedWords(f))
		} else {
			p.filteredPair(f)
		}
	}
	switch {
	case c.Judged() && more:
		p.line("  ... and more; --json lists them.")
	case !c.Judged() && c.TotalFiltered.Exceeds(shown) && !c.interrupted():
		p.line("  ... and %s more; --json lists them.", minus(c.TotalFiltered, shown))
	}
	p.line("")
}

// more names the command that explains a report.
func (c *Check) more(id string) string {
	if c.Name == "" {
		return ""
	}
	return fmt.Sprintf(" More: wobbly explain %s %s%s", c.Name, id, c.Flags)
}

// filteredPair prints one pair and why it is left out.
func (p *page) filteredPair(f Filtered) {
	head := fmt.Sprintf("%s / %s", shortSide(f.Left, ""), shortSide(f.Right, ""))
	if f.Left.Path == f.Right.Path {
		head = fmt.Sprintf("%s: %s / %s", ShortPath(f.Left.Path), shortSide(f.Left, f.Left.Path), shortSide(f.Right, f.Right.Path))
	}
	for i, l := range p.wrap(head, width-6) {
		if i == 0 {
			l = p.paint(bold, f.ID) + "  " + l
		} else {
			l = "    " + l
		}
		p.line("  %s", l)
	}
	const most = 4
	for i, x := range f.Wobbly {
		if i == most {
			p.line("      ... and %d more prefixes.", len(f.Wobbly)-most)
			break
		}
		p.prose(6, "%s", WobblySentence(x))
	}
}

// shortSide is "meps 4:8 reads b.f, lock 1"; a path already told is left out.
func shortSide(s Side, told string) string {
	path := ""
	if s.Path != told {
		path = " " + ShortPath(s.Path)
	}
	return fmt.Sprintf("%s %s %ss%s, lock %d", s.Unit, s.At, s.Kind, path, s.Lock)
}

// ShortPath leaves out the middle of a path that is too long to read, "a.f.(+7).g".
func ShortPath(path string) string {
	const most, head, tail = 60, 4, 2
	names := strings.Split(path, ".")
	if len(path) <= most || len(names) <= head+tail+1 {
		return path
	}
	return fmt.Sprintf("%s.(+%d).%s", strings.Join(names[:head], "."), len(names)-head-tail, strings.Join(names[len(names)-tail:], "."))
}

// WobblySentence says which statement makes a prefix wobbly.
func WobblySentence(x Wobbly) string {
	return fmt.Sprintf("%s is wobbly in %s: %s.", ShortPath(x.Prefix), x.Unit, ActionWords(x))
}

// ActionWords says which statement does what with a prefix.
func ActionWords(x Wobbly) string {
	text := fmt.Sprintf("%s %s (%s)", x.At, x.Action, x.Text)
	if len(x.Calls) > 0 {
		text += fmt.Sprintf(" in %s, where it is %s, %s", x.Within, ShortPath(x.Expr), callChain(x.Calls))
	}
	return text
}

// noRace says what keeps accesses apart, and what it means that nothing was
// reported.
func (p *page) noRace(c *Check) {
	e := c.Excluded(maxShown)
	if e.Accesses == 0 {
		p.prose(0, "No method accesses a cell through its parameters, and %s considers only such accesses.", c.Title)
		p.line("")
		return
	}
	p.excluded(e)
	p.line("")
	if c.Pairs != nil && c.Pairs().Open == 0 {
		return // certificates prove that there is none
	}
	limits := "accesses through locals are not considered, and schedules were not explored."
	if !c.TotalFiltered.IsZero() {
		limits = "the filtered pairs may race, " + limits
	}
	p.prose(0, "This does not prove that there is none: %s (wobbly explore does.)", limits)
	p.line("")
}

// excluded prints the table of pairs that the lock keeps apart.
func (p *page) excluded(e Excluded) {
	if e.Found == 0 {
		p.prose(0, "No other two accesses have the same fields and a write among them.")
		return
	}
	least := ""
	if !e.Complete {
		least = "at least "
	}
	p.line("Kept apart by the lock: %s%s.", least, text.Count(e.Found, "pair"))
	rows := slice.Map(e.Pairs, func(x ExcludedPair) []string {
		why := fmt.Sprintf("depths %d and %d", x.Left.Lock, x.Right.Lock)
		if common := slice.Filter(x.Left.Locks, func(l string) bool { return slices.Contains(x.Right.Locks, l) }); len(common) > 0 {
			why = "both hold " + text.And(slice.Map(common, LockWords))
		}
		return []string{tableSide(x.Left), tableSide(x.Right), why}
	})
	p.lines(2, table(rows))
	if more := e.Found - len(e.Pairs); more > 0 {
		p.line("  ... and %d more.", more)
	}
}

func tableSide(s Side) string {
	return fmt.Sprintf("%s %s %s %s", s.Unit, s.At, s.Kind, ShortPath(s.Path))
}

// table sets rows in columns, two spaces apart.
func table(rows [][]string) []string { return measure.Columns(rows) }

func (p *page) judged(c *Check, r Race) {
	role := bold
	if r.Verdict == Impossible || r.Verdict == Outside {
		role = plain
	}
	p.line("%s", p.paint(role, shortHead(c, r)))
	if r.Needs != nil {
		p.prose(2, "%s", r.Needs.line())
	}
	for _, why := range r.Why {
		p.prose(2, "%s", why)
	}
	if r.Why == nil && r.Note != "" {
		p.prose(2, "%s: %s.", c.Title, r.Note)
	}
	if r.Reason != "" {
		p.prose(2, "Refuted: %s.", r.Reason)
	}
	switch {
	case r.Left.Unreached:
		p.prose(2, "No execution shows it: %s never calls the method with the access at %s.", r.Left.Unit, r.Left.At)
	case r.Right.Unreached:
		p.prose(2, "No execution shows it: %s never calls the method with the access at %s.", r.Right.Unit, r.Right.At)
	case r.Verdict == Outside:
		p.prose(2, "By Definition 3.6 this is not a read: a path is read only at its last field.")
	case r.Verdict == Impossible:
		p.prose(2, "No execution shows it: all interleavings from all initial states were searched.")
	case r.Witness != nil:
		p.prose(2, "Witness: %s.", turns(r.Witness))
	}
}

// account prints how a judged document came about: what the stages of the analysis leave, what was
// cut, and the counts of the verdicts.
func (p *page) account(c *Check, interrupted bool) {
	if len(c.Stages) > 0 {
		rows := [][]string{}
		for _, s := range c.Stages {
			rows = append(rows, []string{"after " + s.Name, fmt.Sprint(s.Pairs), "pairs of accesses"})
		}
		p.lines(0, table(alignFrom(1, rows)))
		p.line("")
	}
	for _, x := range c.Cut {
		p.prose(0, "Cut: %s.", x)
	}
	p.defects(c.Defects)
	p.prose(0, "%s%s", judgedSummary(c), interruptedWords(interrupted))
}

// judgedSide returns "m 4:8 reads b.f, lock 1".
func judgedSide(s Side) string {
	text := shortSide(s, "")
	if s.LockTop {
		text = strings.TrimSuffix(text, "2") + "⊤"
	}
	return text
}

// ownedWords returns the reasons why a pair is not reported.
func ownedWords(f Filtered) string {
	var all []string
	for _, r := range f.Reasons {
		switch {
		case r == ReasonNoEvidence:
			all = append(all, "nothing indicates that one of the two runs in parallel with other threads")
		case len(f.Owned) == 2:
			all = append(all, "both objects are assumed to be the thread's own")
		default:
			all = append(all, "the object of the "+f.Owned[0]+" access is assumed to be the thread's own")
		}
	}
	return strings.Join(all, ", and ")
}

// judgedSummary returns the last line of the text, except whether the run was interrupted.
func judgedSummary(c *Check) string {
	text := fmt.Sprintf("%s: %s reports %s: %d real, %d false", FileName(c.File), c.Title, text.Count(c.TotalRaces, "pair"), c.Counts[Confirmed], c.Counts[Impossible])
	if n := c.Counts[Unknown]; n > 0 {
		text += fmt.Sprintf(", %d not decided", n)
	}
	if n := c.Counts[Outside]; n > 0 {
		text += fmt.Sprintf(", %d of reads along the path of other accesses, which the definition does not cover", n)
	}
	if n := c.Counts[Refuted]; n > 0 {
		text += fmt.Sprintf(", %d refuted, which is a defect of wobbly", n)
	}
	if c.TotalRaces.Exceeds(c.judged()) {
		text += fmt.Sprintf(", %s not judged", minus(c.TotalRaces, c.judged()))
	}
	return text + fmt.Sprintf(" (by: %s).", c.Truth)
}
