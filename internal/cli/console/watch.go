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

// A Watch shows progress on standard error if that is a terminal: one line, which it replaces.
type Watch struct {
	// out is the terminal, or nil if there is none. width returns its width, or 0 if that is
	// unknown. A nil width means no limit.
	out   io.Writer
	width func() int
	name  string
	begun time.Time
	// stop stops showing the elapsed time. It may be nil.
	stop func()

	lock sync.Mutex // guards the fields below
	// shown reports whether the line is not empty, and last is the time when it was shown.
	shown bool
	last  time.Time
	// text is the last argument of Say, workers the text after it, and line their last result.
	text          ProgressLine
	workers, line string
}

// Patience is how long work may take before progress appears.
const Patience = time.Second

// Watch returns a watch for work that has a name, which may be empty.
func (a *App) Watch(name string) *Watch {
	now := time.Now()
	w := &Watch{name: report.Visible(name), begun: now, last: now}
	if IsTerminal(a.Sys.Stderr) {
		w.out = a.Plain(a.Sys.Stderr) // not Stderr, which removes control sequences
		w.width = func() int {
			n, _, err := term.GetSize(int(a.Sys.Stderr.(*os.File).Fd()))
			if err != nil {
				return 0
			}
			return n
		}
	}
	return w
}

// Lasting returns a watch that also shows the elapsed time, once a second, while nothing else is
// reported. It appears after the last line, or after initial if there is none. Done ends it.
func (a *App) Lasting(name, initial string) *Watch {
	w := a.Watch(name)
	w.stop = w.often(func() { w.showElapsed(initial) })
	return w
}

// showElapsed shows the elapsed time if nothing was shown for a second.
func (w *Watch) showElapsed(initial string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	now := time.Now()
	if now.Sub(w.last) < Patience {
		return
	}
	w.last = now
	w.write(cmp.Or(w.line, initial), fmt.Sprintf(" [%s]", now.Sub(w.begun).Round(time.Second)))
}

// Estimate shows how large a search is, if that is known in advance and more than 2^39
// interleavings.
func (w *Watch) Estimate(n ask.Schedules) {
	if w.out == nil || n.Interleavings == nil || n.Interleavings.BitLen() < 40 {
		return
	}
	digits := n.Interleavings.String()
	fmt.Fprintf(w.out, "%s: about %se%d complete interleavings.\nThe number of states is not "+
		"known in advance; Ctrl+C keeps what was found.\n", w.name, digits[:1], len(digits)-1)
}

// Say shows a line of progress, at most once a second. text receives the time since the beginning.
func (w *Watch) Say(text ProgressLine) {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.text = text
	w.show(text)
}

// show shows a line if the last one is a second old. The caller holds the lock.
func (w *Watch) show(text ProgressLine) {
	now := time.Now()
	if w.out == nil || now.Sub(w.last) < Patience {
		return
	}
	w.last = now
	w.line = text(now.Sub(w.begun)) + w.workers
	w.write(w.line, "")
}

// write replaces the line on the terminal. It shortens line, but never end, to the width of the
// terminal, because a wrapped line could not be replaced. The caller holds the lock.
func (w *Watch) write(line, end string) {
	if w.width != nil {
		if n := w.width(); n > 0 {
			line = text.Plain.Clip(line, max(0, n-1-len(end)), "...")
		}
	}
	w.shown = true
	fmt.Fprintf(w.out, "\r%s%s\x1b[K", line, end)
}

// Steadily shows a line once a second until stop is called. It is for work that does not call Say.
func (w *Watch) Steadily(text ProgressLine) (stop func()) {
	return w.often(func() { w.Say(text) })
}

// often calls f four times a second until stop is called.
func (w *Watch) often(f func()) (stop func()) {
	if w.out == nil {
		return func() {}
	}
	var running sync.WaitGroup
	over := make(chan struct{})
	running.Go(func() {
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
	return func() {
		close(over)
		running.Wait()
		w.clear()
	}
}

// Working shows the elapsed time once a second until stop is called, for work that reports nothing.
func (a *App) Working(name string) (stop func()) {
	return a.Watch("").Steadily(func(since time.Duration) string {
		return fmt.Sprintf("%s: %s; Ctrl+C ends it", report.FileName(name),
			since.Round(time.Second))
	})
}

// Over shows the workers of a campaign in other processes after the line of progress.
func (w *Watch) Over(p campaign.Progress) {
	w.workers = fmt.Sprintf("; %s", text.Count(p.Workers, "worker"))
	if p.Retried > 0 {
		w.workers += fmt.Sprintf(", %s handed out again", text.Count(p.Retried, "shard"))
	}
	if p.Bad > 0 {
		w.workers += fmt.Sprintf(", %s skipped", text.Count(p.Bad, "message"))
	}
	line := w.text
	if line == nil {
		line = func(time.Duration) string {
			return fmt.Sprintf("%d of %d shards", p.Taken, p.Issued)
		}
	}
	w.Say(line)
}

// Note prints a message on a line of its own.
func (w *Watch) Note(a *App, text string) {
	w.clear()
	fmt.Fprintf(a.Stderr(), "%s: %s\n", a.Program(), text)
}

// Progress shows the progress of a search.
func (w *Watch) Progress(p ask.Progress) {
	w.Say(func(since time.Duration) string {
		return fmt.Sprintf("%s: %d states, %.0f/s, %d queued, depth %d, %d races, %d MB; Ctrl+C "+
			"keeps them", w.name, p.States, float64(p.States)/since.Seconds(), p.Frontier, p.Depth,
			p.Races, p.Memory>>20)
	})
}

// A Counter counts the items of a task that are done, and all. It is safe for concurrent use.
type Counter struct{ Done, All atomic.Int64 }

// Next counts an item that is done.
func (c *Counter) Next() { c.Done.Add(1) }

// Of returns a line of progress such as "a.il: 3 of 7 pairs, 2s".
func (c *Counter) Of(name, what string) ProgressLine {
	return func(since time.Duration) string {
		return fmt.Sprintf("%s: %d of %d %s, %s", name, c.Done.Load(), c.All.Load(), what,
			since.Round(time.Second))
	}
}

// Done ends the watch and clears its line.
func (w *Watch) Done() {
	if w.stop != nil {
		w.stop()
		w.stop = nil
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

func (a *App) WatchSearch(p il.Pair) ask.Watcher {
	name := p.Left.Name + " || " + p.Right.Name
	return a.Lasting(name, name+"; Ctrl+C keeps what was found")
}

// A ProgressLine function returns a line of progress, given the time since the work began.
type ProgressLine = func(since time.Duration) string

// Remaining returns the time that n more programs take at a rate per second.
func Remaining(n uint64, rate float64) time.Duration {
	return time.Duration(float64(n) / rate * float64(time.Second)).Round(time.Second)
}

// ProgramsLine returns the progress over random programs.
func ProgramsLine(done, all uint64) ProgressLine {
	return func(since time.Duration) string {
		rate := float64(done) / since.Seconds()
		return fmt.Sprintf("%d of %d programs, %.0f/s, %s left; Ctrl+C keeps them", done, all, rate,
			Remaining(all-done, rate))
	}
}
