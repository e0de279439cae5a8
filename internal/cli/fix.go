package cli

import (
	"strings"

	"wobbly/internal/ask"
	"wobbly/report"
)

// fixCmd is `wobbly fix`.
type fixCmd struct {
	File  string   `arg:"" name:"FILE" help:"The program; - is standard input."`
	Which []string `arg:"" optional:"" name:"RACE" help:"R1, as wobbly check with the same --pair numbers it, or two positions of accesses (line:column). Left out: the first race."`
	jsonFlag
	pairFlag
	Race      string `help:"The same as RACE: R1, or 4:3,9:5." placeholder:"ID"`
	Shrink    bool   `help:"Ask of every lock region which statements can leave it instead."`
	Write     bool   `help:"Write the changed program back to the file." short:"w"`
	Proposal  int    `help:"Show, or write, this proposal." default:"1" placeholder:"N"`
	MaxStates int    `help:"Stop each search at N states; 0 for no limit." default:"${fixstates}" placeholder:"N"`
	strictFlag
}

// Run implements the command.
func (c *fixCmd) Run(a *app) error {
	switch {
	case c.Race != "" && len(c.Which) > 0:
		return usage("", "--race stands for RACE: give one of the two")
	case c.Race != "":
		c.Which = strings.Split(c.Race, ",")
	case len(c.Which) == 1:
		words := fileFirst(c.File, c.Which[0])
		c.File, c.Which = words[0], words[1:]
	}
	switch {
	case c.Write && c.File == report.StdinName:
		return usage("", "standard input cannot be written to; leave out -w")
	case c.Shrink && len(c.Which) > 0:
		return usage("", "--shrink asks about lock regions, not about a race")
	case c.MaxStates < 0:
		return usage("", "--max-states must not be negative")
	}
	core, err := a.load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	name := report.FileName(core.Source.Name)
	w := a.lasting(name, name+"; Ctrl+C ends it")
	doc, err := tryKept(a, func() (*report.Fix, error) {
		return ask.Fix(a.ctx, core, ask.Fixing{Which: c.Which, Pair: c.Pair, Shrink: c.Shrink, MaxStates: c.MaxStates, Write: c.Write, Progress: w.Progress})
	})
	w.Done()
	if err != nil && err.Error() != "" {
		return a.refused(err, c.JSON)
	}
	n := len(doc.Proposals)
	if c.Proposal < 1 || n > 0 && c.Proposal > n {
		return usage("", "there is no proposal %d; there are %d", c.Proposal, n)
	}
	if doc.Written {
		if err := replaceFile(c.File, doc.Proposals[c.Proposal-1].Program); err != nil {
			return err
		}
	}
	if e := c.print(a, doc); e != nil {
		return e
	}
	return failed(err)
}

// print prints the document.
func (c *fixCmd) print(a *app, doc *report.Fix) error {
	if c.JSON {
		return report.JSON(a.out, doc)
	}
	return a.show(report.FixText(doc, c.Proposal, c.Shrink))
}
