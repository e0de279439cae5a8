package hive

import (
	"context"
	"io"

	"wobbly/internal/campaign"
	"wobbly/internal/cli/console"
)

type hiveWorkerCmd struct {
	serverFlags
}

func (c *hiveWorkerCmd) Run(a *console.App) error {
	if c.NATS == nil {
		return console.Usage("Such as --nats nats://127.0.0.1:4222", "a worker needs --nats, the URL of its server")
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
	line, err := a.Post.Connect(c.address(a))
	if err != nil {
		return err
	}
	defer line.Close()
	w := a.Watch("")
	return line.Work(ctx, campaign.WorkOptions{
		Name: console.ProcessName(), Version: console.Identity(), Kinds: kinds(), Note: func(text string) { w.Note(a, text) },
	})
}

// parentVariable is set for worker processes that another one has started: they end when
// it does, which closes their standard input.
const parentVariable = "WOBBLY_HIVE_PARENT"

// withParent is a context that ends when standard input does.
func withParent(ctx context.Context, stdin io.Reader) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(ctx)
	go func() {
		_, _ = io.Copy(io.Discard, stdin)
		stop()
	}()
	return ctx, stop
}
