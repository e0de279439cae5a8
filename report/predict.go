package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/witness"
)

// PredictSchema is the schema of predict.
const PredictSchema = witness.PredictSchema

// Predict has the predictions from recorded executions, for the pairs of units of a file or of
// random programs, and their share of the races that the exact search finds.
type Predict struct {
	// File is empty for random programs.
	File string `json:"file,omitempty"`
	Seed uint64 `json:"seed"`
	// Runs is the number of executions of each pair of units.
	Runs int `json:"runs"`
	// RunSteps is the number of steps after which a run is ended.
	RunSteps   int         `json:"run_steps"`
	Predictors []Predictor `json:"predictors"`
	// Pairs is nil for random programs.
	Pairs []PredictedPair `json:"pairs,omitzero"`
	Table PredictTable    `json:"table"`
	// Trace is the trace that was given, if one was. Then Pairs has its pair.
	Trace  *PredictTrace  `json:"trace,omitempty"`
	Random *PredictRandom `json:"random,omitempty"`
	// Defects has the reports of sound predictors without a good witness.
	Defects     []string `json:"defects"`
	Interrupted bool     `json:"interrupted,omitempty"`

	// Program is the file of the program if File is a trace.
	Program string `json:"-"`
}

// Predictor describes a method in a variant.
type Predictor struct {
	Method  string `json:"method"`
	Variant string `json:"variant"`
	Cite    string `json:"cite"`
	Doc     string `json:"doc"`
	// Sound says whether each report is a race, with a witness.
	Sound bool `json:"sound"`
}

// PredictedPair is one program C1 || C2.
type PredictedPair struct {
	Left  string `json:"left"`
	Right string `json:"right"`
	Runs  int    `json:"runs"`
	// Cut counts the runs that RunSteps ended.
	Cut int `json:"cut"`
	// Search is the limit that cut the exact search.
	Search   string           `json:"search,omitempty"`
	Findings []PredictFinding `json:"findings"`
	// Missed has the races that no predictor has predicted.
	Missed []Sites `json:"missed"`
}

// PredictFinding is a pair of sites that some predictor reports.
type PredictFinding struct {
	Sites
	// Verdict is Confirmed, Impossible or Unknown.
	Verdict string        `json:"verdict"`
	By      []PredictedBy `json:"by"`
	Case    *PredictCase  `json:"case,omitempty"`
	// Witness is Case as a witness, if the checker accepts it.
	Witness *witness.Witness `json:"witness,omitempty"`
}

// PredictedBy is a predictor that reports a pair of sites.
type PredictedBy struct {
	Method  string `json:"method"`
	Variant string `json:"variant"`
	// Runs counts the runs from which it predicts the pair, and First is the first of them, from 1.
	Runs  int `json:"runs"`
	First int `json:"first"`
}

// PredictCase is the reordering of a recorded execution that a predictor promises to end in the
// race.
type PredictCase struct {
	Method  string `json:"method"`
	Variant string `json:"variant"`
	Run     int    `json:"run"`
	Steps   int    `json:"steps"`
	// Cells are the cells that A and B are about to access at its end.
	Cells [2][2]string `json:"cells"`
	// Heap is the initial state.
	Heap     string `json:"heap"`
	Schedule string `json:"schedule"`
	// Command is the command that shows it. It is empty if it would be too long.
	Command string `json:"command,omitempty"`
}

// PredictTable sums up all pairs of units whose races are known.
type PredictTable struct {
	// Points are the numbers of runs for which the table has results.
	Points   []int `json:"points"`
	Programs int   `json:"programs"`
	Pairs    int   `json:"pairs"`
	// LeftOut counts the pairs of units whose exact search was cut.
	LeftOut    int `json:"left_out"`
	Executions int `json:"executions"`
	Cut        int `json:"cut"`
	// Races counts pairs of sites that race by Definition 3.6.
	Races int `json:"races"`
	// Witnesses counts the accepted witnesses of sound predictors.
	Witnesses int          `json:"witnesses"`
	Rows      []PredictRow `json:"rows"`
}

