package learn

import (
	"errors"
	"math"
	"os/exec"

	"wobbly/internal/cli/console"
	"wobbly/internal/serve"
)

type serveCmd struct {
	Port   int    `help:"The port on 127.0.0.1." default:"${port}" placeholder:"N"`
	NoOpen bool   `help:"Print the address, but do not open a browser."`
	Output string `help:"Write the page into FOLDER, for any web host, instead of serving it." short:"o" placeholder:"FOLDER"`
}

// Run runs wobbly-serve, and ends with its exit code.
func (c *serveCmd) Run(a *console.App) error {
	if c.Port < 0 || c.Port > math.MaxUint16 {
		return console.Usage("", "--port must be between 0 and %d", math.MaxUint16)
	}
	err := serve.Run(a.Ctx, serve.Options{Port: c.Port, Open: !c.NoOpen, Folder: c.Output},
		a.Sys.Stdout, a.Sys.Stderr)
	var missing serve.MissingError
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended) && ended.Exited():
		return console.Failure{Exit: console.Exit(ended.ExitCode())}
	case err != nil && a.Interrupted():
		return console.ErrInterrupted
	case errors.As(err, &missing):
		return console.Usage("Run it in the folder of the project with Go installed, or use a "+
			"release, which contains it.", "%s", err)
	case err != nil:
		return console.Usage("", "%s: %s", serve.Program, err)
	}
	return nil
}
