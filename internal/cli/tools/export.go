package tools

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"wobbly/il"
	"wobbly/internal/cli/console"
	"wobbly/internal/findings"
	"wobbly/internal/service"
	"wobbly/report"
	"wobbly/semantics/explore"
	"wobbly/semantics/promela"
)

// exportCmd is `wobbly export`.
type exportCmd struct {
	File        string `arg:"" name:"FILE" help:"The program, for --promela with an init block; - is standard input."`
	Promela     bool   `help:"As a model for Spin."`
	C           bool   `name:"c" help:"A witness of a race as a C program with threads, for ThreadSanitizer."`
	Pair        string `help:"This pair of units, such as m,n." placeholder:"M,N"`
	Race        string `help:"Two accesses: positions of A's and of B's, such as 4:3,9:5. Spin then looks for their race only; with --c an exact search finds a witness. With --c also a report of wobbly check, such as R1, which is what it is if left out." placeholder:"L,R"`
	Witness     string `help:"With --c: the witness, or a document with witnesses, as wobbly replay reads it, of which --race names one; - is standard input." placeholder:"FILE"`
	Allocations int    `help:"Let each thread allocate at most N objects, which a loop with new() needs; 0 for no bound." placeholder:"N"`
	console.StrictFlag
	console.OutputFlag
}

// Run implements the command.
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
	pairs, _, err := service.Pairs(core, c.Pair, explore.Given)
	if err != nil {
		return console.Failed(err)
	}
	if len(pairs) != 1 {
		return console.Usage("Choose one with --pair m,n.", "a model is of one pair, and the init block fits %d of %s", len(pairs), report.FileName(core.Source.Name))
	}
	model, err := console.TryKept(a, func() (*promela.Model, error) {
		defer a.Working(c.File)()
		return promela.Export(core, pairs[0], findings.GivenInit(core, pairs[0]), promela.Options{Allocations: c.Allocations})
	})
	var refused *promela.Refused
	if errors.As(err, &refused) {
		return c.refused(core, refused)
	}
	if err != nil {
		return console.Failed(err)
	}
	text := model.Text
	if c.Race != "" {
		n, err := candidate(core, model, c.Race)
		if err != nil {
			return err
		}
		text = fmt.Sprintf("#define RACES %d\n", n) + text
	}
	return c.Write(a, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}

// refused says where a program has no model.
func (c *exportCmd) refused(core *il.Core, r *promela.Refused) error {
	place := report.FileName(core.Source.Name)
	if r.At != il.NoPos {
		place += ":" + core.Source.At(r.At)
	}
	hint := ""
	if c.Allocations == 0 {
		hint = "--allocations N bounds new() in loops; the model then shows a part of the program only."
	}
	return console.Usage(hint, "%s: %s", place, r.Error())
}

// candidate is the number of the pair of accesses that --race names.
func candidate(core *il.Core, m *promela.Model, race string) (int, error) {
	l, r, ok := strings.Cut(race, ",")
	if !ok || !il.IsPosition(l) || !il.IsPosition(r) {
		return 0, console.Usage("Two positions belong together, such as --race 4:3,9:5.", "--race %s names no two accesses", race)
	}
	var known, found []string
	n := 0
	for i, c := range m.Candidates {
		at := core.Source.At(c.A.Pos()) + "," + core.Source.At(c.B.Pos())
		known = append(known, at)
		if at == l+","+r {
			n = i + 1
			found = append(found, fmt.Sprintf("-DRACES=%d", n))
		}
	}
	switch {
	case len(known) == 0:
		return 0, console.Usage("", "--race %s: no two accesses of the pair are to one field with a write among them", race)
	case n == 0:
		const most = 10
		if len(known) > most {
			known = append(known[:most], "...")
		}
		return 0, console.Usage("There are "+strings.Join(known, " ")+".", "--race %s names no two accesses to one field with a write among them", race)
	case len(found) > 1:
		return 0, console.Usage("Leave --race out, and give one of these to spin: "+strings.Join(found, " "), "--race %s names %d pairs of accesses", race, len(found))
	}
	return n, nil
}
