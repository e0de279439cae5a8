package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"wobbly/il"
	"wobbly/internal/exact"
	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/witness"
)

// maxShown is the number of filtered or excluded pairs that text shows: a screenful.
const maxShown = 20

// checkText prints the result of check on a file for people. If reports are not judged, Tally.text
// prints the last line once for all files.
func checkText(w io.Writer, style Style, c *Check) (Tally, error) {
	p, t := &page{Style: style, w: w}, c.tally()
	if c.Judged() {
		p.judgedText(c, &t)
	} else {
		p.provedText(c, &t)
	}
	if c.Pairs != nil {
		x := c.Pairs()
		p.pairs(c, x)
		p.defects(x.Defects)
		t.Defect = t.Defect || len(x.Defects) > 0
		if x.Cut == "" { // otherwise, the analysis may have reported these too
			t.Beyond = x.Beyond
		}
	}
	// What is printed has to agree with the tally.
	t.Interrupted = c.interrupted()
	if c.Judged() {
		p.account(c, t.Interrupted)
	}
	return t, p.err
}

// limitHint follows a count of reports that were left out.
const limitHint = "; --limit N for more"

// judgedText prints the reports of an analyzer, each with the verdict of the search.
func (p *page) judgedText(c *Check, t *Tally) {
	listed := 0
	for r := range c.Races {
		listed++
		t.count(c, r)
		p.judged(c, r)
		p.line("")
		if p.err != nil {
			return
		}
	}
	if c.TotalRaces.Exceeds(listed) {
		p.para(0, "Showing %d of %s%s.", listed, text.Count(c.TotalRaces, "report"),
			when(!c.interrupted(), limitHint))
	}
	for _, d := range c.Deadlocks {
		p.deadlock(c, d)
	}
	p.judgedFiltered(c)
}

// provedText prints reports that a theorem backs, each with its witness, and how to continue.
func (p *page) provedText(c *Check, t *Tally) {
	listed := 0
	var first Race // the first confirmed race, or else the first race
	for r := range c.Races {
		if c.Shown > 0 && listed == c.Shown {
			break
		}
		listed++
		t.count(c, r)
		if listed == 1 || first.Verdict != Confirmed && r.Verdict == Confirmed {
			first = r
		}
		p.race(c, r)
		p.line("")
		if p.err != nil {
			return
		}
	}
	if c.TotalRaces.Exceeds(listed) && !c.interrupted() {
		p.para(0, "Showing the %d with the shortest paths of %s%s.",
			listed, text.Count(c.TotalRaces, "race"), limitHint)
	}
	replayed := t.Confirmed
	for _, d := range c.Deadlocks {
		p.deadlock(c, d)
		if d.Verdict == Confirmed {
			replayed++
		}
	}
	none := c.TotalRaces.IsZero()
	if none {
		p.para(0, "%s: %s reports no race%s.", FileName(c.File), c.Title, c.silence())
	}
	p.wobblyPairs(c)
	if none && c.Excluded != nil {
		p.noRace(c)
	}
	if listed+len(c.Deadlocks) > 0 {
		p.raceEnd(c, first, listed, replayed)
	}
}

// text prints the last line of check.
func (t Tally) text(p *page) {
	unlisted := when(t.Undecided > 0, ", %d not decided", t.Undecided)
	unlisted += when(t.Races.Exceeds(t.listed()), ", %s not listed", minus(t.Races, t.listed()))
	unlisted += when(t.Beyond > 0, ", %d by collapse", t.Beyond)
	files := when(t.Files != 1, "%s: ", text.Count(t.Files, "file"))
	deadlocks := when(t.Deadlocks > 0, " %s.", text.Count(t.Deadlocks, "deadlock"))
	p.line("%s%s: %d confirmed, %d refuted%s. %s filtered.%s%s", files,
		text.Count(t.Races.Plus(exact.Of(t.Beyond)), "race"), t.Confirmed, t.Refuted, unlisted,
		text.Count(t.Filtered, "candidate pair"), deadlocks, interruptedWords(t.Interrupted))
}

