package hive

import (
	"os"

	"wobbly/internal/campaign"
	"wobbly/internal/cli/console"
	"wobbly/report"
)

type hiveServerCmd struct {
	Config *string `help:"Serve as a configuration file of NATS says: addresses, users, TLS." placeholder:"FILE"`
	Port   int     `help:"Without --config: the port of 127.0.0.1. Who knows the token in WOBBLY_NATS_TOKEN, if it is set, comes in." default:"4222" placeholder:"N"`
	Store  string  `help:"Keep jobs, tasks and results in DIR, so that they outlive the server." required:"" placeholder:"DIR"`
}

func (c *hiveServerCmd) Run(a *console.App) error {
	switch {
	case c.Store == "":
		return console.Usage("", "--store needs a directory")
	case c.Config != nil && *c.Config == "":
		return console.Usage("", "--config needs a file")
	case c.Port < 0 || c.Port > 65535:
		return console.Usage("", "--port must be from 0 to 65535; 0 is any that is free")
	}
	if err := os.MkdirAll(c.Store, 0o700); err != nil {
		return err
	}
	o := campaign.ServeOptions{Dir: c.Store, Keep: true, Listen: true, Port: c.Port, Token: a.Getenv(tokenVariable)}
	if c.Config != nil {
		o.Config = *c.Config
	}
	office, err := a.Post.Serve(o)
	if err != nil {
		return err
	}
	if err := report.Line(a.Stderr(), "serving "+office.URL()+" until Ctrl+C"); err != nil {
		return err
	}
	<-a.Ctx.Done()
	office.Stop()
	return nil
}
