package find

import (
	"strings"

	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/report"
)

type fixCmd struct {
	File  string   `arg:"" name:"FILE" help:"The program; - is standard input."`
	Which []string `arg:"" optional:"" name:"RACE" complete:"races" help:"R1, as numbered by wobbly check with the same --pair, or the positions of two accesses (line:column). If omitted: the first race."`
	console.JSONFlag
	console.PairFlag
	Race      string `help:"The race to repair, instead of RACE: R1, or 4:3,9:5." placeholder:"ID" complete:"races" group:"less"`
	Shrink    bool   `help:"Make lock regions smaller instead, without adding a race."`
	Write     bool   `help:"Write the changed program to the file." short:"w"`
	Proposal  int    `help:"Show or write proposal N." default:"1" placeholder:"N"`
	MaxStates int    `help:"Stop each search after N states; 0 for no limit." default:"${fixstates}" placeholder:"N" group:"less"`
	console.StrictFlag
}

func (c *fixCmd) Run(a *console.App) error {
	switch {
	case c.Race != "" && len(c.Which) > 0:
		return console.Usage("", "--race and RACE cannot be used together")
	case c.Race != "":
		c.Which = strings.Split(c.Race, ",")
	case len(c.Which) == 1:
		words := console.FileFirst(c.File, c.Which[0])
		c.File, c.Which = words[0], words[1:]
	}
	switch {
	case c.Write && c.File == report.StdinName:
		return console.Usage("", "-w cannot write to standard input")
	case c.Shrink && len(c.Which) > 0:
		return console.Usage("", "--shrink is about lock regions: leave out RACE")
	case c.MaxStates < 0:
		return console.Usage("", "--max-states must be 0 or more")
	}
	core, err := a.Load(c.File, c.Strict, c.JSON)
	if err != nil {
		return err
	}
	name := report.FileName(core.Source.Name)
	w := a.Lasting(name, name+"; Ctrl+C ends it")
	doc, err := console.TryKept(a, func() (*report.Fix, error) {
		return ask.Fix(a.Ctx, core, ask.Fixing{
			Which: c.Which, Pair: c.Pair, Shrink: c.Shrink, MaxStates: c.MaxStates,
			Write: c.Write, Progress: w.Progress,
		})
	})
	w.Done()
	if err != nil && err.Error() != "" { // an error without a text only sets the exit, below
		return a.Refused(err, c.JSON)
	}
	n := len(doc.Proposals)
	if c.Proposal < 1 || n > 0 && c.Proposal > n {
		return console.Usage("", "there is no proposal %d; there are %d", c.Proposal, n)
	}
	if doc.Written {
		if err := console.ReplaceFile(c.File, doc.Proposals[c.Proposal-1].Program); err != nil {
			return err
		}
	}
	if err := c.print(a, doc); err != nil {
		return err
	}
	return console.Failed(err)
}

func (c *fixCmd) print(a *console.App, doc *report.Fix) error {
	if c.JSON {
		return report.JSON(a.Out, doc)
	}
	return a.Show(report.FixText(doc, c.Proposal, c.Shrink))
}
