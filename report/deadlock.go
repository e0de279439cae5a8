package report

import (
	"fmt"
	"io"

	"wobbly/il"
	"wobbly/witness"
)

// A Deadlock is a pair of lock() statements at which two threads can wait for each other.
type Deadlock struct {
	ID      string           `json:"id"`
	Left    Waiter           `json:"left"`
	Right   Waiter           `json:"right"`
	Verdict string           `json:"verdict"`
	Reason  string           `json:"reason,omitempty"`
	Witness *witness.Witness `json:"witness,omitempty"`
}

// A Waiter is a thread in a deadlock. The name of the unnamed lock is "".
type Waiter struct {
	Unit  string   `json:"unit"`
	At    string   `json:"at"`
	Wants string   `json:"wants"`
	Holds []string `json:"holds"`

	Location `json:"-"`
}

// Acquisitions are two lock()s, with the deadlock there, if there is one.
type Acquisitions struct {
	Left, Right Waiter
	// ID is the number of the deadlock, or empty if there is none.
	ID string
	// Why is a clause without a full stop.
	Why string
}

// AcquisitionsText prints whether two threads can deadlock at two lock()s, and why.
func AcquisitionsText(w io.Writer, style Style, src *il.Source, all []Acquisitions) error {
	p := &page{Style: style, w: w}
	for i, x := range all {
		verb := "takes"
		if x.ID != "" {
			verb = "waits for"
		}
		p.between(i)
		p.painted(bold, "%s %s / %s %s", x.Left.Unit, x.Left.At, x.Right.Unit, x.Right.At)
		p.line("")
		p.block(2, beside(p.atLock(src, x.Left, 0, verb), p.atLock(src, x.Right, 1, verb)))
		if x.ID != "" {
			p.prose(2, "=> They can deadlock (%s): %s. Neither can take its next step.",
				x.ID, x.Why)
		} else {
			p.prose(2, "=> They cannot deadlock here: %s.", x.Why)
		}
	}
	return p.err
}

// LockWords names a lock in a sentence.
func LockWords(name string) string {
	if name == "" {
		return "the unnamed lock"
	}
	return "lock " + name
}

// DeadlockSentence returns the clause "A (ab) waits for lock b, and B (ba) waits for lock a".
func DeadlockSentence(d Deadlock) string {
	return waiterSentence(0, d.Left) + ", and " + waiterSentence(1, d.Right)
}

func waiterSentence(i int, w Waiter) string {
	return thread(i, w.Unit) + " waits for " + LockWords(w.Wants)
}

func (p *page) deadlock(c *Check, d Deadlock) {
	word := "deadlock"
	if d.Verdict != Confirmed {
		word = "refuted deadlock"
	}
	place := fmt.Sprintf("%s:%s:", FileName(c.File), d.Left.At)
	p.spaced("%s %s %s",
		p.paint(bold, place), p.paint(alarm, word+":"),
		p.paint(bold, DeadlockSentence(d)+" ["+d.ID+"]"))
	p.block(2, beside(p.atLock(c.Source, d.Left, 0, "waits for"),
		p.atLock(c.Source, d.Right, 1, "waits for")))
	if d.Witness != nil {
		p.labelled("Witness", "%s", initialWords(d.Witness))
		p.label("", p.wrap("Schedule: "+turns(d.Witness.Steps)+".", width-labelWidth))
		p.steps(d.Witness)
		p.line("")
	}
	p.labelled("Why",
		"A holds %s, for which B waits, and B holds %s, for which A waits. Neither can go on.",
		LockWords(d.Right.Wants), LockWords(d.Left.Wants))
	p.labelled("Fix", "Take the locks in the same order everywhere, or both under one more lock.")
	p.labelled("Checked", "%s", d.Reason)
	p.line("")
}

func (p *page) steps(w *witness.Witness) {
	for i, s := range w.Steps {
		p.line("    %4d  %s  %s", i+1, s.Thread, clip(s.Do+" at "+s.At, width-12))
	}
}

func (p *page) atLock(src *il.Source, w Waiter, i int, verb string) []string {
	head := p.paint(sideRole(i), fmt.Sprintf("(%d) %s", i+1, thread(i, w.Unit))) +
		", " + HoldingWords(Side{Locks: w.Holds})
	label := verb + " " + LockWords(w.Wants)
	return append([]string{head},
		p.excerpt(src, w.Span, label, sideRole(i), gutterFor(src, w.Span.At)+1)...)
}
