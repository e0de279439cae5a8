// Command wobbly-serve serves the page on this machine, or writes it as files for a web host:
// `wobbly serve` runs it. It is a separate command so that wobbly does not include a web server.
//
//	go run ./cmd/wobbly-serve -o site
package main

import (
	"context"
	"fmt"
	"os"
	"runtime"

	"wobbly/internal/ask"
	"wobbly/internal/serve"
	"wobbly/internal/serve/web"
	"wobbly/internal/site"
)

func main() { os.Exit(web.Main(pages)) }

// pages returns the files of the page by name: those embedded in a release, or else newly built.
func pages(ctx context.Context) (map[string][]byte, error) {
	if files := site.Embedded(); files != nil {
		return files, nil
	}
	fmt.Fprintf(os.Stderr, "%s: building the page with %s; the next time it is there\n",
		serve.Program, runtime.Version())
	return site.Build(ctx, ask.Version)
}
