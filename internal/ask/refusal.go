package ask

import "fmt"

// Refusal is the error of what cannot be answered.
type Refusal struct {
	Exit int    // that the command has
	Of   string // the flag that it is about; empty for none
	Text string // without a full stop; empty where all is said elsewhere
	Hint string // a line that helps; may be empty
}

func (r *Refusal) Error() string { return r.Text }

func refuse(hint, format string, args ...any) error {
	return &Refusal{Exit: ExitUsage, Text: fmt.Sprintf(format, args...), Hint: hint}
}

func refuseFlag(flag, hint string, err error) error {
	return &Refusal{Exit: ExitUsage, Of: flag, Text: err.Error(), Hint: hint}
}
