package engine

import (
	"fmt"

	"wobbly/internal/ask"
	"wobbly/internal/text"
)

// progressInterval is the shortest time between two progress messages, in milliseconds.
const progressInterval = 100

// A meter sends progress messages about one piece of work, at most one per progressInterval. As an
// ask.Watcher it ignores everything else.
type meter struct {
	c     *call
	what  string // as in progress
	about string // as in progress
	begun int64  // when the work began, in milliseconds of the clock
	last  int64  // when the last message was sent
}

func (c *call) meter(what, about string) *meter {
	now := c.h.now()
	return &meter{c: c, what: what, about: about, begun: now, last: now}
}

// due reports whether the next progress message may be sent, and returns the seconds since the
// start.
func (m *meter) due() (seconds float64, due bool) {
	now := m.c.h.now()
	if now-m.last < progressInterval {
		return 0, false
	}
	m.last = now
	return float64(now-m.begun) / 1000, true
}

func (m *meter) send(p progress, seconds float64) {
	p.What, p.About, p.Rate = m.what, m.about, float64(p.Done)/seconds
	m.c.reply(reply{Progress: &p})
}

func (m *meter) Estimate(ask.Schedules) {}
func (m *meter) Done()                  {}

func (m *meter) Progress(p ask.Progress) {
	seconds, due := m.due()
	if !due {
		return
	}
	m.send(progress{
		Done: p.States, Frontier: p.Frontier, Depth: p.Depth, Races: p.Races, Memory: p.Memory,
		Text: fmt.Sprintf("%s: %d states, %.0f/s, %d to look at, depth %d, %s, %d MB", m.about,
			p.States, float64(p.States)/seconds, p.Frontier, p.Depth, text.Count(p.Races, "race"),
			p.Memory>>20),
	}, seconds)
}

// moves reports progress in moves of a session, or in states that it searches.
func (m *meter) moves(done int) { m.count(uint64(done), 0, nil) }

// count reports that a part of total is done. total is 0 if unknown, and coverage may be nil.
func (m *meter) count(done, total uint64, coverage func() []shareCount) {
	seconds, due := m.due()
	if !due {
		return
	}
	line := fmt.Sprintf("%d", done)
	if total > 0 {
		line += fmt.Sprintf(" of %d", total)
	}
	var used []shareCount
	if coverage != nil {
		used = coverage()
	}
	m.send(progress{
		Done: done, Of: total, Coverage: used,
		Text: fmt.Sprintf("%s, %.0f/s", line, float64(done)/seconds),
	}, seconds)
}
