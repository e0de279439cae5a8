package abstract

import "fmt"

// Mode is which analysis is run: that of Figure 7, or one of this project's own
// that reports more and for which the True Positives Theorem holds too
// (docs/plus.md).
type Mode uint8

// The modes, each reporting all that the one before it reports.
const (
	Figure7 Mode = iota // RacerDX as it is defined
	NoWB                // RacerDX without WB(e1, ..., en) at calls (Theorem 1)
	Plus                // RacerDX+: only what calls have captured must stay (Theorem 2)
	Meet                // RacerDX+ for paths that meet: only their ends must be equal (Theorem 2m)
)

// Modes lists every mode with its name, its title in texts, and what it says,
// in the order of the constants.
var Modes = []struct {
	Mode              Mode
	Name, Title, Text string
}{
	{Figure7, "racerdx", "RacerDX", "Figure 7: no proper prefix of a reported path is touched"},
	{NoWB, "nowb", "RacerDX without WB", "Figure 7, but passing an actual that begins another is no touch"},
	{Plus, "plus", "RacerDX+", "only the prefix that a call has evaluated must stay as it was"},
	{Meet, "meet", "RacerDX+ for paths that meet", "the paths may differ, as far as they stay; behind that, both have the same fields"},
}

// ParseMode reads the name of a mode.
func ParseMode(s string) (Mode, error) {
	for _, m := range Modes {
		if m.Name == s {
			return m.Mode, nil
		}
	}
	return Figure7, fmt.Errorf("unknown analysis %q: it is %s, %s, %s or %s", s, Modes[0].Name, Modes[1].Name, Modes[2].Name, Modes[3].Name)
}

// Captures tells whether the mode asks what calls have captured, and so keeps
// Wr and Access.Captured.
func (m Mode) Captures() bool { return m == Plus || m == Meet }

// String is the name.
func (m Mode) String() string { return Modes[m].Name }

// Title is the name in texts.
func (m Mode) Title() string { return Modes[m].Title }
