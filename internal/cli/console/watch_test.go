package console

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"wobbly/internal/campaign"
)

// TestSteadily: progress is shown even for work that never reports any, and the line is cleared at
// the end.
func TestSteadily(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	w := &Watch{out: &out, begun: time.Now().Add(-time.Minute)}
	var n Counter
	n.All.Store(7)
	n.Next()
	line := n.Of("a.il", "things")
	called := make(chan struct{}, 100)
	stop := w.Steadily(func(since time.Duration) string {
		called <- struct{}{}
		return line(since)
	})
	<-called
	stop()
	if out.String() != "\ra.il: 1 of 7 things, 1m0s\x1b[K\r\x1b[K" {
		t.Errorf("the terminal shows %q, want one line of progress, cleared at the end",
			out.String())
	}
	stop = (&Watch{}).Steadily(func(time.Duration) string {
		t.Error("Steadily without a terminal calls its argument")
		return ""
	})
	stop()
}

// TestLasting: work that reports nothing for a second shows its duration after its last report, on
// one line of the terminal.
func TestLasting(t *testing.T) {
	var out strings.Builder
	begun := time.Now().Add(-time.Minute)
	w := &Watch{out: &out, begun: begun, last: begun}
	w.showElapsed("a.il")
	w.showElapsed("too soon")
	w.last = begun
	w.Say(ProgramsLine(8, 80))
	w.last = begun
	w.showElapsed("a.il")
	w.last, w.width = begun, func() int { return 40 }
	w.showElapsed("a.il")
	w.last = begun
	w.Say(ProgramsLine(9, 80))
	w.last, w.width = begun, func() int { return 3 }
	w.showElapsed("a.il")
	w.Done()
	want := []string{
		"\ra.il [1m0s]\x1b[K",
		"\r8 of 80 programs, 0/s, 9m0s left; Ctrl+C keeps them\x1b[K",
		"\r8 of 80 programs, 0/s, 9m0s left; Ctrl+C keeps them [1m0s]\x1b[K",
		"\r8 of 80 programs, 0/s, 9m0s l... [1m0s]\x1b[K",
		"\r9 of 80 programs, 0/s, 7m53s left; C...\x1b[K",
		"\r [1m0s]\x1b[K",
		"\r\x1b[K",
	}
	if out.String() != strings.Join(want, "") {
		t.Errorf("the terminal shows\n%q\nwant\n%q", out.String(), want)
	}
	a := &App{Sys: System{Stderr: &out}}
	out.Reset()
	a.Lasting("", "where there is no terminal").Done()
	if out.Len() > 0 {
		t.Errorf("the output without a terminal is %q, want none", out.String())
	}
}

// TestLastingEnds: the duration is shown until Done.
func TestLastingEnds(t *testing.T) {
	t.Parallel()
	r, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	w := &Watch{out: out, begun: time.Now().Add(-time.Minute)}
	w.stop = w.often(func() { w.showElapsed("it") })
	first := make([]byte, len("\rit [1m0s]\x1b[K"))
	if _, err := io.ReadFull(r, first); err != nil || string(first) != "\rit [1m0s]\x1b[K" {
		t.Errorf("the first line is %q, %v; want \"it [1m0s]\"", first, err)
	}
	w.Done()
	out.Close()
	if rest, err := io.ReadAll(r); err != nil || !strings.HasSuffix(string(rest), "\r\x1b[K") {
		t.Errorf("the output ends in %q, %v; want the line cleared", rest, err)
	}
}

// TestWatchOver: the number of workers is shown after the progress once it is known, and a note has
// a line of its own.
func TestWatchOver(t *testing.T) {
	var out strings.Builder
	begun := time.Now().Add(-time.Minute)
	w := &Watch{out: &out, begun: begun, last: begun}
	w.Over(campaign.Progress{Issued: 9, Taken: 2, Workers: 1})
	w.last = begun
	w.Say(ProgramsLine(8, 80))
	w.last = begun
	w.Over(campaign.Progress{Issued: 9, Taken: 2, Workers: 3, Retried: 1, Bad: 2})
	a := &App{Sys: System{Stderr: &out}}
	w.Note(a, "the server is away")
	want := []string{
		"\r2 of 9 shards; 1 worker\x1b[K",
		"\r8 of 80 programs, 0/s, 9m0s left; Ctrl+C keeps them; 1 worker\x1b[K",
		"\r8 of 80 programs, 0/s, 9m0s left; Ctrl+C keeps them; 3 workers, " +
			"1 shard handed out again, 2 messages skipped\x1b[K",
		"\r\x1b[Kwobbly: the server is away\n",
	}
	if out.String() != strings.Join(want, "") {
		t.Errorf("the terminal shows\n%q\nwant\n%q", out.String(), want)
	}
}
