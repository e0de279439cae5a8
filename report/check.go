package report

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"

	"wobbly/il"
	"wobbly/il/diag"
	"wobbly/internal/exact"
	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// Check is the document of running one analyzer on one file: its reports with verdicts, and how
// text refers to the run.
type Check struct {
	File   string
	Source *il.Source
	// Analysis is the analyzer's name, and Title its name in text.
	Analysis string
	Title    string
	// Condition is the condition on the lock levels, "or" or "sum".
	Condition string
	// Literal says whether the analysis follows a literal reading of the paper.
	Literal bool

	Found

	// Pairs returns the counts of all pairs of accesses. If it is nil, they are left out.
	Pairs func() *Pairs

	// Deadlocks are the deadlocks of a program with named locks. One lock cannot deadlock.
	Deadlocks []Deadlock

	// Interrupted reports whether the sequences of Found ended early.
	Interrupted func() bool

	// Shown is how many of the races text shows in full; 0 means all.
	Shown int

	// Name and Flags make the commands that repeat the run: the file as a shell word, empty for
	// standard input, and the flags with a space before each.
	Name, Flags string
	// Numbered says whether step and fix number the reports in the same way, given Flags.
	Numbered bool
}

// Found is the reports of an analyzer on a file. If a theorem says that every report of the
// analyzer is a race, the verdict comes from the report's witness alone. The reports of any other
// analyzer are judged by a truth: a definition of race and an exact search for it.
type Found struct {
	// Truth judges the reports. It is empty if a theorem does.
	Truth string

	// Races and Filtered yield the listed elements, in the order of the document. They end early if
	// the run is interrupted.
	Races    iter.Seq[Race]
	Filtered iter.Seq[Filtered]

	// TotalRaces and TotalFiltered are exact, and include elements that are not listed.
	TotalRaces, TotalFiltered exact.Nat

	// Verdicts returns the verdicts on pairs of accesses. It is faster after Races has been read.
	Verdicts func() Verdicts

	// Excluded lists pairs of accesses that are not candidates, for text that has no race to show.
	Excluded func(limit int) Excluded

	// Counts maps each verdict to the number of judged reports with it, listed or not.
	Counts map[string]int
	// Stages are the sizes of the intermediate results of an analysis by stages.
	Stages []Stage
	// Cut lists what the analysis, or the search that judges it, left out, and why.
	Cut []string
	// Defects lists contradictions, each a defect of wobbly or of a theorem.
	Defects []string
}

// Stage is the number of unordered pairs of accesses that a stage of an analysis leaves in
// at least one pair of units.
type Stage struct {
	Name  string `json:"stage"`
	Pairs uint64 `json:"pairs"`
}

// Judged reports whether a truth judges the reports, instead of a theorem.
func (c *Check) Judged() bool { return c.Truth != "" }

// judged returns the number of judged reports, listed or not.
func (c *Check) judged() (n int) {
	for _, k := range c.Counts {
		n += k
	}
	return n
}

// Complete reports whether the analysis left nothing out and every report was judged.
func (c *Check) Complete() bool {
	return !c.interrupted() && len(c.Cut) == 0 && c.Counts[Unknown] == 0 &&
		!c.TotalRaces.Exceeds(c.judged())
}

// write passes the listed races to a writer, one by one, and tallies them. It returns the limits of
// the document: sentences without a full stop that say what is incomplete. Every format prints all
// of them, since a list that is cut without a word reads as a proof that there is nothing more.
func (c *Check) write(race func(Race) error) (t Tally, limits []string, err error) {
	t = c.tally()
	listed := 0
	for r := range c.Races {
		t.count(c, r)
		listed++
		if err := race(r); err != nil {
			return t, nil, err
		}
	}
	if c.TotalRaces.Exceeds(listed) {
		limits = append(limits, fmt.Sprintf("%d of %s reports are listed", listed, c.TotalRaces))
	}
	if n := c.Counts[Unknown] + t.Undecided; n > 0 {
		limits = append(limits, text.CountOf(n, "report is", "reports are")+" not decided")
	}
	limits = append(limits, c.Cut...)
	if t.Interrupted = c.interrupted(); t.Interrupted {
		limits = append(limits, "the run was interrupted")
	}
	return t, limits, nil
}

