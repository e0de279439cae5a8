package console

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
	"wobbly/internal/ask"
	"wobbly/internal/campaign"
	"wobbly/internal/text"
	"wobbly/report"
)

// Watch tells on a terminal how a search goes on. Where standard error is no
// terminal it says nothing.
type Watch struct {
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

// Patience is how long a search may take before something is said about it.
const Patience = time.Second

// Watch begins to watch something with a name, which may be empty.
func (a *App) Watch(name string) *Watch {
	now := time.Now()
	w := &Watch{name: report.Visible(name), begun: now, last: now}
	if IsTerminal(a.Sys.Stderr) {
		w.out = a.Plain(a.Sys.Stderr) // it moves the cursor
		w.cells = func() int { n, _, _ := term.GetSize(int(a.Sys.Stderr.(*os.File).Fd())); return n }
	}
	return w
}

// Lasting is watch for what may take its time to its first progress, and from each to the next
// one. As long as nothing else is said of it, it is said once a second how long it lasts, behind
// what was said last, or else behind what it is. That ends with Done.
func (a *App) Lasting(name, what string) *Watch {
	w := a.Watch(name)
	w.still = w.often(func() { w.goesOn(what) })
	return w
}

// goesOn says how long it lasts, if nothing was said for a second.
func (w *Watch) goesOn(what string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	now := time.Now()
	if now.Sub(w.last) < Patience {
		return
	}
	w.last = now
	w.write(cmp.Or(w.line, what), fmt.Sprintf(" [%s]", now.Sub(w.begun).Round(time.Second)))
}

// Estimate says beforehand what can be known of the work.
func (w *Watch) Estimate(n ask.Schedules) {
	if w.out == nil || n.Interleavings == nil || n.Interleavings.BitLen() < 40 {
		return
	}
	digits := n.Interleavings.String()
	fmt.Fprintf(w.out, "%s: about %se%d complete interleavings.\nHow many states they meet is not known beforehand; Ctrl+C keeps what was found.\n",
		w.name, digits[:1], len(digits)-1)
}

// Say tells how it goes on, once a second: in the line that text makes of the time
// since the beginning.
func (w *Watch) Say(text func(since time.Duration) string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.text = text
	w.show(text)
}

// show shows a line if the last one is a second old. The caller holds the lock.
func (w *Watch) show(say func(since time.Duration) string) {
	now := time.Now()
	if w.out == nil || now.Sub(w.last) < Patience {
		return
	}
	w.last, w.line = now, say(now.Sub(w.begun))+w.crew
	w.write(w.line, "")
}

// write puts a line in the place of the one before, with what stands at its end also if there is
// not room for all of it: a line that is broken could not be replaced. The caller holds the lock.
func (w *Watch) write(line, end string) {
	if w.cells != nil {
		if n := w.cells(); n > 0 {
			line = text.Plain.Clip(line, max(0, n-1-len(end)), "...")
		}
	}
	w.shown = true
	fmt.Fprintf(w.out, "\r%s%s\x1b[K", line, end)
}

// Steadily says how it goes on once a second, until the function that it gives is
// called: for what calls nobody meanwhile.
func (w *Watch) Steadily(text func(since time.Duration) string) (stop func()) {
	return w.often(func() { w.Say(text) })
}

// often calls a function several times a second, until the one that it gives is called.
func (w *Watch) often(f func()) (stop func()) {
	if w.out == nil {
		return func() {}
	}
	var saying sync.WaitGroup
	over := make(chan struct{})
	saying.Go(func() {
		tick := time.NewTicker(Patience / 4)
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

// Working says once a second that something goes on which tells nothing else, until the
// function that it gives is called.
func (a *App) Working(name string) (stop func()) {
	return a.Watch("").Steadily(func(since time.Duration) string {
		return fmt.Sprintf("%s: %s; Ctrl+C ends it", report.FileName(name), since.Round(time.Second))
	})
}

// Over says who does a campaign that goes over messages.
func (w *Watch) Over(p campaign.Progress) {
	w.crew = fmt.Sprintf("; %s", text.Count(p.Workers, "worker"))
	if p.Retried > 0 {
		w.crew += fmt.Sprintf(", %s handed out again", text.Count(p.Retried, "shard"))
	}
	if p.Bad > 0 {
		w.crew += fmt.Sprintf(", %s passed over", text.Count(p.Bad, "message"))
	}
	say := w.text
	if say == nil {
		say = func(time.Duration) string { return fmt.Sprintf("%d of %d shards", p.Taken, p.Issued) }
	}
	w.Say(say)
}

// Note says something that everybody should know, on a line of its own.
func (w *Watch) Note(a *App, text string) {
	w.clear()
	fmt.Fprintf(a.Stderr(), "%s: %s\n", a.Program(), text)
}

// Progress says how far the search has come.
func (w *Watch) Progress(p ask.Progress) {
	w.Say(func(since time.Duration) string {
		return fmt.Sprintf("%s: %d states, %.0f/s, %d to look at, depth %d, %d races, %d MB; Ctrl+C keeps them",
			w.name, p.States, float64(p.States)/since.Seconds(), p.Frontier, p.Depth, p.Races, p.Memory>>20)
	})
}

// Counter is how many of some things are done, told from any goroutine.
type Counter struct{ Done, All atomic.Int64 }

// Next notes that one more is done.
func (n *Counter) Next() { n.Done.Add(1) }

// Of is the line that says how many of what are done.
func (n *Counter) Of(name, what string) func(time.Duration) string {
	return func(since time.Duration) string {
		return fmt.Sprintf("%s: %d of %d %s, %s", name, n.Done.Load(), n.All.Load(), what, since.Round(time.Second))
	}
}

// Done ends the watch, and clears its line.
func (w *Watch) Done() {
	if w.still != nil {
		w.still()
		w.still = nil
	}
	w.clear()
}

func (w *Watch) clear() {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.shown {
		fmt.Fprint(w.out, "\r\x1b[K")
		w.shown = false
	}
}

// WatchSearch shows the progress of a search of package ask.
func (a *App) WatchSearch(p il.Pair) ask.Watcher {
	name := p.Left.Name + " || " + p.Right.Name
	return a.Lasting(name, name+"; Ctrl+C keeps what was found")
}

// ProgressLine is how far something has come, given the time since it began.
type ProgressLine = func(since time.Duration) string

// ProgramsLine is how many of the random programs are done.
func ProgramsLine(done, all uint64) ProgressLine {
	return func(since time.Duration) string {
		rate := float64(done) / since.Seconds()
		left := time.Duration(float64(all-done) / rate * float64(time.Second)).Round(time.Second)
		return fmt.Sprintf("%d of %d programs, %.0f/s, %s left; Ctrl+C keeps them", done, all, rate, left)
	}
}
