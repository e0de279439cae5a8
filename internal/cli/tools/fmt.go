package tools

import (
	"io"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/report"
)

type fmtCmd struct {
	Files []string `arg:"" name:"FILE" help:"Programs; - is standard input."`
	Core  bool     `help:"Print the program without abbreviations, as the analysis reads it."`
	Write bool     `help:"Write the result to the file." short:"w" xor:"where"`
	Check bool     `help:"List files that are not formatted; exit with 1 if there are any." short:"d" xor:"where"`
}

func (c *fmtCmd) Run(a *console.App) error {
	for _, name := range c.Files {
		a.Fail(c.formatFile(a, name))
	}
	return nil
}

// formatFile formats a file, and prints or writes the result or, with --check, its name.
func (c *fmtCmd) formatFile(a *console.App, name string) error {
	if c.Write && name == report.StdinName {
		return console.Usage("", "-w cannot write to standard input")
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
		a.Found(console.ExitFound)
		return report.Line(a.Text(), report.FileName(name))
	case c.Write:
		if text == formatted {
			return nil
		}
		return console.ReplaceFile(name, formatted)
	default:
		_, err := io.WriteString(a.Out, formatted)
		return err
	}
}

// format reads a program and returns its text before and after. Formatting needs a program that
// parses, and --core a legal one.
func (c *fmtCmd) format(a *console.App, name string) (before, after string, err error) {
	src, err := a.Source(name)
	if err != nil {
		return "", "", err
	}
	after, err = ask.Format(a.Ctx, src, c.Core)
	return src.Text, after, a.Refused(err, false)
}