// PredictRow is a predictor's results, in pairs of sites.
type PredictRow struct {
	Method   string `json:"method"`
	Variant  string `json:"variant"`
	Reported int    `json:"reported"`
	False    int    `json:"false"`
	// Found, Wrong and Recall have, for each of Points, the number of races that are found, that of
	// false reports, and the share of Races that is found.
	Found  []int     `json:"found"`
	Wrong  []int     `json:"wrong"`
	Recall []float64 `json:"recall"`
	// Limited counts the executions for which its predictions are incomplete.
	Limited int `json:"limited"`
}

// PredictRandom identifies the random programs of a table.
type PredictRandom struct {
	Generator string  `json:"drawing"`
	Programs  uint64  `json:"programs"`
	Failures  []Fault `json:"failures"`
}

func (*Predict) schema() string { return PredictSchema }

func (d *Predict) text(p *page) {
	if d.Trace != nil {
		p.givenTrace(d)
		p.defects(d.Defects)
		if len(d.Pairs) > 0 {
			p.prose(0, "%s", d.traceSummary())
			p.next(d)
		}
		return
	}
	p.para(0, "%s", d.answer())
	p.para(0, "wobbly ran each pair of methods with random initial states and schedules, and "+
		"recorded each execution (a run). A predictor looks at one run and reports the races that "+
		"would happen if its steps came in another order. An exact search of all executions then "+
		"decides which reports are races.")
	var silent []string
	for i := range d.Pairs {
		x := &d.Pairs[i]
		if len(x.Findings)+len(x.Missed)+x.Cut == 0 && x.Search == "" {
			silent = append(silent, x.Left+" || "+x.Right)
			continue
		}
		p.predictedPair(d, x)
		p.line("")
	}
	if silent != nil {
		p.para(0, "No race is predicted in %s: %s each, and there is none.", text.And(silent),
			text.Count(d.Runs, "run"))
	}
	if d.Table.Pairs > 0 {
		p.predictTable(&d.Table)
	}
	p.predictors(d)
	if d.Random != nil {
		p.faults(d.Random.Failures)
	}
	p.defects(d.Defects)
	p.prose(0, "%s", d.summary())
	p.next(d)
}

// answer says which races of a file are predicted, and which are not, or which share of the races
// of random programs.
func (d *Predict) answer() string {
	if d.Random != nil {
		return d.randomAnswer()
	}
	var real, wrong, open, missed int
	for _, x := range d.Pairs {
		missed += len(x.Missed)
		for _, f := range x.Findings {
			switch f.Verdict {
			case Confirmed:
				real++
			case Impossible:
				wrong++
			default:
				open++
			}
		}
	}
	words := []string{"no race is predicted"}
	if real > 0 {
		words[0] = text.Count(real, "race") + " predicted"
	}
	if wrong > 0 {
		words = append(words, text.Count(wrong, "false prediction")+
			" (not a race in any execution)")
	}
	if open > 0 {
		words = append(words, text.CountOf(open, "prediction", "predictions")+" not decided")
	}
	if missed > 0 {
		words = append(words, text.CountOf(missed, "race is missed", "races are missed"))
	}
	all := FileName(d.File) + ": " + text.And(words)
	if d.Table.LeftOut == 0 && wrong == 0 && missed == 0 && real > 0 {
		all += "; none is false, and none is missed"
	}
	return all + when(d.Table.LeftOut > 0, "; an exact search was cut, so there may be more") + "."
}

