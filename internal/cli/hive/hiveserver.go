package hive

import (
	"context"
	"os"
	"time"

	"wobbly/internal/campaign"
	"wobbly/internal/cli/console"
	"wobbly/report"
)

type hiveServerCmd struct {
	Config *string `help:"A NATS configuration file, with addresses, users and TLS." placeholder:"FILE"`
	Port   int     `help:"Without --config: the port on 127.0.0.1. If WOBBLY_NATS_TOKEN is set, clients need this token." default:"4222" placeholder:"N"`
	Store  string  `help:"Keep jobs, tasks and results in DIR." required:"" placeholder:"DIR"`
}

func (c *hiveServerCmd) Run(a *console.App) error {
	switch {
	case c.Store == "":
		return console.Usage("", "--store needs a directory")
	case c.Config != nil && *c.Config == "":
		return console.Usage("", "--config needs a file")
	case c.Port < 0 || c.Port > 65535:
		return console.Usage("", "--port must be between 0 and 65535; 0 selects a free port")
	}
	if err := os.MkdirAll(c.Store, 0o700); err != nil {
		return err
	}
	o := campaign.ServeOptions{
		Dir: c.Store, Keep: true, Listen: true, Port: c.Port, Token: a.Getenv(tokenVariable),
	}
	if c.Config != nil {
		o.Config = *c.Config
	}
	server, err := a.Post.Serve(o)
	if err != nil {
		return err
	}
	if err := report.Line(a.Stderr(), "serving "+server.URL()+" until Ctrl+C"); err != nil {
		return err
	}
	<-a.Ctx.Done()
	server.Stop()
	return nil
}

type hiveStatusCmd struct {
	serverFlags
	console.JSONFlag
	Wait time.Duration `help:"How long to wait for answers." default:"1s" placeholder:"TIME"`
}

func (c *hiveStatusCmd) Run(a *console.App) error {
	switch {
	case c.NATS == nil:
		return console.Usage("For example: --nats nats://127.0.0.1:4222",
			"status needs --nats, the URL of the server")
	case c.Wait <= 0:
		return console.Usage("", "--wait must be more than 0")
	}
	if err := c.serverFlags.check(); err != nil {
		return err
	}
	connection, err := a.Post.Connect(c.address(a))
	if err != nil {
		return err
	}
	defer connection.Close()
	ctx, stop := context.WithTimeout(a.Ctx, c.Wait)
	defer stop()
	s, err := connection.Status(ctx)
	if err != nil {
		return err
	}
	d := &report.HiveStatus{
		Version: console.Identity(), Jobs: []report.HiveJob{}, Workers: []report.HiveWorker{},
	}
	for _, j := range s.Jobs {
		d.Jobs = append(d.Jobs, report.HiveJob{
			ID: j.ID, Kind: j.Kind, Title: j.Title, Version: j.Version, Host: j.Host,
			Issued: j.Issued, Taken: j.Taken,
			Tasks: j.Tasks, Documents: j.Documents, Rate: rateOf(j.Taken, j.Seconds),
		})
	}
	for _, w := range s.Workers {
		d.Workers = append(d.Workers, report.HiveWorker{
			Name: w.Name, Version: w.Version, Job: w.Job, Shards: w.Done,
			Rate: rateOf(w.Done, w.Seconds),
		})
	}
	return a.Print(d, c.JSON)
}

// rateOf returns the rate of n items per second, cut to one decimal.
func rateOf(n uint64, seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	return float64(int(float64(n)/seconds*10)) / 10
}
