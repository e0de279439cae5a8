package report

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// The schemas of the documents of compare and of analyzers.
const (
	CompareSchema   = "wobbly/compare/1"
	AnalyzersSchema = "wobbly/analyzers/1"
)

// Analyzer describes an analyzer.
type Analyzer struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	// Kind is static, dynamic or exact.
	Kind string `json:"kind"`
	// Truth is the truth by which its reports are judged.
	Truth string `json:"truth"`
	Doc   string `json:"doc"`
	Cite  string `json:"cite"`
	// Claim is the proved statement about it, or empty if there is none.
	Claim string `json:"claim"`
	// Within names the analyzers that report all that it reports, separated by commas.
	Within string `json:"within"`
}

// Analyzers is the document of the analyzers.
type Analyzers struct {
	List []Analyzer `json:"analyzers"`
}

// Compare is the reports of several analyzers on the same programs.
type Compare struct {
	Files []CompareFile `json:"files"`
	Total CompareTotal  `json:"total"`
	// Generators has the counts of each generator if there are several; Total is their sum.
	Generators []CompareTotal `json:"drawings,omitempty"`
}

// CompareFile is one program.
type CompareFile struct {
	File  string        `json:"file"`
	Pairs []ComparePair `json:"pairs"`
	// Unseen has the methods whose steps RDIT does not see.
	Unseen []string `json:"unseen,omitempty"`
}

// ComparePair is one program C1 || C2.
type ComparePair struct {
	Left       string `json:"left"`
	Right      string `json:"right"`
	Candidates int    `json:"candidates"`
	// Cut has the analyzers whose answer is not complete.
	Cut  []CompareCut `json:"cut"`
	Rows []CompareRow `json:"rows"`
	// Unlisted counts the candidates that no analyzer reports and that are not listed.
	Unlisted int `json:"unlisted,omitempty"`
}

// CompareCut says why an answer is not complete.
type CompareCut struct {
	Analyzer string `json:"analyzer"`
	Why      string `json:"why"`
	// None says that there is no answer at all.
	None bool `json:"none,omitempty"`
}

// CompareRow is a candidate: a pair of accesses with the same field, at least one of them a write.
type CompareRow struct {
	Sites
	// Real says whether the two race by Definition 3.6: yes, no or unknown.
	Real string `json:"real"`
	// Unordered says whether happens-before leaves them unordered in some execution.
	Unordered string `json:"unordered"`
	// Needs is set for a race with a witness.
	*Needs
	Reported []CompareReport `json:"reported"`
}

// CompareReport is an analyzer that reports a candidate, and its words for it.
type CompareReport struct {
	Analyzer string `json:"analyzer"`
	Note     string `json:"note,omitempty"`
}

// CompareTotal counts candidates.
type CompareTotal struct {
	Programs uint64 `json:"programs"`
	Pairs    uint64 `json:"pairs"`
	// LeftOut counts the pairs in which something was cut.
	LeftOut uint64 `json:"left_out"`
	Rows    uint64 `json:"rows"`
	// Real counts the races by Definition 3.6. It is nil without a search.
	Real *uint64 `json:"real,omitempty"`
	// Unordered counts those that happens-before leaves unordered. It is nil without a search.
	Unordered *uint64           `json:"unordered,omitempty"`
	Analyzers []CompareScore    `json:"analyzers"`
	Included  []CompareIncluded `json:"included"`
	// Strange lists defects.
	Strange []string    `json:"strange"`
	Random  *CompareRun `json:"random,omitempty"`
	// Interrupted is true if files are missing, or pairs of units of the last file.
	Interrupted bool `json:"interrupted,omitempty"`
}

