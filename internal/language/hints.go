package language

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
)

// A Hint is a short remark after an access: the lock level there, and whether its path is wobbly,
// as in "lock 1, wobbly". About has a sentence on each line.
type Hint struct {
	At    il.Pos
	Label string
	About string
}

// maxHints limits one answer. Editors ask only for the lines that they show.
const maxHints = 1000

// Hints lists remarks on the accesses of a stretch of a legal program, in text order. The lock
// level is that within the method: a caller may hold the lock too. The error is that of package
// ask.
func (d *Document) Hints(ctx context.Context, in Span) ([]Hint, error) {
	a, err := d.analyse(ctx)
	if err != nil || a == nil {
		return nil, err
	}
	defer a.lock()()
	var all []Hint
	for _, u := range d.names().Units {
		il.Walk(u.Body, func(s il.Stmt) {
			if s.Pos() < in.At || s.Pos() > in.End {
				return
			}
			accesses := il.AccessesOf(s)
			slice.Sort(accesses,
				func(x, y il.Access) int { return cmp.Compare(x.Path.At, y.Path.At) })
			for _, x := range accesses {
				access, _ := a.core.AccessAt(x.Site)
				label, held := lockWords(a.core, a.core.LevelAt(access))
				h := Hint{At: d.pathEnd(x.Path.At, len(x.Path.Fields)), Label: label}
				about := []string{fmt.Sprintf("%s, within %s.", held, u.Head())}
				for i, w := range a.found.Wobbly(x.Site) {
					if i == 0 {
						h.Label += ", wobbly"
					}
					about = append(about, fmt.Sprintf("%s is wobbly in %s: %s %s (%s).", w.Prefix,
						w.Unit, w.At, w.Cause.Action, w.Cause.Text))
				}
				h.About = strings.Join(about, "\n")
				all = append(all, h)
			}
		})
	}
	return all[:min(len(all), maxHints)], nil
}

// lockWords names the locks that are held at a level, for a hint and for a sentence.
func lockWords(core *il.Core, l il.Level) (label, sentence string) {
	switch held := core.LevelText(l); {
	case len(core.Locks) == 0:
		return "lock " + l.String(), "The lock level is " + l.String() + " here"
	case held == "":
		return "no lock", "No lock is held here"
	default:
		return "lock " + held, "Held here: " + held
	}
}
