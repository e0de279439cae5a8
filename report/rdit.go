package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// RDITSchema is the schema of rdit.
const RDITSchema = "wobbly/rdit/1"

// RDIT has the reports of the variants of RDIT while methods are missing. It has Pairs for
// executions of one file with given missing methods, or Rows for a table over shares of missing
// methods.
type RDIT struct {
	// File is empty for random programs.
	File string `json:"file,omitempty"`
	Seed uint64 `json:"seed"`
	// Runs is the number of executions of each pair of units.
	Runs int `json:"runs"`
	// RunSteps is the number of steps after which a run is ended.
	RunSteps int           `json:"run_steps"`
	Variants []RDITVariant `json:"variants"`
	// Missing has the missing methods. It is nil in a table.
	Missing []string `json:"missing,omitzero"`
	// Pairs is nil in a table, and Rows is nil otherwise.
	Pairs  []RDITPair  `json:"pairs,omitzero"`
	Rows   []RDITRow   `json:"rows,omitzero"`
	Total  *RDITTotal  `json:"total,omitempty"`
	Random *RDITRandom `json:"random,omitempty"`
	// Defects has the false reports of variants that are proved to have none.
	Defects     []string `json:"defects"`
	Interrupted bool     `json:"interrupted,omitempty"`
}

// RDITVariant describes a variant.
type RDITVariant struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
	// Sound says whether it is proved to have no false reports.
	Sound bool `json:"sound"`
}

// RDITPair is one program C1 || C2.
type RDITPair struct {
	Left  string `json:"left"`
	Right string `json:"right"`
	Runs  int    `json:"runs"`
	// Cut counts the runs that RunSteps ended.
	Cut      int           `json:"cut"`
	Findings []RDITFinding `json:"findings"`
}

// RDITFinding is a pair of sites that some variant reports.
type RDITFinding struct {
	Sites
	// Races counts the runs in which accesses at the sites race.
	Races    int         `json:"races"`
	Verdicts []RDITCount `json:"verdicts"`
	// Cases is empty if all variants agree.
	Cases []RDITCase `json:"cases"`
}

// RDITCount counts a variant's reports. The unit is a run, or a pair of sites in a run.
type RDITCount struct {
	Variant string `json:"variant"`
	// Reported counts the reports, and False those of them where nothing races.
	Reported int `json:"reported"`
	False    int `json:"false"`
	Missed   int `json:"missed"`
}

// The kinds of RDITCase.
const (
	FalseReport = "false-report"
	MissedRace  = "missed-race"
)

// RDITCase is an execution in which variants are wrong about a pair of sites. It is the first
// execution with the largest number of them.
type RDITCase struct {
	// What is FalseReport or MissedRace.
	What string `json:"what"`
	// Run is the number of the run, from 1.
	Run int `json:"run"`
	// Steps are the lines of the trace with the accesses, from 1.
	Steps   [2]int    `json:"steps"`
	Threads [2]string `json:"threads"`
	Cell    [2]string `json:"cell"`
	Says    []RDITSay `json:"says"`
	// Heap is the initial state.
	Heap string `json:"heap"`
	// Schedule is the schedule up to the second access.
	Schedule string `json:"schedule"`
	// Command is the command that shows it. It is empty if it would be too long.
	Command string `json:"command,omitempty"`
}

// RDITSay is a variant's answer for two accesses.
type RDITSay struct {
	Variant string `json:"variant"`
	Reports bool   `json:"reports"`
	// Why is the order between them. It is empty if the variant reports them.
	Why string `json:"why"`
}

// RDITTotal sums up the pairs of units.
type RDITTotal struct {
	Executions int `json:"executions"`
	Cut        int `json:"cut"`
	// Races counts the pairs of sites in each execution of which recorded accesses race, and Unseen
	// those of which other accesses do.
	Races  int `json:"races"`
	Unseen int `json:"unseen"`
	// Variants counts, in the same unit, the reports of each variant.
	Variants []RDITCount `json:"variants"`
}

// RDITRow is a line of the table: executions with some methods missing.
type RDITRow struct {
	Share float64 `json:"share"`
	// Names are the names of the missing methods of a file.
	Names      []string `json:"names,omitzero"`
	Programs   int      `json:"programs"`
	Methods    int      `json:"methods"`
	Missing    int      `json:"missing"`
	Executions int      `json:"executions"`
	Cut        int      `json:"cut"`
	Calls      int      `json:"barrier_pairs"`
	// Races counts the races of happens-before in the complete executions, and Unseen those of them
	// with no recorded race.
	Races    int        `json:"races"`
	Unseen   int        `json:"unseen"`
	Variants []RDITCell `json:"variants"`
}

