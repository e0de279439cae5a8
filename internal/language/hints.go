package language

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/internal/slice"
)

// Hint is a short remark after an access: the lock level there, and whether its path is wobbly.
type Hint struct {
	At    il.Pos
	Label string // "lock 1, wobbly"
	About string // a sentence on each line
}

// maxHints bounds one answer. Editors ask for the lines that they show.
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
			slice.Sort(accesses, func(x, y il.Access) int { return cmp.Compare(x.Path.At, y.Path.At) })
			for _, x := range accesses {
				at, _ := a.core.AccessAt(x.Site)
				level := a.core.LevelAt(at).Depth()
				h := Hint{At: d.pathEnd(x.Path.At, len(x.Path.Fields)), Label: fmt.Sprintf("lock %d", level)}
				about := []string{fmt.Sprintf("The lock level is %d here, within %s.", level, u.Head())}
				for i, w := range a.found.Wobbly(x.Site) {
					if i == 0 {
						h.Label += ", wobbly"
					}
					about = append(about, fmt.Sprintf("%s is wobbly in %s: %s %s (%s).", w.Prefix, w.Unit, w.At, w.Cause.Action, w.Cause.Text))
				}
				h.About = strings.Join(about, "\n")
				all = append(all, h)
			}
		})
	}
	return all[:min(len(all), maxHints)], nil
}
