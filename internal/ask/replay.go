package ask

import (
	"fmt"

	"wobbly/il"
	"wobbly/report"
	"wobbly/witness"
	"wobbly/witness/check"
)

// A Replayer replays the witnesses of one program.
type Replayer struct {
	Core    *il.Core
	file    string
	checker *check.Checker
}

// NewReplayer returns a Replayer for the program of a file.
func NewReplayer(core *il.Core, file string) *Replayer {
	return &Replayer{Core: core, file: file, checker: check.New(core)}
}

// Check returns nil if the checker accepts a witness, and why it does not otherwise.
func (r *Replayer) Check(w *witness.Witness) error { return r.checker.Check(w) }

// Replay checks a witness and returns the line about it with the exit code, ExitNothing if it is
// accepted. Unless the checker gives up, Replay calls second, which may be nil, with the checker's
// answer and adds its words to the line. The error is that of second.
func (r *Replayer) Replay(n witness.Named,
	second func(accepted bool) (string, error)) (line report.ReplayLine, exit int, err error) {
	line.ID = n.ID
	w := n.Witness
	refused := r.checker.Check(w)
	if check.GaveUp(refused) {
		line.GaveUp, line.Reason = true, refused.Error()
		return line, ExitInconclusive, nil
	}
	if second != nil {
		if line.Verified, err = second(refused == nil); err != nil {
			return line, ExitNothing, err
		}
	}
	if refused != nil {
		line.Reason = refused.Error()
		return line, ExitViolated, nil
	}
	// The execution is a race, but the document may say that it is another one.
	if line.Reason = n.Mismatch(); line.Reason != "" {
		return line, ExitViolated, nil
	}
	line.Accepted, line.Units, line.At, line.Cell = true, w.Units, [2]string{
		w.Race.A.At, w.Race.B.At,
	}, w.Race.Cell
	if line.Deadlock = !w.Deadlock.None(); line.Deadlock {
		line.At = [2]string{w.Deadlock.A.At, w.Deadlock.B.At}
	}
	line.Changed = w.Seal != "" && w.Seal != w.Sum()
	line.Steps, line.File = report.StepCount(w.Steps), r.file
	return line, ExitNothing, nil
}

// NoReplay returns the line about a race that cannot be replayed: it has no witness, or one for
// another text than that of the file.
func NoReplay(n witness.Named, file string) report.ReplayLine {
	line := report.ReplayLine{ID: n.ID, Reason: "the race carries no witness"}
	if n.Witness != nil {
		line.Reason = fmt.Sprintf(
			"the witness is for another source text than that of %s, which it names",
			report.FileName(file))
	}
	return line
}