// minus returns n - k, which must not be negative, in digits.
func minus(n exact.Nat, k int) string {
	b := n.Big()
	return b.Sub(b, exact.Of(k).Big()).String()
}

// judgedFiltered prints the pairs that an analyzer does not report, with its reasons.
func (p *page) judgedFiltered(c *Check) {
	if c.TotalFiltered.IsZero() {
		return
	}
	p.prose(0, "Not reported: %s that are not races according to the analysis.",
		text.Count(c.TotalFiltered, "candidate pair"))
	p.listFiltered(c, func(f Filtered) {
		p.prose(2, "%s  %s / %s: %s.", f.ID, judgedSide(f.Left), judgedSide(f.Right), ownedWords(f))
	})
}

func (p *page) listFiltered(c *Check, print func(Filtered)) {
	shown, more := 0, limitHint
	for f := range c.Filtered {
		if shown == maxShown {
			more = "; --json lists more"
			break
		}
		shown++
		print(f)
	}
	if c.TotalFiltered.Exceeds(shown) && !c.interrupted() {
		p.line("  ... and %s not shown%s.", minus(c.TotalFiltered, shown), more)
	}
	p.line("")
}

// wobblyPairs prints the pairs that are not reported because a prefix of a path is wobbly.
func (p *page) wobblyPairs(c *Check) {
	if c.TotalFiltered.IsZero() {
		return
	}
	hint := when(c.Name != "", " More: wobbly explain %s F1%s", c.Name, c.Flags)
	p.para(0, "Not reported: %s whose paths may lead to different cells, because a prefix is "+
		"wobbly.%s", text.Count(c.TotalFiltered, "candidate pair"), hint)
	p.listFiltered(c, p.filteredPair)
}

func (p *page) filteredPair(f Filtered) {
	head := fmt.Sprintf("%s / %s", shortSide(f.Left, ""), shortSide(f.Right, ""))
	if f.Left.Path == f.Right.Path {
		head = fmt.Sprintf("%s: %s / %s",
			ShortPath(f.Left.Path), shortSide(f.Left, f.Left.Path),
			shortSide(f.Right, f.Right.Path))
	}
	for i, l := range p.wrap(head, width-6) {
		if i == 0 {
			l = p.paint(bold, f.ID) + "  " + l
		} else {
			l = "    " + l
		}
		p.line("  %s", l)
	}
	const maxPrefixes = 4
	for i, x := range f.Wobbly {
		if i == maxPrefixes {
			p.line("      ... and %d more prefixes.", len(f.Wobbly)-maxPrefixes)
			break
		}
		p.prose(6, "%s", WobblySentence(x))
	}
}

// silence returns what follows in the sentence that there is no report: races that another analysis
// finds, and how many pairs may still race.
func (c *Check) silence() string {
	if c.Pairs == nil {
		return ""
	}
	x := c.Pairs()
	all := text.CountOf(x.Races+x.Absent+x.Searched+x.Open, "pair of accesses", "pairs of accesses")
	other := when(x.Beyond > 0, ", but another analysis finds %s (collapse)",
		text.Count(x.Beyond, "race"))
	switch {
	case x.Unexamined > 0:
		return other + fmt.Sprintf(". This answer is incomplete: of %s, %d were not examined",
			all, x.Unexamined)
	case x.Open > 0:
		return other + fmt.Sprintf(". Of %s, %d may still race", all, x.Open)
	}
	return other
}

// noRace says what keeps accesses apart, and whether that proves the absence of races.
func (p *page) noRace(c *Check) {
	e := c.Excluded(maxShown)
	if e.Accesses == 0 {
		p.para(0, "No method accesses a cell through its parameters, and %s considers "+
			"only such accesses.", c.Title)
		return
	}
	p.excluded(c, e)
	p.line("")
	if c.Pairs != nil && (c.Pairs().Open == 0 || c.Pairs().Beyond > 0) {
		// Either certificates prove that there is no race, or another analysis has found one.
		return
	}
	limits := "accesses through locals are not considered, and schedules were not explored."
	if !c.TotalFiltered.IsZero() {
		limits = "the filtered pairs may race, " + limits
	}
	p.para(0, "This does not prove that there is none: %s (To explore them, run wobbly explore.)",
		limits)
}

