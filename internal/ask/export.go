//go:build !js

// Not in the page: the page exports nothing, and first visits are small.

package ask

import (
	"errors"
	"fmt"
	"strings"

	"wobbly/il"
	"wobbly/report"
	"wobbly/semantics"
	"wobbly/semantics/cprogram"
	"wobbly/semantics/execution"
	"wobbly/semantics/promela"
	"wobbly/witness"
)

// Model is a question for Promela.
type Model struct {
	Pair string // the pair of units; empty for the only one
	// Race has the positions of two accesses, "4:3,9:5": Spin looks only for their race. If it is
	// empty, Spin looks for all races.
	Race        string
	Allocations int // of each thread; 0 for no bound
}

// Promela returns a program as a model for Spin. The error is a *Refusal or *Misnamed.
func Promela(core *il.Core, q Model) (string, error) {
	pairs, _, err := Pairs(core, q.Pair, true)
	if err != nil {
		return "", err
	}
	file := report.FileName(core.Source.Name)
	if len(pairs) != 1 {
		return "", refuse("Choose one with --pair m,n.",
			"a model is of one pair, and the init block fits %d of %s", len(pairs), file)
	}
	model, err := promela.Export(core, pairs[0], semantics.FileInit(core, pairs[0]),
		promela.Options{Allocations: q.Allocations})
	var refused *promela.Refused
	if errors.As(err, &refused) {
		hint := ""
		if q.Allocations == 0 {
			hint = "--allocations N bounds new() in loops; the model is then only " +
				"part of the program."
		}
		if refused.At != il.NoPos {
			file += ":" + core.Source.At(refused.At)
		}
		return "", refuse(hint, "%s: %s", file, refused.Error())
	}
	if err != nil {
		return "", err
	}
	if q.Race == "" {
		return model.Text, nil
	}
	n, err := candidate(core, model, q.Race)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("#define RACES %d\n", n) + model.Text, nil
}

// candidate returns the number of the pair of accesses that --race names.
func candidate(core *il.Core, m *promela.Model, race string) (int, error) {
	l, r, ok := strings.Cut(race, ",")
	if !ok || !il.IsPosition(l) || !il.IsPosition(r) {
		return 0, refuse("Two positions belong together, such as --race 4:3,9:5.",
			"--race %s does not name two accesses", race)
	}
	var known, found []string
	n := 0
	for i, c := range m.Candidates {
		at := core.Source.At(c.A.Pos()) + "," + core.Source.At(c.B.Pos())
		known = append(known, at)
		if at == race {
			n = i + 1
			found = append(found, fmt.Sprintf("-DRACES=%d", n))
		}
	}
	switch {
	case len(known) == 0:
		return 0, refuse("",
			"--race %s: no two accesses of the pair are to one field with a write among them", race)
	case n == 0:
		return 0, refuse(ThereAre(known),
			"--race %s does not name two accesses to one field, one of them a write", race)
	case len(found) > 1:
		return 0, refuse("Leave --race out, and give one of these to spin: "+
			strings.Join(found, " "),
			"--race %s names %d pairs of accesses", race, len(found))
	}
	return n, nil
}

// CProgram returns a witness as a C program with threads, for ThreadSanitizer. The error is a
// *Refusal.
func CProgram(core *il.Core, w *witness.Witness) (string, error) {
	x, err := execution.FromWitness(core, w, cprogram.MaxSteps)
	if errors.Is(err, execution.ErrTooLong) {
		err = cprogram.ErrTooLong
	}
	text := ""
	if err == nil {
		text, err = cprogram.Export(x, report.FileName(core.Source.Name))
	}
	if err != nil {
		return "", refuse("", "the witness cannot be a C program: %s", err)
	}
	return text, nil
}
