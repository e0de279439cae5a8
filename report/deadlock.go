package report

import (
	"fmt"

	"wobbly/internal/slice"
	"wobbly/internal/text"
	"wobbly/witness"
)

// A Deadlock is a pair of lock() statements at which two threads can wait for each other.
type Deadlock struct {
	ID      string           `json:"id"`
	Left    Waiter           `json:"left"`
	Right   Waiter           `json:"right"`
	Verdict string           `json:"verdict"`
	Reason  string           `json:"reason,omitempty"` // why it is refuted
	Witness *witness.Witness `json:"witness,omitempty"`
}

// A Waiter is a thread in a deadlock. A lock without a name is "".
type Waiter struct {
	Unit  string   `json:"unit"`
	At    string   `json:"at"`
	Wants string   `json:"wants"`
	Holds []string `json:"holds"`

	Location `json:"-"`
}

// LockWords names a lock in a sentence.
func LockWords(name string) string {
	if name == "" {
		return "the unnamed lock"
	}
	return "lock " + name
}

// deadlockSentence is "A (ab) waits for lock b, and B (ba) waits for lock a".
func deadlockSentence(d Deadlock) string {
	waits := func(i int, w Waiter) string {
		return thread(i, Side{Unit: w.Unit}) + " waits for " + LockWords(w.Wants)
	}
	return waits(0, d.Left) + ", and " + waits(1, d.Right)
}

// deadlock prints one deadlock: what it is, both places, and the schedule.
func (p *page) deadlock(c *Check, d Deadlock) {
	word := "deadlock"
	if d.Verdict != Confirmed {
		word = "refuted deadlock"
	}
	place := fmt.Sprintf("%s:%s:", FileName(c.File), d.Left.At)
	p.line("%s %s %s", p.paint(bold, place), p.paint(alarm, word+":"), p.paint(bold, deadlockSentence(d)+" ["+d.ID+"]"))
	p.line("")
	p.lines(2, beside(p.waiting(c, d.Left, 0), p.waiting(c, d.Right, 1)))
	p.line("")
	if d.Witness != nil {
		p.labelled("Witness", "%s", initialWords(d.Witness))
		p.label("", p.wrap("Schedule: "+turns(d.Witness)+".", width-labelWidth))
		p.steps(d.Witness)
		p.line("")
	}
	p.labelled("Why", "%s", fmt.Sprintf("A holds %s, for which B waits, and B holds %s, for which A waits. Neither can go on.",
		LockWords(d.Right.Wants), LockWords(d.Left.Wants)))
	p.labelled("Fix", "Take the locks in the same order everywhere, or both under one more lock.")
	if d.Reason != "" {
		p.labelled("Checked", "%s", d.Reason)
	}
	p.line("")
}

// steps lists the steps of a witness.
func (p *page) steps(w *witness.Witness) {
	for i, s := range w.Steps {
		p.line("    %4d  %s  %s", i+1, s.Thread, clip(s.Do+" at "+s.At, width-12))
	}
}

// waiting shows where one of the two threads waits.
func (p *page) waiting(c *Check, w Waiter, i int) []string {
	head := p.paint(sideRole(i), fmt.Sprintf("(%d) %s", i+1, thread(i, Side{Unit: w.Unit}))) +
		", holding " + text.And(slice.Map(w.Holds, LockWords))
	return append([]string{head}, p.excerpt(c.Source, w.Span, "waits for "+LockWords(w.Wants), sideRole(i),
		gutterFor(c.Source, w.Span.At)+1, width-2, false)...)
}

// shortDeadlock is the line of a deadlock in the short format.
func shortDeadlock(c *Check, d Deadlock) string {
	return fmt.Sprintf("%s:%s: deadlock: %s (with %s) [%s %s]", FileName(c.File), d.Left.At,
		deadlockSentence(d), d.Right.At, d.ID, d.Verdict)
}

// deadlockWords is "; 2 deadlocks" for the last line of text.
func (t Tally) deadlockWords() string {
	if t.Deadlocks == 0 {
		return ""
	}
	return " " + text.Count(t.Deadlocks, "deadlock") + "."
}
