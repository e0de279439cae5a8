package tools

import (
	"context"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/lsp"
)

type lspCmd struct {
	Stdio bool `help:"Use standard input and output. This is the default." group:"less"`
	Delay int  `help:"Report errors N milliseconds after the last edit." default:"150" placeholder:"N" group:"less"`
}

func (c *lspCmd) Run(a *console.App) error {
	if c.Delay < 0 {
		return console.Usage("", "--delay must be 0 or more")
	}
	pause := func(ctx context.Context) error {
		select {
		case <-time.After(time.Duration(c.Delay) * time.Millisecond):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	orderly, err := lsp.Serve(a.Ctx, stdio{a.Sys.Stdin, a.Sys.Stdout}, lsp.Options{
		Version: ask.Version, Pause: pause, Name: fileOfURI, Word: console.ShellWord,
	})
	if err == nil && !orderly {
		return console.Failure{Exit: console.ExitFound} // the protocol requires 1
	}
	return err
}

// A stdio is standard input and output as one stream.
type stdio struct {
	io.Reader
	io.Writer
}

// Close closes standard input.
func (s stdio) Close() error {
	if c, ok := s.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// fileOfURI returns the file name of a URI, or the URI itself if it does not name a file.
func fileOfURI(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // /C:/programs/burble.il
		path = strings.TrimPrefix(path, "/")
	}
	return filepath.FromSlash(path)
}