func (d *Predict) randomAnswer() string {
	t := &d.Table
	var shares []string
	for _, k := range slices.Compact([]int{0, len(t.Points) - 1}) {
		least, most := 1.0, 0.0
		for _, r := range t.Rows {
			least, most = min(least, r.Recall[k]), max(most, r.Recall[k])
		}
		shares = append(shares, fmt.Sprintf("%.3f%s from %s", least,
			when(most > least, " to %.3f", most), text.Count(t.Points[k], "run")))
	}
	words := text.Count(t.Programs, "random program") + ": "
	words += when(t.Races == 0, "no race is known.")
	words += when(t.Races > 0, "of %s, predictors find a share of %s of each pair of methods.",
		text.Count(t.Races, "race"), text.And(shares))
	words += d.falseWords()
	words += when(t.LeftOut > 0, " In %d of %s of methods the exact search was cut: they are left "+
		"out of all counts, and --max-states N searches more of them.", t.LeftOut,
		text.Count(t.Pairs+t.LeftOut, "pair"))
	return words + shortenedWords(d.RunSteps, t.Cut, "execution") + d.limitedWords() +
		interruptedWords(d.Interrupted)
}

// traceSummary compares a given execution with all others.
func (d *Predict) traceSummary() string {
	shown, elsewhere := 0, len(d.Pairs[0].Missed)
	places := map[[2]string]bool{}
	for _, c := range d.Trace.Conflicts {
		if c.Order != nil {
			shown++
			first, second := d.Trace.Events[c.First-1].At, d.Trace.Events[c.Second-1].At
			places[[2]string{first, second}], places[[2]string{second, first}] = true, true
		}
	}
	for _, f := range d.Pairs[0].Findings {
		if f.Verdict == Confirmed && !places[[2]string{f.Left, f.Right}] {
			elsewhere++
		}
	}
	words := fmt.Sprintf("From this one execution, %s predicted and proved.",
		text.CountOf(shown, "race is", "races are"))
	pair := &d.Pairs[0]
	if elsewhere > 0 {
		more := when(shown > 0, "more ")
		words += fmt.Sprintf(" The exact search finds %s in other executions of %s || %s.",
			text.CountOf(elsewhere, more+"race", more+"races"), pair.Left, pair.Right)
	}
	words += when(pair.Search != "", " The exact search was cut (%s): it may have missed races.",
		pair.Search)
	return words + d.limitedWords() + interruptedWords(d.Interrupted)
}

// next prints the commands with which a student goes on.
func (p *page) next(d *Predict) {
	if d.File == "" || d.File == StdinName || d.Random != nil {
		return
	}
	file := text.ShellWord(cmp.Or(d.Program, d.File))
	lines := []string{"wobbly check " + file}
	if d.Trace != nil {
		lines = append(lines, "wobbly predict "+file)
	} else {
		for _, x := range d.Pairs {
			i := slices.IndexFunc(x.Findings,
				func(f PredictFinding) bool { return f.Verdict == Confirmed })
			if i >= 0 {
				lines = append(lines, fmt.Sprintf("wobbly predict %s --pair %s --race %s,%s", file,
					text.ShellWord(x.Left+","+x.Right), x.Findings[i].Left, x.Findings[i].Right))
				break
			}
		}
		if slices.ContainsFunc(d.Pairs, func(x PredictedPair) bool { return len(x.Missed) > 0 }) {
			lines = append(lines, fmt.Sprintf("wobbly predict %s --runs %d", file, 10*d.Runs))
		}
	}
	p.line("")
	p.label("Next", lines)
}

// predictors prints the legend of the predictors. It is one line if they all agree.
func (p *page) predictors(d *Predict) {
	methods, _ := slice.Group(d.Predictors, func(x Predictor) (name, variant string) {
		return x.Method, x.Variant
	})
	if d.agree() && (d.Trace == nil || len(d.Trace.Edges) == 0) {
		p.para(0, "All predictors agree: %s (wobbly help predict describes them).",
			text.And(methods))
		return
	}
	p.line("Predictors (more: wobbly help predict):")
	for i, x := range d.Predictors {
		if i == 0 || x.Method != d.Predictors[i-1].Method {
			p.hanging("  "+pad(x.Method, 7)+"  ", x.Doc)
		}
	}
	p.line("")
	prefixes := func(x Predictor) bool { return x.Variant == "prefixes" }
	if d.Trace == nil && slices.ContainsFunc(d.Predictors, prefixes) {
		p.para(0, "printed is the predictor of the paper; prefixes also records which fields an "+
			"access reads along its path. A name alone means both.")
	}
}

