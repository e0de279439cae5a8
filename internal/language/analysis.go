package language

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/exact"
	"wobbly/report"
)

// The bounds of what an editor shows. What lies beyond is counted, and the commands
// list it.
const (
	maxRaces   = 100 // reports that are marked in the text
	maxSummary = 12  // elements of W and of A that a hover lists
)

// analysis is what the analysis says of a legal program.
type analysis struct {
	mu    sync.Mutex // of found
	core  *il.Core
	found *ask.Findings
	total exact.Nat     // the number of reports
	races []report.Race // the first maxRaces, with their witnesses
}

// lock keeps what is found for one caller, until what it returns is called.
func (a *analysis) lock() (unlock func()) {
	a.mu.Lock()
	return a.mu.Unlock
}

// work is an analysis that goes on aside, or is done.
type work struct {
	done    chan struct{}
	waiting int // how many want it; of the document's mu

	// What came of it, once done is closed.
	analysis  *analysis
	err       error
	panicked  string
	abandoned bool // nobody waited for it any more before it began
}

// gate lets so many analyses go on at a time. What nobody waits for any more still
// ends by itself only, since an analysis that has begun cannot be told to stop.
var gate = make(chan struct{}, 2)

// analyse works out what the analysis says. It is nil where the text is no legal
// program. The error is that of package ask.
func (d *Document) analyse(ctx context.Context) (*analysis, error) {
	if d.read().core == nil {
		return nil, nil
	}
	for {
		w := d.join()
		select {
		case <-w.done:
			d.leave(w)
		case <-ctx.Done():
			d.leave(w)
			return nil, ask.ErrInterrupted
		}
		switch {
		case w.panicked != "":
			panic(w.panicked)
		case !w.abandoned:
			return w.analysis, w.err
		}
	}
}

// join is the work at hand, begun if there is none.
func (d *Document) join() *work {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.work == nil {
		d.work = &work{done: make(chan struct{})}
		go d.run(d.work)
	}
	d.work.waiting++
	return d.work
}

func (d *Document) leave(w *work) {
	d.mu.Lock()
	w.waiting--
	d.mu.Unlock()
}

// wanted tells whether somebody waits for the work. What nobody waits for is forgotten.
func (d *Document) wanted(w *work) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w.waiting == 0 && d.work == w {
		d.work, w.abandoned = nil, true
	}
	return !w.abandoned
}

// run does the work.
func (d *Document) run(w *work) {
	gate <- struct{}{}
	defer func() {
		if r := recover(); r != nil {
			w.panicked = fmt.Sprintf("%v\n%s", r, debug.Stack())
		}
		<-gate
		close(w.done)
	}()
	if d.wanted(w) {
		w.analysis, w.err = d.relate(func() bool { return !d.wanted(w) })
	}
}

// relate summarizes and relates the units, and finds the witnesses of the first races.
func (d *Document) relate(stop func() bool) (*analysis, error) {
	core := d.read().core
	f, err := d.analyzer.Findings(context.Background(), core, nil)
	if err != nil {
		return nil, err
	}
	found := f.Found(stop)
	a := &analysis{core: core, found: f, total: found.TotalRaces}
	for x := range found.Races {
		if a.races = append(a.races, x); len(a.races) == maxRaces {
			break
		}
	}
	return a, nil
}