// CompareScore is how well an analyzer did, by one of the truths.
type CompareScore struct {
	Analyzer string `json:"analyzer"`
	Title    string `json:"title"`
	Truth    string `json:"truth"`
	// Own says whether this truth is the one that the analyzer's reports mean.
	Own            bool   `json:"own"`
	TruePositives  uint64 `json:"tp"`
	FalsePositives uint64 `json:"fp"`
	FalseNegatives uint64 `json:"fn"`
	TrueNegatives  uint64 `json:"tn"`
	Unknown        uint64 `json:"unknown"`
	// Failed counts the pairs without an answer.
	Failed    uint64 `json:"failed"`
	Precision string `json:"precision"`
	Recall    string `json:"recall"`
	Time      *int64 `json:"ns,omitempty"`
	// Grades has the recall by what races need of the initial state, on random programs.
	Grades []GradeRecall `json:"grades,omitempty"`
	// PlusMinus is half the interval of 95 % of the recall, by program. AtLeast and AtMost bound
	// the recall if the pairs that are left out were counted. They are empty unless programs are
	// random.
	PlusMinus float64 `json:"plus_minus,omitempty"`
	AtLeast   string  `json:"at_least,omitempty"`
	AtMost    string  `json:"at_most,omitempty"`
}

// GradeRecall is how many of the races of one grade an analyzer reports.
type GradeRecall struct {
	// Grade is a grade of Needs.
	Grade string `json:"grade"`
	Races uint64 `json:"races"`
	Found uint64 `json:"found"`
	// Recall is empty if there are no races.
	Recall string `json:"recall"`
	// PlusMinus is half the interval of 95 %, by program.
	PlusMinus float64 `json:"plus_minus"`
}

// CompareIncluded is a checked inclusion between analyzers.
type CompareIncluded struct {
	Sub   string `json:"sub"`
	Super string `json:"super"`
	Cite  string `json:"cite"`
	Pairs uint64 `json:"pairs"`
	// Reports counts the reports of Sub.
	Reports    uint64 `json:"reports"`
	Violations uint64 `json:"violations"`
}

// CompareRun identifies the random programs of a comparison.
type CompareRun struct {
	Generator string `json:"drawing"`
	About     string `json:"about"`
	Seed      uint64 `json:"seed"`
	// Programs is the number of programs that was asked for.
	Programs    uint64  `json:"programs"`
	MaxStates   int     `json:"max_states"`
	Failures    []Fault `json:"failures"`
	Interrupted bool    `json:"interrupted,omitempty"`
}

func (Analyzers) schema() string { return AnalyzersSchema }
func (*Compare) schema() string  { return CompareSchema }

func (d Analyzers) text(p *page) {
	for i, a := range d.List {
		p.between(i)
		p.line("%s  %s, %s", p.paint(bold, a.Name), a.Title, a.Kind)
		p.prose(2, "%s", a.Doc)
		p.prose(2, "%s", a.Claim)
		if a.Within != "" {
			p.prose(2, "What it reports is also reported by: %s.", a.Within)
		}
		p.prose(2, "From %s; judged by: %s.", a.Cite, a.Truth)
	}
}

// compareText prints a comparison. Without all it leaves out the candidates that are neither real
// nor reported, and the analyzers that shown does not name: variants that matter to a specialist.
type compareText struct {
	shown func(analyzer string) bool
	all   bool
	names []string
	// absent is true if certificates of absence were looked for.
	absent bool
}

