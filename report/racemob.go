package report

import (
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/witness"
)

// RaceMobSchema is the schema of racemob.
const RaceMobSchema = witness.RaceMobSchema

// RaceMob is the result of crowdsourced validation for the candidates of one file.
type RaceMob struct {
	File   string        `json:"file"`
	Source *il.Source    `json:"-"`
	From   string        `json:"from"` // the analysis whose reports are the candidates
	Policy RaceMobPolicy `json:"policy"`
	Pairs  []RaceMobPair `json:"pairs"`
	Total  RaceMobTotal  `json:"total"`
	// Cut is the limit of the analysis because of which there may be more candidates.
	Cut         string `json:"cut,omitempty"`
	Interrupted bool   `json:"interrupted,omitempty"` // a run is missing
}

// RaceMobPolicy is how the candidates were validated.
type RaceMobPolicy struct {
	Seed       uint64 `json:"seed"`
	Users      int    `json:"users"`
	Runs       int    `json:"runs"`     // of a candidate, at most
	Timeouts   []int  `json:"timeouts"` // τ, in steps
	RunSteps   int    `json:"run_steps"`
	Single     bool   `json:"alone"`
	BothOrders bool   `json:"both_orders"` // the literal reading
}

// RaceMobPair is one program C1 || C2.
type RaceMobPair struct {
	Left       string             `json:"left"`
	Right      string             `json:"right"`
	Candidates []RaceMobCandidate `json:"candidates"`
}

// The parts of the list.
const (
	TrueRace            = "true-race"
	LikelyFalsePositive = "likely-false-positive"
	UnknownCandidate    = "unknown"
)

// RaceMobCandidate is a candidate and its status.
type RaceMobCandidate struct {
	Sites
	Verdict  string         `json:"verdict"`
	Cause    string         `json:"cause"`
	Runs     int            `json:"runs"` // made for it
	Results  RaceMobResults `json:"results"`
	TimedOut int            `json:"timed_out"` // of these: waited in vain
	// of all runs: both accesses were of one cell
	Aliased int `json:"aliased"`
	// it shows the race in as many runs without steering
	HappensBefore bool             `json:"happens_before"`
	Race          *RaceMobRace     `json:"race,omitempty"` // of a true race
	Witness       *witness.Witness `json:"witness,omitempty"`
	Refused       string           `json:"refused,omitempty"` // why the checker refuses the witness
}

// RaceMobResults counts the runs for a candidate by verdict.
type RaceMobResults struct {
	Race    int `json:"race"`
	NoRace  int `json:"no_race"`
	Timeout int `json:"timeout"`
	NotSeen int `json:"not_seen"`
}

// RaceMobRace is the run that shows a race.
type RaceMobRace struct {
	// both threads are about to make the accesses: Definition 3.6
	CoEnabled bool   `json:"co_enabled"`
	Unordered bool   `json:"unordered"` // both are made, unordered by happens-before
	User      int    `json:"user"`      // from 1
	Order     string `json:"order"`     // that was wanted: primary or alternate
	Steered   bool   `json:"steered"`   // a thread was held back
	Own       bool   `json:"own"`       // the run was made for this candidate, not for another one
	// Execution is the evidence if there is no witness.
	Execution *RaceMobExecution `json:"execution,omitempty"`
}

// RaceMobExecution is an execution that makes two accesses unordered.
type RaceMobExecution struct {
	Init     witness.Init   `json:"init"`
	Steps    []witness.Step `json:"steps"`    // up to the second access
	Accesses [2]int         `json:"accesses"` // which steps they are, from 1
	Cell     [2]string      `json:"cell"`
}

// RaceMobTotal counts candidates, as the paper's Tables 1 and 3 do.
type RaceMobTotal struct {
	Pairs         int    `json:"pairs"`
	Candidates    int    `json:"candidates"`
	TrueRaces     int    `json:"true_races"`
	CoEnabled     int    `json:"co_enabled"`     // of these: races in the sense of Definition 3.6
	UnorderedOnly int    `json:"unordered_only"` // of these: shown by happens-before only
	BothOrders    int    `json:"both_orders"`    // of these: by the literal reading only
	Steered       int    `json:"steered"`        // of these: shown by a run that held a thread back
	NoRace        int    `json:"no_race"`        // likely false positives
	Timeout       int    `json:"timeout"`        // likely false positives
	NotAliasing   int    `json:"not_aliasing"`   // unknown
	Context       int    `json:"context"`        // unknown
	NotValidated  int    `json:"not_validated"`  // unknown
	Runs          int    `json:"runs"`
	Rounds        int    `json:"rounds"`
	Steps         uint64 `json:"steps"`
	CutRuns       int    `json:"cut_runs"` // that the limit of steps ended
	MostRuns      int    `json:"most_runs"`
	// candidates that happens-before shows in as many runs without steering
	HappensBefore int `json:"happens_before"`
	OnlyRaceMob   int `json:"only_racemob"` // true races that it does not show
	Refused       int `json:"refused"`      // witnesses that the checker refuses
}

// LikelyFalse is how many candidates are likely false positives.
func (t RaceMobTotal) LikelyFalse() int { return t.NoRace + t.Timeout }

// Unknown is how many candidates are unknown.
func (t RaceMobTotal) Unknown() int { return t.NotAliasing + t.Context + t.NotValidated }

func (*RaceMob) schema() string { return RaceMobSchema }

