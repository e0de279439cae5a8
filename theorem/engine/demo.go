package engine

import (
	"fmt"
	"strconv"
	"strings"

	"wobbly/il"
)

// Demo formats a counterexample as a program with a leading comment: the switch, the false claim,
// and the step of the proof that fails. Switch.Try shows the counterexample again.
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

// Saved is a refutation as a program with a leading comment that names the statement, the seed and
// the hypotheses that were switched off. It stays checkable when generators change.
type Saved struct {
	Statement string   // its name
	Seed      uint64   // of NewCase
	Without   []string // hypotheses that were switched off
	Note      string   // lines for a reader, such as what is false
	Program   string
}

// NewSaved returns the refutation of a statement in the saved form.
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
