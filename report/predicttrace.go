package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"wobbly/internal/slice"
	"wobbly/internal/text"
)

// PredictTrace is a given trace with the answers of each predictor for its conflicting events.
type PredictTrace struct {
	Threads [2]string `json:"threads"`
	// Heap is the initial state of an execution.
	Heap     string `json:"heap,omitempty"`
	Schedule string `json:"schedule,omitempty"`
	// Race is the race whose two accesses end the execution.
	Race      string           `json:"race,omitempty"`
	Events    []TracedEvent    `json:"events"`
	Edges     []TracedEdge     `json:"edges"`
	Conflicts []TracedConflict `json:"conflicts"`
	// More counts the conflicts that are not listed.
	More int `json:"more,omitempty"`
	// Limited says whether the predictions of some predictor are incomplete.
	Limited bool `json:"limited,omitempty"`

	// Pairs is the number of pairs of methods if wobbly chose one of several, or else 0.
	Pairs int `json:"-"`
}

// TracedEvent is an event of a given trace. Events count from 1.
type TracedEvent struct {
	// Thread is A or B.
	Thread string `json:"thread"`
	At     string `json:"at,omitempty"`
	// Do is a statement, or the line of a file.
	Do string `json:"do"`
}

// TracedEdge is a pair of events that the orders of some predictors put in this order directly.
type TracedEdge struct {
	From int             `json:"from"`
	To   int             `json:"to"`
	By   []PredictorName `json:"by"`
}

// TracedConflict is a pair of conflicting events, and the predictors that report them.
type TracedConflict struct {
	First  int             `json:"first"`
	Second int             `json:"second"`
	Cell   string          `json:"cell"`
	By     []PredictorName `json:"by"`
	// Verdict is that of the exact search on the accesses or, without a program, that of M2.
	Verdict string `json:"verdict"`
	// Order is a reordering of the trace that ends before both events, which proves that they race.
	Order []int `json:"order,omitzero"`
	// Command shows Order. It is empty if it would be too long.
	Command string `json:"command,omitempty"`
}

// PredictorName names a method in a variant.
type PredictorName struct {
	Method  string `json:"method"`
	Variant string `json:"variant"`
}

// short returns the name as the head of a column: with + for the variant prefixes.
func (n PredictorName) short() string {
	if n.Variant == "prefixes" {
		return n.Method + "+"
	}
	return n.Method
}

// givenTrace prints a given trace: what was run, the answer, the trace in two lanes with the edges
// between them, the proof of each race, and who predicts which conflict.
func (p *page) givenTrace(d *Predict) {
	t := d.Trace
	title := FileName(d.File) + ": "
	if len(d.Pairs) == 1 {
		title = p.heading(d.File, d.Pairs[0].Left, d.Pairs[0].Right) + " "
	}
	ends := when(t.Race != "", ", up to the two accesses of %s", t.Race)
	p.line("%sone execution of %s%s.", title, text.Count(len(t.Events), "step"), ends)
	if t.Heap != "" {
		chosen := when(t.Pairs > 0, " wobbly chose this pair of %d: --pair M,N chooses another.",
			t.Pairs)
		p.prose(2, "Initial state: %s. Schedule: %s.%s", t.Heap, cmp.Or(t.Schedule, "no step"),
			chosen)
	}
	p.prose(0, "%s", t.answer())
	p.line("")
	if len(t.Events) > 0 {
		p.tracedLanes(d)
		p.line("")
	}
	if len(t.Conflicts) == 0 {
		return
	}
	proved := false
	for _, c := range t.Conflicts {
		if c.Order == nil {
			continue
		}
		proved = true
		order := "no step"
		if n := len(c.Order); n > 0 {
			order = "step" + when(n > 1, "s") + " " +
				text.And(slice.Map(c.Order, func(i int) string { return fmt.Sprint(i) }))
		}
		accepted := when(len(d.Pairs) > 0,
			" The independent checker accepts this order as a witness.")
		p.prose(0, "%d and %d race: after %s both are next, and access %s.%s",
			c.First, c.Second, order, c.Cell, accepted)
		if c.Command != "" {
			p.command(c.Command)
		}
	}
	if proved {
		p.line("")
	}
	p.conflicts(d)
	p.predictors(d)
	if t.More > 0 {
		p.prose(0, "%s more are not listed.", text.Count(t.More, "conflicting pair"))
	}
}

