package tools

import (
	"bytes"
	"cmp"
	"io"
	"strings"

	"wobbly/il"
	"wobbly/internal/ask"
	"wobbly/internal/cli/console"
	"wobbly/internal/text"
	"wobbly/report"
	"wobbly/witness"
)

type exportCmd struct {
	File        string `arg:"" name:"FILE" help:"The program; - is standard input."`
	Promela     bool   `help:"Write a model for Spin."`
	C           bool   `name:"c" help:"Write a witness as a C program for ThreadSanitizer."`
	Pair        string `help:"Use only this pair of methods, such as get,set." placeholder:"M,N" complete:"pairs"`
	Race        string `help:"The positions of two accesses, by A and by B, such as 4:3,9:5. Spin looks only for this race; --c searches for a witness, and also accepts R1. If omitted with --c: R1." placeholder:"L,R" complete:"races"`
	Witness     string `help:"With --c: a witness, or a document from which --race selects one; - is standard input." placeholder:"FILE" group:"less"`
	Allocations int    `help:"With --promela: let each thread create at most N objects; 0 for no limit. Needed for new() in a loop." placeholder:"N" group:"less"`
	console.StrictFlag
	console.OutputFlag
}

func (c *exportCmd) Run(a *console.App) error {
	switch {
	case c.Promela && c.C:
		return console.Usage("", "--promela and --c cannot be used together")
	case !c.Promela && !c.C:
		return console.Usage("Use --promela for Spin, or --c for ThreadSanitizer.",
			"--promela or --c is missing")
	case c.Allocations < 0:
		return console.Usage("", "--allocations must be 0 or more")
	case c.C && c.Allocations > 0:
		return console.Usage("", "--allocations is for --promela")
	case c.Promela && c.Witness != "":
		return console.Usage("", "--witness is for --c")
	case c.Witness != "" && c.Pair != "":
		return console.Usage("", "--witness and --pair cannot be used together")
	case c.Witness == report.StdinName && c.File == report.StdinName:
		return console.Usage("", "standard input cannot be both the witness and the program")
	}
	core, err := a.Load(c.File, c.Strict, false)
	if err != nil {
		return err
	}
	if c.C {
		return c.writeCProgram(a, core)
	}
	text, err := console.TryKept(a, func() (string, error) {
		defer a.Working(c.File)()
		return ask.Promela(core, ask.Model{Pair: c.Pair, Race: c.Race, Allocations: c.Allocations})
	})
	if err != nil {
		return console.Failed(err)
	}
	return c.writeText(a, text)
}

func (c *exportCmd) writeText(a *console.App, text string) error {
	return c.Write(a, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// writeCProgram writes the witness of a race as a C program.
func (c *exportCmd) writeCProgram(a *console.App, core *il.Core) error {
	race, err := c.namedWitness(a, core)
	if err != nil {
		return err
	}
	text, err := console.TryKept(a, func() (string, error) {
		defer a.Working(c.File)()
		return ask.CProgram(core, race.Witness)
	})
	if err != nil {
		return console.Failed(err)
	}
	if mismatch := race.Mismatch(); mismatch != "" {
		return console.Failure{
			Exit: console.ExitViolated,
			Text: cmp.Or(race.ID, report.FileName(c.Witness)) + ": " + mismatch,
		}
	}
	return c.writeText(a, text)
}

// namedWitness returns the witness that --witness and --race select, or finds one.
func (c *exportCmd) namedWitness(a *console.App, core *il.Core) (*witness.Named, error) {
	if c.Witness != "" {
		text, err := a.Read(c.Witness)
		if err != nil {
			return nil, err
		}
		all, err := witness.ReadAll(bytes.NewReader(text))
		if err != nil {
			if other := console.NotAWitness(c.Witness, string(text), err); other != nil {
				return nil, other
			}
			return nil, console.Usage("", "%s: %s", report.FileName(c.Witness), err)
		}
		var known []string
		for i := range all {
			n := &all[i]
			if n.Witness == nil {
				continue
			}
			if strings.EqualFold(n.ID, c.Race) || c.Race == "" && len(all) == 1 {
				return n, nil
			}
			known = append(known, n.ID)
		}
		hint := "It contains no witnesses."
		if len(known) > 0 {
			hint = ask.ThereAre(known)
		}
		return nil, console.Usage(hint, "--race must name a witness in %s",
			report.FileName(c.Witness))
	}
	w, err := c.findWitness(a, core)
	return &witness.Named{Witness: w}, err
}

// findWitness finds a witness of the race that the flags name.
func (c *exportCmd) findWitness(a *console.App, core *il.Core) (*witness.Witness, error) {
	switch left, right, isPair := strings.Cut(c.Race, ","); {
	case isPair && il.IsPosition(left) && il.IsPosition(right):
		return c.searchWitness(a, core)
	case isPair:
		return nil, console.Usage("For example: --race 4:3,9:5.",
			"--race %s does not name two accesses", c.Race)
	case c.Pair != "":
		return nil, console.Usage("For a report of wobbly check, leave out --pair.",
			"--pair needs the positions of two accesses, such as --race 4:3,9:5")
	default:
		w, err := console.TryKept(a, func() (*witness.Witness, error) {
			defer a.Working(c.File)()
			return ask.WitnessOf(a.Ctx, core, cmp.Or(c.Race, "R1"))
		})
		return w, console.Failed(err)
	}
}

// searchWitness finds a witness of a race between two accesses by exact search.
func (c *exportCmd) searchWitness(a *console.App, core *il.Core) (*witness.Witness, error) {
	search, err := console.SearchFlags{
		MaxStates: ask.MaxStates, MaxObjects: ask.MaxObjects,
	}.Search()
	if err != nil {
		return nil, err
	}
	doc, searchErr, err := ask.Explore(a.Ctx, core,
		ask.Exploring{Pair: c.Pair, Search: search, Watch: a.WatchSearch, Grace: console.Grace})
	if err != nil {
		return nil, console.Failed(err)
	}
	var cut []string // pairs whose search is incomplete
	for x := range doc.Pairs {
		for r := range x.Races {
			if r.Left.At+","+r.Right.At == c.Race && r.Witness != nil {
				return r.Witness, nil
			}
		}
		if !x.Complete {
			cut = append(cut, x.Left+" || "+x.Right)
		}
	}
	switch err := searchErr(); {
	case err != nil:
		return nil, console.Failed(err)
	case a.Interrupted():
		return nil, console.ErrInterrupted
	case cut != nil:
		return nil, console.Failure{
			Exit: console.ExitInconclusive,
			Text: "no race between the accesses at " + c.Race + " was found",
			Hint: "The search of " + text.And(cut) + " is incomplete.",
		}
	}
	return nil, console.Usage("wobbly explore lists all races.",
		"the accesses at %s do not race", c.Race)
}
