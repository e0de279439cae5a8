package hive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"wobbly/internal/campaign"
	"wobbly/internal/cli"
	"wobbly/internal/cli/console"
)

type hiveWorkerCmd struct {
	serverFlags
}

func (c *hiveWorkerCmd) Run(a *console.App) error {
	if c.NATS == nil {
		return console.Usage("For example: --nats nats://127.0.0.1:4222",
			"a worker needs --nats, the URL of its server")
	}
	if err := c.serverFlags.check(); err != nil {
		return err
	}
	ctx := a.Ctx
	if a.Getenv(parentVariable) != "" {
		var stop context.CancelFunc
		ctx, stop = withParent(ctx, a.Sys.Stdin)
		defer stop()
	}
	connection, err := a.Post.Connect(c.address(a))
	if err != nil {
		return err
	}
	defer connection.Close()
	w := a.Watch("")
	return connection.Work(ctx, campaign.WorkOptions{
		Name: console.ProcessName(), Version: console.Identity(), Kinds: kinds(),
		Note: func(text string) { w.Note(a, text) },
	})
}

// parentVariable is set for worker processes that another process has started. They end when their
// standard input is closed, which happens when the parent ends.
const parentVariable = "WOBBLY_HIVE_PARENT"

// withParent returns a context that ends when standard input does.
func withParent(ctx context.Context, stdin io.Reader) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(ctx)
	go func() {
		_, _ = io.Copy(io.Discard, stdin)
		stop()
	}()
	return ctx, stop
}

// A workerPool is the workers of a run, each in a numbered place.
type workerPool struct {
	ctx context.Context
	// fail ends the job.
	fail func(error)
	all  sync.WaitGroup

	mu sync.Mutex // guards processes
	// processes are the worker processes that run, by place.
	processes map[int]*os.Process
}

// startWorkers starts n workers, as goroutines or processes. They end with the context.
func (h *hosting) startWorkers(ctx context.Context, fail func(error), n int) *workerPool {
	pool := &workerPool{ctx: ctx, fail: fail, processes: map[int]*os.Process{}}
	for i := range n {
		pool.all.Go(func() {
			if h.Processes {
				pool.keepFilled(i, func() *exec.Cmd { return workerProcess(h.a, h.server) })
			} else {
				pool.work(h.server, fmt.Sprint(i+1))
			}
		})
	}
	return pool
}

// lastRuns is how long the workers of an interrupted job may continue their current runs, which do
// not poll the context.
const lastRuns = 2 * time.Second

// wait waits until all workers have ended, but not long if the user has interrupted the job.
func (p *workerPool) wait(interrupted bool) {
	ended := make(chan struct{})
	go func() {
		p.all.Wait()
		close(ended)
	}()
	var timeout <-chan time.Time
	if interrupted {
		timeout = time.After(lastRuns)
	}
	select {
	case <-ended:
	case <-timeout:
	}
}

// work runs a worker in this goroutine.
func (p *workerPool) work(server *hiveServer, name string) {
	connection, err := server.connect()
	if err == nil {
		defer connection.Close()
		err = connection.Work(p.ctx, campaign.WorkOptions{
			Name: console.ProcessName() + "-" + name, Version: console.Identity(), Kinds: kinds(),
		})
	}
	if err != nil {
		p.fail(err)
	}
}

// workerProcess returns the command line of a worker, which is this program again. The token is in
// the environment, where other users cannot see it.
func workerProcess(a *console.App, server *hiveServer) *exec.Cmd {
	path, err := os.Executable()
	if err != nil {
		path = os.Args[0]
	}
	c := exec.Command(path, "worker", "--nats", server.address.URL)
	for flag, value := range map[string]string{
		"--creds": server.flags.Creds, "--nkey": server.flags.NKey, "--ca": server.flags.CA,
		"--cert": server.flags.Cert, "--key": server.flags.Key,
	} {
		if value != "" {
			c.Args = append(c.Args, flag, value)
		}
	}
	c.Args[0] = cli.HiveName
	c.Env = append(a.Sys.Env[:len(a.Sys.Env):len(a.Sys.Env)],
		tokenVariable+"="+server.address.Token, parentVariable+"=1")
	return c
}

// A job fails if a worker ends within earlyEnd, maxEarlyEnds times in a row. Killed workers do not
// count.
const (
	earlyEnd     = 1 * time.Second
	maxEarlyEnds = 5
)

// keepFilled runs a worker process in a place, and starts another one when it dies, until the
// context ends.
func (p *workerPool) keepFilled(place int, command func() *exec.Cmd) {
	for early := 0; p.ctx.Err() == nil; {
		begun := time.Now()
		output, err := p.process(place, command())
		var exit *exec.ExitError
		killed := errors.As(err, &exit) && !exit.Exited()
		early++
		if killed || time.Since(begun) > earlyEnd {
			early = 0
		}
		if early == maxEarlyEnds && p.ctx.Err() == nil {
			p.fail(console.Failure{
				Exit: console.ExitUsage,
				Text: fmt.Sprintf("worker processes end as soon as they are started: %v: %s",
					err, output),
			})
		}
	}
}

// process runs a worker until it dies or the context ends. It returns what the worker has printed
// to standard error.
func (p *workerPool) process(place int, c *exec.Cmd) (output string, err error) {
	var errs bytes.Buffer
	c.Stderr = &errs
	stdin, err := c.StdinPipe() // the system closes it if this process is killed
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return "", err
	}
	defer stdin.Close()
	p.setProcess(place, c.Process)
	stop := context.AfterFunc(p.ctx, func() { _ = c.Process.Kill() })
	err = c.Wait()
	stop()
	p.setProcess(place, nil)
	return strings.TrimSpace(errs.String()), err
}

// setProcess sets the process in a place; nil empties the place.
func (p *workerPool) setProcess(place int, process *os.Process) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if process == nil {
		delete(p.processes, place)
	} else {
		p.processes[place] = process
	}
}
