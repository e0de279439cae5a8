package cli

import (
	"fmt"
	"io"
	"time"

	"wobbly/il"
	"wobbly/internal/findings"
	"wobbly/internal/service"
	"wobbly/semantics/explore"
)

// watch tells on a terminal how a search goes on. Where standard error is no
// terminal it says nothing.
type watch struct {
	out   io.Writer // nil for nothing
	name  string
	begun time.Time
	last  time.Time
	shown bool
}

// patience is how long a search may take before something is said about it.
const patience = time.Second

func (a *app) watch(p il.Pair) *watch {
	now := time.Now()
	w := &watch{name: p.Left.Name + " || " + p.Right.Name, begun: now, last: now}
	if isTerminal(a.sys.Stderr) {
		w.out = a.stderr()
	}
	return w
}

// Estimate says beforehand what can be known of the work.
func (w *watch) Estimate(n findings.Schedules) {
	if w.out == nil || n.Interleavings == nil || n.Interleavings.BitLen() < 40 {
		return
	}
	digits := n.Interleavings.String()
	fmt.Fprintf(w.out, "%s: about %se%d complete interleavings; how many states they meet is not known beforehand, Ctrl+C keeps what was found\n",
		w.name, digits[:1], len(digits)-1)
}

// Progress says how far the search has come, once a second.
func (w *watch) Progress(p explore.Progress) {
	now := time.Now()
	if w.out == nil || now.Sub(w.last) < patience {
		return
	}
	w.last, w.shown = now, true
	rate := float64(p.States) / now.Sub(w.begun).Seconds()
	fmt.Fprintf(w.out, "\r%s: %d states, %.0f/s, %d to look at, depth %d, %d races, %d MB; Ctrl+C keeps them\x1b[K",
		w.name, p.States, rate, p.Frontier, p.Depth, p.Races, p.Memory>>20)
}

// programs says how many of the random programs are done.
func (w *watch) programs(done, all uint64) {
	now := time.Now()
	if w.out == nil || now.Sub(w.last) < patience {
		return
	}
	w.last, w.shown = now, true
	rate := float64(done) / now.Sub(w.begun).Seconds()
	left := time.Duration(float64(all-done) / rate * float64(time.Second)).Round(time.Second)
	fmt.Fprintf(w.out, "\r%d of %d programs, %.0f/s, %s left; Ctrl+C keeps them\x1b[K", done, all, rate, left)
}

// Done clears the line.
func (w *watch) Done() {
	if w.shown {
		fmt.Fprint(w.out, "\r\x1b[K")
		w.shown = false
	}
}

// watchSearch is watch for a search of the service.
func (a *app) watchSearch(p il.Pair) service.Watcher { return a.watch(p) }
