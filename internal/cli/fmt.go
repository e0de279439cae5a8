package cli

import (
	"io"

	"wobbly/internal/ask"
	"wobbly/report"
)

// fmtCmd is `wobbly fmt`.
type fmtCmd struct {
	Files []string `arg:"" name:"FILE" help:"Programs; - is standard input."`
	Core  bool     `help:"Print the lowered program, as semantics and analysis see it."`
	Write bool     `help:"Write the result back to the file." short:"w" xor:"where"`
	Check bool     `help:"List the files that are not formatted and exit with 1 if there are any." short:"d" xor:"where"`
}

// Run implements the command.
func (c *fmtCmd) Run(a *app) error {
	for _, name := range c.Files {
		a.fail(c.file(a, name))
	}
	return nil
}

func (c *fmtCmd) file(a *app, name string) error {
	if c.Write && name == report.StdinName {
		return usage("", "standard input cannot be written to; leave out -w")
	}
	text, formatted, err := c.format(a, name)
	if err != nil {
		return err
	}
	switch {
	case c.Check:
		if text == formatted {
			return nil
		}
		a.found(exitFound)
		return report.Line(a.text(), report.FileName(name))
	case c.Write:
		if text == formatted {
			return nil
		}
		return replaceFile(name, formatted)
	default:
		_, err := io.WriteString(a.out, formatted)
		return err
	}
}

// format reads a program and returns its text before and after. Formatting
// asks for no more than that the program can be parsed; lowering, that it is
// legal.
func (c *fmtCmd) format(a *app, name string) (before, after string, err error) {
	src, err := a.source(name)
	if err != nil {
		return "", "", err
	}
	after, err = ask.Format(a.ctx, src, c.Core)
	return src.Text, after, a.refused(err, false)
}