// RDITCell is a variant in a row, by pairs of sites.
type RDITCell struct {
	RDITCount
	Accesses RDITAccesses `json:"accesses"`
	Runs     int          `json:"false_executions"`
}

// RDITAccesses has the counts of an RDITCell by pairs of accesses.
type RDITAccesses struct {
	Reported int `json:"reported"`
	False    int `json:"false"`
	Missed   int `json:"missed"`
}

// RDITRandom identifies the random programs of a table.
type RDITRandom struct {
	Programs uint64  `json:"programs"`
	Failures []Fault `json:"failures"`
}

func (*RDIT) schema() string { return RDITSchema }

func (d *RDIT) text(p *page) {
	if d.Rows != nil {
		p.rditTable(d)
		return
	}
	p.rditPairs(d)
	p.defects(d.Defects)
	t := d.Total
	words := fmt.Sprintf("%s of methods, %s: %s of recorded accesses, and %d of accesses that are "+
		"not recorded.", text.Count(len(d.Pairs), "pair"), text.Count(t.Executions, "run"),
		text.Count(t.Races, "race"), t.Unseen)
	words += rditVirtue(d.Variants, func(name string) bool {
		return slices.ContainsFunc(t.Variants,
			func(c RDITCount) bool { return c.Variant == name && c.False > 0 })
	})
	p.prose(0, "%s", words+shortenedWords(d.RunSteps, t.Cut, "run")+interruptedWords(d.Interrupted))
	if d.File != StdinName && !d.Interrupted {
		file := text.ShellWord(d.File)
		p.line("")
		p.label("Next", []string{"wobbly check " + file, "wobbly rdit " + file})
	}
}

// rditMain are the detectors that matter most, each with a description.
var rditMain = [][2]string{{"rdit-full", "RDIT repaired"}, {"rdit-published", "as in the paper"},
	{"hb-naive", "ignores what is missing"}}

// mainDetectors describes the detectors that matter most, and joins those with the same words.
func mainDetectors(describe func(name string) string) string {
	order, names := slice.Group(rditMain, func(x [2]string) (words, name string) {
		return describe(x[0]), fmt.Sprintf("%s (%s)", x[0], x[1])
	})
	return strings.Join(slice.Map(order, func(words string) string {
		return text.And(names[words]) + ": " + words
	}), "; ")
}

// countOf returns the count of a detector in a list.
func countOf(list []RDITCount, name string) (c RDITCount) {
	if i := slices.IndexFunc(list, func(c RDITCount) bool { return c.Variant == name }); i >= 0 {
		c = list[i]
	}
	return c
}

// verdict says how many of the races of a file the main detectors find while methods are missing.
func (d *RDIT) verdict() string {
	t := d.Total
	words := fmt.Sprintf("%s, with %s missing: %s in %s. ", FileName(d.File),
		clip(cmp.Or(text.And(d.Missing), "nothing"), 100), text.Count(t.Races, "recorded race"),
		text.Count(t.Executions, "run"))
	return words + mainDetectors(func(name string) string {
		c := countOf(t.Variants, name)
		return fmt.Sprintf("%d found, %s", c.Reported-c.False, text.Count(c.False, "false report"))
	}) + "."
}

// tableVerdict says what the main detectors get wrong in the worst column of a table.
func (d *RDIT) tableVerdict() string {
	wrong := 0
	words := mainDetectors(func(name string) string {
		var missed, false int
		for _, r := range d.Rows {
			counts := slice.Map(r.Variants, func(c RDITCell) RDITCount { return c.RDITCount })
			c := countOf(counts, name)
			missed, false = max(missed, c.Missed), max(false, c.False)
		}
		wrong += missed + false
		return fmt.Sprintf("%s and %s", text.CountOf(missed, "recorded race missed",
			"recorded races missed"), text.Count(false, "false report"))
	})
	if wrong == 0 {
		all := text.And(slice.Map(rditMain, func(x [2]string) string { return x[0] }))
		words = "in these runs, " + all + " have no false report and miss no recorded race"
	} else {
		words = "at worst, " + words
	}
	cut := d.Interrupted || slices.ContainsFunc(d.Rows, func(r RDITRow) bool { return r.Cut > 0 })
	return fmt.Sprintf("%s: %s%s.", d.tableSubject(), words,
		when(cut, "; runs were cut, so there may be more"))
}

