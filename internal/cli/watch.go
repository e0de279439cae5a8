package cli

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"wobbly/dynamic/racemob"
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
}

// patience is how long a search may take before something is said about it.
const patience = time.Second

// watch begins to watch something with a name, which may be empty.
func (a *app) watch(name string) *watch {
	now := time.Now()
	w := &watch{name: report.Visible(name), begun: now, last: now}
	if isTerminal(a.sys.Stderr) {
		w.out = a.plain(a.sys.Stderr) // it moves the cursor
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

// say tells how it goes on, once a second: in the line that text makes of the time
// since the beginning.
func (w *watch) say(text func(since time.Duration) string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.text = text
	w.show(text)
}

// sayFirst is say as long as nothing else was said.
func (w *watch) sayFirst(text func(since time.Duration) string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.text == nil {
		w.show(text)
	}
}

// show shows a line if the last one is a second old. The caller holds the lock.
func (w *watch) show(text func(since time.Duration) string) {
	now := time.Now()
	if w.out == nil || now.Sub(w.last) < patience {
		return
	}
	w.last, w.shown = now, true
	fmt.Fprintf(w.out, "\r%s\x1b[K", text(now.Sub(w.begun))+w.crew)
}

// steadily says how it goes on once a second, until the function that it gives is
// called: for what calls nobody meanwhile.
func (w *watch) steadily(text func(since time.Duration) string) (stop func()) {
	return w.often(func() { w.say(text) })
}

// beginning says once a second how long something lasts, until it is said how far it is or
// the function that it gives is called: for what takes its time to its first progress.
func (w *watch) beginning(what string) (stop func()) {
	return w.often(func() {
		w.sayFirst(func(since time.Duration) string { return what + ", " + since.Round(time.Second).String() })
	})
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
	return func() { close(over); saying.Wait(); w.Done() }
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
	w.Done()
	fmt.Fprintf(a.stderr(), "%s: %s\n", a.program().name, text)
}

// Progress says how far the search has come.
func (w *watch) Progress(p explore.Progress) {
	w.say(func(since time.Duration) string {
		return fmt.Sprintf("%s: %d states, %.0f/s, %d to look at, depth %d, %d races, %d MB; Ctrl+C keeps them",
			w.name, p.States, float64(p.States)/since.Seconds(), p.Frontier, p.Depth, p.Races, p.Memory>>20)
	})
}

// programs says how many of the random programs are done.
func (w *watch) programs(done, all uint64) {
	w.say(func(since time.Duration) string {
		rate := float64(done) / since.Seconds()
		left := time.Duration(float64(all-done) / rate * float64(time.Second)).Round(time.Second)
		return fmt.Sprintf("%d of %d programs, %.0f/s, %s left; Ctrl+C keeps them", done, all, rate, left)
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

// hive says how far a job of crowdsourced validation has come.
func (w *watch) hive(p racemob.Stats) {
	w.say(func(since time.Duration) string {
		return fmt.Sprintf("%d runs, %.0f/s, round %d, %d of %d candidates decided; Ctrl+C keeps them", p.Done,
			float64(p.Done)/since.Seconds(), p.Rounds, p.Candidates-p.Open, p.Candidates)
	})
}

// Done clears the line.
func (w *watch) Done() {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.shown {
		fmt.Fprint(w.out, "\r\x1b[K")
		w.shown = false
	}
}

// watchSearch is watch for a search of the service.
func (a *app) watchSearch(p il.Pair) service.Watcher {
	return a.watch(p.Left.Name + " || " + p.Right.Name)
}
