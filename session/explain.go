package session

import (
	"strconv"
	"strings"

	"wobbly/il"
	"wobbly/internal/text"
	"wobbly/semantics"
)

// Explanation says in lines what led to the state and what can come, with the
// rules of Figure 5, where what was read came from, and why it races.
func (v View) Explanation() []string {
	lines := []string{v.Say()}
	if e, ok := v.Last(); ok {
		lines = append(lines, "  rule "+string(e.Rule)+", at "+e.Where+": "+inSource(e.Command, e.Do))
		if e.Command != nil && v.Effects().None() {
			lines = append(lines, "  no change: the memory is what it was")
		}
		for _, from := range v.sources() {
			lines = append(lines, "  "+v.sourceText(from))
		}
	}
	lines = append(lines, "")
	for _, i := range semantics.Tids {
		n := v.Next(i)
		lines = append(lines, n.Text)
		if n.Rule != "" {
			lines = append(lines, "  rule "+string(n.Rule)+": "+inSource(n.Command, n.Do))
		}
	}
	if r, ok := v.Race(); ok {
		lines = append(lines, "", r.Text+" "+v.WhyLock(),
			"Both can go on now, both touch one cell, and one of them writes: Definition 3.6.",
			"What the program does from here depends on who goes first, and nothing in it says who.")
	}
	return lines
}

// inSource is a command in the words of the source, text where it is none of a statement.
func inSource(c il.Command, text string) string {
	if st, ok := c.(il.Stmt); ok {
		return il.SourceText(st)
	}
	return text
}

// sourceText says where the value of a cell that was read came from.
func (v View) sourceText(from Source) string {
	text := v.s.names.Cell(from.Cell) + " held what "
	switch {
	case from.State == 0:
		return text + "the initial state gave it"
	case from.Made:
		return text + "new() gave it, in the move to state " + strconv.Itoa(from.State)
	}
	return text + "was written in the move to state " + strconv.Itoa(from.State)
}

// WhyLock says why the lock does not help in a racing state.
func (v View) WhyLock() string {
	if i, ok := v.Owner(); ok {
		return i.String() + " holds the lock, but " + i.Other().String() + " does not ask for it here."
	}
	return "Neither holds the lock."
}

// LockText says who holds the lock how often: "free", or "A x1".
func (v View) LockText() string {
	if i, ok := v.Owner(); ok {
		return i.String() + " x" + strconv.Itoa(v.Depth(i))
	}
	return "free"
}

// maxHolderFrames is of how many frames of a thread Holders has the variables.
const maxHolderFrames = 20

// Holders are the names of the variables that hold each object: "A.b", and
// "A/meps.b" where meps is not the innermost unit. Variables that no program can
// write are left out.
func (v View) Holders() map[semantics.Loc][]string {
	holders := map[semantics.Loc][]string{}
	for _, i := range semantics.Tids {
		t := v.now.config.Threads[i]
		vars, n := t.S, 0
		for a := range t.Point.Activations() {
			prefix := i.String() + "."
			if n > 0 {
				prefix = i.String() + "/" + a.Unit.Name + "."
			}
			for name, l := range vars.Top.Vars() {
				if l != semantics.Nil && !il.IsTemporary(name) {
					holders[l] = append(holders[l], prefix+name)
				}
			}
			vars = vars.Rest
			if n++; n == maxHolderFrames {
				break
			}
		}
	}
	return holders
}

// Signature is a unit with its formals, "meps(b)"; of a thread block that it is
// one.
func Signature(u *il.Unit) string {
	if u.Thread {
		return "thread block"
	}
	return u.Name + "(" + strings.Join(u.Formals, ", ") + ")"
}

// UnitText is a unit as sentences name it: "meps(b)", "block left".
func UnitText(u *il.Unit) string {
	if u.Thread {
		return "block " + u.Name
	}
	return Signature(u)
}

// AccessLetter is R of a read, W of a write.
func AccessLetter(k il.AccessKind) string {
	if k == il.Write {
		return "W"
	}
	return "R"
}

// SwitchesText is "1 switch", "2 switches".
func SwitchesText(n int) string {
	return text.CountOf(n, "switch", "switches")
}

// PairNames is a pair of units as sentences name it: "meps || reps".
func PairNames(p il.Pair) string { return p.Left.Name + " || " + p.Right.Name }
