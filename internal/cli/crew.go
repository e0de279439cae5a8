package cli

import (
	"runtime"

	"wobbly/internal/campaign"
)

// workersFlag says how many workers do a campaign. What it comes to does not depend on
// it.
type workersFlag struct {
	Workers *int `help:"How many workers share the work; the result does not depend on it. ${workersdefault}" placeholder:"N"`
}

// number is how many workers to start.
func (f workersFlag) number(a *app) int {
	switch {
	case f.Workers == nil || *f.Workers == 0 && a.elsewhere == nil:
		return runtime.GOMAXPROCS(0)
	default:
		return *f.Workers
	}
}

// mostWorkers is how many there may be: more than machines have cores, and so few that all
// of them hear an interrupt at once.
const mostWorkers = 1024

// check refuses what makes no sense.
func (f workersFlag) check(a *app) error {
	switch {
	case f.Workers != nil && *f.Workers < 0:
		return usage("", "--workers must not be negative")
	case f.Workers != nil && *f.Workers == 0 && a.elsewhere != nil && !a.elsewhere.joined:
		return usage("", "--workers 0 needs --nats: nobody else reaches a server in this process")
	case f.Workers != nil:
		return atMostWorkers(*f.Workers)
	}
	return nil
}

// atMostWorkers refuses more of them than there may be.
func atMostWorkers(n int) error {
	if n > mostWorkers {
		return usage("Left out, there is one on each core.", "--workers must be at most %d", mostWorkers)
	}
	return nil
}

// forFiles refuses workers where a command answers for files, which are not shared among them.
func (f workersFlag) forFiles(a *app) error {
	switch {
	case a.elsewhere != nil:
		return usage("Without it: wobbly, the command of the same name.", "only --random N is shared among workers")
	case f.Workers != nil:
		return usage("", "--workers is for --random")
	}
	return nil
}

// crew is who does a campaign: goroutines, or workers that get their shards by
// messages. The title tells people which campaign it is.
func (a *app) crew(f workersFlag, w *watch, title string) campaign.Crew {
	if a.elsewhere == nil {
		return campaign.Here(f.number(a))
	}
	return a.elsewhere.crew(f.number(a), w, title)
}