// excluded prints the pairs that locks keep apart.
func (p *page) excluded(c *Check, e Excluded) {
	if e.Found == 0 {
		p.prose(0, "%s knows no %stwo accesses with the same fields, at least one of them a write.",
			c.Title, when(!c.TotalRaces.IsZero() || !c.TotalFiltered.IsZero(), "other "))
		return
	}
	least := when(!e.Complete, "at least ")
	lock := "the lock"
	if len(e.Pairs) > 0 && e.Pairs[0].Left.Locks != nil {
		lock = "a lock"
	}
	p.line("Kept apart by %s: %s%s.", lock, least, text.Count(e.Found, "pair"))
	rows := slice.Map(e.Pairs, func(x ExcludedPair) []string {
		why := fmt.Sprintf("depths %d and %d", x.Left.Lock, x.Right.Lock)
		switch common := commonLocks(x.Left, x.Right); {
		case len(common) > 0:
			// One lock is enough, and fits the column.
			why = "both hold " + cmp.Or(common[0], LockWords(""))
		case x.Crossing:
			why = "two uses cross"
		case x.Left.Locks != nil:
			// Only condition sum has this reason.
			why = "one is held twice"
		}
		return []string{tableSide(x.Left), tableSide(x.Right), why}
	})
	p.lines(2, table(rows))
	if hidden := e.Found - len(e.Pairs); hidden > 0 {
		p.line("  ... and %d more.", hidden)
	}
}

// judged prints a report with its verdict, and the reasons for both.
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
	case r.Left.Unreached, r.Right.Unreached:
		s := r.Left
		if !s.Unreached {
			s = r.Right
		}
		p.prose(2, "No execution shows it: %s never calls the method with the access at %s.",
			s.Unit, s.At)
	case r.Verdict == Outside:
		p.prose(2, "By Definition 3.6 this is not a read: a path is read only at its last field.")
	case r.Verdict == Impossible:
		p.prose(2, "No execution shows it: all interleavings from all initial "+
			"states were searched.")
	case r.Witness != nil:
		p.prose(2, "Witness: %s.", turns(r.Witness.Steps))
	}
}

// account prints the stages of the analysis, what was cut, and the counts of the verdicts.
func (p *page) account(c *Check, interrupted bool) {
	if len(c.Stages) > 0 {
		p.block(0, table(alignFrom(1, slice.Map(c.Stages, func(s Stage) []string {
			return []string{"after " + s.Name, fmt.Sprint(s.Pairs), "pairs of accesses"}
		}))))
	}
	for _, x := range c.Cut {
		p.prose(0, "Cut: %s.", x)
	}
	p.defects(c.Defects)
	p.prose(0, "%s%s", judgedSummary(c), interruptedWords(interrupted))
}

// judgedSide returns an access with its lock level: "m 4:8 reads b.f, lock 1".
func judgedSide(s Side) string {
	text := shortSide(s, "")
	if s.LockTop {
		text = strings.TrimSuffix(text, "2") + "⊤"
	}
	return text
}

func ownedWords(f Filtered) string {
	var all []string
	for _, r := range f.Reasons {
		switch {
		case r == ReasonNoEvidence:
			all = append(all,
				"nothing indicates that one of the two runs in parallel with other threads")
		case len(f.Owned) == 2:
			all = append(all, "both objects are assumed to be the thread's own")
		default:
			all = append(all,
				"the object of the "+f.Owned[0]+" access is assumed to be the thread's own")
		}
	}
	return strings.Join(all, ", and ")
}

// judgedSummary returns the last line of the text, except whether the run was interrupted.
func judgedSummary(c *Check) string {
	words := fmt.Sprintf("%s: %s reports %s: %d real, %d false",
		FileName(c.File), c.Title, text.Count(c.TotalRaces, "pair"), c.Counts[Confirmed],
		c.Counts[Impossible])
	words += when(c.Counts[Unknown] > 0, ", %d not decided", c.Counts[Unknown])
	words += when(c.Counts[Outside] > 0,
		", %d of reads along the path of other accesses, which the definition does not cover",
		c.Counts[Outside])
	words += when(c.Counts[Refuted] > 0, ", %d refuted, which is a defect of wobbly",
		c.Counts[Refuted])
	words += when(c.TotalRaces.Exceeds(c.judged()), ", %s not judged",
		minus(c.TotalRaces, c.judged()))
	return words + fmt.Sprintf(" (by: %s).", c.Truth)
}

