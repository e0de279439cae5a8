package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"wobbly/il"
	"wobbly/il/check"
	"wobbly/il/diag"
	"wobbly/il/parse"
	"wobbly/report"
)

// read reads a file, or standard input.
func (a *app) read(name string) ([]byte, error) {
	if name == report.StdinName {
		text, err := io.ReadAll(a.sys.Stdin)
		if err != nil {
			return nil, fmt.Errorf("reading standard input: %w", err)
		}
		return text, nil
	}
	text, err := os.ReadFile(name)
	var path *fs.PathError
	if errors.As(err, &path) {
		return nil, fmt.Errorf("cannot read %s: %w", report.FileName(name), path.Err)
	}
	return text, err
}

// source reads a program text.
func (a *app) source(name string) (*il.Source, error) {
	text, err := a.read(name)
	if err != nil {
		return nil, err
	}
	return il.NewSource(name, string(text)), nil
}

// program is a text and what became of it.
type program struct {
	parsed *il.Program
	core   *il.Core
	errs   diag.List
}

// load reads, parses and checks a program. The errors of an illegal one are
// printed, as a JSON document too if asked for.
func (a *app) load(name string, strict, json bool) (*il.Core, error) {
	src, err := a.source(name)
	if err != nil {
		return nil, err
	}
	p, ok := await(a, func() program {
		p, errs := parse.File(src)
		if p == nil {
			return program{nil, nil, errs}
		}
		core, more := check.Program(p, check.Options{Strict: strict})
		errs = append(errs, more...)
		errs.Sort()
		return program{p, core, errs}
	})
	if !ok {
		return nil, errInterrupted
	}
	if len(p.errs) > 0 || p.core == nil {
		return nil, a.illegal(src, p.errs, json)
	}
	return p.core, nil
}

// illegal prints what is wrong with a program.
func (a *app) illegal(src *il.Source, errs diag.List, json bool) error {
	if json {
		if err := report.ErrorsJSON(a.out, src, errs); err != nil {
			return err
		}
	}
	if err := report.ErrorsText(a.stderr(), a.style(a.sys.Stderr), src, errs); err != nil {
		return err
	}
	return failure{exit: ExitIllegal}
}