// CompareText prints the candidates of files, and then the totals.
func CompareText(d *Compare, shown func(analyzer string) bool, all bool) Printed {
	c := compareText{shown: shown, all: all}
	for _, s := range d.Total.Analyzers {
		c.absent = c.absent || s.Analyzer == absent
		if s.Own && shown(s.Analyzer) {
			c.names = append(c.names, s.Analyzer)
		}
	}
	return func(p *page) {
		if random := d.Total.Random != nil; random || len(d.Files) > 0 {
			if r := d.Total.Real; r != nil {
				unknown := d.unknown(definition36)
				p.prose(0, "Races: %d of %s%s%s.", *r, text.Count(d.Total.Rows, "candidate"),
					when(random, " of %s", text.Count(d.Total.Programs, "random program"))+
						when(random && d.Total.LeftOut > 0, "; cut and left out: %d of %s",
							d.Total.LeftOut, text.Count(d.Total.Pairs, "pair")),
					when(unknown > 0, "; %d not known, as a search was cut", unknown))
				if n := d.count(c.certified); n > 0 {
					p.prose(0, "Of these, %d cannot race, by a certificate, which wobbly explore uses.", n)
				}
			}
			if d.Total.Rows > 0 {
				c.mistakes(p, d)
			}
			p.para(0, "A candidate is two accesses of the same field, at least one of them a "+
				"write. An exact search finds out whether they race, and each analyzer reports "+
				"them or not.%s", when(d.needs(),
				" Needs is what must be equal at the start (wobbly explain needs)."))
		}
		for i := range d.Files {
			f := &d.Files[i]
			var empty []string
			for k := range f.Pairs {
				x := &f.Pairs[k]
				if x.Candidates == 0 && len(x.Cut) == 0 {
					empty = append(empty, x.Left+" || "+x.Right)
					continue
				}
				c.pair(p, f, x)
				p.line("")
			}
			if empty != nil {
				p.para(0, "%s: no candidates in %s.", FileName(f.File), strings.Join(empty, ", "))
			}
			if len(f.Unseen) > 0 && len(empty) < len(f.Pairs) && slices.ContainsFunc(c.names,
				func(name string) bool { return strings.HasPrefix(name, "rdit") }) {
				p.para(0, "%s: rdit does not see the steps of %s (--missing M,N hides others).",
					FileName(f.File), clip(text.And(f.Unseen), 200))
			}
		}
		c.total(p, &d.Total)
		p.prose(0, "%s", compareSummary(d))
		if len(d.Files) == 1 && d.Total.Rows > 0 && len(c.names) > 0 &&
			d.Files[0].File != StdinName {
			p.line("")
			file := text.ShellWord(d.Files[0].File)
			next := []string{fmt.Sprintf("wobbly check %s --analysis %s", file, c.names[0])}
			if d.unknown(definition36) > 0 {
				next = append(next, "wobbly explore "+file)
			}
			p.label("Next", next)
		}
	}
}

func (c compareText) pair(p *page, f *CompareFile, x *ComparePair) {
	rows := slice.Filter(x.Rows, func(r CompareRow) bool {
		return c.all || r.Real != "no" || r.Unordered == "yes" || c.reporters(r) != nil
	})
	hidden := ""
	if n := len(x.Rows) - len(rows); n > 0 {
		hidden = fmt.Sprintf(", %d of them neither real nor reported", n)
	}
	hidden += when(x.Unlisted > 0, ", %d of them not reported and not listed", x.Unlisted)
	p.line("%s %s%s.", p.heading(f.File, x.Left, x.Right),
		text.Count(x.Candidates, "candidate"), hidden)
	order, cut := slice.Group(x.Cut, func(c CompareCut) (reason CompareCut, analyzer string) {
		return CompareCut{Why: c.Why, None: c.None}, c.Analyzer
	})
	for _, r := range order {
		names := text.And(cut[r])
		if many := len(cut[r]) > 1; r.None {
			p.prose(2, "%s: no answer (%s).", names, r.Why)
		} else {
			p.prose(2, "%s %s cut (%s): there may be more.", names,
				when(!many, "was")+when(many, "were"), r.Why)
		}
	}
	for i, l := range table(slice.Map(rows, func(r CompareRow) []string {
		words := truthWords(r)
		if c.certified(x, &r) {
			words = "no race, by a certificate" +
				when(r.Unordered == "yes", ", but unordered by happens-before")
		}
		return []string{r.Sites.String(), words}
	})) {
		p.line("  %s", l)
		if n := rows[i].Needs; n != nil {
			p.prose(6, "%s", n.line())
		}
		p.prose(6, "%s", c.reported(rows[i]))
	}
}