// race prints a report that a theorem backs, with its witness.
func (p *page) race(c *Check, r Race) {
	place, word := fmt.Sprintf("%s:%s:", FileName(c.File), r.Left.At), headline(r.Verdict)+":"
	text, id := raceSentence(r), " ["+r.ID+"]"
	switch r.Verdict {
	case Confirmed:
		const unordered = ", and nothing orders them"
		if cells(place)+cells(word)+cells(text)+len(unordered)+cells(id)+2 <= width {
			text += unordered
		}
	case Unknown:
		text += ", and its witness was not judged"
	default:
		text += ", but no witness of it was accepted"
	}
	p.spaced("%s %s %s", p.paint(bold, place), p.paint(alarm, word), p.paint(bold, text+id))
	p.block(2, beside(p.location(c, r, 0), p.location(c, r, 1)))
	if r.Witness != nil {
		w := r.Witness
		p.labelled("Witness", "%s", initialWords(w))
		p.label("", p.wrap("Schedule: "+turns(w.Steps)+"."+orderWords(r), width-labelWidth))
		p.block(4, p.lanes(c.Source, r))
	}
	if r.Verdict == Confirmed {
		p.labelled("Why", "%s", why(r))
	}
	if r.Needs != nil {
		p.labelled("Needs", "%s", strings.TrimPrefix(r.Needs.line(), "Needs "))
	}
	p.labelled("Found by", "%s", foundBy(c, r))
	if r.Verdict != Confirmed || r.Witness.Compressed {
		p.labelled("Checked", "%s", checked(c, r))
	}
}

// raceSentence returns the clause "A (meps) reads and B (reps) writes b.f".
func raceSentence(r Race) string {
	l, m := thread(0, r.Left.Unit), thread(1, r.Right.Unit)
	switch {
	case r.Left.Path != r.Right.Path:
		return fmt.Sprintf("%s %ss %s and %s %ss %s",
			l, r.Left.Kind, ShortPath(r.Left.Path), m, r.Right.Kind, ShortPath(r.Right.Path))
	case r.Left.Kind == r.Right.Kind:
		return fmt.Sprintf("%s and %s both %s %s", l, m, r.Left.Kind, ShortPath(r.Left.Path))
	default:
		return fmt.Sprintf("%s %ss and %s %ss %s", l, r.Left.Kind, m, r.Right.Kind,
			ShortPath(r.Left.Path))
	}
}

// location returns the lines that show access i of a race with its source line.
func (p *page) location(c *Check, r Race, i int) []string {
	s := r.side(i)
	label := s.Kind + "s " + ShortPath(s.Path)
	if r.Witness != nil && r.Verdict == Confirmed {
		label = s.Kind + "s " + cell(r.Witness.Race.Cell)
	}
	lines := []string{p.paint(sideRole(i), fmt.Sprintf("(%d) %s", i+1, thread(i, s.Unit))) + ", " +
		HoldingWords(s)}
	if chain := callChain(s.Calls); chain != "" {
		for _, l := range p.wrap(chain, width-6) {
			lines = append(lines, "    "+l)
		}
	}
	gutter := gutterFor(c.Source, s.Span.At) + 1
	if c.Source.Position(s.Above).Line < c.Source.Position(s.Span.At).Line-1 {
		lines = append(lines, p.lineAbove(c.Source, s.Span, gutter))
	}
	return append(lines, p.excerpt(c.Source, s.Span, label, sideRole(i), gutter)...)
}

