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

// Bounds of what an editor shows. The rest is counted, and the commands list it.
const (
	maxRaces   = 100 // reports that are marked in the text
	maxSummary = 12  // elements of W and of A that a hover lists
)

// analysis is the result of the analysis for a legal program.
type analysis struct {
	mu    sync.Mutex // of found
	core  *il.Core
	found *ask.Findings
	total exact.Nat     // the number of reports
	races []report.Race // the first maxRaces, with their witnesses
}

// lock reserves found for one caller.
func (a *analysis) lock() (unlock func()) {
	a.mu.Lock()
	return a.mu.Unlock
}

// deadlocks lists those that are marked in the text. The error is that of package ask.
func (a *analysis) deadlocks() ([]report.Deadlock, error) {
	all, err := ask.Deadlocks(a.core)
	return all[:min(len(all), maxRaces)], err
}

// work is an analysis that runs in a goroutine, or has ended.
type work struct {
	done    chan struct{}
	waiting int // callers that wait for it; guarded by the document's mu

	// The outcome, once done is closed.
	analysis  *analysis
	err       error
	panicked  string
	abandoned bool // no caller waited for it when it was about to start
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

func (d *Document) leave(w *work) {
	d.mu.Lock()
	w.waiting--
	d.mu.Unlock()
}

// wanted reports whether a request waits for the work. If not, the document drops it.
func (d *Document) wanted(w *work) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if w.waiting == 0 && d.work == w {
		d.work, w.abandoned = nil, true
	}
	return !w.abandoned
}

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

// runAnalysis analyses the program, and reconstructs the witnesses of the first races.
func (d *Document) runAnalysis(stop func() bool) (*analysis, error) {
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