// absent is the analyzer that reports the candidates without a certificate that they never race.
const absent = "absent"

// certified reports whether a certificate decides a candidate that the search leaves open.
func (c compareText) certified(x *ComparePair, r *CompareRow) bool {
	return c.absent && r.Real == "unknown" && !x.cut(absent) &&
		!slices.ContainsFunc(r.Reported,
			func(by CompareReport) bool { return by.Analyzer == absent })
}

// reported names the analyzers that report a candidate, or those that do not if these are fewer.
func (c compareText) reported(r CompareRow) string {
	names := c.reporters(r)
	others := slice.Filter(c.names, func(n string) bool { return !slices.Contains(names, n) })
	switch {
	case names == nil:
		return "not reported"
	case len(others) > len(names) || len(names) < 3:
		return "reported by " + strings.Join(names, ", ")
	case others == nil:
		return "reported by all"
	default:
		return "reported by all except " + strings.Join(others, ", ")
	}
}

func (c compareText) reporters(r CompareRow) (names []string) {
	for _, x := range r.Reported {
		if c.shown(x.Analyzer) {
			names = append(names, x.Analyzer)
		}
	}
	return names
}

func truthWords(r CompareRow) string {
	switch {
	case r.Real == "yes":
		return "a race"
	case r.Real == "no" && r.Unordered == "yes":
		return "no race by Definition 3.6, but unordered by happens-before"
	case r.Real == "no":
		return "no race"
	case r.Unordered == "yes":
		return "unordered by happens-before"
	case r.Unordered == "no":
		return "ordered by happens-before"
	default:
		return "not known"
	}
}

// mistakes says which of the analyzers that are shown are right about all candidates of files that
// are decided, and what the others get wrong.
func (c compareText) mistakes(p *page, d *Compare) {
	var right, wrong []string
	where := "here"
	for _, s := range d.Total.Analyzers {
		if !s.Own || !c.shown(s.Analyzer) {
			continue
		}
		undecided := d.unknown(s.Truth)
		if undecided > 0 {
			where = "about the candidates that are decided"
		}
		var what []string
		for _, n := range []struct {
			word  string
			count uint64
		}{{"false", s.FalsePositives}, {"missed", s.FalseNegatives},
			{"open", max(s.Unknown, undecided) - undecided}} {
			if n.count > 0 {
				what = append(what, fmt.Sprintf("%d %s", n.count, n.word))
			}
		}
		if what == nil && d.cut(s.Analyzer) {
			what = append(what, "cut")
		}
		switch {
		case what != nil:
			wrong = append(wrong, s.Analyzer+" ("+strings.Join(what, ", ")+")")
		case undecided < d.Total.Rows:
			right = append(right, s.Analyzer)
		}
	}
	if right != nil {
		p.prose(0, "Never wrong %s: %s.", where, text.And(right))
	}
	if wrong != nil {
		p.prose(0, "Wrong or cut: %s.", text.And(wrong))
	}
	p.line("")
}

// cut reports whether an analyzer has no complete answer for some pair of units.
func (d *Compare) cut(analyzer string) bool {
	return slices.ContainsFunc(d.Files, func(f CompareFile) bool {
		return slices.ContainsFunc(f.Pairs, func(x ComparePair) bool { return x.cut(analyzer) })
	})
}

func (p *ComparePair) cut(analyzer string) bool {
	return slices.ContainsFunc(p.Cut, func(c CompareCut) bool { return c.Analyzer == analyzer })
}