// agree reports whether all predictors report the same from the same runs.
func (d *Predict) agree() bool {
	for _, x := range d.Pairs {
		for _, f := range x.Findings {
			for _, b := range f.By {
				if b.Runs != f.By[0].Runs || b.First != f.By[0].First {
					return false
				}
			}
			if len(f.By) < len(d.Predictors) || f.Case != nil && f.Witness == nil {
				return false
			}
		}
	}
	if d.Trace != nil {
		for _, c := range d.Trace.Conflicts {
			if len(c.By) > 0 && len(c.By) < len(d.Predictors) {
				return false
			}
		}
	}
	return d.Random == nil && d.Table.named(limited) == nil
}

func limited(r PredictRow) int { return r.Limited }

func (p *page) predictedPair(d *Predict, x *PredictedPair) {
	cut := when(x.Cut > 0, ", %d of them cut after %s", x.Cut, text.Count(d.RunSteps, "step"))
	p.line("%s %s%s.", p.heading(d.File, x.Left, x.Right), text.Count(x.Runs, "run"), cut)
	if x.Search != "" {
		p.prose(2, "The exact search was cut (%s): it may have missed races.", x.Search)
	}
	if len(x.Findings) == 0 {
		p.line("  No race is predicted.")
	}
	for i := range x.Findings {
		p.predictFinding(d, &x.Findings[i])
	}
	for _, s := range x.Missed {
		p.prose(2, "%s: a race that no predictor reports.", s)
	}
}

func (p *page) predictFinding(d *Predict, f *PredictFinding) {
	truth := map[string]string{
		Confirmed: "a race", Impossible: "no race in any execution", Unknown: "not known to race",
	}[f.Verdict]
	p.prose(2, "%s: %s.", f.Sites, truth)
	type runs struct{ runs, first int }
	order, by := slice.Group(f.By, func(b PredictedBy) (runs, string) {
		return runs{b.Runs, b.First}, b.Method + " " + b.Variant
	})
	for _, k := range order {
		who := strings.Join(d.names(by[k]), ", ")
		if len(by[k]) == len(d.Predictors) {
			who = "all predictors"
		}
		p.prose(4, "Predicted from %d of %s, first from run %d: %s.",
			k.runs, text.Count(d.Runs, "run"), k.first, who)
	}
	c := f.Case
	if c == nil {
		return
	}
	words := fmt.Sprintf("run %d in another order, of %s", c.Run, text.Count(c.Steps, "step"))
	if f.Witness != nil {
		p.labelled("Witness",
			"R%s: both threads are then about to access %s. The independent checker accepts it.",
			words[1:], cell(c.Cells[0]))
	} else {
		p.labelled("Refuted",
			"%s %s puts %s: A is then about to access %s, and B %s, another cell.",
			c.Method, c.Variant, words, cell(c.Cells[0]), cell(c.Cells[1]))
	}
	p.command(c.Command)
}

// names shortens a list of predictors: a method with all of its variants is named alone.
func (d *Predict) names(list []string) (names []string) {
	order, by := slice.Group(d.Predictors,
		func(x Predictor) (method, variant string) { return x.Method, x.Variant })
	for _, method := range order {
		variants := by[method]
		in := slice.Filter(variants,
			func(v string) bool { return slices.Contains(list, method+" "+v) })
		if len(in) == len(variants) {
			names = append(names, method)
			continue
		}
		for _, v := range in {
			names = append(names, method+" "+v)
		}
	}
	return names
}

