package hive

import (
	"context"
	"time"

	"wobbly/internal/cli/console"
	"wobbly/report"
)

type hiveStatusCmd struct {
	serverFlags
	console.JSONFlag
	Wait time.Duration `help:"Who does not answer within TIME is not there." default:"1s" placeholder:"TIME"`
}

func (c *hiveStatusCmd) Run(a *console.App) error {
	switch {
	case c.NATS == nil:
		return console.Usage("Such as --nats nats://127.0.0.1:4222", "status needs --nats, the URL of the server")
	case c.Wait <= 0:
		return console.Usage("", "--wait must be positive")
	}
	if err := c.serverFlags.check(); err != nil {
		return err
	}
	line, err := a.Post.Connect(c.address(a))
	if err != nil {
		return err
	}
	defer line.Close()
	ctx, stop := context.WithTimeout(a.Ctx, c.Wait)
	defer stop()
	s, err := line.Status(ctx)
	if err != nil {
		return err
	}
	d := &report.HiveStatus{Version: console.Identity(), Jobs: []report.HiveJob{}, Workers: []report.HiveWorker{}}
	for _, j := range s.Jobs {
		d.Jobs = append(d.Jobs, report.HiveJob{
			ID: j.ID, Kind: j.Kind, Title: j.Title, Version: j.Version, Host: j.Host, Issued: j.Issued, Taken: j.Taken,
			Tasks: j.Tasks, Documents: j.Documents, Rate: rateOf(j.Taken, j.Seconds),
		})
	}
	for _, w := range s.Workers {
		d.Workers = append(d.Workers, report.HiveWorker{Name: w.Name, Version: w.Version, Job: w.Job, Shards: w.Done, Rate: rateOf(w.Done, w.Seconds)})
	}
	return a.Print(d, c.JSON)
}

func rateOf(n uint64, seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	return float64(int(float64(n)/seconds*10)) / 10
}
