package report

import (
	"fmt"
	"io"

	"wobbly/internal/text"
)

// ExploreText prints the result of explore for people, except the last line, which is the
// text of the Outcome.
func ExploreText(w io.Writer, style Style, d *Exploration) (Outcome, error) {
	p, o := &page{Style: style, w: w}, Outcome{}
	pruned := ""
	unsearched, why := 0, ""
	for x := range d.Pairs {
		if o.count(&x); x.Unsearched {
			unsearched, why = unsearched+1, x.Further
			continue
		}
		if x.Pruned {
			pruned = prunedWords(&x)
		}
		p.explored(d, &x, &o)
		p.line("")
		if p.err != nil {
			return o, p.err
		}
	}
	if unsearched > 0 {
		p.prose(0, "%s: not searched: %s. %s", FileName(d.File), text.Count(unsearched, "pair"), why)
		p.line("")
	}
	if pruned != "" {
		p.prose(0, "%s", pruned)
		p.line("")
	}
	for _, s := range d.Skipped {
		p.prose(0, "%s: %s || %s was not explored: %s.", FileName(d.File), s.Left, s.Right, s.Reason)
		p.line("")
	}
	return o, p.err
}

// text prints the last line of the text of explore.
func (o Outcome) text(p *page) {
	refused, cut := "", "every search was complete"
	if o.Refused > 0 {
		refused = fmt.Sprintf(", %d of them with a witness that was refused", o.Refused)
	}
	if o.Cut > 0 {
		cut = fmt.Sprintf("%d of %d searches cut", o.Cut, o.Pairs)
	}
	deadlocks := ""
	if o.Deadlocks > 0 {
		deadlocks = " and " + text.Count(o.Deadlocks, "deadlock")
	}
	p.line("%s%s in %s%s; %s.", text.Count(o.Races, "race"), deadlocks, text.Count(o.Pairs, "pair"), refused, cut)
}

// explored prints one pair: the verdict, the races or why there is none, and the search.
func (p *page) explored(d *Exploration, x *Explored, o *Outcome) {
	p.line("%s %s", p.heading(d.File, x.Left, x.Right), p.paint(verdictRole(x), verdict(x)))
	p.line("")
	unlisted := 0
	for r := range o.listed(x, &unlisted) {
		if p.exploredRace(d, r); p.err != nil {
			return
		}
	}
	if unlisted > 0 {
		p.prose(2, "Not shown, since the run was interrupted: %s.", text.Count(unlisted, "more race"))
		p.line("")
	}
	for _, x := range x.Deadlocks.List {
		p.exploredDeadlock(d, x)
	}
	if x.Complete && x.Found == 0 {
		p.absence(x)
	}
	p.searched(x)
}

func verdictRole(x *Explored) role {
	switch {
	case x.Found > 0 || len(x.Deadlocks.List) > 0:
		return alarm
	case x.Complete:
		return good
	default:
		return plain
	}
}

// verdict returns one of three answers: there are these races and no others, there is none,
// or the search was cut and there may be more.
func verdict(x *Explored) string {
	from := "from any initial state"
	if x.Init == "given" {
		from = "from the given initial state"
	}
	n := text.Count(x.Found, "race")
	if k := len(x.Deadlocks.List); k > 0 {
		if n += " and " + text.Count(k, "deadlock"); x.Complete {
			return fmt.Sprintf("%s, and no other %s.", n, from)
		}
		return n + " so far; the search was cut, there may be more."
	}
	switch {
	case x.Complete && x.Found > 0:
		return fmt.Sprintf("%s, and no other %s.", n, from)
	case x.Complete:
		return fmt.Sprintf("no race %s.", from)
	case x.Found > 0:
		return fmt.Sprintf("%s so far; the search was cut, there may be more.", n)
	default:
		return "unknown: no race so far, but the search was cut."
	}
}

// exploredRace prints the line for a race that tools can read, and the witness.
func (p *page) exploredRace(d *Exploration, r ExploredRace) {
	p.line("%s %s %s", p.paint(bold, fmt.Sprintf("%s:%s:", FileName(d.File), r.Left.At)), p.paint(alarm, headline(r.Verdict)+":"),
		fmt.Sprintf("%s (with %s) [%s]", PairSentence(r.Left, r.Right), r.Right.At, r.Verdict))
	for i := range 2 {
		if chain := callChain(r.side(i).Calls); chain != "" {
			p.prose(4, "%s is %s.", thread(i, r.side(i)), chain)
		}
	}
	if r.Verdict == Refuted {
		p.prose(4, "The independent checker refused the witness: %s. This is a defect of wobbly; please report it together with the program.", r.Reason)
	}
	if r.Needs != nil {
		p.prose(4, "%s", r.Needs.line())
	}
	if r.Witness != nil {
		p.prose(4, "%s", initialWords(r.Witness))
		p.lines(4, p.lanes(d.Source, r.Race))
	}
	p.line("")
}

// exploredDeadlock prints the line for a deadlock that tools can read, and the schedule.
func (p *page) exploredDeadlock(d *Exploration, x ExploredDeadlock) {
	p.line("%s %s", p.paint(bold, fmt.Sprintf("%s:%s:", FileName(d.File), x.Left)),
		p.paint(alarm, fmt.Sprintf("deadlock (with %s)", x.Right)))
	if x.Refused != "" {
		p.prose(4, "The independent checker refused the witness: %s. This is a defect of wobbly; please report it together with the program.", x.Refused)
	}
	p.steps(x.Witness)
	p.line("")
}

