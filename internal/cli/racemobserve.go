package cli

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"runtime"
	"time"

	"wobbly/dynamic/racemob"
	"wobbly/dynamic/racemob/hive"
)

// racemobWorkers say who does the runs.
type racemobWorkers struct {
	Workers   *int   `help:"How many workers to start; 0 to wait for others. Left out: one on each core." placeholder:"N"`
	Processes bool   `help:"Let each worker be a process of its own. One that dies is replaced."`
	NATS      string `name:"nats" help:"Send tasks over the NATS server at URL, which must have JetStream; else over one in this process." placeholder:"URL"`

	employed func(*staff) // is told of the workers; nil but in tests
}

// tokenVariable is the environment variable with the token of the server.
const tokenVariable = "WOBBLY_NATS_TOKEN"

// check refuses what makes no sense together.
func (w racemobWorkers) check() error {
	switch {
	case w.Workers != nil && *w.Workers < 0:
		return usage("", "--workers must not be negative")
	case w.Workers != nil && *w.Workers == 0 && w.NATS == "":
		return usage("", "--workers 0 needs --nats: nobody else reaches a server in this process")
	}
	return nil
}

// number is how many workers to start.
func (w racemobWorkers) number() int {
	if w.Workers != nil {
		return *w.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// crowdsource has a job done. The list is nil where there is none at all.
func (a *app) crowdsource(j *racemob.Job, w racemobWorkers) (*racemob.List, error) {
	if len(j.Candidates) == 0 {
		return racemob.NewHive(j).List(), nil
	}
	post, err := a.openPost(w)
	if err != nil {
		return nil, err
	}
	defer post.close()
	conn, err := post.connect()
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	ctx, stop := context.WithCancelCause(a.ctx)
	staff := a.employ(ctx, stop, post, w)
	if w.employed != nil {
		w.employed(staff)
	}
	progress := a.watchHive()
	list, err := hive.Host(ctx, conn, j, hive.Options{ID: rand.Text(), Version: buildVersion(), Progress: progress.hive})
	progress.done()
	cause := context.Cause(ctx)
	stop(nil)
	staff.wait(a.interrupted())
	if err == nil && a.ctx.Err() == nil && !list.Complete {
		err = cause // what the workers have stopped it with
	}
	return list, err
}

// post is where tasks and results go: a server in this process, or another one.
type post struct {
	server *hive.Server
	dir    string // of server
	url    string
	token  string
}

// openPost starts a server, if there is no other one. Only worker processes make
// it listen.
func (a *app) openPost(w racemobWorkers) (*post, error) {
	if w.NATS != "" {
		return &post{url: w.NATS, token: a.getenv(tokenVariable)}, nil
	}
	p := &post{token: rand.Text()}
	var err error
	if p.dir, err = os.MkdirTemp("", "wobbly-racemob-"); err != nil {
		return nil, err
	}
	p.server, err = hive.StartServer(hive.ServerOptions{Dir: p.dir, Listen: w.Processes, Token: p.token})
	if err != nil {
		p.close()
		return nil, err
	}
	if w.Processes {
		p.url = p.server.URL()
	}
	return p, nil
}

func (p *post) connect() (*hive.Conn, error) {
	if p.server != nil {
		return p.server.Connect()
	}
	return hive.Connect(p.url, p.token)
}

func (p *post) close() {
	if p.server != nil {
		p.server.Stop()
	}
	if p.dir != "" {
		_ = os.RemoveAll(p.dir)
	}
}

// racemobWorkerCmd is `wobbly racemob worker`.
type racemobWorkerCmd struct {
	NATS string `name:"nats" required:"" help:"The NATS server whose tasks to do. Its token, if it wants one, is in the environment variable WOBBLY_NATS_TOKEN." placeholder:"URL"`
}

// Run implements the command.
func (c *racemobWorkerCmd) Run(a *app) error {
	conn, err := hive.Connect(c.NATS, a.getenv(tokenVariable))
	if err != nil {
		return err
	}
	defer conn.Close()
	host, _ := os.Hostname()
	return hive.Work(a.ctx, conn, fmt.Sprintf("%s-%d", host, os.Getpid()), buildVersion())
}

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
func (w hiveWatch) hive(p hive.Progress) {
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
