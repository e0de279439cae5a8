// Package hive is the command line of wobbly-hive, which distributes campaigns by messages.
package hive

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/alecthomas/kong"

	"wobbly/internal/campaign"
	"wobbly/internal/cli"
	"wobbly/internal/cli/console"
	"wobbly/internal/cli/research"
	"wobbly/internal/cli/tools"
	"wobbly/internal/slice"
)

// Program returns wobbly-hive. It is in this package so that wobbly does not link it.
func Program() *cli.Program {
	p := &cli.Program{
		Name:  cli.HiveName,
		About: "Runs large wobbly jobs with many workers, on this machine or on others.",
		Usage: "COMMAND ...",
		Groups: []cli.Group{{Title: "Commands",
			Names: "run theorem compare crosscheck rdit predict worker server status " +
				"version completion"}},
		Manuals: "manual/hive",
		Examples: [][2]string{
			{"wobbly-hive run --processes examples/burble.il", "Confirm the races of a program."},
			{"wobbly-hive help worker", "Get help for a command."},
		},
		Workers: "If omitted: one for each core. With --nats, 0 uses only workers that have " +
			"joined the server.",
		Commands: slices.Concat([]console.Command{
			{Name: "theorem", Help: "Check theorems on random programs, or on all small ones.",
				Grammar: newHiveTheoremCmd},
			{Name: "worker", Help: "Work on the jobs of a server.",
				Grammar: console.Of[hiveWorkerCmd]},
			{Name: "server", Help: "Run a message server.", Grammar: console.Of[hiveServerCmd]},
			{Name: "status", Help: "Show the jobs and workers of a server.",
				Grammar: console.Of[hiveStatusCmd]},
			{Name: "version", Help: "Print the version.", Grammar: console.Of[tools.VersionCmd]},
		}, cli.OwnCommands),
	}
	for _, c := range research.Campaigns {
		if c.Help != "" {
			p.Commands = append(p.Commands, console.Command{
				Name: c.Name, Help: c.Help,
				Grammar: func() any {
					x := overHiveOf(c.Grammar())
					return &x
				},
			})
		}
	}
	return p
}

// Main runs wobbly-hive in this process and returns its exit code. The transport carries its
// messages, and the secret admits its own workers.
func Main(post campaign.Transport, secret string) int { return Program().Main(post, secret) }

// hiveTheoremCmd is the command theorem, with the subcommands that are campaigns.
type hiveTheoremCmd struct {
	Fuzz      overHive `cmd:"" help:"Check the statements on random programs."`
	Enumerate overHive `cmd:"" help:"Check the statements on every small program."`
}

func newHiveTheoremCmd() any {
	x := &hiveTheoremCmd{}
	for _, c := range research.Campaigns {
		switch c.Name {
		case "theorem fuzz":
			x.Fuzz = overHiveOf(c.Grammar())
		case "theorem enumerate":
			x.Enumerate = overHiveOf(c.Grammar())
		}
	}
	return x
}

// kinds lists the campaigns that workers can join. A worker receives the flags that the campaign
// depends on.
func kinds() []campaign.Kind {
	return slice.Map(research.Campaigns, func(c research.Campaign) campaign.Kind { return c.Kind })
}

// An overHive is a command of wobbly whose campaign is distributed by messages. The command is the
// only plugin, so that kong reads its flags too.
type overHive struct {
	kong.Plugins
	hiveFlags
}

func overHiveOf(command console.Runner) overHive { return overHive{Plugins: kong.Plugins{command}} }

func (c *overHive) Run(a *console.App) error {
	if err := c.hiveFlags.check(); err != nil {
		return err
	}
	server, err := reachServer(a, c.hiveFlags)
	if err != nil {
		return err
	}
	defer server.close()
	h := &hosting{a: a, hiveFlags: c.hiveFlags, server: server}
	a.Elsewhere = &console.Elsewhere{Runner: h.byMessages, Joined: c.NATS != nil}
	return c.Plugins[0].(console.Runner).Run(a)
}

// A hosting is a run that distributes its campaign.
type hosting struct {
	a *console.App
	hiveFlags
	server *hiveServer
}

type hiveFlags struct {
	Processes bool    `help:"Run each worker as a process; replace a process that dies."`
	Store     *string `help:"Keep the state of the job in DIR. After a crash, repeat the command to continue." placeholder:"DIR"`
	serverFlags

	// started is called with the workers. It is nil except in tests.
	started func(*workerPool)
}

type serverFlags struct {
	NATS  *string `name:"nats" help:"The NATS server to use; it needs JetStream. If it requires a token, put it in the environment variable WOBBLY_NATS_TOKEN." placeholder:"URL"`
	Creds string  `help:"Credentials for the server: a JWT with its key." placeholder:"FILE"`
	NKey  string  `name:"nkey" help:"The seed of your key for the server." placeholder:"FILE"`
	CA    string  `name:"ca" help:"For tls://: the certificates that must have signed the server's certificate." placeholder:"FILE"`
	Cert  string  `help:"The certificate to present to the server." placeholder:"FILE"`
	Key   string  `help:"The key of --cert." placeholder:"FILE"`
}

