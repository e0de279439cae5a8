package abstract

import (
	"fmt"

	"wobbly/internal/text"
)

// Mode selects an analysis: that of Figure 7, or one of this project's own that reports more and
// for which the True Positives Theorem also holds (docs/theory.md). Modes describes each.
type Mode uint8

// The modes. ModeInfo.Within lists the inclusions between them.
const (
	Figure7 Mode = iota // RacerDX as it is defined
	NoWB                // RacerDX without WB(e1, ..., en) at calls (Theorem 1)
	Plus                // RacerDX+: only what calls have captured must stay (Theorem 2)
	// RacerDX+ for paths that meet: only their ends must be equal (Theorem 2m)
	CommonSuffix
)

// ModeInfo is a description of a mode, with its changes to Figure 7 and to the reporting condition
// of Theorem 6.10.
type ModeInfo struct {
	Mode     Mode
	Name     string // as users write it
	Title    string // in texts
	Text     string // a short description, shown next to its name
	Doc      string // a longer description, in sentences
	Theorem  string // by which every report is a race
	Cite     string // of its definition
	Captures bool   // the mode keeps D.Wr and Access.Captured

	// Within lists modes that report everything that this one reports, except for those that follow
	// by transitivity.
	Within []Within

	change func(*rules)
}

// Within is an inclusion in a mode, with the reason.
type Within struct {
	Mode Mode
	Cite string
}

// Modes lists every mode in the order of the constants.
var Modes = []ModeInfo{
	{
		Mode: Figure7, Name: "racerdx", Title: "RacerDX",
		Text: "Figure 7: no proper prefix of a reported path is touched",
		Doc: "Summaries of wobbly paths, lock levels and accesses. It reports two accesses whose " +
			"paths have the same fields and no wobbly prefix, if one writes and they " +
			"hold no common lock.",
		Theorem: "Theorem 6.10", Cite: "Figure 7 and Theorem 6.10 (POPL 2019)",
		Within: []Within{{NoWB, "less is wobbly without WB"}},
		change: func(*rules) {},
	},
	{
		Mode: NoWB, Name: "nowb", Title: "RacerDX without WB",
		Text: "Figure 7, but passing an actual that begins another is not a touch",
		Doc: "RacerDX, but an argument that is a prefix of another one does not become wobbly at " +
			"the call. The theorem does not need this.",
		Theorem: "Theorem 1", Cite: "Theorem 1 (docs/theory.md)",
		Within: []Within{{Plus, "Theorem 2: a stable path is intact as far as it is captured"}},
		change: func(r *rules) { r.prefixArguments = noArguments },
	},
	{
		Mode: Plus, Name: "plus", Title: "RacerDX+",
		Text: "only the prefix that a call has evaluated must stay as it was",
		Doc: "RacerDX, but only the part of a path that calls have evaluated must be stable, and " +
			"the root must not be reassigned: both threads evaluate the rest in the same heap.",
		Theorem: "Theorem 2", Cite: "Theorem 2 (docs/theory.md), this project's own",
		Within: []Within{{CommonSuffix,
			"Theorem 2m: paths with the same fields meet at the root"}},
		Captures: true, change: func(r *rules) { r.capture(capturedIntact) },
	},
	{
		Mode: CommonSuffix, Name: "meet", Title: "RacerDX+ for paths that meet",
		Text: "the paths may differ where they are stable; after that, both have the same fields",
		Doc: "RacerDX+, but only the last fields of two paths must be equal. What comes before " +
			"them must lead both threads to one object and be stable; from there both evaluate " +
			"the same fields in the same heap.",
		Theorem: "Theorem 2m", Cite: "Theorem 2m (docs/theory.md), this project's own",
		Captures: true, change: func(r *rules) { r.capture(commonSuffix) },
	},
}

// ParseMode returns the mode with a name, as users write it.
func ParseMode(s string) (Mode, error) {
	var names []string
	for _, m := range Modes {
		if m.Name == s {
			return m.Mode, nil
		}
		names = append(names, m.Name)
	}
	return Figure7, fmt.Errorf("unknown analysis %q: it is %s", s, text.Or(names))
}

// Captures reports whether the mode keeps D.Wr and Access.Captured.
func (m Mode) Captures() bool { return Modes[m].Captures }

// Held returns the number of fields of each path of two accesses that must stay unchanged for the
// mode to report them.
func (m Mode) Held(a, b Access) (left, right int) {
	return Options{Mode: m}.rules().held(a, b)
}

func (m Mode) String() string { return Modes[m].Name }

func (m Mode) Title() string { return Modes[m].Title }