// absence prints why no pair of accesses races.
func (p *page) absence(x *Explored) {
	a := x.Absence
	if a.Conflicts == 0 {
		p.prose(2, "No race is possible: no two accesses have the same field and a write among them (%s in all).", text.CountOf(a.Accesses, "access", "accesses"))
		p.line("")
		return
	}
	least := ""
	if !a.Complete {
		least = "At least "
	}
	p.prose(2, "%s%s with the same field and a write among them cannot race.", least, text.CountOf(a.Conflicts, "pair of accesses", "pairs of accesses"))
	p.absent("Both always under the lock:", a.Rows, true)
	p.absent("Never about to access the same cell, in any reachable state:", a.Rows, false)
	if more := a.Conflicts - len(a.Rows); more > 0 {
		p.line("    ... and %d more.", more)
	}
	p.line("")
}

// absentSide returns "A 3:5 read b.f".
func absentSide(i int, s Side) string {
	return fmt.Sprintf("%s %s %s %s", letters[i], s.At, s.Kind, ShortPath(s.Path))
}

// absent prints the rows that are locked, or those that are not, in columns if they fit.
func (p *page) absent(title string, all []AbsentRow, locked bool) {
	var rows [][]string
	for _, r := range all {
		if r.Locked == locked {
			rows = append(rows, []string{absentSide(0, r.Left), absentSide(1, r.Right)})
		}
	}
	if len(rows) == 0 {
		return
	}
	p.line("  %s", title)
	lines := table(rows)
	if widest(lines) <= width-4 {
		p.lines(4, lines)
		return
	}
	for _, r := range rows {
		p.line("    %s", r[0])
		p.line("      %s", r[1])
	}
}

// searched says how far the search went, and what that means.
func (p *page) searched(x *Explored) {
	p.labelled("Searched", "%s", searchWords(x))
	if x.Certified > 0 {
		p.labelled("Certified", "%s a certificate of absence, so the search leaves %s out.",
			text.CountOf(x.Certified, "pair of accesses has", "pairs of accesses have"), pronoun(x.Certified))
	}
	switch {
	case x.Interleavings != nil:
		p.labelled("Schedules", "%s%s%s.", decimal(*x.Interleavings, "complete interleaving", "complete interleavings"), fromEach(x), classWords(x))
	case x.Counted != "":
		p.labelled("Schedules", "%s", x.Counted)
	}
	if !x.Pruned {
		p.labelled("Ends", "%s", endWords(x))
	}
	if x.Missed != nil {
		p.labelled("Hashed", "States with equal 64-bit fingerprints were treated as one. The probability that two different ones were is at most %.1e.", *x.Missed)
	}
	if !x.Complete {
		p.labelled("Cut", "%s", x.Further)
	}
}

func pronoun(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

func searchWords(x *Explored) string {
	how := map[string]string{"breadth": "breadth first", "depth": "depth first", "random": "in random runs"}[x.Strategy]
	words := fmt.Sprintf("%s and %s, %s, %s deep", text.Count(x.States, "state"), text.Count(x.Transitions, "step"), how, text.Count(x.Depth, "step"))
	if x.Init == "all" && x.Layout == "flat" {
		words += ", in the flat layout"
	}
	switch {
	case x.Reduced && !x.Pruned:
		words += ", with partial-order reduction"
	}
	if x.Unroll != nil {
		words += fmt.Sprintf("; each loop at most %s each time", text.Count(*x.Unroll, "iteration"))
	}
	if x.Switches != nil {
		words += fmt.Sprintf("; at most %s between the threads", decimal(fmt.Sprint(*x.Switches), "switch", "switches"))
	}
	if x.Aliases != nil {
		words += fmt.Sprintf("; initial states of at most %s", decimal(fmt.Sprint(*x.Aliases), "alias", "aliases"))
	}
	return words + "."
}

// prunedWords says once for all pairs what the searches left out.
func prunedWords(x *Explored) string {
	what := "states"
	if x.Reduced {
		what = "interleavings and states"
	}
	return "The searches left out " + what + " that cannot lead to another race; --full explores all of them."
}

func fromEach(x *Explored) string {
	if x.Init == "all" {
		return " from each initial state"
	}
	return ""
}

// classWords returns what the stateless search adds to the number of interleavings.
func classWords(x *Explored) string {
	text := ""
	if x.Executions != "" {
		text = "; the stateless search explored " + decimal(x.Executions, "execution", "executions")
	}
	if x.Classes != "" {
		text += " for " + decimal(x.Classes, "Mazurkiewicz class", "Mazurkiewicz classes")
	}
	if x.StatelessCut != "" {
		text += ", but was cut (" + x.StatelessCut + ")"
	}
	return text
}

// decimal returns "1 state" or "12 states" for a number in decimal.
func decimal(n, one, many string) string {
	if n == "1" {
		return "1 " + one
	}
	return brief(n) + " " + many
}

func endWords(x *Explored) string {
	words := fmt.Sprintf("Both threads have ended in %s", text.Count(x.Ends, "state"))
	if x.Stuck == 0 && x.Deadlocks.States == 0 {
		return words + "; no thread is stuck or waits for ever."
	}
	return words + fmt.Sprintf("; %s stuck, %s in which a thread waits for ever.", text.Count(x.Stuck, "state"), text.Count(x.Deadlocks.States, "state"))
}
