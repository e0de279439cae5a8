package tools

import (
	"io"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/report"
)

type exportCmd struct {
	File        string `arg:"" name:"FILE" help:"The program; --promela needs an init block in it. - is standard input."`
	Promela     bool   `help:"Write a model for Spin."`
	C           bool   `name:"c" help:"Write a witness of a race as a C program with threads, for ThreadSanitizer."`
	Pair        string `help:"Only this pair of methods, such as get,set." placeholder:"M,N"`
	Race        string `help:"The positions of two accesses, A's and B's, such as 4:3,9:5: Spin then looks for their race only, and with --c an exact search finds a witness. With --c also a report of wobbly check; left out, R1." placeholder:"L,R"`
	Witness     string `help:"With --c: read the witness from this file, or from a document of which --race names a race; - is standard input." placeholder:"FILE" group:"less"`
	Allocations int    `help:"With --promela: let each thread create at most N objects, which a loop with new() needs; 0 for no limit." placeholder:"N" group:"less"`
	console.StrictFlag
	console.OutputFlag
}

func (c *exportCmd) Run(a *console.App) error {
	switch {
	case c.Promela == c.C:
		return console.Usage("There are --promela, for Spin, and --c, for ThreadSanitizer.", "say what to export to")
	case c.Allocations < 0:
		return console.Usage("", "--allocations must not be negative")
	case c.C && c.Allocations > 0:
		return console.Usage("", "--allocations is for --promela")
	case c.Promela && c.Witness != "":
		return console.Usage("", "--witness is for --c")
	case c.Witness != "" && c.Pair != "":
		return console.Usage("", "a witness says its pair of units: give no --pair beside it")
	case c.Witness == report.StdinName && c.File == report.StdinName:
		return console.Usage("", "standard input cannot be both the witness and the program")
	}
	core, err := a.Load(c.File, c.Strict, false)
	if err != nil {
		return err
	}
	if c.C {
		return c.threads(a, core)
	}
	text, err := console.TryKept(a, func() (string, error) {
		defer a.Working(c.File)()
		return ask.Promela(core, ask.Model{Pair: c.Pair, Race: c.Race, Allocations: c.Allocations})
	})
	if err != nil {
		return console.Failed(err)
	}
	return c.Write(a, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}