func (p *page) rditPairs(d *RDIT) {
	p.para(0, "%s", d.verdict())
	tables := slices.ContainsFunc(d.Pairs, func(x RDITPair) bool {
		return slices.ContainsFunc(x.Findings, func(f RDITFinding) bool { return len(f.Cases) > 0 })
	})
	p.para(0, "%s%s", rditIntro, when(tables, " The tables count the runs in which a detector "+
		"reports two accesses, in which this is false, and in which it misses that they race."))
	missing := "none, so that all detectors see everything"
	if len(d.Missing) > 0 {
		missing = strings.Join(d.Missing, ", ")
	}
	p.para(0, "Missing methods: %s.", missing)
	findings := 0
	var silent []string
	for i := range d.Pairs {
		x := &d.Pairs[i]
		if len(x.Findings) == 0 && x.Cut == 0 {
			silent = append(silent, x.Left+" || "+x.Right)
			continue
		}
		cut := when(x.Cut > 0, ", %d of them cut after %d steps", x.Cut, d.RunSteps)
		p.line("%s %s%s.", p.heading(d.File, x.Left, x.Right), text.Count(x.Runs, "run"), cut)
		for i := range x.Findings {
			p.rditFinding(&x.Findings[i])
		}
		if len(x.Findings) == 0 {
			p.line("  No detector reports a race.")
		}
		p.line("")
		findings += len(x.Findings)
	}
	if silent != nil {
		p.para(0, "No detector reports a race of %s.", strings.Join(silent, ", "))
	}
	if findings > 0 {
		p.rditVariants(d)
	}
	if findings > 1 {
		p.block(0, rditCounts(d.Total.Variants, "pairs of accesses, in each run"))
	}
}

const rditIntro = "RDIT looks for races in recordings that lack part of the code, such as a " +
	"library. wobbly ran the program at random and recorded every step. Then it hid the steps of " +
	"the missing methods from the detectors, which see only that these methods are " +
	"called and return."

func (p *page) rditVariants(d *RDIT) {
	p.line("Detectors (each reports what it cannot order; rdit-full is the one to use):")
	wide := widest(slice.Map(d.Variants, func(v RDITVariant) string { return v.Name }))
	for _, v := range d.Variants {
		p.hanging("  "+pad(v.Name, wide)+"  ", v.Doc)
	}
	p.line("")
}

func (p *page) rditFinding(f *RDITFinding) {
	truth := "in truth not a race in any run"
	if f.Races > 0 {
		truth = "in truth a race in " + text.Count(f.Races, "run")
	}
	if len(f.Cases) == 0 {
		p.prose(2, "%s: %s, and all detectors report exactly these.", f.Sites, truth)
		return
	}
	p.prose(2, "%s: %s.", f.Sites, truth)
	p.lines(4, rditCounts(f.Verdicts, "number of runs"))
	for i := range f.Cases {
		p.rditCase(&f.Cases[i])
	}
}

// rditCounts returns a table of counts, with a row for the detectors that have the same ones.
func rditCounts(all []RDITCount, unit string) []string {
	rows := [][]string{{unit, "reported", "false", "missed"}}
	for _, v := range all {
		rows = append(rows, []string{
			"  " + v.Variant, fmt.Sprint(v.Reported), fmt.Sprint(v.False), fmt.Sprint(v.Missed),
		})
	}
	return table(alignFrom(1, append(rows[:1], joined(rows[1:])...)))
}

// joined joins the rows that differ only in the names of their detectors.
func joined(rows [][]string) (out [][]string) {
	order, names := slice.Group(rows, func(r []string) (cells, name string) {
		return strings.Join(r[1:], " "), strings.TrimSpace(r[0])
	})
	for _, cells := range order {
		name := strings.Join(names[cells], ", ")
		if len(names[cells]) == len(rows) && len(rows) > 1 {
			name = "each detector"
		}
		out = append(out, append([]string{"  " + name}, strings.Fields(cells)...))
	}
	return out
}

func (p *page) rditCase(c *RDITCase) {
	word := "False"
	if c.What == MissedRace {
		word = "Missed"
	}
	p.labelled(word, "Run %d: step %d, by %s, and step %d, by %s, are accesses of %s.",
		c.Run, c.Steps[0], c.Threads[0], c.Steps[1], c.Threads[1], cell(c.Cell))
	answers, variants := slice.Group(c.Says, func(s RDITSay) (answer RDITSay, variant string) {
		return RDITSay{Reports: s.Reports, Why: s.Why}, s.Variant
	})
	for _, a := range answers {
		if names := strings.Join(variants[a], ", "); a.Reports {
			p.labelled("", "Reported by %s.", names)
		} else {
			p.labelled("", "Ordered by %s: %s.", names, a.Why)
		}
	}
	p.command(c.Command)
}