// Excluded is a list of pairs of accesses to the same fields, at least one of them a write, that
// locks keep apart.
type Excluded struct {
	// Pairs has at most as many pairs as were asked for.
	Pairs []ExcludedPair
	Found int
	// Complete says whether all pairs were examined. Otherwise Found is a lower bound.
	Complete bool
	Accesses int
}

// ExcludedPair is a pair of accesses that locks keep apart.
type ExcludedPair struct {
	Left, Right Side
	// Crossing says that no lock is held at both, but that the uses of two locks cross.
	Crossing bool
}

// Tally sums up one or several Check documents.
type Tally struct {
	// Files is the number of documents in these counts. Judged documents have counts of their own
	// and are not included.
	Files int

	Races, Filtered exact.Nat
	// Confirmed and Refuted count the races that were written and have these verdicts.
	Confirmed, Refuted int
	// Undecided counts the written races on which the checker gave up. It is 0 if reports are
	// judged.
	Undecided int
	// Beyond counts races of the analysis collapse, see Pairs.Beyond.
	Beyond    int
	Deadlocks int
	// Found says whether there is a race or a deadlock.
	Found bool
	// Defect says whether a defect of wobbly or of a theorem showed.
	Defect bool
	// Incomplete says whether something was cut.
	Incomplete  bool
	Interrupted bool
}

// Plus returns the sum of two tallies.
func (t Tally) Plus(o Tally) Tally {
	return Tally{
		Files: t.Files + o.Files, Races: t.Races.Plus(o.Races),
		Filtered: t.Filtered.Plus(o.Filtered), Confirmed: t.Confirmed + o.Confirmed,
		Refuted: t.Refuted + o.Refuted, Undecided: t.Undecided + o.Undecided,
		Beyond: t.Beyond + o.Beyond, Deadlocks: t.Deadlocks + o.Deadlocks,
		Found: t.Found || o.Found, Defect: t.Defect || o.Defect,
		Incomplete: t.Incomplete || o.Incomplete, Interrupted: t.Interrupted || o.Interrupted,
	}
}

func (t *Tally) count(c *Check, r Race) {
	switch r.Verdict {
	case Confirmed:
		t.Confirmed++
	case Refuted:
		t.Refuted, t.Defect = t.Refuted+1, true
	case Unknown:
		// The counts of a judged document include the undecided reports already.
		if !c.Judged() {
			t.Undecided, t.Incomplete = t.Undecided+1, true
		}
	}
}

// listed returns how many races were written.
func (t *Tally) listed() int { return t.Confirmed + t.Refuted + t.Undecided }

// tally returns the counts of a document before its races are written.
func (c *Check) tally() Tally {
	t := Tally{
		Files: 1, Races: c.TotalRaces, Filtered: c.TotalFiltered, Found: !c.TotalRaces.IsZero(),
	}
	if c.Judged() {
		t = Tally{
			Found: c.Counts[Confirmed] > 0, Defect: c.Counts[Refuted] > 0 || len(c.Defects) > 0,
			Incomplete: !c.Complete(), Interrupted: c.interrupted(),
		}
	}
	for _, d := range c.Deadlocks {
		t.Deadlocks++
		t.Found, t.Defect = true, t.Defect || d.Verdict != Confirmed
	}
	return t
}

func (c *Check) interrupted() bool { return c.Interrupted != nil && c.Interrupted() }

