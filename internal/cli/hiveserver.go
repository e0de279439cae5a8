package cli

import (
	"os"

	"wobbly/internal/campaign"
	"wobbly/report"
)

// hiveServerCmd is `wobbly-hive server`.
type hiveServerCmd struct {
	Config *string `help:"Serve as a configuration file of NATS says: addresses, users, TLS." placeholder:"FILE"`
	Port   int     `help:"Without --config: the port of 127.0.0.1. Who knows the token in WOBBLY_NATS_TOKEN, if it is set, comes in." default:"4222" placeholder:"N"`
	Store  string  `help:"Keep jobs, tasks and results in DIR, so that they outlive the server." required:"" placeholder:"DIR"`
}

// Run implements the command.
func (c *hiveServerCmd) Run(a *app) error {
	switch {
	case c.Store == "":
		return usage("", "--store needs a directory")
	case c.Config != nil && *c.Config == "":
		return usage("", "--config needs a file")
	case c.Port < 0 || c.Port > 65535:
		return usage("", "--port must be from 0 to 65535; 0 is any that is free")
	}
	if err := os.MkdirAll(c.Store, 0o700); err != nil {
		return err
	}
	o := campaign.ServeOptions{Dir: c.Store, Keep: true, Listen: true, Port: c.Port, Token: a.getenv(tokenVariable)}
	if c.Config != nil {
		o.Config = *c.Config
	}
	office, err := a.post.Serve(o)
	if err != nil {
		return err
	}
	if err := report.Line(a.stderr(), "serving "+office.URL()+" until Ctrl+C"); err != nil {
		return err
	}
	<-a.ctx.Done()
	office.Stop()
	return nil
}
