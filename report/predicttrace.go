package report

import (
	"fmt"
	"slices"
	"strings"

	"wobbly/internal/text"
)

// PredictTrace is a given trace with the answers of each predictor for its conflicting events.
type PredictTrace struct {
	Threads   [2]string        `json:"threads"`
	Heap      string           `json:"heap,omitempty"` // of an execution: the initial state
	Schedule  string           `json:"schedule,omitempty"`
	Events    []TracedEvent    `json:"events"`
	Edges     []TracedEdge     `json:"edges"`
	Conflicts []TracedConflict `json:"conflicts"`
	More      int              `json:"more,omitempty"` // conflicts that are not listed
	// the predictions of some predictor are incomplete
	Limited bool `json:"limited,omitempty"`
}

// TracedEvent is an event of a given trace. Events count from 1.
type TracedEvent struct {
	Thread string `json:"thread"` // A or B
	At     string `json:"at,omitempty"`
	Do     string `json:"do"` // a statement, or the line of a file
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
	// Verdict is that of the exact search on the accesses, or without a program that of M2.
	Verdict string `json:"verdict"`
	// Order is a reordering of the trace that ends before both events, which proves that they race.
	Order []int `json:"order,omitzero"`
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

// givenTrace prints a given trace in two lanes, with the edges between them, and a table of the
// predictors of each conflict.
func (p *page) givenTrace(d *Predict) {
	t := d.Trace
	title := FileName(d.File) + ": "
	if len(d.Pairs) == 1 {
		title = p.heading(d.File, d.Pairs[0].Left, d.Pairs[0].Right) + " "
	}
	p.line("%s%s of a given trace.", title, text.Count(len(t.Events), "event"))
	if t.Heap != "" {
		p.prose(2, "Initial state: %s.", t.Heap)
	}
	p.line("")
	p.tracedLanes(t)
	p.line("")
	if len(t.Conflicts) == 0 {
		p.line("No two events of different threads conflict.")
		return
	}
	p.conflicts(d)
	for _, c := range t.Conflicts {
		if c.Order == nil {
			continue
		}
		order := "nothing"
		if len(c.Order) > 0 {
			order = strings.Trim(fmt.Sprint(c.Order), "[]")
		}
		p.prose(2, "%d and %d race: after %s both are next.", c.First, c.Second, order)
	}
	if t.More > 0 {
		p.prose(0, "%s more are not listed.", text.Count(t.More, "conflicting pair"))
	}
}

// tracedLanes prints the events, each in the lane of its thread, and to the right the edges that
// end there.
func (p *page) tracedLanes(t *PredictTrace) {
	const maxLane = 26
	after := map[int][]string{}
	for _, e := range t.Edges {
		var by []string
		for _, n := range e.By {
			by = append(by, n.short())
		}
		after[e.To] = append(after[e.To],
			fmt.Sprintf("after %d (%s)", e.From, strings.Join(by, ", ")))
	}
	rows := [][]string{{"", t.Threads[0], t.Threads[1], "edges"}}
	for n, e := range t.Events {
		row := []string{fmt.Sprint(n + 1), "", "", strings.Join(after[n+1], "; ")}
		lane := 1
		if e.Thread == "B" {
			lane = 2
		}
		row[lane] = text.Plain.Clip(e.Do, maxLane, "...")
		rows = append(rows, row)
	}
	p.lines(2, table(rows))
}

// conflicts prints a table of the conflicts and the predictors that call each of them a race.
func (p *page) conflicts(d *Predict) {
	head := []string{"events", "cell"}
	var names []PredictorName
	for _, x := range d.Predictors {
		n := PredictorName{x.Method, x.Variant}
		names, head = append(names, n), append(head, n.short())
	}
	rows := [][]string{append(head, "a race?")}
	for _, c := range d.Trace.Conflicts {
		row := []string{fmt.Sprintf("%d, %d", c.First, c.Second), c.Cell}
		for _, n := range names {
			mark := "-"
			if slices.Contains(c.By, n) {
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
	p.line("Which conflicting events do they call a race?")
	p.block(2, table(rows))
	if len(d.Pairs) > 0 {
		p.prose(0, "A + marks the variant that also records the reads on the path of an access. The last "+
			"column is yes if a reordering of this trace shows the race, as a witness that the independent "+
			"checker accepts; elsewhere if only another execution shows a race of the two accesses; and no "+
			"if an exact search finds none.")
	} else {
		p.prose(0, "The last column is yes if some correct reordering of the trace ends before both "+
			"events, and else no: with two threads M2 decides that.")
	}
	p.line("")
}