// tokenVariable is the environment variable with the token of the server.
const tokenVariable = "WOBBLY_NATS_TOKEN"

func (f serverFlags) check() error {
	switch {
	case f.NATS != nil && *f.NATS == "":
		return console.Usage("For example: --nats nats://127.0.0.1:4222",
			"--nats needs the URL of a server")
	case (f.Cert == "") != (f.Key == ""):
		return console.Usage("", "--cert and --key belong together")
	case f.NATS == nil && (f.Creds != "" || f.NKey != "" || f.CA != "" || f.Cert != ""):
		return console.Usage("", "--creds, --nkey, --ca and --cert are for --nats")
	}
	return nil
}

func (f hiveFlags) check() error {
	switch {
	case f.Store != nil && *f.Store == "":
		return console.Usage("", "--store needs a directory")
	case f.Store != nil && f.NATS != nil:
		return console.Usage("", "--store and --nats cannot be used together")
	}
	return f.serverFlags.check()
}

// address returns the address of the server, which --nats must name.
func (f serverFlags) address(a *console.App) campaign.Address {
	return campaign.Address{
		URL: *f.NATS, Token: a.Getenv(tokenVariable), Creds: f.Creds, NKey: f.NKey,
		CA: f.CA, Cert: f.Cert, Key: f.Key,
	}
}

// byMessages returns a runner of campaigns on workers that receive their shards as messages: those
// that it starts and any that have joined the server. If a campaign fails, it interrupts the run.
func (h *hosting) byMessages(workers int, w *console.Watch, title string) campaign.Runner {
	return func(ctx context.Context, c campaign.Campaign) {
		a := h.a
		err := h.overMessages(ctx, c, workers, w, title)
		var wrong interface{ Wrong() bool }
		var broken *campaign.Panic
		switch {
		case errors.As(err, &broken):
			panic(broken.Text)
		case errors.As(err, &wrong):
			err = console.Failure{Exit: console.ExitViolated, Text: err.Error()}
		}
		if err != nil {
			w.Done()
			a.Fail(err)
			a.Stop()
		}
	}
}

// overMessages runs a campaign until it ends, ctx ends or a worker fails.
func (h *hosting) overMessages(ctx context.Context, c campaign.Campaign, workers int,
	w *console.Watch, title string) error {
	job, err := c.Remote()
	if err != nil {
		return err
	}
	connection, err := h.server.connect()
	if err != nil {
		return err
	}
	defer connection.Close()
	working, stop := context.WithCancelCause(ctx)
	pool := h.startWorkers(working, stop, workers)
	if h.started != nil {
		h.started(pool)
	}
	err = connection.Host(working, job, campaign.HostOptions{
		Version: console.Identity(), Title: title, Name: console.ProcessName(), Progress: w.Over,
		Note: func(text string) { w.Note(h.a, text) },
	})
	cause := context.Cause(working)
	stop(nil)
	pool.wait(ctx.Err() != nil)
	if err == nil && ctx.Err() == nil && cause != nil {
		err = cause // the error of a worker
	}
	return err
}

// A hiveServer is the message server of a run: local, which runs in this process, or another one at
// address.
type hiveServer struct {
	post campaign.Transport
	// local is nil for another server.
	local campaign.Server
	// dir is the temporary directory of local, or empty.
	dir     string
	flags   serverFlags
	address campaign.Address
}

// reachServer starts a server, or checks that the other one answers. The server in this process
// listens on a port only for worker processes.
func reachServer(a *console.App, f hiveFlags) (*hiveServer, error) {
	s := &hiveServer{post: a.Post, flags: f.serverFlags}
	if f.NATS != nil {
		s.address = f.address(a)
		connection, err := s.connect()
		if err != nil {
			return nil, err
		}
		connection.Close()
		return s, nil
	}
	s.address.Token = a.Sys.Secret
	var dir string
	var err error
	if f.Store == nil {
		s.dir, err = os.MkdirTemp("", "wobbly-hive-")
		dir = s.dir
	} else if err = os.MkdirAll(*f.Store, 0o700); err == nil {
		dir, err = filepath.Abs(*f.Store)
	}
	if err == nil {
		s.local, err = a.Post.Serve(campaign.ServeOptions{
			Dir: dir, Keep: f.Store != nil, Listen: f.Processes, Token: s.address.Token,
		})
	}
	if err != nil {
		s.close()
		return nil, err
	}
	if f.Processes {
		s.address.URL = s.local.URL()
	}
	return s, nil
}

func (s *hiveServer) connect() (campaign.Connection, error) {
	if s.local != nil {
		return s.local.Connect()
	}
	return s.post.Connect(s.address)
}

// close stops a local server, and removes its temporary directory.
func (s *hiveServer) close() {
	if s.local != nil {
		s.local.Stop()
	}
	if s.dir != "" {
		_ = os.RemoveAll(s.dir)
	}
}
