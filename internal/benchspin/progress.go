//go:build unix

package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// tick is how often progress says that a search is still under way.
const tick = 5 * time.Second

// progress says what is being measured: a line when a search begins, one for
// each phase of it, and one every tick.
type progress struct {
	to    io.Writer
	begin time.Time
	runs  int // searches in all

	mu    sync.Mutex
	run   int // the present one, from 1
	what  string
	phase string
	since time.Time // when the present one began
}

func newProgress(to io.Writer, runs int) *progress {
	return &progress{to: to, begin: time.Now(), runs: runs}
}

// next begins another search.
func (p *progress) next(what string) {
	p.mu.Lock()
	p.run, p.what, p.phase, p.since = p.run+1, what, "", time.Now()
	p.mu.Unlock()
	p.say()
}

// enter begins a phase of the present search.
func (p *progress) enter(phase string) {
	p.mu.Lock()
	p.phase = phase
	p.mu.Unlock()
	p.say()
}

// say writes the present line.
func (p *progress) say() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	line := fmt.Sprintf("%s  %d of %d  %s", clock(now.Sub(p.begin)), p.run, p.runs, p.what)
	if p.phase != "" {
		line += ": " + p.phase
	}
	if took := now.Sub(p.since); took >= time.Second {
		line += fmt.Sprintf(", %d s so far", int(took.Seconds()))
	}
	fmt.Fprintln(p.to, line)
}

// watch says every so often what is going on, until stop is called.
func (p *progress) watch(every time.Duration) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		t := time.NewTicker(every)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				p.say()
			case <-done:
				return
			}
		}
	}()
	return func() { close(done); <-ended }
}

// clock writes a time as minutes and seconds.
func clock(d time.Duration) string {
	s := int(d.Seconds())
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// budget shares what is left of a time among the searches that are left, by their
// weights. Most take less than their share, so a search may take half as much
// again, but leaves the others half of theirs at least. So all end in time.
type budget struct {
	end    time.Time
	weight int // of the searches that are left
}

// Weights of searches: the engine takes about a second where Spin takes half a
// minute.
const (
	spinWeight   = 10
	engineWeight = 1
)

// take is how long the next search may take, which has the given weight. It may
// be run several times in this time.
func (b *budget) take(weight int, now time.Time) time.Duration {
	left := max(0, b.end.Sub(now))
	share := left * time.Duration(weight) / time.Duration(b.weight)
	b.weight -= weight
	return min(3*share/2, share+(left-share)/2)
}
