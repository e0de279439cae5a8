package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"wobbly/internal/ask"
	"wobbly/internal/campaign"
)

// hiveWorkerCmd is `wobbly-hive worker`.
type hiveWorkerCmd struct {
	serverFlags
}

// Run implements the command.
func (c *hiveWorkerCmd) Run(a *app) error {
	if c.NATS == nil {
		return usage("Such as --nats nats://127.0.0.1:4222", "a worker needs --nats, the URL of its server")
	}
	if err := c.serverFlags.check(); err != nil {
		return err
	}
	ctx := a.ctx
	if a.getenv(parentVariable) != "" {
		var stop context.CancelFunc
		ctx, stop = withParent(ctx, a.sys.Stdin)
		defer stop()
	}
	line, err := a.post.Connect(c.address(a))
	if err != nil {
		return err
	}
	defer line.Close()
	w := a.watch("")
	return line.Work(ctx, campaign.WorkOptions{
		Name: processName(), Version: identity(), Kinds: kinds(), Note: func(text string) { w.note(a, text) },
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

// processName tells this process from others, also on other machines.
func processName() string {
	host, _ := os.Hostname()
	return fmt.Sprintf("%s-%d", host, os.Getpid())
}

// identity is the version that hosts and workers must have in common. A build that
// says no version, or one of changed files, is known by the digest of its program.
var identity = sync.OnceValue(func() string {
	return identityOf(ask.BuildVersion(), func() (io.ReadCloser, error) {
		path, err := os.Executable()
		if err != nil {
			return nil, err
		}
		return os.Open(path)
	})
})

func identityOf(version string, program func() (io.ReadCloser, error)) string {
	if version != "(devel)" && !strings.HasSuffix(version, "+dirty") {
		return version
	}
	f, err := program()
	if err != nil {
		return fmt.Sprintf("%s of %s", version, processName()) // nobody else's
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return fmt.Sprintf("%s of %s", version, processName())
	}
	return version + " " + hex.EncodeToString(h.Sum(nil)[:6])
}
