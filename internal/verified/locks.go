package verified

import (
	"fmt"
	"strings"

	"wobbly/abstract"
	"wobbly/il"
)

// LocksAnswer is the result of the extracted analyses for a program that may name locks.
type LocksAnswer struct {
	Reports   map[abstract.Mode][]string // pairs of positions: Pair
	Deadlocks []string                   // pairs of positions of lock()
}

// Locks runs the extracted analyses with several locks (Theorems 1L and D) on a program.
func (c *Command) Locks(p *Program) (*LocksAnswer, error) {
	if err := c.load(p); err != nil {
		return nil, err
	}
	var named []string
	for site, at := range p.at {
		for _, o := range p.commands[at] {
			if slot := il.SlotOf(o.command); slot != 0 {
				named = append(named, fmt.Sprintf("%d %d", site, slot))
				break
			}
		}
	}
	line, err := c.ask(strings.TrimSpace(fmt.Sprintf("locks %d %s", len(named), strings.Join(named, " "))))
	if err != nil {
		return nil, err
	}
	parts := strings.Split(line, "|")
	if len(parts) != len(Modes)+1 {
		return nil, fmt.Errorf("the verified command answers %d parts, not %d", len(parts), len(Modes)+1)
	}
	r := &reader{p: p}
	a := &LocksAnswer{Reports: map[abstract.Mode][]string{}}
	for i, mode := range Modes {
		a.Reports[mode] = r.pairs(parts[i])
	}
	a.Deadlocks = r.pairs(parts[len(Modes)])
	return a, r.err
}
