package cli

import (
	"errors"
	"fmt"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"wobbly/internal/serve"
	"wobbly/internal/service"
	"wobbly/internal/site"
)

// serveCmd is `wobbly serve`.
type serveCmd struct {
	Port   int  `help:"Of 127.0.0.1. What the page keeps in the browser belongs to one port." default:"${port}" placeholder:"N"`
	NoOpen bool `help:"Only print the address."`
}

// Run implements the command.
func (c *serveCmd) Run(a *app) error {
	if c.Port < 0 || c.Port > 65535 {
		return usage("", "--port must be from 0 to 65535")
	}
	ctx, stop := signal.NotifyContext(a.ctx, syscall.SIGTERM)
	defer stop()
	l, err := serve.Listen(ctx, c.Port)
	if ctx.Err() != nil {
		return nil
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return usage(fmt.Sprintf("Perhaps the page is served already: http://127.0.0.1:%d/\nElse --port %d takes another one; what the page has kept in the browser is not there.", c.Port, c.Port+1),
			"port %d is taken", c.Port)
	}
	if err != nil {
		return usage("", "cannot serve: %s", err)
	}
	defer l.Close()
	files := site.Embedded()
	if files == nil {
		fmt.Fprintf(a.stderr(), "wobbly: building the page with %s; the next time it is there\n", runtime.Version())
		files, err = site.Build(ctx, service.BuildVersion())
	}
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		return usage("Run it in the folder of the project with Go installed, or use a release, which carries the page.", "cannot build the page: %s", err)
	}
	address := serve.Address(l)
	fmt.Fprintf(a.text(), "%s\n", address)
	if err := a.out.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(a.stderr(), "wobbly: the page is at this address until Ctrl+C\n")
	if !c.NoOpen {
		openBrowser(address)
	}
	return serve.Serve(ctx, l, files)
}

// openBrowser opens an address in the student's browser. Where there is none, the address
// was printed.
func openBrowser(address string) {
	words := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if words == nil {
		words = []string{"xdg-open"}
	}
	command := exec.Command(words[0], append(words[1:], address)...)
	if command.Start() == nil {
		go command.Wait() // it is nobody's business how it ends
	}
}