// CheckJSON prints the document of check on one line.
func CheckJSON(w io.Writer, c *Check) (Tally, error) {
	s, t := &stream{w: w}, c.tally()
	s.member("{", "schema", CheckSchema)
	s.member(",", "file", c.File)
	s.member(",", "condition", c.Condition)
	s.member(",", "analysis", c.Analysis)
	list(s, "races", c.Races, func(r Race) { t.count(c, r) })
	list(s, "filtered", c.Filtered, func(Filtered) {})
	s.member(",", "total", struct {
		Races    string `json:"races"`
		Filtered string `json:"filtered"`
	}{c.TotalRaces.String(), c.TotalFiltered.String()})
	defects := slices.Clip(c.Defects)
	if c.Pairs != nil {
		x := c.Pairs()
		t.Defect = t.Defect || len(x.Defects) > 0
		defects = append(defects, x.Defects...)
		if x.Cut != "" && x.Open > 0 {
			s.member(",", "cut", []string{x.Cut})
		}
		s.member(",", "pairs", x)
		memberUnlessEmpty(s, "beyond", x.Proved)
		memberUnlessEmpty(s, "absent", x.Certified)
		memberUnlessEmpty(s, "open", x.Undecided)
	}
	if c.Judged() {
		s.member(",", "truth", c.Truth)
		s.member(",", "verdicts", c.Counts)
		memberUnlessEmpty(s, "stages", c.Stages)
		memberUnlessEmpty(s, "cut", c.Cut)
	}
	memberUnlessEmpty(s, "defects", defects)
	memberUnlessEmpty(s, "deadlocks", c.Deadlocks)
	if t.Interrupted = c.interrupted(); t.Interrupted {
		s.member(",", "interrupted", true)
	}
	s.raw("}\n")
	return t, s.err
}

// verdicts maps each verdict to its word and to its level in SARIF.
var verdicts = map[string]struct{ word, level string }{
	Confirmed:  {"race", "error"},
	Refuted:    {"refuted report", "error"},
	Unknown:    {"report, not decided", "warning"},
	Impossible: {"false alarm", "note"},
	Outside:    {"report outside the definition", "note"},
}

func verdictWord(c *Check, r Race) string {
	if c.Judged() {
		return verdicts[r.Verdict].word
	}
	return headline(r.Verdict)
}

// CheckFormat is an output format of check.
type CheckFormat struct {
	// Name is the format's name on the command line.
	Name string
	// About describes the format in help. It is empty if the name says enough.
	About string
	// Text says whether the format is for people: then --ascii applies, and a summary follows.
	Text bool
	// Lines says whether there is one line for each result, and for each error on standard error.
	Lines bool

	// write writes the document of one file. It is nil if whole is set.
	write func(io.Writer, Style, *Check) (Tally, error)
	// errors writes the errors of an illegal program, in addition to the text on standard
	// error. It may be nil.
	errors func(io.Writer, *il.Source, diag.List) error
	// unanswered writes that a file has no result, and why, in addition to the message on
	// standard error. It may be nil.
	unanswered func(w io.Writer, src *il.Source, why string) error
	// whole begins one document for all files. If it is nil, each file has its own.
	whole func(io.Writer) CheckLog
}

// A CheckLog writes the results of check for several files, one after the other.
type CheckLog interface {
	// Check writes the reports of a file.
	Check(*Check) (Tally, error)
	// Errors writes the errors of an illegal program.
	Errors(*il.Source, diag.List) error
	// Unanswered writes why a file has no result.
	Unanswered(src *il.Source, why string) error
	// End ends the log.
	End() error
}

// CheckFormats lists the formats, the default first.
var CheckFormats = []CheckFormat{
	{Name: "text", Text: true, write: checkText},
	{Name: "short", About: "a line for each race", Text: true, Lines: true, write: checkShort},
	{Name: "json",
		write:  func(w io.Writer, _ Style, c *Check) (Tally, error) { return CheckJSON(w, c) },
		errors: ErrorsJSON},
	{Name: "sarif", About: "for code hosts and editors: one document for all files",
		whole: newSARIF},
	{Name: "github", About: "annotations of GitHub Actions", Lines: true,
		write: checkGitHub, errors: errorsGitHub, unanswered: unansweredGitHub},
}

