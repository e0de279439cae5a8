package cli

import (
	"context"
	"os"
	"time"

	"wobbly/internal/campaign"
)

// Main runs wobbly in this process and returns its exit code. A first
// interrupt, or a request to terminate, ends the run with what it has; a second one,
// half a second later, kills it.
func Main() int { return wobblyProgram().main(nil, "") }

// main runs a program in this process. The post carries its messages, and the secret lets its
// own workers in, and nobody else; wobbly has neither.
func (p *program) main(post campaign.Post, secret string) int {
	ctx, stop := ending(context.Background())
	defer stop()
	return p.run(ctx, system{os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ(), secret}, post)
}

// runWobbly is wobbly as a function from its system to an exit code.
func runWobbly(ctx context.Context, sys system) int { return wobblyProgram().run(ctx, sys, nil) }

// run runs a program until it ends, or until a while after it is interrupted.
func (p *program) run(ctx context.Context, sys system, post campaign.Post) int {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	a := &app{ctx: ctx, stop: stop, sys: sys, name: p.name, post: post, out: newOutput(sys.Stdout, 1<<16)}
	if isTerminal(sys.Stdout) {
		a.out.shown = a.legible
	}
	ended := make(chan int, 1)
	go func() { ended <- a.guarded(func() error { return p.dispatch(a) }) }()
	select {
	case code := <-ended:
		return code
	case <-ctx.Done():
	}
	select {
	case code := <-ended:
		return code
	case <-time.After(patienceAtEnd):
		return a.abandon()
	}
}