func (d *RaceMob) text(p *page) {
	p.para(0, "%s: %s", FileName(d.File), mobSummary(d))
	p.para(0, "RaceMob takes the candidates of a static analysis and lets simulated users run the "+
		"program. A run for a candidate holds one thread back at its access, to see whether the "+
		"other one can get to its own. A race that a run shows is true; all other "+
		"candidates stay open.")
	for i := range d.Pairs {
		p.mobPair(d, &d.Pairs[i])
		p.line("")
	}
	p.lines(0, table(alignFrom(1, mobRows(d))))
	p.line("")
	switch {
	case d.Interrupted:
		p.line("%s", strings.TrimSpace(interruptedWords(true)))
	case d.File != StdinName:
		p.label("Next", []string{"wobbly check " + text.ShellWord(d.File)})
	}
}

func (p *page) mobPair(d *RaceMob, x *RaceMobPair) {
	p.line("%s %s.", p.heading(d.File, x.Left, x.Right), text.Count(len(x.Candidates), "candidate"))
	for i := range x.Candidates {
		c := &x.Candidates[i]
		word, role := "unknown", plain
		switch {
		case c.Refused != "":
			word, role = "REFUSED", alarm
		case c.Verdict == TrueRace:
			word, role = "true race", alarm
		case c.Verdict == LikelyFalsePositive:
			word = "likely false"
		}
		p.line("  %s  %s", p.paint(role, pad(word, len("likely false"))), c.Sites)
		p.prose(mobMargin, "%s", mobReason(c))
	}
}

// mobMargin is the column in which the text of a candidate begins.
const mobMargin = 16

func mobReason(c *RaceMobCandidate) string {
	runs := text.Count(c.Runs, "run")
	switch c.Cause {
	case "race":
		return mobRace(c)
	case "both-orders":
		return fmt.Sprintf("One user executed the accesses in both orders, which proves nothing "+
			"(the literal reading); %s.", runs)
	case "no-race":
		return fmt.Sprintf("NoRace: both accessed the same cell in %s, each time ordered by "+
			"locks. Of %s for this candidate, %d waited for the other order in vain.",
			text.Count(c.Aliased, "run"), runs, c.TimedOut)
	case "timeout":
		return fmt.Sprintf("Timeout: never at the same cell. In %[2]d of %[1]s the thread that "+
			"was held back waited in vain.", runs, c.TimedOut)
	case "not-aliasing":
		return fmt.Sprintf("NotSeen: both accesses happened in %s, never to the same cell.", runs)
	case "context":
		return fmt.Sprintf("NotSeen: %s, none with both accesses.", runs)
	default:
		return "It was not run."
	}
}

func mobRace(c *RaceMobCandidate) string {
	r := c.Race
	after := fmt.Sprintf("after %s, by user %d", text.Count(c.Runs, "run"), r.User)
	switch {
	case !r.Own:
		after += ", in a run for another candidate"
	case r.Steered:
		after += ", who held a thread back (" + r.Order + " order)"
	}
	switch {
	case c.Refused != "":
		return fmt.Sprintf("The checker refuses the witness: %s.", c.Refused)
	case r.CoEnabled:
		return fmt.Sprintf("Both threads are about to access %s, %s. Witness: %s.",
			cell(c.Witness.Race.Cell), after, turns(c.Witness.Steps))
	default:
		x := r.Execution
		return fmt.Sprintf("By happens-before only: nothing orders the accesses of %s, %s. "+
			"Execution: %s; they are steps %d and %d. No state was met in which both threads are "+
			"about to make them.",
			cell(x.Cell), after, turns(x.Steps), x.Accesses[0], x.Accesses[1])
	}
}

// mobRows returns the figures, as in Tables 1 and 3 of the paper.
func mobRows(d *RaceMob) [][]string {
	t := d.Total
	row := func(name string, n int, of int) []string {
		return []string{name, fmt.Sprint(n), share(uint64(n), uint64(of))}
	}
	rows := [][]string{
		row("candidates ("+d.From+")", t.Candidates, 0),
		row("true races", t.TrueRaces, t.Candidates),
		row("  both threads about to access", t.CoEnabled, 0),
		row("  unordered by happens-before only", t.UnorderedOnly, 0),
	}
	if d.Policy.BothOrders {
		rows = append(rows, row("  seen in both orders (literal reading)", t.BothOrders, 0))
	}
	rows = append(rows,
		row("likely false positives", t.LikelyFalse(), t.Candidates),
		row("  NoRace", t.NoRace, 0),
		row("  Timeout", t.Timeout, 0),
		row("unknown", t.Unknown(), t.Candidates),
	)
	if t.Unknown() > 0 {
		rows = append(rows,
			row("  never at the same cell", t.NotAliasing, 0),
			row("  never both accesses", t.Context, 0),
			row("  no run", t.NotValidated, 0))
	}
	return append(rows,
		row("runs", t.Runs, 0),
		row("  most runs for one true race", t.MostRuns, 0),
		row("true races that needed a thread held back", t.Steered, 0),
		row("races by happens-before, without holding back", t.HappensBefore, t.Candidates),
		row("true races that this misses", t.OnlyRaceMob, 0),
	)
}

func mobSummary(d *RaceMob) string {
	t := d.Total
	words := fmt.Sprintf("%s among %s in %s of methods, in %s.",
		text.Count(t.TrueRaces, "true race"), text.Count(t.Candidates, "candidate"),
		text.Count(t.Pairs, "pair"), text.Count(t.Runs, "run"))
	words += when(t.LikelyFalse()+t.Unknown() > 0,
		" The others may be races too: no run proves the contrary.")
	words += when(t.CutRuns > 0, " The limit of %s ended %s early.",
		text.Count(d.Policy.RunSteps, "step"), text.Count(t.CutRuns, "run"))
	words += when(d.Cut != "", " There may be more candidates (%s).", d.Cut)
	words += when(t.Refused > 0, " The checker refused %s.",
		text.CountOf(t.Refused, "witness", "witnesses"))
	return words + interruptedWords(d.Interrupted)
}