// CheckFormatNames lists the names of the formats.
func CheckFormatNames() []string {
	return slice.Map(CheckFormats, func(f CheckFormat) string { return f.Name })
}

// FindCheckFormat returns the format with a name, which must exist.
func FindCheckFormat(name string) CheckFormat {
	return CheckFormats[slices.Index(CheckFormatNames(), name)]
}

// Open returns a log that writes to w.
func (f CheckFormat) Open(w io.Writer, s Style) CheckLog {
	if f.whole != nil {
		return f.whole(w)
	}
	return &checkEach{f, w, s}
}

// checkEach is the CheckLog of a format in which each file has its own document.
type checkEach struct {
	CheckFormat
	w io.Writer
	s Style
}

func (e *checkEach) Check(c *Check) (Tally, error) { return e.write(e.w, e.s, c) }

func (e *checkEach) Errors(src *il.Source, list diag.List) error {
	if e.errors == nil {
		return nil
	}
	return e.errors(e.w, src, list)
}

func (e *checkEach) Unanswered(src *il.Source, why string) error {
	if e.unanswered == nil {
		return nil
	}
	return e.unanswered(e.w, src, why)
}

func (e *checkEach) End() error { return nil }

// Verdicts are the verdicts of witnesses and searches on pairs of accesses.
type Verdicts struct {
	// Reported has the verdicts on reports, Confirmed or Impossible.
	Reported map[il.Pair]map[il.Sites]string
	// Searched has the pairs of units whose races an exact search has found completely.
	Searched map[il.Pair]bool
	// Cut says which reports a limit left without a verdict, in a clause; it is empty for none.
	Cut string
}

// Of returns the verdict on two accesses: Confirmed, Impossible, or empty.
func (v *Verdicts) Of(p il.Pair, s il.Sites) string {
	if known := v.Reported[p][s]; known != "" || !v.Searched[p] {
		return known
	}
	return Impossible
}

// Add adds a verdict on two accesses, unless they are known to race.
func (v *Verdicts) Add(p il.Pair, s il.Sites, verdict string) {
	if v.Reported == nil {
		v.Reported = map[il.Pair]map[il.Sites]string{}
	}
	if v.Reported[p] == nil {
		v.Reported[p] = map[il.Sites]string{}
	}
	if v.Reported[p][s] != Confirmed {
		v.Reported[p][s] = verdict
	}
}

// Search notes that an exact search has found all races of two units.
func (v *Verdicts) Search(p il.Pair) {
	if v.Searched == nil {
		v.Searched = map[il.Pair]bool{}
	}
	v.Searched[p] = true
}

// Pairs counts the pairs of accesses of one field, at least one of them a write: those that race,
// those that never do, and the rest.
type Pairs struct {
	// Races counts the pairs with a witness that the checker accepted.
	Races int `json:"races"`
	// Absent counts those with a certificate of absence that its checker accepted.
	Absent int `json:"absent"`
	// Open counts those of which neither is known.
	Open int `json:"open"`

	// Searched counts those without a certificate for which a complete search found no race.
	Searched int `json:"searched,omitempty"`
	// Unexamined counts the open ones for which no certificate was looked for.
	Unexamined int `json:"unexamined,omitempty"`
	// Beyond counts the races that the analyzer does not prove, but collapse does.
	Beyond int `json:"beyond,omitempty"`

	// Proved are the races that Beyond counts.
	Proved    []Race          `json:"-"`
	Certified []CertifiedPair `json:"-"`
	Undecided []OpenPair      `json:"-"`

	// Defects lists the certificates and witnesses that a checker refuses.
	Defects []string `json:"-"`

	// Cut is that of Verdicts.
	Cut string `json:"-"`
}

// OpenPair is a pair of accesses of which it is not known whether they race.
type OpenPair struct {
	Left  Side `json:"left"`
	Right Side `json:"right"`
}

