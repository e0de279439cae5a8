package cli

import (
	"fmt"
	"time"

	"wobbly/dynamic/racemob"
)

// hiveWatch tells on a terminal how a job goes on.
type hiveWatch struct {
	*watch
}

// watchHive begins to watch a job.
func (a *app) watchHive() hiveWatch {
	now := time.Now()
	w := &watch{begun: now, last: now}
	if isTerminal(a.sys.Stderr) {
		w.out = a.stderr()
	}
	return hiveWatch{w}
}

// hive says how far a job has come, once a second.
func (w hiveWatch) hive(p racemob.Progress) {
	now := time.Now()
	if w.out == nil || now.Sub(w.last) < patience {
		return
	}
	w.last, w.shown = now, true
	text := fmt.Sprintf("\r%d runs, %.0f/s, round %d, %d of %d candidates decided, %d workers", p.Done,
		float64(p.Done)/now.Sub(w.begun).Seconds(), p.Rounds, p.Candidates-p.Open, p.Candidates, p.Workers)
	if p.Again > 0 {
		text += fmt.Sprintf(", %d tasks handed out again", p.Again)
	}
	fmt.Fprint(w.out, text+"; Ctrl+C keeps them\x1b[K")
}
