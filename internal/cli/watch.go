package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	"wobbly/il"
	"wobbly/internal/campaign"
	"wobbly/internal/findings"
	"wobbly/internal/service"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/semantics/explore"
)

// watch tells on a terminal how a search goes on. Where standard error is no
// terminal it says nothing.
type watch struct {
	lock  sync.Mutex
	out   io.Writer // nil for nothing
	name  string
	begun time.Time
	last  time.Time
	shown bool
	text  func(since time.Duration) string // what was to be said last
	crew  string                           // behind it: who works
	line  string                           // what was said last
	cells func() int                       // that a line of the terminal has; nil for any number
	still func()                           // ends saying that it goes on; nil if nothing says it
}

// patience is how long a search may take before something is said about it.
const patience = time.Second

// watch begins to watch something with a name, which may be empty.
func (a *app) watch(name string) *watch {
	now := time.Now()
	w := &watch{name: report.Visible(name), begun: now, last: now}
	if isTerminal(a.sys.Stderr) {
		w.out = a.plain(a.sys.Stderr) // it moves the cursor
		w.cells = func() int { n, _, _ := term.GetSize(int(a.sys.Stderr.(*os.File).Fd())); return n }
	}
	return w
}

// lasting is watch for what may take its time to its first progress, and from each to the next
// one. As long as nothing else is said of it, it is said once a second how long it lasts, behind
// what was said last, or else behind what it is. That ends with Done.
func (a *app) lasting(name, what string) *watch {
	w := a.watch(name)
	w.still = w.often(func() { w.goesOn(what) })
	return w
}

// goesOn says how long it lasts, if nothing was said for a second.
func (w *watch) goesOn(what string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	now := time.Now()
	if now.Sub(w.last) < patience {
		return
	}
	w.last = now
	w.write(cmp.Or(w.line, what), fmt.Sprintf(" [%s]", now.Sub(w.begun).Round(time.Second)))
}

// Estimate says beforehand what can be known of the work.
func (w *watch) Estimate(n findings.Schedules) {
	if w.out == nil || n.Interleavings == nil || n.Interleavings.BitLen() < 40 {
		return
	}
	digits := n.Interleavings.String()
	fmt.Fprintf(w.out, "%s: about %se%d complete interleavings.\nHow many states they meet is not known beforehand; Ctrl+C keeps what was found.\n",
		w.name, digits[:1], len(digits)-1)
}

// say tells how it goes on, once a second: in the line that text makes of the time
// since the beginning.
func (w *watch) say(text func(since time.Duration) string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.text = text
	w.show(text)
}

// show shows a line if the last one is a second old. The caller holds the lock.
func (w *watch) show(say func(since time.Duration) string) {
	now := time.Now()
	if w.out == nil || now.Sub(w.last) < patience {
		return
	}
	w.last, w.line = now, say(now.Sub(w.begun))+w.crew
	w.write(w.line, "")
}

// write puts a line in the place of the one before, with what stands at its end also if there is
// not room for all of it: a line that is broken could not be replaced. The caller holds the lock.
func (w *watch) write(line, end string) {
	if w.cells != nil {
		if n := w.cells(); n > 0 {
			line = text.Plain.Clip(line, max(0, n-1-len(end)), "...")
		}
	}
	w.shown = true
	fmt.Fprintf(w.out, "\r%s%s\x1b[K", line, end)
}

// steadily says how it goes on once a second, until the function that it gives is
// called: for what calls nobody meanwhile.
func (w *watch) steadily(text func(since time.Duration) string) (stop func()) {
	return w.often(func() { w.say(text) })
}

// often calls a function several times a second, until the one that it gives is called.
func (w *watch) often(f func()) (stop func()) {
	if w.out == nil {
		return func() {}
	}
	var saying sync.WaitGroup
	over := make(chan struct{})
	saying.Go(func() {
		tick := time.NewTicker(patience / 4)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				f()
			case <-over:
				return
			}
		}
	})
	return func() { close(over); saying.Wait(); w.clear() }
}

// working says once a second that something goes on which tells nothing else, until the
// function that it gives is called.
func (a *app) working(name string) (stop func()) {
	return a.watch("").steadily(func(since time.Duration) string {
		return fmt.Sprintf("%s: %s; Ctrl+C ends it", report.FileName(name), since.Round(time.Second))
	})
}

// over says who does a campaign that goes over messages.
func (w *watch) over(p campaign.Progress) {
	w.crew = fmt.Sprintf("; %s", text.Count(p.Workers, "worker"))
	if p.Again > 0 {
		w.crew += fmt.Sprintf(", %s handed out again", text.Count(p.Again, "shard"))
	}
	if p.Bad > 0 {
		w.crew += fmt.Sprintf(", %s passed over", text.Count(p.Bad, "message"))
	}
	say := w.text
	if say == nil {
		say = func(time.Duration) string { return fmt.Sprintf("%d of %d shards", p.Taken, p.Issued) }
	}
	w.say(say)
}

// note says something that everybody should know, on a line of its own.
func (w *watch) note(a *app, text string) {
	w.clear()
	fmt.Fprintf(a.stderr(), "%s: %s\n", a.program(), text)
}

// Progress says how far the search has come.
func (w *watch) Progress(p explore.Progress) {
	w.say(func(since time.Duration) string {
		return fmt.Sprintf("%s: %d states, %.0f/s, %d to look at, depth %d, %d races, %d MB; Ctrl+C keeps them",
			w.name, p.States, float64(p.States)/since.Seconds(), p.Frontier, p.Depth, p.Races, p.Memory>>20)
	})
}

// counter is how many of some things are done, told from any goroutine.
type counter struct{ done, all atomic.Int64 }

// next notes that one more is done.
func (n *counter) next() { n.done.Add(1) }

// of is the line that says how many of what are done.
func (n *counter) of(name, what string) func(time.Duration) string {
	return func(since time.Duration) string {
		return fmt.Sprintf("%s: %d of %d %s, %s", name, n.done.Load(), n.all.Load(), what, since.Round(time.Second))
	}
}

// Done ends the watch, and clears its line.
func (w *watch) Done() {
	if w.still != nil {
		w.still()
		w.still = nil
	}
	w.clear()
}

// clear clears the line.
func (w *watch) clear() {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.shown {
		fmt.Fprint(w.out, "\r\x1b[K")
		w.shown = false
	}
}

// watchSearch is watch for a search of the service.
func (a *app) watchSearch(p il.Pair) service.Watcher {
	name := p.Left.Name + " || " + p.Right.Name
	return a.lasting(name, name+"; Ctrl+C keeps what was found")
}

// progressLine is how far something has come, given the time since it began.
type progressLine = func(since time.Duration) string

// programsLine is how many of the random programs are done.
func programsLine(done, all uint64) progressLine {
	return func(since time.Duration) string {
		rate := float64(done) / since.Seconds()
		left := time.Duration(float64(all-done) / rate * float64(time.Second)).Round(time.Second)
		return fmt.Sprintf("%d of %d programs, %.0f/s, %s left; Ctrl+C keeps them", done, all, rate, left)
	}
}
