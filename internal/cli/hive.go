package cli

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"runtime"

	"wobbly/dynamic/racemob"
	"wobbly/internal/service"
)

var hiveCommands = []subcommand{
	{"run", "Validate the candidates of a program, with workers anywhere.", of[hiveRunCmd]},
	{"worker", "Do the runs of other processes' jobs.", of[hiveWorkerCmd]},
	{"version", "Print the version.", of[versionCmd]},
	{"completion", "Print a completion script for a shell.", of[completionCmd]},
	{"help", "Explain a command.", of[helpCmd]},
}

// hiveRunCmd is `wobbly-hive run`.
type hiveRunCmd struct {
	racemobJob
	hiveWorkers
}

// Run implements the command.
func (c *hiveRunCmd) Run(a *app) error {
	if err := c.hiveWorkers.check(); err != nil {
		return err
	}
	return c.racemobJob.run(a, func(j *racemob.Job) (*racemob.List, error) { return a.crowdsource(j, c.hiveWorkers) })
}

// hiveWorkers say who does the runs.
type hiveWorkers struct {
	Workers   *int   `help:"How many workers to start; 0 to wait for others. Left out: one on each core." placeholder:"N"`
	Processes bool   `help:"Let each worker be a process of its own. One that dies is replaced."`
	NATS      string `name:"nats" help:"Send tasks over the NATS server at URL, which must have JetStream; else over one in this process." placeholder:"URL"`

	started func(*workerPool) // is told of the workers; nil but in tests
}

// tokenVariable is the environment variable with the token of the server.
const tokenVariable = "WOBBLY_NATS_TOKEN"

// check refuses what makes no sense together.
func (w hiveWorkers) check() error {
	switch {
	case w.Workers != nil && *w.Workers < 0:
		return usage("", "--workers must not be negative")
	case w.Workers != nil && *w.Workers == 0 && w.NATS == "":
		return usage("", "--workers 0 needs --nats: nobody else reaches a server in this process")
	}
	return nil
}

// number is how many workers to start.
func (w hiveWorkers) number() int {
	if w.Workers != nil {
		return *w.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// crowdsource has a job done by messages. The list is nil where there is none at
// all.
func (a *app) crowdsource(j *racemob.Job, w hiveWorkers) (*racemob.List, error) {
	if len(j.Candidates) == 0 {
		return racemob.NewHive(j).List(), nil
	}
	server, err := a.reachServer(w)
	if err != nil {
		return nil, err
	}
	defer server.close()
	line, err := server.connect()
	if err != nil {
		return nil, err
	}
	defer line.Close()
	ctx, stop := context.WithCancelCause(a.ctx)
	pool := a.startWorkers(ctx, stop, server, w)
	if w.started != nil {
		w.started(pool)
	}
	progress := a.watch("")
	list, err := line.Host(ctx, j, racemob.HostOptions{ID: rand.Text(), Version: service.BuildVersion(), Progress: progress.hive})
	progress.Done()
	cause := context.Cause(ctx)
	stop(nil)
	pool.wait(a.interrupted())
	if err == nil && a.ctx.Err() == nil && !list.Complete {
		err = cause // what the workers have stopped it with
	}
	return list, err
}

// hiveServer is where tasks and results go: a server in this process, or another
// one.
type hiveServer struct {
	post   racemob.Post
	office racemob.Office // nil for another one
	dir    string         // of office
	url    string
	token  string
}

// reachServer starts a server, if there is no other one. Only worker processes
// make it listen.
func (a *app) reachServer(w hiveWorkers) (*hiveServer, error) {
	if w.NATS != "" {
		return &hiveServer{post: a.post, url: w.NATS, token: a.getenv(tokenVariable)}, nil
	}
	s := &hiveServer{post: a.post, token: rand.Text()}
	var err error
	if s.dir, err = os.MkdirTemp("", "wobbly-hive-"); err != nil {
		return nil, err
	}
	if s.office, err = a.post.Serve(s.dir, w.Processes, s.token); err != nil {
		s.close()
		return nil, err
	}
	if w.Processes {
		s.url = s.office.URL()
	}
	return s, nil
}

func (s *hiveServer) connect() (racemob.Line, error) {
	if s.office != nil {
		return s.office.Connect()
	}
	return s.post.Connect(s.url, s.token)
}

func (s *hiveServer) close() {
	if s.office != nil {
		s.office.Stop()
	}
	if s.dir != "" {
		_ = os.RemoveAll(s.dir)
	}
}

// hiveWorkerCmd is `wobbly-hive worker`.
type hiveWorkerCmd struct {
	NATS string `name:"nats" required:"" help:"The NATS server whose tasks to do. Its token, if it wants one, is in the environment variable WOBBLY_NATS_TOKEN." placeholder:"URL"`
}

// Run implements the command.
func (c *hiveWorkerCmd) Run(a *app) error {
	line, err := a.post.Connect(c.NATS, a.getenv(tokenVariable))
	if err != nil {
		return err
	}
	defer line.Close()
	host, _ := os.Hostname()
	return line.Work(a.ctx, fmt.Sprintf("%s-%d", host, os.Getpid()), service.BuildVersion())
}
