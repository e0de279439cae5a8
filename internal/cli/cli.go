package cli

import (
	"context"
	"os"
	"time"

	"wobbly/internal/campaign"
	"wobbly/internal/cli/console"
)

// Main runs wobbly in this process and returns its exit code. A first
// interrupt, or a request to terminate, ends the run with what it has; a second one,
// half a second later, kills it.
func Main() int { return wobblyProgram().Main(nil, "") }

// Main runs a program in this process. The post carries its messages, and the secret lets its
// own workers in, and nobody else; wobbly has neither.
func (p *Program) Main(post campaign.Transport, secret string) int {
	ctx, stop := console.Ending(context.Background())
	defer stop()
	return p.run(ctx, console.System{Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Env: os.Environ(), Secret: secret}, post)
}

// runWobbly is wobbly as a function from its system to an exit code.
func runWobbly(ctx context.Context, sys console.System) int {
	return wobblyProgram().run(ctx, sys, nil)
}

// run runs a program until it ends, or until a while after it is interrupted.
func (p *Program) run(ctx context.Context, sys console.System, post campaign.Transport) int {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	a := &console.App{Ctx: ctx, Stop: stop, Sys: sys, Name: p.Name, Post: post, Out: console.NewOutput(sys.Stdout, 1<<16)}
	if console.IsTerminal(sys.Stdout) {
		a.Out.Shown = a.Legible
	}
	ended := make(chan int, 1)
	go func() { ended <- a.Guarded(func() error { return p.dispatch(a) }) }()
	select {
	case code := <-ended:
		return code
	case <-ctx.Done():
	}
	select {
	case code := <-ended:
		return code
	case <-time.After(console.PatienceAtEnd):
		return a.Abandon()
	}
}