// total prints the scores by each analyzer's truth, and the checked inclusions.
func (c compareText) total(p *page, t *CompareTotal) {
	var truths, hidden []string
	open := false
	for _, s := range t.Analyzers {
		switch {
		case !s.Own || t.Rows == 0:
		case !c.shown(s.Analyzer):
			hidden = append(hidden, s.Analyzer)
		default:
			open = open || s.Unknown > 0
			if !slices.Contains(truths, s.Truth) {
				truths = append(truths, s.Truth)
			}
		}
	}
	if len(truths) > 0 {
		unjudged := when(open,
			"; open, those that are not judged, because a search or the analyzer was cut")
		p.para(0, "In each table: true, reports that are real; false, reports that are not; "+
			"missed, real ones that are not reported%s. Precision is true / (true + false), and "+
			"recall is true / (true + missed).", unjudged)
	}
	for _, truth := range truths {
		head := []string{"judged by: " + truth, "true", "false", "missed"}
		if open {
			head = append(head, "open")
		}
		rows := [][]string{append(head, "precision", "recall", "")}
		var legend []CompareScore
		for _, s := range t.Analyzers {
			if s.Truth != truth || !s.Own || !c.shown(s.Analyzer) {
				continue
			}
			legend = append(legend, s)
			row := []string{
				"  " + s.Analyzer, fmt.Sprint(s.TruePositives), fmt.Sprint(s.FalsePositives),
				fmt.Sprint(s.FalseNegatives),
			}
			if open {
				row = append(row, fmt.Sprint(s.Unknown))
			}
			time := ""
			if s.Time != nil {
				time = fmt.Sprintf("%d ms", *s.Time/1_000_000)
			}
			rows = append(rows, append(row, cmp.Or(s.Precision, "-"), cmp.Or(s.Recall, "-"), time))
		}
		p.block(0, table(alignFrom(1, rows)))
		for _, s := range legend {
			words, known := analyzerWords[s.Analyzer]
			if !known {
				words = s.Title + "."
			}
			p.hanging(fmt.Sprintf("  %-10s ", s.Analyzer), words)
		}
		p.line("")
	}
	if hidden != nil {
		p.para(0, "Not shown: %s. --all shows them, and wobbly analyzers describes them.",
			text.And(hidden))
	}
	c.recallByNeeds(p, t)
	c.included(p, t)
	if t.Random != nil {
		p.faults(t.Random.Failures)
	}
	p.defects(t.Strange)
}

// recallByNeeds prints the recall on random programs by what the races need, with intervals by
// program.
func (c compareText) recallByNeeds(p *page, t *CompareTotal) {
	var rows [][]string
	for _, s := range t.Analyzers {
		if len(s.Grades) == 0 || !c.shown(s.Analyzer) {
			continue
		}
		if rows == nil {
			head, races := []string{"recall by needs"}, []string{"  races"}
			for _, g := range s.Grades {
				head = append(head, strings.TrimPrefix(g.Grade, "with "))
				races = append(races, fmt.Sprint(g.Races))
			}
			rows = append(rows, head, races)
		}
		row := []string{"  " + s.Analyzer}
		for _, g := range s.Grades {
			share := "-"
			if g.Recall != "" {
				share = fmt.Sprintf("%.2f ±%.2f", float64(g.Found)/float64(g.Races), g.PlusMinus)
			}
			row = append(row, share)
		}
		rows = append(rows, row)
	}
	if rows != nil {
		p.block(0, table(alignFrom(1, rows)))
	}
}

// analyzerWords are the legend of the table of scores. A variant without words has its title there.
var analyzerWords = map[string]string{
	"racerdx":  "The paper's analysis: one field, equal paths, nothing wobbly.",
	"plus":     "RacerDX, which also reports if only the end of a path changes.",
	"rely":     "Follows objects through methods and relies on what neither stores.",
	"bounded":  "Executes both methods from one shared object, with one switch.",
	"newfree":  "Trivial: as if all names held one object, up to the first new().",
	"alone":    "Executes each method by itself until it publishes a new object.",
	"collapse": "Executes each method by itself, on one object.",
	"racerd":   "The analysis before RacerDX, which has false and missed reports.",
	"chord":    "Discards pairs that cannot race, and reports all others.",
	"absent":   "Reports what no certificate proves free of races.",
	"m2":       "Reorders recorded executions to predict races.",
	"hb":       "Finds what nothing orders in recorded executions.",
	"rdit":     "The same, where some methods are not recorded.",
	"racemob":  "Steers executions towards what Chord reports.",
}