func (p *page) predictTable(t *PredictTable) {
	missing := func(r PredictRow) bool {
		return slices.ContainsFunc(r.Recall, func(x float64) bool { return x < 1 })
	}
	if slices.ContainsFunc(t.Rows, missing) {
		p.predictCurve("share of the races that are predicted, by the number of runs", t,
			func(r *PredictRow, k int) string { return fmt.Sprintf("%.3f", r.Recall[k]) })
	} else if t.Races > 0 {
		p.para(0, "Each predictor has found all races after the first run.")
	}
	if slices.ContainsFunc(t.Rows, func(r PredictRow) bool { return r.False > 0 }) {
		p.predictCurve("false reports, by the number of runs", t,
			func(r *PredictRow, k int) string { return fmt.Sprint(r.Wrong[k]) })
	}
}

// predictCurve prints a table with a row for each predictor and a column for each number of runs.
// It joins the rows of both variants of a method, or all rows, if they are equal.
func (p *page) predictCurve(title string, t *PredictTable, of func(r *PredictRow, k int) string) {
	head := []string{"method", "variant"}
	for _, n := range t.Points {
		head = append(head, fmt.Sprint(n))
	}
	rows := [][]string{head}
	for i := range t.Rows {
		r := &t.Rows[i]
		row := []string{r.Method, r.Variant}
		for k := range t.Points {
			row = append(row, of(r, k))
		}
		if last := rows[len(rows)-1]; last[0] == r.Method && slices.Equal(last[2:], row[2:]) {
			last[1] = "both"
			continue
		}
		rows = append(rows, row)
	}
	if len(rows) > 2 &&
		!slices.ContainsFunc(rows[2:], func(r []string) bool {
			return !slices.Equal(r[2:], rows[1][2:])
		}) {
		rows = [][]string{head, append([]string{"each", ""}, rows[1][2:]...)}
	}
	p.line("%s", title)
	p.block(2, table(alignFrom(2, rows)))
}

func (d *Predict) summary() string {
	t := &d.Table
	what := FileName(d.File)
	if d.Random != nil {
		what = fmt.Sprintf("%s of the generator %s from seed %d",
			text.Count(t.Programs, "random program"), d.Random.Generator, d.Seed)
	}
	words := fmt.Sprintf("%s: %s and %s by Definition 3.6, in %s of methods.",
		what, text.Count(t.Executions, "execution"), text.Count(t.Races, "race"),
		text.Count(t.Pairs, "pair"))
	if d.Random == nil {
		words += when(t.LeftOut > 0, " In %s more the exact search was cut.",
			text.Count(t.LeftOut, "pair")) + d.falseWords()
	}
	words += when(t.Witnesses > 0,
		" The independent checker accepted %s, one for each report of a sound predictor.",
		text.CountOf(t.Witnesses, "witness", "witnesses"))
	if d.Random == nil {
		words += shortenedWords(d.RunSteps, t.Cut, "execution") + d.limitedWords()
	}
	return words + interruptedWords(d.Interrupted)
}

func (d *Predict) falseWords() string {
	wrong := d.Table.named(func(r PredictRow) int { return r.False })
	if wrong == nil {
		return when(d.Table.Pairs > 0, " No report is false.")
	}
	return " False reports: " + strings.Join(wrong, ", ") + "."
}

// limitedWords names the predictors whose predictions are incomplete.
func (d *Predict) limitedWords() string {
	names := d.Table.named(limited)
	slices.Sort(names)
	return when(names != nil, " Executions that were too long for a complete prediction: %s.",
		strings.Join(names, ", "))
}

// named lists the predictors with a count above 0, and the count.
func (t *PredictTable) named(count func(PredictRow) int) (names []string) {
	for _, r := range t.Rows {
		if n := count(r); n > 0 {
			names = append(names, fmt.Sprintf("%s %s (%d)", r.Method, r.Variant, n))
		}
	}
	return names
}