func rditVirtue(all []RDITVariant, isWrong func(string) bool) string {
	var wrong, right []string
	for _, v := range all {
		if isWrong(v.Name) {
			wrong = append(wrong, v.Name)
		} else {
			right = append(right, v.Name)
		}
	}
	if wrong == nil {
		return " No report is false."
	}
	return fmt.Sprintf(" Detectors with false reports: %s; without: %s.",
		strings.Join(wrong, ", "), strings.Join(right, ", "))
}

// rditTable prints how the detectors do while more and more methods are missing.
func (p *page) rditTable(d *RDIT) {
	p.para(0, "%s", d.tableVerdict())
	p.para(0, "%s Each column hides another share of the methods in the same executions, and "+
		"counts a race once for each execution in which it shows.", rditIntro)
	head := []string{"share of methods that are missing"}
	for _, r := range d.Rows {
		head = append(head, fmt.Sprint(r.Share))
	}
	line := func(name string, of func(*RDITRow) int) []string {
		cells := []string{name}
		for i := range d.Rows {
			cells = append(cells, fmt.Sprint(of(&d.Rows[i])))
		}
		return cells
	}
	rows := [][]string{
		head,
		line("  missing methods", func(r *RDITRow) int { return r.Missing }),
		line("  calls of these that are recorded", func(r *RDITRow) int { return r.Calls }),
		line("  races, recorded or not", func(r *RDITRow) int { return r.Races }),
		line("  of these, in missing methods", func(r *RDITRow) int { return r.Unseen }),
	}
	var none []string
	for _, part := range []struct {
		title, none string
		of          func(RDITCount) int
	}{
		{"races that are reported", "no detector reports a race",
			func(c RDITCount) int { return c.Reported }},
		{"false reports", "no report is false", func(c RDITCount) int { return c.False }},
		{"recorded races that are missed", "no recorded race is missed",
			func(c RDITCount) int { return c.Missed }},
	} {
		var lines [][]string
		found := false
		for k, v := range d.Variants {
			lines = append(lines, line("  "+v.Name, func(r *RDITRow) int {
				n := part.of(r.Variants[k].RDITCount)
				found = found || n > 0
				return n
			}))
		}
		if !found {
			none = append(none, part.none)
			continue
		}
		rows = append(rows, append([]string{part.title}, make([]string, len(d.Rows))...))
		rows = append(rows, joined(lines)...)
	}
	p.block(0, table(alignFrom(1, rows)))
	if none != nil && len(d.Rows) > 0 {
		p.para(0, "In all columns: %s.", strings.Join(none, "; "))
	}
	var next []string
	if d.File != "" {
		missing, shares := slice.Group(d.Rows, func(r RDITRow) (names, share string) {
			return strings.Join(r.Names, ", "), fmt.Sprint(r.Share)
		})
		missing = slice.Filter(missing, func(names string) bool { return names != "" })
		for _, names := range missing {
			p.prose(0, "Missing at %s: %s.", text.And(shares[names]), clip(names, 200))
		}
		p.line("")
		file := text.ShellWord(d.File)
		next = []string{"wobbly check " + file}
		if missing != nil {
			next = append(next, "wobbly rdit "+file+" --missing "+
				text.ShellWord(strings.ReplaceAll(missing[0], " ", "")))
		}
	}
	p.rditVariants(d)
	if d.Random != nil {
		p.faults(d.Random.Failures)
	}
	p.defects(d.Defects)
	p.prose(0, "%s", rditTableSummary(d))
	if next != nil && d.File != StdinName && !d.Interrupted {
		p.line("")
		p.label("Next", next)
	}
}

func (d *RDIT) tableSubject() string {
	if d.Random == nil {
		return FileName(d.File)
	}
	programs := 0
	if len(d.Rows) > 0 {
		programs = d.Rows[0].Programs
	}
	return fmt.Sprintf("%s from seed %d", text.Count(programs, "random program"), d.Seed)
}

func rditTableSummary(d *RDIT) string {
	// All rows are of the same executions.
	var first RDITRow
	if len(d.Rows) > 0 {
		first = d.Rows[0]
	}
	words := fmt.Sprintf("%s: %s.", d.tableSubject(), text.Count(first.Executions, "execution"))
	words += rditVirtue(d.Variants, func(name string) bool {
		return slices.ContainsFunc(d.Rows, func(r RDITRow) bool {
			return slices.ContainsFunc(r.Variants,
				func(c RDITCell) bool { return c.Variant == name && c.False > 0 })
		})
	})
	return words + shortenedWords(d.RunSteps, first.Cut, "execution") +
		interruptedWords(d.Interrupted)
}
