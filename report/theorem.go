package report

import (
	"fmt"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// The schemas of the documents of theorem's subcommands.
const (
	// TheoremListSchema is the schema of list and of show.
	TheoremListSchema  = "wobbly/theorem-list/1"
	TheoremCheckSchema = "wobbly/theorem-check/1"
	TheoremFuzzSchema  = "wobbly/theorem-fuzz/1"
)

// Statement is a lemma or theorem as it is listed.
type Statement struct {
	Name    string `json:"name"`
	Group   string `json:"group"`
	Title   string `json:"title"`
	Cite    string `json:"cite"`
	Words   string `json:"words"`
	Symbols string `json:"symbols"`
	// Printed says how the printed form differs, and why it is false.
	Printed    string       `json:"printed,omitempty"`
	Hypotheses []Hypothesis `json:"hypotheses"`
	// Floor is the minimum share of cases that have to test it.
	Floor    float64  `json:"floor"`
	Evidence Evidence `json:"evidence"`
}

// Evidence says whether a statement is proved in Coq, proved on paper only, or tested only.
type Evidence struct {
	Known  string     `json:"known"`
	Note   string     `json:"note,omitempty"`
	Lemmas []CoqLemma `json:"lemmas"`
}

// CoqLemma is a theorem of the Coq text.
type CoqLemma struct {
	Name string `json:"name"`
	File string `json:"file"`
	// Statement begins after the assumptions of the lemma's sections.
	Statement string `json:"statement"`
}

// Statements is the document of the statements. As text, each is on a line.
type Statements struct {
	List []Statement `json:"statements"`
}

// ShownStatements is the document of some statements. Its text shows them in full.
type ShownStatements struct {
	Statements
	// Coq is true if text shows the statements in Coq too.
	Coq bool `json:"-"`
}

// Hypothesis is a condition of a statement.
type Hypothesis struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// The verdicts on a statement.
const (
	StatementHolds   = "holds"
	StatementRefuted = "refuted"
	StatementNotMet  = "hypotheses not met"
	StatementBounded = "bounded"
	// StatementUnchecked means that the run was interrupted before.
	StatementUnchecked = "not checked"
)

// TheoremCheck has the verdicts on the statements for one program.
type TheoremCheck struct {
	File string `json:"file"`
	// Seed is the seed of the first draw. Those of the next draws follow.
	Seed  uint64 `json:"seed"`
	Draws int    `json:"draws"`
	// Without has the hypotheses that were switched off.
	Without     []string         `json:"without"`
	Results     []TheoremChecked `json:"statements"`
	Interrupted bool             `json:"interrupted,omitempty"`
}

// TheoremChecked is one statement on one program.
type TheoremChecked struct {
	Statement string `json:"statement"`
	Verdict   string `json:"verdict"`
	// Instances counts the instances of all draws that meet all hypotheses and were decided, Unmet
	// those that fail a hypothesis, and Undecided those that meet all but reached a limit.
	Instances  uint64      `json:"instances"`
	Unmet      uint64      `json:"unmet"`
	Undecided  uint64      `json:"undecided"`
	Limit      string      `json:"limit,omitempty"`
	Refutation *Refutation `json:"refutation,omitempty"`
}

// Refutation is an instance for which a conclusion is false.
type Refutation struct {
	CaseSeed uint64 `json:"case_seed,string"`
	Instance string `json:"instance"`
	Why      string `json:"why"`
	// Repeat is the command that finds it again.
	Repeat string `json:"repeat"`
	// Off has the hypotheses of the statement that were switched off.
	Off []string `json:"without,omitempty"`
}

// TheoremTally counts the verdicts of one or several TheoremCheck documents.
type TheoremTally struct {
	Programs, Holds, Refuted, NotMet, Bounded, Unchecked int
	Interrupted                                          bool
}

// Count adds the verdicts of a document.
func (t *TheoremTally) Count(d *TheoremCheck) {
	t.Programs++
	t.Interrupted = t.Interrupted || d.Interrupted
	for _, r := range d.Results {
		switch r.Verdict {
		case StatementHolds:
			t.Holds++
		case StatementRefuted:
			t.Refuted++
		case StatementBounded:
			t.Bounded++
		case StatementUnchecked:
			t.Unchecked++
		default:
			t.NotMet++
		}
	}
}

// TheoremFuzz has the results of the statements on random programs.
type TheoremFuzz struct {
	Seed uint64 `json:"seed"`
	// Generator is the generator of the programs, or empty for the default.
	Generator string `json:"drawing,omitempty"`
	First     uint64 `json:"first"`
	Cases     uint64 `json:"cases"`
	// Ended says why the run ended: EndedCases or one of the next words.
	Ended   string          `json:"ended"`
	Without []string        `json:"without"`
	Results []TheoremFuzzed `json:"statements"`
	Drawn   Drawn           `json:"drawn"`
	Rules   []RuleCount     `json:"rules"`
	Unused  []string        `json:"unused"`
	// Judged says whether there were enough cases for the floors, and Required whether there were
	// enough for all rules.
	Judged   bool `json:"floors_judged"`
	Required bool `json:"all_rules_required"`
}

// The reasons why a run of fuzz ended.
const (
	// EndedCases means that all cases were run.
	EndedCases       = "cases"
	EndedTime        = "time"
	EndedRefuted     = "refuted"
	EndedInterrupted = "interrupted"
)

// TheoremFuzzed is the result of one statement.
type TheoremFuzzed struct {
	Statement string `json:"statement"`
	// Holds, NotMet, Bounded and Refuted count cases.
	Holds   uint64  `json:"holds"`
	NotMet  uint64  `json:"not_met"`
	Bounded uint64  `json:"bounded"`
	Refuted uint64  `json:"refuted"`
	Floor   float64 `json:"floor"`
	// Below says, in a run that judges floors, that too few cases tested the statement.
	Below     bool   `json:"below_floor"`
	Instances uint64 `json:"instances"`
	// Undecided counts the instances, or lists of them, that a limit cut.
	Undecided uint64 `json:"undecided"`
	// Failure is the first refutation.
	Failure *FuzzedRefutation `json:"refutation,omitempty"`
}

// FuzzedRefutation is a refutation with the program that was drawn for it.
type FuzzedRefutation struct {
	Refutation
	Case       uint64 `json:"case"`
	Program    string `json:"program"`
	Statements int    `json:"statements"`
	Shrunk     bool   `json:"shrunk"`
	// From is the number of statements before shrinking.
	From int `json:"drawn_statements"`
	// Saved is the file with the program, and Replay a command that checks it.
	Saved  string `json:"saved,omitempty"`
	Replay string `json:"replay,omitempty"`
}

// Drawn counts the programs of a run by what they hold.
type Drawn struct {
	Programs        uint64 `json:"programs"`
	Report          uint64 `json:"report"`
	Filtered        uint64 `json:"filtered"`
	Locks           uint64 `json:"locks"`
	Loops           uint64 `json:"loops"`
	Branches        uint64 `json:"branches"`
	Calls           uint64 `json:"calls"`
	PrefixArguments uint64 `json:"prefix_arguments"`
	Reassigned      uint64 `json:"reassigned_formals"`
	// Mutants counts the mutants of the shipped examples.
	Mutants uint64 `json:"mutants"`
}

// RuleCount says how often a rule was used.
type RuleCount struct {
	Rule string `json:"rule"`
	Used uint64 `json:"used"`
}

// Refuted counts the statements that were refuted.
func (d *TheoremFuzz) Refuted() int {
	return slice.Count(d.Results, func(r TheoremFuzzed) bool { return r.Failure != nil })
}

// Below lists the statements that were tested on too few cases.
func (d *TheoremFuzz) Below() []string {
	below := slice.Filter(d.Results, func(r TheoremFuzzed) bool { return r.Below })
	return slice.Map(below, func(r TheoremFuzzed) string { return r.Statement })
}

func (Statements) schema() string { return TheoremListSchema }

func (*TheoremCheck) schema() string { return TheoremCheckSchema }

func (*TheoremFuzz) schema() string { return TheoremFuzzSchema }

func (d Statements) text(p *page) {
	p.groups(len(d.List), func(i int) (group, name, text string) {
		s := d.List[i]
		// The paper goes without saying here.
		cite := strings.ReplaceAll(s.Cite, " (POPL 2019)", "")
		return s.Group, s.Name, s.Title + ", " + cite
	})
}

func (d ShownStatements) text(p *page) {
	for i := range d.List {
		p.between(i)
		p.statement(&d.List[i], d.Coq)
	}
}

func (p *page) statement(s *Statement, coq bool) {
	p.block(0, p.wrap(fmt.Sprintf("%s %s, %s", p.paint(bold, s.Name+":"), s.Title, s.Cite), width))
	p.paragraphs("Says", s.Words)
	if coq {
		p.paragraphs("Symbols", s.Symbols)
	}
	p.paragraphs("Printed", s.Printed)
	needs := "Needs"
	for _, h := range s.Hypotheses {
		p.labelled(needs, "%s: %s", h.Name, h.Text)
		needs = ""
	}
	p.evidence(s.Evidence, coq)
	p.labelled("Floor",
		"A run of fuzz counts only if at least %s of its programs meet the hypotheses.",
		percent(s.Floor))
	var next []string
	if !coq {
		next = append(next, "wobbly theorem show "+s.Name+" --coq")
	}
	next = append(next, "wobbly theorem fuzz "+s.Name,
		"wobbly theorem check --statement "+s.Name+" FILE")
	if len(s.Hypotheses) > 0 {
		next = append(next,
			fmt.Sprintf("wobbly theorem fuzz %s --without %s", s.Name, s.Hypotheses[0].Name))
	}
	p.label("Next", next)
}

func (p *page) evidence(e Evidence, coq bool) {
	if e.Known == "" {
		return
	}
	known := strings.ToUpper(e.Known[:1]) + e.Known[1:]
	known += when(len(e.Lemmas) > 0 && e.Known != proved, "; Coq proves the following")
	p.labelled("Known", "%s", strings.TrimSpace(known+". "+e.Note))
	word := "Coq"
	for _, l := range e.Lemmas {
		lines := []string{l.Name + " in " + l.File}
		if !coq {
			p.label(word, lines)
			word = ""
			continue
		}
		for line := range strings.SplitSeq(l.Statement, "\n") {
			code := strings.TrimLeft(line, " ")
			indent := strings.Repeat(" ", 2+len(line)-len(code))
			for i, part := range p.wrap(code, width-labelWidth-len(indent)-2) {
				if i > 0 {
					part = "  " + part
				}
				lines = append(lines, indent+part)
			}
		}
		p.label(word, lines)
		word = ""
	}
}

// proved is the Known of a statement that Coq proves.
const proved = "proved in Coq"

// paragraphs writes a text next to a word, with the text's own line breaks.
func (p *page) paragraphs(word, said string) {
	var lines []string
	for _, line := range text.Lines(said) {
		lines = append(lines, p.wrap(line, width-labelWidth)...)
	}
	p.label(word, lines)
}

// percent returns a share in percent, exact to a tenth and as short as possible.
func percent(x float64) string { return strings.TrimSuffix(fmt.Sprintf("%.1f", 100*x), ".0") + "%" }

func (d *TheoremCheck) text(p *page) {
	head := fmt.Sprintf("%s: %s from seed %d%s", FileName(d.File), text.Count(d.Draws, "draw"),
		d.Seed, off(d.Without))
	p.spaced("%s", p.paint(bold, head))
	rows := [][]string{{"statement", "verdict", "instances", "unmet", "undecided"}}
	for _, r := range d.Results {
		rows = append(rows, []string{
			r.Statement, r.Verdict, fmt.Sprint(r.Instances), fmt.Sprint(r.Unmet),
			fmt.Sprint(r.Undecided),
		})
	}
	p.block(2, table(alignFrom(2, rows)))
	for _, r := range d.Results {
		switch {
		case r.Refutation != nil:
			p.painted(alarm, "%s is refuted%s.", r.Statement, off(r.Refutation.Off))
			p.refutation(r.Refutation)
			p.line("")
		case r.Verdict == StatementBounded:
			p.para(0, "%s is bounded: %s.", r.Statement, r.Limit)
		}
	}
}

func off(without []string) string {
	return when(len(without) > 0, ", without %s", strings.Join(without, ", "))
}

func (p *page) refutation(r *Refutation) {
	p.paragraphs("Instance", r.Instance)
	p.paragraphs("Why", r.Why)
	p.label("Repeat", strings.Split(r.Repeat, "\n"))
}

func (t TheoremTally) text(p *page) {
	unchecked := when(t.Unchecked > 0, ", %d not checked", t.Unchecked)
	p.prose(0, "%s: %d refuted, %d held, %d bounded, %d with hypotheses not met%s.%s",
		text.Count(t.Programs, "program"), t.Refuted, t.Holds, t.Bounded, t.NotMet, unchecked,
		interruptedWords(t.Interrupted))
}

func (d *TheoremFuzz) text(p *page) {
	p.para(0, "%s", d.verdict())
	rows := [][]string{{"statement", "tested on", "floor", "instances", "undecided", "bounded",
		"refuted", ""}}
	for _, r := range d.Results {
		cases, mark := r.Holds+r.NotMet+r.Bounded+r.Refuted, ""
		if r.Below {
			mark = "below"
		}
		rows = append(rows, []string{
			r.Statement, share(r.Holds+r.Refuted, cases), percent(r.Floor),
			fmt.Sprint(r.Instances), fmt.Sprint(r.Undecided), fmt.Sprint(r.Bounded),
			fmt.Sprint(r.Refuted), mark,
		})
	}
	p.block(0, table(alignFrom(1, rows)))
	for i := range d.Results {
		if r := &d.Results[i]; r.Failure != nil {
			p.failure(d, r)
		}
	}
	p.drawn(d.Drawn)
	p.labelled("Rules", "%d of %d used.", len(d.Rules)-len(d.Unused), len(d.Rules))
	if len(d.Unused) > 0 {
		p.labelled("Not used", "%s.", strings.Join(d.Unused, ", "))
	}
}

func (p *page) failure(d *TheoremFuzz, r *TheoremFuzzed) {
	f := r.Failure
	p.painted(alarm, "%s is refuted%s: case %d of seed %d.", r.Statement, off(f.Off), f.Case,
		d.Seed)
	p.line("")
	p.block(4, text.Lines(f.Program))
	p.refutation(&f.Refutation)
	size := text.Count(f.Statements, "statement") + ", as it was drawn (the run was interrupted)."
	if f.Shrunk {
		size = fmt.Sprintf("%s, shrunk from %d.", text.Count(f.Statements, "statement"), f.From)
	}
	p.label("Size", []string{size})
	if f.Saved != "" {
		p.label("Saved", []string{FileName(f.Saved), f.Replay})
	}
	p.line("")
}

func (p *page) drawn(k Drawn) {
	if k.Programs == 0 {
		return
	}
	var parts []string
	for _, c := range []struct {
		n    uint64
		what string
	}{
		{k.Report, "with a report"}, {k.Filtered, "with a filtered pair"}, {k.Locks, "with a lock"},
		{k.Loops, "with a loop"}, {k.Branches, "with a branch"}, {k.Calls, "with a call"},
		{k.PrefixArguments, "with an argument that is a prefix of another"},
		{k.Reassigned, "with an assigned parameter"},
		{k.Mutants, "mutants of the shipped examples"},
	} {
		parts = append(parts, share(c.n, k.Programs)+" "+c.what)
	}
	p.labelled("Drawn", "%s: %s.", text.Count(k.Programs, "program"), strings.Join(parts, ", "))
}

func (d *TheoremFuzz) verdict() string {
	words := fmt.Sprintf("%s%s from seed %d", text.Count(d.Cases, "case"),
		ofGenerator(d.Generator), d.Seed)
	words += when(d.First > 0, ", from number %d on", d.First)
	words += fmt.Sprintf("%s: %d of %s refuted", off(d.Without), d.Refuted(),
		text.Count(len(d.Results), "statement"))
	if below := d.Below(); len(below) > 0 {
		words += "; tested on too little: " + strings.Join(below, ", ")
	}
	words += "."
	words += when(d.Required && len(d.Unused) > 0, " Not all rules were used.")
	switch d.Ended {
	case EndedInterrupted:
		words += interruptedWords(true)
	case EndedTime:
		words += " The time was up: --cases with this number repeats the run."
	}
	return words
}
