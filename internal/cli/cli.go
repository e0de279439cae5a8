// Package cli is the command line of wobbly: the grammar that joins the commands of the packages
// below it, with their help, manuals and completion. Only it and those packages, with cmd/...,
// touch files, the environment, arguments, signals and the clock. Package report makes what they
// print; the packages of the theory find the answers.
//
// A command is a struct whose fields are its flags and arguments (kong reads the tags) and whose
// Run method does the work. To add one, write the struct in a file of its group, add it to the list
// Commands of that group (a study adds itself), name it in a group of help (grammar.go), and give
// it help, with an example, in the folder manual. Completion and man pages follow from the model.
// The tag group:"less" moves a flag to the end of help. A command that has commands of its own,
// such as theorem, is a struct with a field for each of them; their help is under the whole path.
package cli

import (
	"context"
	"os"
	"time"

	"wobbly/internal/campaign"
	"wobbly/internal/cli/console"
)

// Main runs wobbly in this process and returns its exit code. A first interrupt, or a request to
// terminate, ends the run with what it has; a second one, half a second later, kills it.
func Main() int { return wobblyProgram().Main(nil, "") }

// Main runs a program in this process and returns its exit code. The transport carries its
// messages, and the secret admits its own workers; wobbly has neither.
func (p *Program) Main(post campaign.Transport, secret string) int {
	ctx, stop := console.Ending(context.Background())
	defer stop()
	return p.run(ctx, console.System{
		Args: os.Args[1:], Env: os.Environ(), Secret: secret,
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
	}, post)
}

// runWobbly is wobbly as a function from its system to an exit code.
func runWobbly(ctx context.Context, sys console.System) int {
	return wobblyProgram().run(ctx, sys, nil)
}

// run runs a program until it ends, or until console.PatienceAtEnd after it is interrupted, and
// returns the exit code.
func (p *Program) run(ctx context.Context, sys console.System, post campaign.Transport) int {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	const bufferBytes = 64 << 10
	a := &console.App{
		Ctx: ctx, Stop: stop, Sys: sys, Name: p.Name, Post: post,
		Out: console.NewOutput(sys.Stdout, bufferBytes),
	}
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