// included prints whether the inclusions that are proved between analyzers hold.
func (c compareText) included(p *page, t *CompareTotal) {
	var rows [][]string
	checked, failed := 0, 0
	for _, in := range t.Included {
		if in.Pairs == 0 {
			continue
		}
		checked++
		word := "holds"
		if in.Violations > 0 {
			failed++
			word = fmt.Sprintf("FAILS %d times", in.Violations)
		}
		if c.all || in.Violations > 0 {
			rows = append(rows, []string{
				in.Sub + " ⊆ " + in.Super, word, text.Count(in.Reports, "report"),
			})
		}
	}
	p.lines(0, table(rows))
	if len(rows) > 0 {
		p.line("")
	}
	if !c.all && checked > failed {
		p.para(0, "Theorems say that some analyzers report whatever others report, which holds "+
			"here (%s).", text.Count(checked-failed, "inclusion"))
	}
}

func compareSummary(d *Compare) string {
	t := &d.Total
	what := text.Count(t.Programs, "program")
	if r := t.Random; r != nil {
		what = fmt.Sprintf("%s of the generator %s from seed %d",
			text.Count(t.Programs, "random program"), r.Generator, r.Seed)
	}
	words := fmt.Sprintf("%s, %s: %s", what, text.Count(t.Pairs, "pair"),
		text.Count(t.Rows, "candidate"))
	var real []string
	if t.Real != nil {
		real = append(real, text.CountOf(*t.Real, "is a race", "are races")+" by Definition 3.6")
	}
	if t.Unordered != nil {
		real = append(real, text.CountOf(*t.Unordered, "is", "are")+
			" unordered by happens-before in some execution")
	}
	words += when(real != nil, ", of which %s", strings.Join(real, " and "))
	words += "."
	switch {
	case t.LeftOut > 0 && t.Random != nil:
		words += fmt.Sprintf(" A search was cut (%d states) in %s, left out of all counts.",
			t.Random.MaxStates, text.Count(t.LeftOut, "pair"))
	case t.LeftOut > 0:
		words += fmt.Sprintf(" In %s a search or an analysis was cut: %s.",
			text.Count(t.LeftOut, "pair"), d.cutPairs())
	}
	return words + interruptedWords(t.Interrupted || t.Random != nil && t.Random.Interrupted)
}

// needs reports whether a candidate shows what it needs.
func (d *Compare) needs() bool {
	return d.count(func(_ *ComparePair, r *CompareRow) bool { return r.Needs != nil }) > 0
}

func (d *Compare) count(holds func(*ComparePair, *CompareRow) bool) (n uint64) {
	for _, f := range d.Files {
		for i := range f.Pairs {
			for k := range f.Pairs[i].Rows {
				if holds(&f.Pairs[i], &f.Pairs[i].Rows[k]) {
					n++
				}
			}
		}
	}
	return n
}

// definition36 is the truth of CompareRow.Real, in words.
const definition36 = "Definition 3.6"

// unknown counts the candidates of files that a truth does not decide.
func (d *Compare) unknown(truth string) uint64 {
	return d.count(func(_ *ComparePair, r *CompareRow) bool {
		if truth == definition36 {
			return r.Real == "unknown"
		}
		return r.Unordered == "unknown"
	})
}

// cutPairs names the pairs of units in which something was cut.
func (d *Compare) cutPairs() string {
	const maxNamed = 10
	var names []string
	for _, f := range d.Files {
		for _, x := range f.Pairs {
			if len(x.Cut) > 0 {
				names = append(names,
					fmt.Sprintf("%s: %s || %s", FileName(f.File), x.Left, x.Right))
			}
		}
	}
	if more := len(names) - maxNamed; more > 0 {
		names = append(names[:maxNamed], fmt.Sprintf("%d more (named above)", more))
	}
	return text.And(names)
}

