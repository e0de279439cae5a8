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
	File   string     `json:"file"`
	Source *il.Source `json:"-"`
	// From is the analysis whose reports are the candidates.
	From   string        `json:"from"`
	Policy RaceMobPolicy `json:"policy"`
	Pairs  []RaceMobPair `json:"pairs"`
	Total  RaceMobTotal  `json:"total"`
	// Cut is the limit of the analysis because of which there may be more candidates.
	Cut string `json:"cut,omitempty"`
	// Interrupted says whether a run is missing.
	Interrupted bool `json:"interrupted,omitempty"`
}

// RaceMobPolicy says how the candidates were validated.
type RaceMobPolicy struct {
	Seed  uint64 `json:"seed"`
	Users int    `json:"users"`
	// Runs is the maximum number of runs of a candidate.
	Runs int `json:"runs"`
	// Timeouts are the values of τ, in steps.
	Timeouts []int `json:"timeouts"`
	RunSteps int   `json:"run_steps"`
	Single   bool  `json:"alone"`
	// BothOrders says whether the literal reading is followed.
	BothOrders bool `json:"both_orders"`
}

// RaceMobPair is one program C1 || C2.
type RaceMobPair struct {
	Left       string             `json:"left"`
	Right      string             `json:"right"`
	Candidates []RaceMobCandidate `json:"candidates"`
}

// The verdicts on a candidate.
const (
	TrueRace            = "true-race"
	LikelyFalsePositive = "likely-false-positive"
	UnknownCandidate    = "unknown"
)

// RaceMobCandidate is a candidate and its status.
type RaceMobCandidate struct {
	Sites
	Verdict string `json:"verdict"`
	Cause   string `json:"cause"`
	// Runs counts the runs made for it, and TimedOut those of them that waited in vain.
	Runs     int            `json:"runs"`
	Results  RaceMobResults `json:"results"`
	TimedOut int            `json:"timed_out"`
	// Aliased counts the runs, of all, in which both accesses were of one cell.
	Aliased int `json:"aliased"`
	// HappensBefore says whether happens-before shows the race in as many runs without steering.
	HappensBefore bool             `json:"happens_before"`
	Race          *RaceMobRace     `json:"race,omitempty"`
	Witness       *witness.Witness `json:"witness,omitempty"`
	Refused       string           `json:"refused,omitempty"`
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
	// CoEnabled says whether both threads are about to make the accesses, as in Definition 3.6.
	CoEnabled bool `json:"co_enabled"`
	// Unordered says whether both are made, unordered by happens-before.
	Unordered bool `json:"unordered"`
	// User is the number of the user, from 1.
	User int `json:"user"`
	// Order is the order that was wanted, primary or alternate.
	Order string `json:"order"`
	// Steered says whether a thread was held back.
	Steered bool `json:"steered"`
	// Own says whether the run was made for this candidate, and not for another one.
	Own bool `json:"own"`
	// Execution is the evidence if there is no witness.
	Execution *RaceMobExecution `json:"execution,omitempty"`
}

// RaceMobExecution is an execution that makes two accesses unordered.
type RaceMobExecution struct {
	Init witness.Init `json:"init"`
	// Steps are the steps up to the second access.
	Steps []witness.Step `json:"steps"`
	// Accesses are the numbers of the steps that make the accesses, from 1.
	Accesses [2]int    `json:"accesses"`
	Cell     [2]string `json:"cell"`
}

// RaceMobTotal counts candidates, as the paper's Tables 1 and 3 do.
type RaceMobTotal struct {
	Pairs      int `json:"pairs"`
	Candidates int `json:"candidates"`
	// TrueRaces counts the true races. Of these, CoEnabled are races in the sense of Definition
	// 3.6, UnorderedOnly are shown only by happens-before, BothOrders only by the literal reading,
	// and Steered by a run that held a thread back.
	TrueRaces     int `json:"true_races"`
	CoEnabled     int `json:"co_enabled"`
	UnorderedOnly int `json:"unordered_only"`
	BothOrders    int `json:"both_orders"`
	Steered       int `json:"steered"`
	// NoRace and Timeout count likely false positives.
	NoRace  int `json:"no_race"`
	Timeout int `json:"timeout"`
	// NotAliasing, Context and NotValidated count unknown candidates.
	NotAliasing  int    `json:"not_aliasing"`
	Context      int    `json:"context"`
	NotValidated int    `json:"not_validated"`
	Runs         int    `json:"runs"`
	Rounds       int    `json:"rounds"`
	Steps        uint64 `json:"steps"`
	// CutRuns counts the runs that the limit of steps ended.
	CutRuns  int `json:"cut_runs"`
	MostRuns int `json:"most_runs"`
	// HappensBefore counts the candidates that happens-before shows in as many runs without
	// steering, and OnlyRaceMob the true races that it does not show.
	HappensBefore int `json:"happens_before"`
	OnlyRaceMob   int `json:"only_racemob"`
	Refused       int `json:"refused"`
}

// LikelyFalse returns the number of candidates that are likely false positives.
func (t RaceMobTotal) LikelyFalse() int { return t.NoRace + t.Timeout }

// Unknown returns the number of candidates that are unknown.
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
