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

// Limits of what an editor shows: the reports that are marked in the text, and the elements of W
// and of A that a hover lists. The rest is counted, and the commands list it.
const (
	maxRaces   = 100
	maxSummary = 12
)

// An analysis is the result of the analysis for a legal program.
type analysis struct {
	core *il.Core

	mu    sync.Mutex // guards found
	found *ask.Findings

	// total is the number of reports, and races has the first maxRaces, with their witnesses.
	total exact.Nat
	races []report.Race
}

// lock reserves found for one caller, until it calls unlock.
func (a *analysis) lock() (unlock func()) {
	a.mu.Lock()
	return a.mu.Unlock
}

// deadlocks lists the deadlocks that are marked in the text. The error is that of package ask.
func (a *analysis) deadlocks() ([]report.Deadlock, error) {
	all, err := ask.Deadlocks(a.core)
	return all[:min(len(all), maxRaces)], err
}

// A work is an analysis that runs in a goroutine, or has ended.
type work struct {
	done chan struct{}

	// waiting is the number of callers that wait for it. abandoned reports whether there was none
	// when the analysis was about to start or asked whether to go on. Both are guarded by the
	// document's mu.
	waiting   int
	abandoned bool

	// The outcome, once done is closed. panicked has the panic of the analysis, or is empty.
	analysis *analysis
	err      error
	panicked string
}

// gate limits the number of concurrent analyses. An analysis cannot be stopped, so an unwanted one
// keeps its place until it ends.
var gate = make(chan struct{}, 2)

// analyse returns the analysis, or nil if the program has errors. The error is that of package ask.
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

// join returns the document's work, starting it if there is none.
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

// leave ends what join has begun: the caller no longer waits.
func (d *Document) leave(w *work) {
	d.mu.Lock()
	w.waiting--
	d.mu.Unlock()
}

// wanted reports whether a caller waits for the work. If not, the document drops it, so that the
// next caller starts another.
func (d *Document) wanted(w *work) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w.waiting == 0 && d.work == w {
		d.work, w.abandoned = nil, true
	}
	return !w.abandoned
}

// run does the work when the gate admits it.
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
		w.analysis, w.err = d.runAnalysis(func() bool { return !d.wanted(w) })
	}
}

// runAnalysis analyses the program, and reconstructs the witnesses of the first races. It polls
// stop between them.
func (d *Document) runAnalysis(stop func() bool) (*analysis, error) {
	core := d.read().core
	f, err := d.analyzer.Findings(context.Background(), core, nil)
	if err != nil {
		return nil, err
	}
	found := f.Found(stop)
	a := &analysis{core: core, found: f, total: found.TotalRaces}
	for race := range found.Races {
		a.races = append(a.races, race)
		if len(a.races) == maxRaces {
			break
		}
	}
	return a, nil
}