// CertifiedPair is a pair of accesses that never race, with the certificate.
type CertifiedPair struct {
	ID string `json:"id"`
	OpenPair
	Certificate json.RawMessage `json:"certificate"`
	// Why says in sentences why they never race, for the page.
	Why string `json:"-"`
}

// Sentence says how many pairs race, never race, or are undecided. It is empty if there are no
// pairs.
func (x *Pairs) Sentence() string {
	never := x.Absent + x.Searched
	all := x.Races + never + x.Open
	evidence := "certified"
	switch {
	case x.Absent == 0:
		evidence = "by the exact search"
	case x.Searched > 0:
		evidence = fmt.Sprintf("%d certified, %d by the exact search", x.Absent, x.Searched)
	}
	pairs := text.CountOf(all, "pair of accesses", "pairs of accesses")
	racing := "one races"
	if x.Races != 1 {
		racing = fmt.Sprintf("%d race", x.Races)
	}
	switch {
	case all == 0:
		return ""
	case all == 1 && x.Open > 0:
		return "The only pair of accesses is open."
	case all == 1 && never > 0:
		return fmt.Sprintf("The only pair of accesses never races (%s).", evidence)
	case all == 1:
		return "There is one pair of accesses, and it races."
	case x.Open > 0:
		words := []string{racing}
		if x.Races == 0 {
			words[0] = "none is known to race"
		}
		if never > 0 {
			words = append(words, text.CountOf(never, "never does", "never do")+" ("+evidence+")")
		}
		open := text.CountOf(x.Open, "is open", "are open")
		open += when(x.Unexamined > 0, " (%d not examined)", x.Unexamined)
		return fmt.Sprintf("Of %s, %s.", pairs, text.And(append(words, open)))
	case never == 0 && all == 2:
		return "Both pairs of accesses race."
	case never == 0:
		return fmt.Sprintf("All %s race.", pairs)
	case x.Races == 0:
		return fmt.Sprintf("None of the %s ever races (%s).", pairs, evidence)
	case never == 1:
		return fmt.Sprintf("Of %s, %s, and the other never does (%s).", pairs, racing, evidence)
	default:
		return fmt.Sprintf("Of %s, %s, and the others never do (%s).", pairs, racing, evidence)
	}
}

// pairs prints the pairs that the reports leave, each with what is known of it, and their counts.
func (p *page) pairs(c *Check, x *Pairs) {
	for _, r := range x.Proved {
		o := OpenPair{r.Left, r.Right}
		p.prose(0, "%s races: %s (witness %s).", o.places(), PairSentence(r.Left, r.Right), r.ID)
	}
	for _, absent := range x.Certified {
		p.prose(0, "%s never races: %s (certificate %s).", absent.places(),
			PairSentence(absent.Left, absent.Right), absent.ID)
	}
	for _, o := range x.Undecided {
		p.prose(0, "%s is open: %s.", o.places(), PairSentence(o.Left, o.Right))
	}
	if len(x.Proved)+len(x.Certified)+len(x.Undecided) > 0 {
		p.line("")
	}
	words := x.Sentence()
	if x.Beyond > 0 {
		words += " " + text.CountOf(x.Beyond, "race is", "races are") +
			" proved by another analysis, which runs each method alone on a heap of one object " +
			"(--analysis collapse)."
	}
	// If pairs are open, some reports may not have been proved, and then paths are not the reason.
	own := x.Races - x.Beyond
	if !c.Judged() && own > 0 && x.Open == 0 && c.TotalRaces.Exceeds(own) {
		words += fmt.Sprintf(" %s counts a race for each pair of paths: %s.", c.Title, c.TotalRaces)
	}
	words += when(x.Cut != "" && x.Open > 0, " Open pairs may race: %s.", x.Cut)
	p.prose(0, "%s", words)
}

// places returns the places of the two accesses: "4:3 / 9:5".
func (o OpenPair) places() string { return o.Left.At + " / " + o.Right.At }
