package console

import (
	"runtime"

	"wobbly/internal/campaign"
)

// WorkersFlag says how many workers do a campaign. What it comes to does not depend on
// it.
type WorkersFlag struct {
	Workers *int `help:"Share the work among N workers; the result is the same. ${workersdefault}" placeholder:"N" group:"less"`
}

func (f WorkersFlag) number(a *App) int {
	switch {
	case f.Workers == nil || *f.Workers == 0 && a.Elsewhere == nil:
		return runtime.GOMAXPROCS(0)
	default:
		return *f.Workers
	}
}

// mostWorkers is how many there may be: more than machines have cores, and so few that all
// of them hear an interrupt at once.
const mostWorkers = 1024

// Check refuses what makes no sense.
func (f WorkersFlag) Check(a *App) error {
	switch {
	case f.Workers != nil && *f.Workers < 0:
		return Usage("", "--workers must not be negative")
	case f.Workers != nil && *f.Workers == 0 && a.Elsewhere != nil && !a.Elsewhere.Joined:
		return Usage("", "--workers 0 needs --nats: nobody else reaches a server in this process")
	case f.Workers != nil:
		return atMostWorkers(*f.Workers)
	}
	return nil
}

func atMostWorkers(n int) error {
	if n > mostWorkers {
		return Usage("Left out, there is one on each core.", "--workers must be at most %d", mostWorkers)
	}
	return nil
}

// ForFiles refuses workers where a command answers for files, which are not shared among them.
func (f WorkersFlag) ForFiles(a *App) error {
	switch {
	case a.Elsewhere != nil:
		return Usage("Without it: wobbly, the command of the same name.", "only --random N is shared among workers")
	case f.Workers != nil:
		return Usage("", "--workers is for --random")
	}
	return nil
}

// Crew is who does a campaign: goroutines, or workers that get their shards by
// messages. The title tells people which campaign it is.
func (a *App) Crew(f WorkersFlag, w *Watch, title string) campaign.Runner {
	if a.Elsewhere == nil {
		return campaign.Local(f.number(a))
	}
	return a.Elsewhere.Crew(f.number(a), w, title)
}