// why says why the last state of the witness is a race (Definition 3.6).
func why(r Race) string {
	writes := "both threads write it"
	for i := range 2 {
		if r.side(1-i).Kind == il.Read.String() {
			writes = letters[i] + " writes it"
		}
	}
	lock := "Neither thread holds the lock."
	for i := range 2 {
		if l := r.side(i).Lock; l > 0 {
			lock = fmt.Sprintf("A lock helps only if both threads acquire it: %s holds it here, "+
				"%s does not.", letters[i], letters[1-i])
		}
	}
	if r.Left.Locks != nil {
		lock = "No lock is held by both."
	}
	one := "the same cell " + cell(r.Witness.Race.Cell)
	if r.Witness.Race.Cell[0] == witness.Undetermined {
		one = fmt.Sprintf("the same cell %s, of an object that a compressed witness does not "+
			"determine", cell(r.Witness.Race.Cell))
	}
	return fmt.Sprintf("Both threads can take their next step now. Both are about to access %s, "+
		"and %s. %s", one, writes, lock)
}

func foundBy(c *Check, r Race) string {
	locks := fmt.Sprintf("of the lock levels, %d and %d, one is 0", r.Left.Lock, r.Right.Lock)
	switch {
	case r.Left.Locks != nil && c.Condition == "sum":
		locks = "no lock is held at both or twice at one, and no two uses cross"
	case r.Left.Locks != nil:
		locks = "no lock is held at both, and no two uses cross"
	case c.Condition == "sum":
		locks = fmt.Sprintf("the lock levels, %d and %d, are at most 1 together", r.Left.Lock,
			r.Right.Lock)
	case r.Left.Lock == r.Right.Lock:
		locks = "both lock levels are 0"
	}
	reading := c.Title
	if c.Literal {
		reading = fmt.Sprintf("A literal reading of %s, which the corrected "+
			"analysis does not follow", c.Title)
	}
	return fmt.Sprintf("%s: %s, and %s.", reading, r.Premise, locks)
}

// checked says what the independent checker did with the witness of a race.
func checked(c *Check, r Race) string {
	if r.Verdict == Unknown {
		return "Not decided: " + r.Reason + "."
	}
	if r.Verdict != Confirmed {
		text := "Refused: " + r.Reason + "."
		text += when(!c.Literal, " This contradicts the True Positives Theorem: a defect of "+
			"wobbly or of the theorem. Please report it together with the program.")
		return text
	}
	return fmt.Sprintf("The witness is compressed (%s in full): the independent checker checked "+
		"each complete call once.", StepCount(r.Witness.Steps))
}

// raceEnd prints, once for all races and deadlocks shown, what was checked and how to continue with
// race r. replayed counts the races and deadlocks whose witness the checker accepted.
func (p *page) raceEnd(c *Check, r Race, shown, replayed int) {
	if replayed > 0 {
		accepted := "the witness of each race"
		switch all := shown + len(c.Deadlocks); {
		case all == 1:
			accepted = "the witness"
		case replayed < all:
			accepted = text.CountOf(replayed, "witness", "witnesses")
		case shown < all:
			accepted = "each witness"
		}
		p.labelled("Checked", "The independent checker replayed and accepted %s. A witness is one "+
			"execution; other schedules were not explored (wobbly explore does that).", accepted)
	}
	if c.Name == "" {
		p.line("")
		return
	}
	if shown == 0 {
		d := c.Deadlocks[0]
		r = Race{ID: d.ID, Verdict: d.Verdict, Witness: d.Witness}
	}
	lines := []string{fmt.Sprintf("wobbly explain %s %s%s", c.Name, r.ID, c.Flags)}
	if r.Verdict == Confirmed && c.Numbered {
		lines = append(lines,
			fmt.Sprintf("wobbly step %s --race %s%s", c.Name, r.ID, c.Flags),
			fmt.Sprintf("wobbly fix %s %s%s", c.Name, r.ID, c.Flags))
	}
	if r.Witness != nil {
		lines = append(lines,
			fmt.Sprintf("wobbly check --json %s%s | wobbly replay - %s", c.Name, c.Flags, c.Name))
	}
	switch {
	case shown+len(c.Deadlocks) > max(shown, 1):
		lines = append(lines, "The others are shown in the same way, by their numbers.")
	case shown > 1:
		lines = append(lines, "The other races are shown in the same way, by their numbers.")
	}
	p.label("Next", lines)
	p.line("")
}
