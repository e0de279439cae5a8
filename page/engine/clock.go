package engine

import (
	"fmt"

	"wobbly/internal/findings"
	"wobbly/internal/text"
	"wobbly/semantics/explore"
)

// patience is how many milliseconds lie between two progress messages.
const patience = 100

// meter says how far something has come, not more often than patience allows.
type meter struct {
	c     *call
	what  string
	about string
	begun int64
	last  int64
}

// meter begins to measure.
func (c *call) meter(what, about string) *meter {
	now := c.h.now()
	return &meter{c, what, about, now, now}
}

// due tells whether it is time to say something, and how many seconds have passed.
func (m *meter) due() (seconds float64, due bool) {
	now := m.c.h.now()
	if now-m.last < patience {
		return 0, false
	}
	m.last = now
	return float64(now-m.begun) / 1000, true
}

// say sends how far it has come.
func (m *meter) say(p progress, seconds float64) {
	p.What, p.About, p.Rate = m.what, m.about, float64(p.Done)/seconds
	m.c.give(reply{Progress: &p})
}

// Estimate implements service.Watcher.
func (m *meter) Estimate(findings.Schedules) {}

// Done implements service.Watcher.
func (m *meter) Done() {}

// Progress implements service.Watcher.
func (m *meter) Progress(p explore.Progress) {
	seconds, due := m.due()
	if !due {
		return
	}
	m.say(progress{
		Done: p.States, Frontier: p.Frontier, Depth: p.Depth, Races: p.Races, Memory: p.Memory,
		Text: fmt.Sprintf("%s: %d states, %.0f/s, %d to look at, depth %d, %s, %d MB", m.about,
			p.States, float64(p.States)/seconds, p.Frontier, p.Depth, text.Count(p.Races, "race"), p.Memory>>20),
	}, seconds)
}

// moves says how many moves of a session, or states that it looks at, are done.
func (m *meter) moves(done int) { m.count(uint64(done), 0, nil) }

// count says how many of a number are done, 0 where that is not known.
func (m *meter) count(done, of uint64, coverage func() []shareCount) {
	seconds, due := m.due()
	if !due {
		return
	}
	line := fmt.Sprintf("%d", done)
	if of > 0 {
		line += fmt.Sprintf(" of %d", of)
	}
	var used []shareCount
	if coverage != nil {
		used = coverage()
	}
	m.say(progress{Done: done, Of: of, Coverage: used, Text: fmt.Sprintf("%s, %.0f/s", line, float64(done)/seconds)}, seconds)
}