// CompareCSV prints, for files, a line for each row with a column for each analyzer, and for random
// programs a line for each score. The last column says what was cut.
func CompareCSV(w io.Writer, d *Compare, head bool) error {
	c := csv.NewWriter(w)
	if d.Total.Random != nil {
		scoresCSV(c, d.Total, head)
	} else {
		rowsCSV(c, d)
	}
	c.Flush()
	return c.Error()
}

// rowsCSV writes a line for each candidate. The column of an analyzer has 1 if it reports the
// candidate. The column cut names the analyzers that a limit stopped before they may have reported
// it. A pair of units that was cut and has no candidate in the list has a line without one.
func rowsCSV(c *csv.Writer, d *Compare) {
	var names []string
	for _, s := range d.Total.Analyzers {
		if s.Own {
			names = append(names, s.Analyzer)
		}
	}
	head := []string{
		"file", "left_unit", "right_unit", "left", "left_kind", "right", "right_kind", "real",
		"unordered",
	}
	c.Write(slices.Concat(head, names, []string{"cut"}))
	for _, f := range d.Files {
		for _, p := range f.Pairs {
			units := []string{FileName(f.File), p.Left, p.Right}
			cut := strings.Join(slice.Map(p.Cut, func(x CompareCut) string {
				return fmt.Sprintf("%s (%s)", x.Analyzer, x.Why)
			}), "; ")
			for _, r := range p.Rows {
				c.Write(slices.Concat(units,
					[]string{r.Left, r.Kinds[0], r.Right, r.Kinds[1], r.Real, r.Unordered},
					r.marks(names), []string{cut}))
			}
			if len(p.Rows) == 0 && cut != "" {
				empty := make([]string, len(head)-len(units)+len(names))
				c.Write(slices.Concat(units, empty, []string{cut}))
			}
		}
	}
}

// marks returns 1 for each of the analyzers that reports the row, and 0 for the others.
func (r *CompareRow) marks(analyzers []string) []string {
	return slice.Map(analyzers, func(name string) string {
		if slices.ContainsFunc(r.Reported,
			func(x CompareReport) bool { return x.Analyzer == name }) {
			return "1"
		}
		return "0"
	})
}

// scoresCSV writes a line for each analyzer and truth. The column left_out is the number of pairs
// of units excluded from all counts because something was cut. The last columns are the interval of
// the recall, its bounds over the pairs that are left out, and the recall by what races need.
func scoresCSV(c *csv.Writer, t CompareTotal, head bool) {
	if head {
		line := strings.Split("drawing,analyzer,truth,own,tp,fp,fn,tn,unknown,precision,recall,"+
			"ns,left_out,plus_minus,at_least,at_most", ",")
		for _, g := range []string{"receiver", "same_names", "names", "paths", "aliases"} {
			line = append(line, "races_"+g, "recall_"+g, "plus_minus_"+g)
		}
		c.Write(line)
	}
	for _, s := range t.Analyzers {
		ns, interval := "", ""
		if s.Time != nil {
			ns = fmt.Sprint(*s.Time)
		}
		if s.AtMost != "" {
			interval = fmt.Sprint(s.PlusMinus)
		}
		grades := make([]string, 15)
		for i, g := range s.Grades {
			copy(grades[3*i:], []string{fmt.Sprint(g.Races), g.Recall, fmt.Sprint(g.PlusMinus)})
		}
		c.Write(append([]string{t.Random.Generator, s.Analyzer, s.Truth, fmt.Sprint(s.Own),
			fmt.Sprint(s.TruePositives), fmt.Sprint(s.FalsePositives),
			fmt.Sprint(s.FalseNegatives), fmt.Sprint(s.TrueNegatives), fmt.Sprint(s.Unknown),
			s.Precision, s.Recall, ns, fmt.Sprint(t.LeftOut),
			interval, s.AtLeast, s.AtMost}, grades...))
	}
}