// answer says how many races are predicted.
func (t *PredictTrace) answer() string {
	var races []string
	for _, c := range t.Conflicts {
		if c.Order != nil {
			races = append(races, fmt.Sprintf("%d with %d", c.First, c.Second))
		}
	}
	const maxNamed = 6
	switch n := len(races); {
	case len(t.Conflicts) == 0:
		return "No race is predicted: no two steps of different threads access the same cell, " +
			"at least one of them to write it."
	case n == 0:
		return fmt.Sprintf("No race is predicted: no other order of these steps brings two "+
			"conflicting accesses together (%s tried).",
			text.Count(len(t.Conflicts)+t.More, "pair"))
	case n > maxNamed:
		return fmt.Sprintf("%d races are predicted: their accesses are marked !!.", n)
	case n == 1:
		return fmt.Sprintf("1 race is predicted: in another order, step %s would be next at the "+
			"same time (marked !!).", races[0])
	default:
		return fmt.Sprintf("%d races are predicted: in other orders, steps %s would be next at "+
			"the same time (marked !!).", n, text.And(races))
	}
}

// tracedLanes prints the events, each in the lane of its thread, and to the right the edges that
// end there.
func (p *page) tracedLanes(d *Predict) {
	t := d.Trace
	const maxLane, firstRows, lastRows = 26, 20, 100
	after := map[int][]string{}
	for _, e := range t.Edges {
		var by []string
		for _, n := range e.By {
			by = append(by, n.short())
		}
		after[e.To] = append(after[e.To],
			fmt.Sprintf("after %d (%s)", e.From, strings.Join(by, ", ")))
	}
	mark := map[int]string{}
	for _, c := range t.Conflicts {
		if c.Order != nil {
			mark[c.First], mark[c.Second] = "!! ", "!! "
		}
	}
	orders := ""
	if len(t.Edges) > 0 {
		orders = "orders"
	}
	head := []string{"", t.Threads[0], t.Threads[1], orders}
	for i, x := range d.Pairs {
		if i == 0 && x.Left != t.Threads[0] {
			head[1], head[2] = "A  "+x.Left, "B  "+x.Right
		}
	}
	rows := [][]string{head}
	for n, e := range t.Events {
		if hidden := len(t.Events) - lastRows; n >= firstRows && n < hidden {
			if n == firstRows {
				rows = append(rows,
					[]string{"...", fmt.Sprintf("%d more; --json has them", hidden-n), "", ""})
			}
			continue
		}
		row := []string{fmt.Sprint(n + 1), "", "", strings.Join(after[n+1], "; ")}
		lane := 1
		if e.Thread == "B" {
			lane = 2
		}
		row[lane] = mark[n+1] + text.Plain.Clip(e.Do, maxLane, "...")
		rows = append(rows, row)
	}
	p.lines(2, table(rows))
	if len(t.Edges) > 0 {
		p.line("")
		p.prose(0, "after 2 (shb) means: by shb, this step comes after step 2 in every order.")
	}
}

// conflicts prints a table of the conflicts and the predictors that call each of them a race.
func (p *page) conflicts(d *Predict) {
	// Each predictor has a column, or all of them have one if they agree.
	head, agree := []string{"steps", "cell", "predicted"}, d.agree()
	reports := []func(TracedConflict) bool{
		func(c TracedConflict) bool { return len(c.By) > 0 },
	}
	if !agree {
		head, reports = head[:2], nil
		for _, x := range d.Predictors {
			name := PredictorName{x.Method, x.Variant}
			head = append(head, name.short())
			reports = append(reports,
				func(c TracedConflict) bool { return slices.Contains(c.By, name) })
		}
	}
	rows := [][]string{append(head, "a race?")}
	for _, c := range d.Trace.Conflicts {
		row := []string{fmt.Sprintf("%d, %d", c.First, c.Second), c.Cell}
		for _, reported := range reports {
			mark := "-"
			if reported(c) {
				mark = "yes"
			}
			row = append(row, mark)
		}
		verdict := map[string]string{
			Confirmed: "elsewhere", Impossible: "no", Unknown: "unknown",
		}[c.Verdict]
		if c.Order != nil {
			verdict = "yes"
		}
		rows = append(rows, append(row, verdict))
	}
	if agree {
		p.line("Which conflicting steps are predicted to race?")
	} else {
		p.line("Who calls which conflicting steps a race? (The predictors are described below.)")
	}
	p.block(2, table(rows))
	plus := when(!agree && len(d.Pairs) > 0,
		"A + marks the variant that also records the reads on the path of an access. ")
	last := "The last column is yes if a reordering of this trace shows the race, as a witness " +
		"that the independent checker accepts; elsewhere if only another execution shows a race " +
		"of the two accesses; and no if an exact search finds none."
	if len(d.Pairs) == 0 {
		last = "The last column is yes if some correct reordering of the trace ends before both " +
			"events, and else no: with two threads M2 decides that."
	}
	if plus != "" || slices.ContainsFunc(d.Trace.Conflicts, func(c TracedConflict) bool {
		return c.Order == nil
	}) {
		p.prose(0, "%s", plus+last)
		p.line("")
	}
}
