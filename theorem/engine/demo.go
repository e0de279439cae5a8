package engine

import (
	"fmt"
	"strconv"
	"strings"

	"wobbly/il"
)

// Demo formats a counterexample to a switch as a program with a leading comment that has the
// switch, the false claim, and the step of the proof that fails. Passing the program and the seed
// in the comment to Switch.Try reproduces the counterexample.
func (x *Counterexample) Demo(s *Switch) string {
	var b strings.Builder
	line := func(key, text string) {
		fmt.Fprintf(&b, "// %s%s\n", key, strings.ReplaceAll(text, "\n", "\n//   "))
	}
	line("switched off: ", s.Name)
	line("so that: ", s.Text)
	line("case seed: ", strconv.FormatUint(x.Seed, 10))
	line("what: ", x.What)
	line("why: ", x.Why)
	line("proof: ", s.Step)
	return b.String() + "\n" + il.Format(x.Program)
}

// Saved is a refutation as it is saved to a file: a program with a leading comment that names the
// statement, the seed and the hypotheses that were switched off. It can still be checked after
// generators have changed.
type Saved struct {
	Statement string   // the name of the statement
	Seed      uint64   // the seed of the case, for NewCase
	Without   []string // the hypotheses that were switched off
	Note      string   // lines for the reader that say what is false
	Program   string
}

// NewSaved returns a failure of a statement in the saved form.
func NewSaved(f *Failure, s *Statement, without ...string) Saved {
	note := fmt.Sprintf("Instance: %s\nWhy: %s\nLines are counted below this comment.",
		f.Instance, f.Why)
	return Saved{
		Statement: s.Name, Seed: f.CaseSeed, Without: without, Note: note,
		Program: il.Format(f.Program),
	}
}

func (s Saved) String() string {
	head := []string{"statement: " + s.Statement, "case seed: " + strconv.FormatUint(s.Seed, 10)}
	if len(s.Without) > 0 {
		head = append(head, "without: "+strings.Join(s.Without, ", "))
	}
	var b strings.Builder
	for _, line := range append(head, strings.Split(s.Note, "\n")...) {
		b.WriteString(strings.TrimRight("// "+line, " ") + "\n")
	}
	return b.String() + "\n" + s.Program
}
